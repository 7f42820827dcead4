// Runs in Deno before a function's own file: it gives the function its listener, its way out and its log,
// and then takes from the process every right to files. Plain JavaScript, for nothing else here knows Deno's types.
import { AsyncLocalStorage } from 'node:async_hooks';

const { socket, door, token } = readInput();
const requests = new AsyncLocalStorage();
const requestId = 'sb-request-id';
const mostHops = 20;

/** What the server says by the first line of standard input: arguments and variables the function could read. */
function readInput() {
  const bytes = new Uint8Array(65_536);
  const length = Deno.stdin.readSync(bytes) ?? 0;
  return JSON.parse(new TextDecoder().decode(bytes.subarray(0, length)));
}

const encoder = new TextEncoder();

/** One line for the server, which begins with a sign that texts do not have. */
function tell(message) {
  const bytes = encoder.encode(`\u001e${JSON.stringify(message)}\n`);
  for (let at = 0; at < bytes.length; ) {
    at += Deno.stdout.writeSync(bytes.subarray(at));
  }
}

function toText(value) {
  return typeof value === 'string' ? value : Deno.inspect(value, { colors: false });
}

for (const level of ['debug', 'log', 'info', 'warn', 'error', 'trace']) {
  console[level] = (...values) =>
    tell({ level, text: values.map(toText).join(' '), request: requests.getStore() ?? null });
}

let handler = () => new Response('The function serves nothing yet', { status: 503 });
const listener = Deno.serve(
  {
    path: socket,
    onListen() {},
  },
  (request, info) =>
    // So the server sees that the function still turns to what it is asked.
    request.headers.get('x-door-token') === token
      ? new Response(null, { status: 204 })
      : requests.run(request.headers.get(requestId), () => answer(request, info)),
);
// Until the function serves, nothing here keeps the process from ending.
listener.unref();

/** What a function throws belongs to the call that it answers, as whatever else it says. */
async function answer(request, info) {
  try {
    return await handler(toNamed(request), info);
  } catch (error) {
    console.error(error);
    return new Response('Internal Server Error', { status: 500 });
  }
}

/** The listener is a file, by which Deno names the request; to the function it came over http. */
function toNamed(request) {
  const url = request.url.replace(/^http\+unix:/, 'http:');
  return Object.defineProperty(request, 'url', { value: url });
}

Object.defineProperty(Deno, 'serve', {
  value: (...given) => {
    const own = given.find((value) => typeof value === 'function') ?? given[0]?.handler;
    if (typeof own !== 'function') {
      throw new TypeError('Deno.serve needs a handler');
    }
    handler = own;
    listener.ref();
    tell({ ready: true });
    return listener;
  },
});

const direct = globalThis.fetch;

/** Every request goes out by the server, which looks where it leads. */
globalThis.fetch = async function fetch(input, init = {}) {
  const given = input instanceof Request ? input : null;
  let target = new URL(given?.url ?? String(input));
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    return direct(input, init);
  }
  const headers = new Headers(init.headers ?? given?.headers);
  const mode = init.redirect ?? given?.redirect ?? 'follow';
  const options = {
    method: init.method ?? given?.method ?? 'GET',
    body: init.body ?? given?.body ?? undefined,
    signal: init.signal ?? given?.signal,
  };
  for (let hops = 0; ; hops += 1) {
    const answer = await goOut(target, headers, options);
    const location = answer.headers.get('location');
    if (
      ![301, 302, 303, 307, 308].includes(answer.status) ||
      location === null ||
      mode === 'manual'
    ) {
      Object.defineProperty(answer, 'url', { value: target.href });
      Object.defineProperty(answer, 'redirected', { value: hops > 0 });
      return answer;
    }
    await answer.body?.cancel();
    if (mode === 'error' || hops >= mostHops) {
      throw new TypeError(`Fetch failed: ${target.href} leads elsewhere`);
    }
    target = follow(answer.status, new URL(location, target), { from: target, headers, options });
  }
};

async function goOut(target, headers, options) {
  const sent = new Headers(headers);
  sent.set('x-door-token', token);
  sent.set('x-door-target', target.href);
  const answer = await direct(door, { ...options, headers: sent, redirect: 'manual' });
  const refusal = answer.headers.get('x-door-refusal');
  if (refusal !== null) {
    await answer.body?.cancel();
    throw new TypeError(decodeURIComponent(refusal));
  }
  return answer;
}

/** As Fetch has it: what was posted is not posted again elsewhere, and no token goes to another host. */
function follow(status, to, { from, headers, options }) {
  const isGet = options.method === 'GET' || options.method === 'HEAD';
  if (status === 303 ? !isGet : status <= 302 && options.method === 'POST') {
    Object.assign(options, { method: 'GET', body: undefined });
    for (const name of ['content-type', 'content-length', 'content-encoding', 'content-language']) {
      headers.delete(name);
    }
  } else if (options.body instanceof ReadableStream) {
    throw new TypeError('Fetch failed: a stream that was sent cannot be sent again');
  }
  if (to.origin !== from.origin) {
    headers.delete('authorization');
    headers.delete('cookie');
  }
  return to;
}

globalThis.EdgeRuntime = {
  waitUntil(work) {
    Promise.resolve(work).catch((error) => console.error(error));
  },
};

for (const name of ['read', 'write']) {
  await Deno.permissions.revoke({ name, path: socket });
  await Deno.permissions.revoke({ name });
}
