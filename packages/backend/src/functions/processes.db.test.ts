import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createFunctionWorld } from './testing/function-world.ts';

/** Counts the calls that its process has had. */
const counting = `
let calls = 0;
const released = Promise.withResolvers();
Deno.serve(async (request) => {
  calls += 1;
  const { pathname } = new URL(request.url);
  if (pathname.endsWith('/hang')) { console.log('hangs'); await released.promise; }
  if (pathname.endsWith('/release')) { released.resolve(); }
  return new Response(String(calls));
});`;

test('so many processes run, the one that has rested longest makes room, and who works is left alone', async () => {
  await using own = await createFunctionWorld(
    { one: { file: counting }, two: { file: counting }, three: { file: counting } },
    { limits: { processes: 2 } },
  );
  const ask = async (path: string) => {
    const answer = await own.call(path);
    const text = await answer.text();
    return answer.ok ? text : [answer.status, /"message":"([^"]*)"/.exec(text)?.[1]];
  };
  expect([await ask('one'), await ask('two'), await ask('one'), await ask('two')]).toEqual([
    ...['1', '1', '2', '2'],
  ]);
  expect(await ask('one')).toBe('3');
  // The second has rested longest.
  expect([await ask('three'), await ask('one'), await ask('two')]).toEqual(['1', '4', '1']);
  const isHanging = () => own.lines.filter(({ text }) => text === 'hangs').length;
  const hanging = [ask('one/hang')];
  await expect.poll(isHanging).toBe(1);
  hanging.push(ask('two/hang'));
  await expect.poll(isHanging).toBe(2);
  expect(await ask('three')).toEqual([503, 'At most 2 functions run at a time']);
  await Promise.all([ask('one/release'), ask('two/release')]);
  expect(await Promise.all(hanging)).toEqual(['6', '3']);
});

test('a process that rests for so long is ended', async () => {
  await using own = await createFunctionWorld(
    { one: { file: counting } },
    { limits: { idleMs: 200 } },
  );
  const ask = async () => (await own.call('one')).text();
  expect(await ask()).toBe('1');
  await expect.poll(ask, { interval: 1_000 }).toBe('1');
});

test.each([
  [600_000, 1],
  [0, 2],
])(
  'after a start that failed nothing is tried for %i milliseconds: of two calls %i',
  async (failureHoldsMs, tries) => {
    await using own = await createFunctionWorld(
      { broken: { file: 'this is no program' } },
      { limits: { failureHoldsMs } },
    );
    for (let call = 0; call < 2; call += 1) {
      const answer = await own.call('broken');
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
      expect(await answer.json()).toMatchObject({ code: 'BOOT_ERROR' });
    }
    const said = own.lines.filter(({ text }) => text.startsWith('The function cannot be started'));
    expect(said).toHaveLength(tries);
  },
);

test('a function has so many requests under way to the outside, and none stands still for long', async () => {
  const held: ServerResponse[] = [];
  const gate = createServer((_, answer) => held.push(answer));
  gate.listen(0, '127.0.0.1');
  await once(gate, 'listening');
  const name = `gate.example:${(gate.address() as AddressInfo).port}`;
  const asking = `Deno.serve(async (request) => {
    const count = Number(new URL(request.url).searchParams.get('count'));
    const asked = Array.from({ length: count }, () => fetch('http://${name}/').then((answer) => answer.text(), (error) => error.message));
    return new Response(await Promise.race(asked));
  });`;
  const more = { isPublic: () => true, resolve: async () => ['127.0.0.1'] };
  const functions = { asking: { file: asking, table: { hosts: [name] } } };
  const open = (limits: object) => createFunctionWorld(functions, { ...more, limits });
  {
    await using own = await open({ outgoing: 2 });
    const two = own.call('asking?count=2');
    await expect.poll(() => held.length).toBe(2);
    for (const answer of held.splice(0)) {
      answer.end('let through');
    }
    expect(await (await two).text()).toBe('let through');
    const third = await (await own.call('asking?count=3')).text();
    expect(third).toContain('A function has at most 2 requests under way');
  }
  {
    await using own = await open({ outgoingMs: 300 });
    expect(await (await own.call('asking?count=1')).text()).toContain('it stands still');
  }
  gate.closeAllConnections();
  gate.close();
});
