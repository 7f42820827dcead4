import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as command from '../../../client/command/command.ts';
import type { CommandAnswer } from '../../../client/command/command-answer.ts';
import { sendBackup } from './send-backup.ts';

const refused = (code: string): CommandAnswer<never> => ({
  ok: false,
  error: { code, params: {} },
});
const taken: CommandAnswer<never> = { ok: true, data: {} as never };

let sent: string[];
/** What becomes of the next pieces; the rest is taken. */
let answers: CommandAnswer<never>[];

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  answers = [];
  vi.spyOn(command, 'sendFile').mockImplementation(async (path, file, { onProgress }) => {
    sent.push(`${path.split('?')[1]} ${await file.text()}`);
    onProgress(0.5);
    return answers.shift() ?? taken;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function send(text: string, shares: number[] = []) {
  const file = new File([text], 'backup');
  const answer = sendBackup(file, { pieceBytes: 4, onProgress: (share) => shares.push(share) });
  await vi.runAllTimersAsync();
  return answer;
}

it('goes piece by piece, each behind the last, and tells how far it is', async () => {
  const shares: number[] = [];
  expect(await send('abcdefghij', shares)).toBe(taken);
  expect(sent).toEqual(['size=10&at=0 abcd', 'size=10&at=4 efgh', 'size=10&at=8 ij']);
  expect(shares).toEqual([0.2, 0.6, 0.9]);
  sent = [];
  await send('abcdefgh');
  expect(sent).toEqual(['size=8&at=0 abcd', 'size=8&at=4 efgh']);
});

it('sends a piece that the network lost again, five times, two seconds apart', async () => {
  const lost = Array.from({ length: 4 }, () => refused('network_failed'));
  answers = [...lost, taken, ...lost];
  const began = Date.now();
  expect(await send('abcdefgh')).toBe(taken);
  expect(Date.now() - began).toBe(8 * 2_000);
  expect(sent).toHaveLength(10);
  sent = [];
  answers = [...lost, ...lost];
  expect(await send('abcd')).toMatchObject({ error: { code: 'network_failed' } });
  expect(sent).toHaveLength(5);
});

it('takes a refusal for one', async () => {
  answers = [refused('restore_no_room')];
  expect(await send('abcdefgh')).toMatchObject({ error: { code: 'restore_no_room' } });
  expect(sent).toHaveLength(1);
});
