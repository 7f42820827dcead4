import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchRetryCount, fetchWithRetry } from './fetch-json.ts';

const answers: (Response | Error)[] = [];
const fetched = vi.fn(async () => {
  const next = answers.shift() ?? new TypeError('network down');
  if (next instanceof Error) throw next;
  return next;
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  fetched.mockClear();
  answers.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('fetchWithRetry', () => {
  it('tries three times more while the network fails, 200, 400 and 800 ms apart', async () => {
    const failed = fetchWithRetry('/x').catch((error: Error) => error.message);
    await vi.advanceTimersByTimeAsync(1399);
    expect(fetched).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(fetched).toHaveBeenCalledTimes(1 + fetchRetryCount);
    expect(await failed).toBe('network down');
    expect(fetchRetryCount).toBe(3);
  });

  it('takes an answer for an answer, whatever it says', async () => {
    answers.push(new Response('no', { status: 503 }));
    expect((await fetchWithRetry('/x')).status).toBe(503);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('stops trying when nobody waits any more', async () => {
    const abort = new AbortController();
    abort.abort();
    await expect(fetchWithRetry('/x', { signal: abort.signal })).rejects.toThrow();
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});
