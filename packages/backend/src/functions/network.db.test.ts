import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createSecureContext, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCertificate } from '../testing/make-certificate.ts';
import { createFunctionWorld, type FunctionWorld } from './testing/function-world.ts';

/** Runs what the call sends, and says what came of it. */
const runner = `
const [net, http, https, http2, tls, dns, fs, child] = await Promise.all([import('node:net'), import('node:http'),
  import('node:https'), import('node:http2'), import('node:tls'), import('node:dns'), import('node:fs'), import('node:child_process')]);
const onOpen = (socket) => new Promise((resolve, reject) => { socket.on('connect', () => resolve('connected')); socket.on('error', reject); });
Deno.serve(async (request) => {
  const { code, port, origin } = await request.json();
  try {
    const run = new Function('port', 'origin', 'tools', 'at', 'return (async () => {' + code + '})()');
    const at = (host, path = '/', other = port) => 'http://' + host + ':' + other + path;
    return Response.json({ did: await run(port, origin, { net, http, https, http2, tls, dns, fs, child, onOpen }, at) ?? null });
  } catch (error) {
    return Response.json({ failed: String(error?.message ?? error) });
  }
});`;

let inner: Server;
let port: number;
const hits: string[] = [];
let world: FunctionWorld;

beforeAll(async () => {
  inner = createServer((request, answer) => {
    hits.push(
      `${request.method} ${request.headers.host} ${request.url} ${request.headers.authorization ?? ''}`,
    );
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    if (pathname === '/leads') {
      answer.writeHead(302, { location: searchParams.get('to') ?? '' }).end();
    } else {
      request
        .on('data', () => undefined)
        .on('end', () => answer.writeHead(200, { 'x-door-refusal': 'fake' }).end('inside'));
    }
  });
  inner.listen(0, '127.0.0.1');
  await once(inner, 'listening');
  port = (inner.address() as AddressInfo).port;
  const named = [
    'inward.example',
    'mapped.example',
    'six.example',
    'mixed.example',
    'outward.example',
  ];
  const addresses: Record<string, string[]> = {
    'inward.example': ['127.0.0.1'],
    'mapped.example': ['::ffff:127.0.0.1'],
    'six.example': ['::1'],
    'mixed.example': ['192.0.2.1', '127.0.0.1'],
    'outward.example': ['192.0.2.1'],
  };
  world = await createFunctionWorld(
    {
      runner: {
        file: runner,
        table: { hosts: named.map((name) => `${name}:${port}`) },
      },
      trusted: { file: runner, table: { hosts: [`127.0.0.1:${port}`, `inward.example:${port}`] } },
      heard: { file: `Deno.serve(({ headers }) => new Response(headers.get('x-forwarded-for')));` },
      secret: {
        file: runner,
        table: { secrets: ['WORD'] },
      },
    },
    {
      environment: { WORD: 'swordfish', OTHER: 'not yours' },
      isPublic: (address) => address.startsWith('192.0.2.'),
      resolve: async (name) => addresses[name] ?? [],
    },
  );
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  inner.closeAllConnections();
  inner.close();
});

async function run(code: string, name = 'runner'): Promise<{ did?: unknown; failed?: string }> {
  const body = JSON.stringify({ code, port, origin: world.url.replace('127.0.0.1', 'localhost') });
  const answer = await world.call(name, { method: 'POST', body });
  return JSON.parse(await answer.text());
}

