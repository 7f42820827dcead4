import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchAgain, fetchRetryCount } from './fetch-again.ts';

const answers: (Response | Error)[] = [];
const send = vi.fn(async () => {
  const next = answers.shift() ?? new TypeError('network down');
  if (next instanceof Error) {
    throw next;
  }
  return next;
});
const toAnswer = (status: number, headers: Record<string, string> = {}) =>
  new Response('no', { status, headers });

beforeEach(() => {
  vi.useFakeTimers();
  send.mockClear();
  answers.length = 0;
});

afterEach(() => vi.useRealTimers());

describe('fetchAgain', () => {
  it('tries three times more while the network fails, 200, 400 and 800 ms apart', async () => {
    const failed = fetchAgain(send).catch((error: Error) => error.message);
    await vi.advanceTimersByTimeAsync(1399);
    expect(send).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(send).toHaveBeenCalledTimes(1 + fetchRetryCount);
    expect(await failed).toBe('network down');
    expect(fetchRetryCount).toBe(3);
  });

  it.each([502, 503, 504])(
    'asks again after an answer of %i, and gives the last',
    async (status) => {
      answers.push(toAnswer(status), toAnswer(status), toAnswer(200));
      const answer = fetchAgain(send);
      await vi.advanceTimersByTimeAsync(600);
      expect((await answer).status).toBe(200);
      answers.push(...Array.from({ length: 5 }, () => toAnswer(status)));
      const last = fetchAgain(send);
      await vi.advanceTimersByTimeAsync(1400);
      expect((await last).status).toBe(status);
      expect(answers).toHaveLength(1);
    },
  );

  it.each([200, 304, 400, 404, 409, 429, 500, 501, 505, 520])(
    'takes an answer of %i for an answer',
    async (status) => {
      answers.push(new Response(null, { status }));
      expect((await fetchAgain(send)).status).toBe(status);
      expect(send).toHaveBeenCalledTimes(1);
    },
  );

  it('waits as long as the answer asks, up to five seconds', async () => {
    answers.push(toAnswer(503, { 'Retry-After': '5' }), toAnswer(200));
    const answer = fetchAgain(send);
    await vi.advanceTimersByTimeAsync(4999);
    expect(send).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect((await answer).status).toBe(200);
    answers.push(toAnswer(503, { 'Retry-After': '6' }));
    expect((await fetchAgain(send)).status).toBe(503);
  });

  it('stops trying when nobody waits any more', async () => {
    await expect(fetchAgain(send, { signal: AbortSignal.abort() })).rejects.toThrow('network down');
    expect(send).toHaveBeenCalledTimes(1);
  });
});
