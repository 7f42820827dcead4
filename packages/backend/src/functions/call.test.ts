import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { FunctionCall } from './call.ts';

function openCall() {
  const outgoing = new EventEmitter();
  const call = new FunctionCall({
    incoming: {} as IncomingMessage, // Nobody looks at it.
    outgoing: outgoing as ServerResponse, // Of it a call waits for the end alone.
    ...{ path: '/own', host: 'league.example', authorization: null, requestId: 'id' },
    ownHeaders: {},
  });
  return { call, leave: () => outgoing.emit('close') };
}

test('whoever works for a call hears once why it was broken off', async () => {
  const { call, leave } = openCall();
  const heard: unknown[] = [];
  call.onBreak((reason) => heard.push(reason));
  call.limit(0);
  await expect.poll(() => call.isLate).toBe(true);
  leave();
  expect(heard).toMatchObject([{ status: 504, code: 'IDLE_TIMEOUT' }]);
  expect(call.reason).toBe(heard[0]);
});

test('a caller who left is not late', () => {
  const { call, leave } = openCall();
  leave();
  expect(call).toMatchObject({ isLate: false, reason: { code: 'CALLER_LEFT' } });
});

test('who comes to work for a call that is broken off hears so at once', () => {
  const { call, leave } = openCall();
  leave();
  const heard: unknown[] = [];
  call.onBreak((reason) => heard.push(reason));
  expect(heard).toEqual([call.reason]);
});

test('only who works for it now hears of it', () => {
  const { call, leave } = openCall();
  const heard: string[] = [];
  call.onBreak(() => heard.push('before'));
  call.onBreak(() => heard.push('now'));
  leave();
  expect(heard).toEqual(['now']);
});

test('a call waits for its work, or until it is broken off', async () => {
  const { call, leave } = openCall();
  expect(await call.within(Promise.resolve('done'))).toBe('done');
  await expect(call.within(Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  const endless = call.within(new Promise(() => undefined));
  leave();
  await expect(endless).rejects.toMatchObject({ code: 'CALLER_LEFT' });
});

test('a clock that was let go of tells nobody', async () => {
  const [freed, kept] = [openCall(), openCall()];
  freed.call.limit(0)();
  kept.call.limit(0);
  await expect.poll(() => kept.call.isLate).toBe(true);
  expect(freed.call).toMatchObject({ isLate: false, reason: null });
});
