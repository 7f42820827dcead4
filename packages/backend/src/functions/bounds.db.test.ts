import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createFunctionWorld, type FunctionWorld } from './testing/function-world.ts';

/** Does to itself what its path says. */
const unruly = `
let calls = 0;
const kept = [];
Deno.serve(async (request) => {
  calls += 1;
  switch (new URL(request.url).pathname.split('/')[2]) {
    case 'loop': for (;;) { calls += 1; }
    case 'eat': for (;;) { kept.push(new Uint8Array(8 * 1024 * 1024).fill(1)); await new Promise((r) => setTimeout(r, 1)); }
    case 'exit': Deno.exit(3);
    case 'kill': Deno.kill(Deno.pid, 'SIGKILL'); return await new Promise(() => {});
    case 'stop': Deno.kill(Deno.pid, 'SIGSTOP'); return new Response('never');
    case 'throw': setTimeout(() => { throw new Error('nobody catches this'); }); return await new Promise(() => {});
    case 'reject': Promise.reject(new Error('nobody awaits this')); return await new Promise(() => {});
    case 'after': setTimeout(() => { for (;;) { calls += 1; } }); return new Response('fine');
    case 'trickle': return new Response(new ReadableStream({
      async pull(stream) { await new Promise((r) => setTimeout(r, 50)); stream.enqueue(new Uint8Array(1)); },
    }));
    case 'hang': return await new Promise(() => {});
    case 'sockets': {
      const open = [];
      for (let at = 0; at < 2_000; at += 1) {
        open.push(Deno.connect({ hostname: '127.0.0.1', port: Number(new URL(Deno.env.get('SUPABASE_URL')).port) }).catch((e) => e.name));
        open.push(fetch(Deno.env.get('SUPABASE_URL') + '/auth/v1/health').then((r) => r.text(), (e) => e.name));
      }
      return Response.json(Object.groupBy(await Promise.all(open), (x) => x.slice(0, 12)));
    }
    case 'talk': for (let at = 0; at < 5_000; at += 1) { console.log('line', at, 'x'.repeat(9_000)); } return new Response('said');
    default: return new Response(String(calls));
  }
});`;
/** From a function's file to the root of the machine. */
const up = '../'.repeat(6);
const quiet = `let calls = 0; Deno.serve(() => new Response(String(calls += 1)));`;

let world: FunctionWorld;
beforeAll(async () => {
  world = await createFunctionWorld(
    {
      unruly: { file: unruly },
      quiet: { file: quiet },
      broken: { file: 'this is no program' },
      dead: { file: 'throw new Error("dies at once")' },
      mute: { file: 'console.log("serves nothing")' },
      far: { file: 'import "https://deno.example/x.ts"; Deno.serve(() => new Response())' },
      thief: {
        file: `import x from "${up}etc/passwd" with { type: "text" }; Deno.serve(() => new Response(x))`,
      },
      outside: {
        file: 'import x from "../../config.json" with { type: "json" }; Deno.serve(() => Response.json(x))',
      },
      lazy: { file: quiet },
      left: { file: unruly },
    },
    {
      limits: {
        busyMs: 5_000,
        heapMebibytes: 96,
        residentBytes: 300 * 1024 * 1024,
        failureHoldsMs: 0,
        linesPerSecond: 50,
      },
    },
  );
  await writeFile(join(world.folder, '..', 'config.json'), '{"secret":1}');
  expect(await (await world.call('quiet')).text()).toBe('1');
});
afterAll(() => world[Symbol.asyncDispose]());

async function ask(
  path: string,
  of: FunctionWorld = world,
): Promise<{ status: number; relay: string | null; code: string }> {
  const answer = await of.call(path);
  const text = await answer.text();
  const code = /"code":"(\w+)"/.exec(text)?.[1] ?? text;
  return { status: answer.status, relay: answer.headers.get('x-relay-error'), code };
}