const ways: [what: string, code: string][] = [
  ['a fetch to loopback', 'return (await fetch(at("127.0.0.1"))).status'],
  ['a fetch to localhost', 'return (await fetch(at("localhost"))).status'],
  ['a fetch to loopback of IPv6', 'return (await fetch(at("[::1]"))).status'],
  ['a fetch to a mapped address', 'return (await fetch(at("[::ffff:127.0.0.1]"))).status'],
  ['a fetch to every address', 'return (await fetch(at("0.0.0.0"))).status'],
  ['a fetch to an address as a number', 'return (await fetch(at("2130706433"))).status'],
  ['a host that leads to loopback', 'return (await fetch(at("inward.example"))).status'],
  ['a host that leads to a mapped loopback', 'return (await fetch(at("mapped.example"))).status'],
  ['a host that leads to loopback of IPv6', 'return (await fetch(at("six.example"))).status'],
  [
    'a host that leads to loopback among others',
    'return (await fetch(at("mixed.example"))).status',
  ],
  ['a host by another port', 'return (await fetch(at("outward.example", "/", port + 1))).status'],
  ['a host that is not named', 'return (await fetch(at("elsewhere.example"))).status'],
  ['a name beneath a host', 'return (await fetch(at("a.outward.example"))).status'],
  ['another port of the league', 'return (await fetch(at("localhost", "/metrics"))).status'],
  ['a connection', 'await Deno.connect({ hostname: "127.0.0.1", port })'],
  [
    'a connection to a mapped address',
    'await Deno.connect({ hostname: "::ffff:127.0.0.1", port })',
  ],
  ['a connection to a host', 'await Deno.connect({ hostname: "outward.example", port })'],
  ['a connection with TLS', 'await Deno.connectTls({ hostname: "localhost", port })'],
  [
    'a connection to a file',
    'await Deno.connect({ transport: "unix", path: "/var/run/postgresql/.s.PGSQL.5432" })',
  ],
  [
    'a socket of the web',
    'return await new Promise((resolve, reject) => { const s = new WebSocket(at("localhost").replace("http", "ws")); s.onopen = () => resolve(1); s.onerror = (e) => reject(e.error ?? new Error(e.message)); })',
  ],
  [
    "Node's http",
    'return await new Promise((resolve, reject) => tools.http.get(at("127.0.0.1"), (r) => resolve(r.statusCode)).on("error", reject))',
  ],
  [
    "Node's https",
    'return await new Promise((resolve, reject) => tools.https.get(at("127.0.0.1").replace("http", "https"), (r) => resolve(r.statusCode)).on("error", reject))',
  ],
  ["Node's http2", 'return await tools.onOpen(tools.http2.connect(at("127.0.0.1")))'],
  ["Node's net", 'return await tools.onOpen(tools.net.connect(port, "127.0.0.1"))'],
  ["Node's tls", 'return await tools.onOpen(tools.tls.connect(port, "127.0.0.1"))'],
  [
    'a client by a proxy',
    'const client = Deno.createHttpClient({ proxy: { url: at("127.0.0.1") } }); return (await fetch("http://outward.example/", { client })).status',
  ],
  [
    'a proxy of the environment',
    'Deno.env.set("HTTP_PROXY", at("127.0.0.1")); return (await fetch("http://outward.example/")).status',
  ],
  [
    'a worker',
    'const code = "fetch(" + JSON.stringify(at("127.0.0.1")) + ").then((r) => postMessage(r.status), (e) => postMessage(e.message))"; return await new Promise((resolve, reject) => { const w = new Worker("data:text/javascript," + encodeURIComponent(code), { type: "module" }); w.onmessage = (e) => typeof e.data === "number" ? resolve(e.data) : reject(new Error(e.data)); w.onerror = (e) => reject(new Error(e.message)); })',
  ],
  ['a listener of its own', 'Deno.listen({ port: 0 }).close()'],
  ['a question to a name server', 'return await Deno.resolveDns("localhost", "A")'],
  ['a module of the web', 'await import(at("127.0.0.1", "/a.js"))'],
  ['a package that it does not import', 'await import("npm:" + "left-pad@1.3.0")'],
  ['a file', 'return Deno.readTextFileSync("/etc/passwd")'],
  ["a file by Node's way", 'return tools.fs.readFileSync("/etc/passwd", "utf8")'],
  ['its own file', 'return Deno.readTextFileSync(new URL(Deno.mainModule))'],
  ['a list of files', 'return [...Deno.readDirSync("/")].length'],
  ['a file of its own', 'Deno.writeTextFileSync("/tmp/muster-functions-wrote", "x")'],
  [
    'a cache of the web',
    'const cache = await caches.open("a"); await cache.put("http://a.example/", new Response("x"))',
  ],
  ['a storage of the web', 'localStorage.setItem("a", "b")'],
  ['a temporary file', 'return Deno.makeTempFileSync()'],
  ['a module that lies elsewhere', 'await import("file:///etc/" + "passwd.ts")'],
  ['a program', 'return (await new Deno.Command("/bin/ls").output()).code'],
  ["a program by Node's way", 'return tools.child.execSync("/bin/ls").length'],
  ['a signal', 'Deno.kill(Deno.ppid, "SIGTERM")'],
  ['a library of the machine', 'Deno.dlopen("libc.so.6", {})'],
  ['the name of the machine', 'return Deno.hostname()'],
];

const refusals =
  /Requires \w+ access|is not among the function's hosts|is not on the internet|--no-remote is|--cached-only is|Command failed|disk I\/O error/;

for (const [what, code] of ways) {
  test(`a function does not get out by ${what}`, async () => {
    const { did, failed } = await run(code);
    expect({ did, failed }).toEqual({ did: undefined, failed: expect.stringMatching(refusals) });
    expect(hits).toEqual([]);
  });
}

