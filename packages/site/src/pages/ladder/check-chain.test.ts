import { type LeagueEvent, sealEvent } from '@muster/league';
import { afterEach, expect, it, vi } from 'vitest';
import { checkChain } from './check-chain.ts';

afterEach(() => vi.unstubAllGlobals());

/** Lines of a log, each sealed behind the one before it. */
function toLog(count: number): LeagueEvent[] {
  const lines: LeagueEvent[] = [];
  for (let sequence = 1; sequence <= count; sequence += 1) {
    lines.push(
      sealEvent(
        {
          ...{ ladder_id: 'l', match_id: null, type: 'ladder_paused', version: 1, actor_id: null },
          ...{ at: `2026-11-20T18:00:0${sequence}.000Z`, data: {} },
        } as unknown as Parameters<typeof sealEvent>[0],
        {
          ...{ id: String(sequence), stream: 'ladder:l', sequence },
          previous_hash: lines.at(-1)?.hash ?? '0'.repeat(64),
        },
      ),
    );
  }
  return lines;
}

/** Has the server answer with a text in pieces of so many bytes. */
function answer(text: string, { status = 200, size = 7 } = {}): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const bytes = new TextEncoder().encode(text);
    const body = new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) {
          controller.enqueue(bytes.slice(at, at + size));
        }
        controller.close();
      },
    });
    return new Response(body, { status });
  });
  return asked;
}

const toText = (lines: readonly object[]) => lines.map((line) => JSON.stringify(line)).join('\n');

it.each([
  ['ends with a line', '\n'],
  ['ends without one', ''],
])('a log that holds is told with its last hash: one that %s', async (_what, end) => {
  const lines = toLog(3);
  const asked = answer(toText(lines) + end);
  const told: number[] = [];
  const verdict = await checkChain('tanks', (count) => told.push(count));
  expect(verdict).toEqual({ kind: 'holds', lines: 3, hash: lines.at(-1)?.hash });
  expect(told.at(-1)).toBe(3);
  expect(told).toContain(1);
  expect(asked).toEqual(['/api/ladders/tanks/log.ndjson?exact']);
});

it('one that was changed is told by the first line at fault', async () => {
  const [first, second, third] = toLog(3);
  answer(toText([first ?? {}, { ...second, data: { a: 1 } }, third ?? {}]));
  expect(await checkChain('tanks', () => {})).toEqual({
    kind: 'broken',
    sequence: 2,
    fault: 'hash',
  });
  answer(toText([first ?? {}, third ?? {}]));
  expect(await checkChain('tanks', () => {})).toMatchObject({ kind: 'broken', fault: 'sequence' });
});

it('one that cannot be had or read is no fault of its own', async () => {
  answer('', { status: 503 });
  expect(await checkChain('tanks', () => {})).toEqual({ kind: 'failed' });
  answer('{"sequence":');
  expect(await checkChain('tanks', () => {})).toEqual({ kind: 'failed' });
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('network down');
  });
  expect(await checkChain('tanks', () => {})).toEqual({ kind: 'failed' });
});

it('an empty one holds', async () => {
  answer('');
  expect(await checkChain('tanks', () => {})).toEqual({ kind: 'holds', lines: 0, hash: '' });
});
