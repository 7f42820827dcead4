import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as failures from './failure.ts';

let failure = failures.notFound();
const server = createServer((_, outgoing) => {
  failure.send(outgoing, { 'x-ours': 'yes', 'access-control-allow-origin': 'https://a.example' });
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

test.each<
  [failure: failures.FunctionFailure, status: number, code: string, retryAfter: string | null]
>([
  [failures.notFound(), 404, 'NOT_FOUND', null],
  [failures.unauthorized('why'), 401, 'UNAUTHORIZED', null],
  [failures.notStarted(), 503, 'BOOT_ERROR', '1'],
  [failures.crashed(), 500, 'WORKER_ERROR', null],
  [failures.unavailable(7), 503, 'UNAVAILABLE', '7'],
  [failures.failed(), 500, 'unexpected_failure', null],
  [failures.tookTooMuch(), 546, 'WORKER_LIMIT', null],
  [failures.tookTooLong(), 504, 'IDLE_TIMEOUT', null],
  [failures.tooBusy('why'), 503, 'TOO_MANY_CALLS', '1'],
  [failures.tooBusy('why', 429), 429, 'TOO_MANY_CALLS', '1'],
  [failures.tooLarge(5), 413, 'REQUEST_TOO_LARGE', null],
  [failures.answerTooLarge(5), 500, 'ANSWER_TOO_LARGE', null],
  [failures.noUpgrade(), 501, 'NO_UPGRADE', null],
  [failures.callerLeft(), 499, 'CALLER_LEFT', null],
])('$code is told as the client reads it', async (given, status, code, retryAfter) => {
  failure = given;
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(answer.status).toBe(status);
  expect(await answer.json()).toEqual({ code, message: given.message, msg: given.message });
  expect(answer.headers.get('retry-after')).toBe(retryAfter);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    ...{ 'content-type': 'application/json', 'x-relay-error': 'true', 'x-ours': 'yes' },
    // What every answer of the server says stands above the failure's own.
    'access-control-allow-origin': 'https://a.example',
  });
});