const ends: [what: string, path: string, status: number, code: string, said: RegExp][] = [
  ['runs in a circle', 'loop', 546, 'WORKER_LIMIT', /runs in a circle/],
  ['eats memory beside the heap', 'eat', 546, 'WORKER_LIMIT', /more memory/],
  ['ends itself', 'exit', 500, 'WORKER_ERROR', /exit code 3/],
  ['kills itself', 'kill', 500, 'WORKER_ERROR', /SIGKILL/],
  ['stands still by a signal', 'stop', 546, 'WORKER_LIMIT', /answered nothing/],
  ['throws what nobody catches', 'throw', 500, 'WORKER_ERROR', /exit code 1/],
  ['rejects what nobody awaits', 'reject', 500, 'WORKER_ERROR', /exit code 1/],
];

for (const [what, path, status, code, said] of ends) {
  test(`a function that ${what} is ended, and touches no other, nor its own next call`, async () => {
    const before = Number(await (await world.call('quiet')).text());
    world.lines.length = 0;
    expect(await ask(`unruly/${path}`)).toEqual({ status, relay: 'true', code });
    // The caller does not wait long for what became of the process, which is said when it is known.
    await expect
      .poll(() => world.lines)
      .toContainEqual(
        expect.objectContaining({
          name: 'unruly',
          level: 'error',
          text: expect.stringMatching(said),
        }),
      );
    expect(await (await world.call('quiet')).text()).toBe(String(before + 1));
    expect(await ask('unruly')).toEqual({ status: 200, relay: null, code: '1' });
    expect((await fetch(`${world.url}/auth/v1/health`)).status).toBe(200);
  });
}

test('a function that has answered and runs on in a circle is ended as well', async () => {
  world.lines.length = 0;
  expect(await ask('unruly/after')).toEqual({ status: 200, relay: null, code: 'fine' });
  await vi.waitFor(
    () =>
      expect(world.lines).toContainEqual(
        expect.objectContaining({ text: expect.stringMatching(/runs in a circle/) }),
      ),
    { timeout: 60_000 },
  );
  expect(await ask('unruly')).toEqual({ status: 200, relay: null, code: '1' });
});

test('an answer that never ends is cut off after its time', async () => {
  const limits = { callMs: 8_000 };
  await using own = await createFunctionWorld({ unruly: { file: unruly } }, { limits });
  const answer = await own.call('unruly/trickle');
  expect(answer.status).toBe(200);
  await expect(answer.arrayBuffer()).rejects.toThrow();
  expect(await ask('unruly', own)).toMatchObject({ status: 200, relay: null });
});

const glutton = `
const kept = [];
Deno.serve(() => { for (;;) { kept.push(Array.from({ length: 200_000 }, (_, at) => ({ at }))); } });`;

test('a function that eats the heap is ended by it, long before the machine is short of memory', async () => {
  // V8 looks for space for a while before it gives up.
  const limits = { busyMs: 60_000, heapMebibytes: 64 };
  await using own = await createFunctionWorld({ glutton: { file: glutton } }, { limits });
  const answer = await own.call('glutton');
  expect(answer.status).toBe(546);
  expect(await answer.json()).toMatchObject({ code: 'WORKER_LIMIT' });
  expect(own.lines).toContainEqual(
    expect.objectContaining({ text: expect.stringMatching(/more memory/) }),
  );
});

test('a call that never answers is over after its time, and the next gets a process of its own', async () => {
  await using own = await createFunctionWorld(
    { unruly: { file: unruly } },
    { limits: { callMs: 8_000 } },
  );
  expect(await ask('unruly/hang', own)).toEqual({
    status: 504,
    relay: 'true',
    code: 'IDLE_TIMEOUT',
  });
  expect(own.lines).toContainEqual(
    expect.objectContaining({ level: 'error', text: expect.stringMatching(/within its time/) }),
  );
  expect(await ask('unruly', own)).toEqual({ status: 200, relay: null, code: '1' });
});

test('a function that opens sockets gets so many and no more', async () => {
  const answer = await world.call('unruly/sockets');
  expect([200, 500, 546]).toContain(answer.status);
  await answer.text().catch(() => undefined);
  expect((await fetch(`${world.url}/auth/v1/health`)).status).toBe(200);
  expect((await world.call('quiet')).status).toBe(200);
});

