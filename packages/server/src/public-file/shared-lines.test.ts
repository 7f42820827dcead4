import type { LogLine } from '@muster/site/pages/match/log-line.ts';
import { expect, it } from 'vitest';
import { shareLines } from './shared-lines.ts';

const line: LogLine = {
  sequence: 7,
  at: '2026-11-25T12:00:00.000Z',
  type: 'match_completed',
  actor_id: 'a',
  match_id: 'm',
  data: { winner: 'challenger', score: { challenger: 2, defender: 0 } },
  hash: 'f'.repeat(64),
};
const ofLog = { id: 'i', stream: 'ladder:l', ...line, previous_hash: '0'.repeat(64) };

it.each([
  ['the log’s own by its number', line, 7],
  [
    'one whose members come in another order too',
    { ...line, data: { score: { defender: 0, challenger: 2 }, winner: 'challenger' } },
    7,
  ],
  ['with what the page adds', { ...line, reason: 'late' }, [7, 'late']],
  ['with what the page has none of', { ...line, reason: null }, [7, null]],
  ['in other words whole', { ...line, data: { winner: 'defender' } }, 'whole'],
  ['without who did it whole', { ...line, actor_id: null }, 'whole'],
  ['that the log has not whole', { ...line, sequence: 8 }, 'whole'],
])('a page keeps a line: %s', (_case, shown, kept) => {
  const lines = shareLines();
  lines.take('tanks', `${JSON.stringify(ofLog)}\n`);
  const page = { data: { ladder: { slug: 'tanks' }, log: [shown] } };
  const replaced = lines.replace('match', page);
  expect(replaced.data).toEqual({ ...page.data, log: [kept === 'whole' ? shown : kept] });
  expect(replaced.lines).toEqual({ ladder: 'tanks', member: 'log' });
});

it('leaves pages that show none, and ladders whose log is not there', () => {
  const lines = shareLines();
  const page = { data: { ladder: { slug: 'tanks' }, log: [line] } };
  expect(lines.replace('match', page)).toBe(page);
  lines.take('tanks', `${JSON.stringify(ofLog)}\n`);
  expect(lines.replace('team', page)).toBe(page);
});
