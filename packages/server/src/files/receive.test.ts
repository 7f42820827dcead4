import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openIncoming, takeWhole } from './receive.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const limit = { bytes: 100, minutes: 3 };
const mebibyte = 1024 * 1024;

/** A body whose chunks come as they are put in. */
function createBody() {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
    cancel() {
      isCancelled = true;
    },
  });
  // Half duplex is asked for with a body that comes in pieces; the types do not know it.
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
  const request = new Request('http://league.test', init);
  return {
    request,
    put: (length: number) => controller?.enqueue(new Uint8Array(length).fill(7)),
    end: () => controller?.close(),
    breakOff: () => controller?.error(new Error('reset')),
    wasCancelled: () => isCancelled,
  };
}

/** What becomes of a promise: its value, or the code of its refusal; `waits` while it has neither. */
const follow = (promise: Promise<{ length: number }>) => {
  const state: { is: number | string } = { is: 'waits' };
  promise.then(
    ({ length }) => {
      state.is = length;
    },
    (error: unknown) => {
      state.is = error instanceof Error ? error.message : 'unknown';
    },
  );
  return state;
};

describe('a body', () => {
  it.each([
    [99, 99],
    [100, 100],
    [101, 'file_too_large'],
  ])('of %i bytes where a hundred are taken: %s', async (length, taken) => {
    const body = createBody();
    body.put(20);
    body.put(length - 20);
    body.end();
    const whole = follow(takeWhole(await openIncoming(body.request), limit));
    await vi.advanceTimersByTimeAsync(0);
    expect(whole.is).toBe(taken);
  });

  it.each([
    ['that is at its end', 0, true, 0],
    ['of which 16 MiB less a byte are to come', 16 * mebibyte - 1, true, 0],
    ['of which 16 MiB are to come, and no end', 16 * mebibyte, false, 0],
    ['of which nothing more comes', 0, false, 2_000],
  ])('%s is read on before its refusal is told', async (_what, more, ends, milliseconds) => {
    const body = createBody();
    body.put(101);
    const whole = follow(takeWhole(await openIncoming(body.request), limit));
    await vi.advanceTimersByTimeAsync(0);
    expect([whole.is, body.wasCancelled()]).toEqual(['waits', false]);
    if (more > 0) {
      body.put(more);
    }
    if (ends) {
      body.end();
    }
    await vi.advanceTimersByTimeAsync(Math.max(0, milliseconds - 1));
    expect(whole.is).toBe(milliseconds > 0 ? 'waits' : 'file_too_large');
    await vi.advanceTimersByTimeAsync(1);
    expect([whole.is, body.wasCancelled()]).toEqual(['file_too_large', !ends]);
  });

  it('of nothing is refused as empty', async () => {
    const request = new Request('http://league.test', { method: 'POST' });
    await expect(openIncoming(request)).rejects.toThrow('file_empty');
    const body = createBody();
    body.end();
    await expect(openIncoming(body.request)).rejects.toThrow('file_empty');
  });

  it('shows its first sixteen bytes, in however many pieces they come, and less where there is no more', async () => {
    const body = createBody();
    const opening = openIncoming(body.request);
    const head = follow(opening.then((incoming) => incoming.head));
    body.put(8);
    body.put(7);
    await vi.advanceTimersByTimeAsync(0);
    expect(head.is).toBe('waits');
    body.put(1);
    await vi.advanceTimersByTimeAsync(0);
    expect(head.is).toBe(16);
    const short = createBody();
    short.put(3);
    short.end();
    expect((await openIncoming(short.request)).head).toHaveLength(3);
  });

  it('that breaks off is told as such', async () => {
    const body = createBody();
    body.put(20);
    const incoming = await openIncoming(body.request);
    const whole = follow(takeWhole(incoming, limit));
    body.breakOff();
    await vi.advanceTimersByTimeAsync(0);
    expect(whole.is).toBe('file_broke_off');
  });
});

describe('a sender', () => {
  it('who says nothing at first is waited for half a minute', async () => {
    const body = createBody();
    const opened = follow(openIncoming(body.request).then(({ head }) => head));
    await vi.advanceTimersByTimeAsync(29_999);
    expect(opened.is).toBe('waits');
    await vi.advanceTimersByTimeAsync(1);
    expect([opened.is, body.wasCancelled()]).toEqual(['file_broke_off', true]);
  });

  it('who falls silent is waited for half a minute, each time anew', async () => {
    const body = createBody();
    body.put(20);
    const whole = follow(takeWhole(await openIncoming(body.request), limit));
    for (let turn = 0; turn < 3; turn += 1) {
      await vi.advanceTimersByTimeAsync(29_999);
      body.put(1);
    }
    await vi.advanceTimersByTimeAsync(29_999);
    expect(whole.is).toBe('waits');
    await vi.advanceTimersByTimeAsync(1);
    expect([whole.is, body.wasCancelled()]).toEqual(['file_broke_off', true]);
  });

  it('who never ends is given so many minutes in all', async () => {
    const body = createBody();
    body.put(20);
    const whole = follow(takeWhole(await openIncoming(body.request), limit));
    for (let second = 0; second < 179; second += 20) {
      body.put(1);
      await vi.advanceTimersByTimeAsync(second === 160 ? 19_999 : 20_000);
    }
    expect(whole.is).toBe('waits');
    await vi.advanceTimersByTimeAsync(1);
    expect(whole.is).toBe('file_broke_off');
  });
});