test('one network has so many calls under way, and one more is told so', async () => {
  const slow = `Deno.serve((request) => {
    if (!request.url.endsWith('/hang')) { return new Response('here'); }
    console.log('hangs');
    return new Promise(() => {});
  });`;
  await using own = await createFunctionWorld(
    { slow: { file: slow } },
    { limits: { callsOfOne: 2 } },
  );
  const leaving = new AbortController();
  const hanging: Promise<unknown>[] = [];
  for (const underWay of [1, 2]) {
    hanging.push(own.call('slow/hang', { signal: leaving.signal }).catch(() => undefined));
    const listHanging = () => own.lines.filter(({ text }) => text === 'hangs');
    await vi.waitFor(() => expect(listHanging()).toHaveLength(underWay), 60_000);
  }
  const third = await own.call('slow');
  expect([third.status, await third.text()]).toEqual([
    429,
    expect.stringContaining('At most 2 calls of one network'),
  ]);
  leaving.abort();
  await Promise.all(hanging);
  await vi.waitFor(async () => expect((await own.call('slow')).status).toBe(200), 60_000);
});

test('so many calls wait, and one more is told to come back', async () => {
  const limits = { callMs: 8_000, calls: 2, waiting: 3 };
  await using own = await createFunctionWorld({ unruly: { file: unruly } }, { limits });
  const answers = await Promise.all(Array.from({ length: 6 }, () => own.call('unruly/hang')));
  expect(answers.map(({ status }) => status).sort()).toEqual([503, 504, 504, 504, 504, 504]);
  const refused = answers.find(({ status }) => status === 503);
  expect([refused?.headers.get('retry-after'), refused?.headers.get('x-relay-error')]).toEqual([
    '1',
    'true',
  ]);
});

test('of a flood of lines some are kept, each cut', async () => {
  // It says them all before it answers anything else: a machine that has others to serve takes its time for that.
  const limits = { busyMs: 60_000, linesPerSecond: 5 };
  await using own = await createFunctionWorld({ unruly: { file: unruly } }, { limits });
  expect((await own.call('unruly/talk')).status).toBe(200);
  const said = own.lines.filter(({ name }) => name === 'unruly');
  expect(said.length).toBeLessThan(500);
  expect(Math.max(...said.map(({ text }) => text.length))).toBeLessThanOrEqual(4_000);
});

const unstartable: [name: string, said: RegExp][] = [
  ['broken', /cannot be started: .*Expected/],
  ['dead', /dies at once/],
  ['mute', /exit code 0/],
  ['far', /cannot be started: .*deno\.example/],
  ['thief', /cannot be started: /],
  ['outside', /cannot be started: it imports .*config\.json/],
];

for (const [name, said] of unstartable) {
  test(`the function ${name} does not start, and says why in its log alone`, async () => {
    world.lines.length = 0;
    expect(await ask(name)).toEqual({ status: 503, relay: 'true', code: 'BOOT_ERROR' });
    expect(world.lines).toContainEqual(
      expect.objectContaining({ name, text: expect.stringMatching(said) }),
    );
  });
}

test('a client that leaves leaves nothing behind', async () => {
  const leaving = new AbortController();
  const call = world
    .call('left/hang', { signal: leaving.signal })
    .catch((error: Error) => error.name);
  await expect.poll(async () => Number((await ask('left')).code)).toBeGreaterThan(1);
  leaving.abort();
  expect(await call).toBe('AbortError');
  const both = await Promise.all([ask('left'), ask('left')]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
});

test('a file that has changed is what the next process runs', async () => {
  expect((await ask('lazy')).code).toBe('1');
  expect((await ask('lazy')).code).toBe('2');
  await writeFile(join(world.folder, 'lazy', 'index.ts'), `Deno.serve(() => { Deno.exit(0); });`);
  expect((await ask('lazy')).code).toBe('3');
});