test('a function reaches the league, as whoever it has a key of, and none of its pages for this machine alone', async () => {
  const code = (path: string) =>
    `const answer = await fetch(origin + '${path}', { headers: { apikey: Deno.env.get('SUPABASE_ANON_KEY'), 'x-forwarded-for': '127.0.0.1' } }); return [answer.status, answer.url]`;
  const origin = world.url.replace('127.0.0.1', 'localhost');
  expect(await run(code('/auth/v1/health'))).toEqual({ did: [200, `${origin}/auth/v1/health`] });
  expect(await run('return Deno.env.get("SUPABASE_URL") === origin')).toEqual({ did: true });
  // By this the league keeps from it what only this machine may see, whatever the function says.
  const forwarded = `return await (await fetch(origin + '/functions/v1/heard', { headers: { apikey: Deno.env.get('SUPABASE_ANON_KEY'), 'x-forwarded-for': '127.0.0.1' } })).text()`;
  expect(await run(forwarded)).toEqual({ did: 'function' });
});

test('an address that is named is reached, and by it no name that leads there', async () => {
  const { did } = await run(
    'return await (await fetch(at("127.0.0.1", "/a?b=1"), { method: "POST", body: "x" })).text()',
    'trusted',
  );
  expect(did).toBe('inside');
  expect(hits.splice(0)).toEqual([`POST 127.0.0.1:${port} /a?b=1 `]);
  expect(await run('return (await fetch(at("inward.example"))).status', 'trusted')).toHaveProperty(
    'failed',
  );
  expect(await run('return (await fetch(at("localhost"))).status', 'trusted')).toHaveProperty(
    'failed',
  );
  expect(hits).toEqual([]);
});

test('a host that is named is asked by TLS at the address that its name leads to, and has to prove its name', async () => {
  const { key, cert } = makeCertificate('another.example');
  const asked: string[] = [];
  const secure = createTlsServer({
    SNICallback: (name, done) => {
      asked.push(name);
      done(null, createSecureContext({ key, cert }));
    },
  });
  secure.listen(0, '127.0.0.1');
  await once(secure, 'listening');
  const { port: at } = secure.address() as AddressInfo;
  await using own = await createFunctionWorld(
    { runner: { file: runner, table: { hosts: [`secure.example:${at}`] } } },
    { isPublic: () => true, resolve: async () => ['127.0.0.1'] },
  );
  const code = `const answer = await fetch('https://secure.example:${at}/'); return [answer.status, await answer.text()]`;
  const ask = async () => {
    const body = JSON.stringify({ code, port: at, origin: '' });
    return (await own.call('runner', { method: 'POST', body })).text();
  };
  expect(await ask()).toContain('self-signed certificate');
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, cert]);
  try {
    expect(await ask()).toContain('Host: secure.example. is not in the cert');
  } finally {
    setDefaultCACertificates(trusted);
    secure.close();
  }
  expect(asked).toEqual(['secure.example', 'secure.example']);
});

test('where an answer leads is looked at as well', async () => {
  const lead = (to: string) =>
    run(
      `const answer = await fetch(at('127.0.0.1', '/leads?to=${encodeURIComponent(to)}'), { headers: { authorization: 'mine' } }); return [await answer.text(), answer.redirected]`,
      'trusted',
    );
  expect(await lead('/there')).toEqual({ did: ['inside', true] });
  expect(await lead(`http://localhost:${port}/`)).toHaveProperty('failed');
  expect(await lead('file:///etc/passwd')).toHaveProperty('failed');
  expect(hits.splice(0).map((hit) => hit.split(' ').slice(2).join(' '))).toContain('/there mine');
  hits.length = 0;
});

test('a function finds its own secrets and no other variable', async () => {
  const read = 'return Object.keys(Deno.env.toObject()).sort()';
  const usual = ['SUPABASE_ANON_KEY', 'SUPABASE_SERVICE_ROLE_KEY', 'SUPABASE_URL'];
  expect(await run(read, 'secret')).toEqual({ did: [...usual, 'WORD'] });
  expect(
    await run('return [Deno.env.get("WORD"), Deno.env.get("OTHER") ?? null]', 'secret'),
  ).toEqual({ did: ['swordfish', null] });
  expect(await run(read)).toEqual({ did: usual });
  expect(await run('return [Deno.env.get("WORD") ?? null, Deno.env.get("PATH") ?? null]')).toEqual({
    did: [null, null],
  });
});
