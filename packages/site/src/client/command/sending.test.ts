import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as runtime from '../runtime.ts';
import { toasts } from '../toast/standing-toasts.ts';
import { sendCommand } from './sending.ts';

/** However slow the machine is; the tool's own limit is a second. */
const patient = { timeout: 60_000 };

/** What the server answers, the last one again and again, and what it was sent when. */
let answers: (() => Response)[];
let sent: { at: number; id: string }[];

const unavailable = () =>
  Response.json(
    { error: { code: 'unavailable', params: { seconds: 2 } } },
    { status: 503, headers: { 'Retry-After': '2' } },
  );
const obeyed = () => Response.json({ data: { done: true } });

beforeEach(() => {
  vi.spyOn(runtime, 'translate').mockImplementation((key) => key);
  vi.useFakeTimers();
  sent = [];
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    sent.push({ at: Date.now(), id: (JSON.parse(body) as { command_id: string }).command_id });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return answer?.();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const listPauses = () => sent.slice(1).map(({ at }, place) => at - (sent[place]?.at ?? 0));

test('a command that the server cannot obey now is sent again under its id, with growing pauses', async () => {
  answers = [unavailable, unavailable, () => new Response('', { status: 502 }), obeyed];
  const answer = sendCommand('/api/act');
  await vi.waitFor(
    () => expect(toasts.get().map(({ text }) => text)).toEqual(['sending_again']),
    patient,
  );
  await vi.runAllTimersAsync();
  expect(await answer).toEqual({ ok: true, data: { done: true } });
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
  const [first = 0, ...later] = listPauses();
  // The note's code comes before the first pause.
  expect(first).toBeGreaterThanOrEqual(2_000);
  expect(later).toEqual([2_000, 4_000]);
  expect(toasts.get()).toEqual([]);
});

test('after a minute the person hears that it did not arrive, and their own repetition bears the same id', async () => {
  answers = [unavailable];
  const answer = sendCommand('/api/act', { name: 'late' });
  await vi.runAllTimersAsync();
  expect(await answer).toEqual({
    ok: false,
    error: { code: 'unavailable', params: { seconds: 2 } },
  });
  const took = (sent.at(-1)?.at ?? 0) - (sent[0]?.at ?? 0);
  expect(took).toBeLessThanOrEqual(60_000);
  expect(took).toBeGreaterThan(45_000);
  expect(Math.max(...listPauses())).toBe(8_000);
  const [first] = sent;
  answers = [obeyed];
  expect(await sendCommand('/api/act', { name: 'late' })).toMatchObject({ ok: true });
  expect(sent.at(-1)?.id).toBe(first?.id);
});

test('any other answer is taken as it is', async () => {
  for (const status of [400, 409, 422, 429, 500]) {
    answers = [() => Response.json({ error: { code: 'named', params: {} } }, { status })];
    sent = [];
    expect(await sendCommand('/api/act')).toMatchObject({ ok: false, error: { code: 'named' } });
    expect(sent).toHaveLength(1);
  }
});
