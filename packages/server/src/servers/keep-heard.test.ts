import { expect, it } from 'vitest';
import { isBlindRound } from './keep-heard.ts';
import type { Fault, Listed, Outcome } from './listed.ts';

const claim = {
  ...{ players: 1, max_players: 2, bots: null, map: '', has_password: false, version: '' },
  ...{ game_port: null, people: null },
};
const answer: Outcome = { kind: 'answered', ping: 1, claim };
const seen_at = new Date('2026-11-21T18:00:00.000Z');

/** A server that was heard before and is missed now, with what is other of it. */
function hear(change: Partial<Listed> = {}, became: Fault | 'answered' = 'silent') {
  const about = {
    page: 'chess',
    name: 'One',
    protocol: 'a2s',
    host: 'a.example',
    port: 1,
  } as const;
  const server = { ...about, id: 'id', is_demo: false, misses: 0, seen_at, shown: '', ...change };
  return {
    server,
    outcome: became === 'answered' ? answer : { kind: 'missed' as const, fault: became },
  };
}

it.each<[string, ReturnType<typeof hear>[], boolean]>([
  ['nobody is asked', [], false],
  ['the only one is missed', [hear()], false],
  ['two are missed', [hear(), hear()], true],
  ['one of two is heard', [hear(), hear({}, 'answered')], false],
  [
    'two are missed, and one that nobody waited for is heard',
    [hear(), hear(), hear({ misses: 3 }, 'answered')],
    false,
  ],
  ['two are missed, each twice before', [hear({ misses: 2 }), hear({ misses: 2 })], true],
  ['one of two was silent already', [hear(), hear({ misses: 3 })], false],
  ['one of two was never heard', [hear(), hear({ seen_at: null })], false],
  ['one of two may not be asked', [hear(), hear({}, 'not_allowed')], false],
  [
    'two are missed beside one that may not be asked',
    [hear(), hear(), hear({}, 'not_allowed')],
    true,
  ],
  ['one of two is the demonstration’s', [hear(), hear({ is_demo: true })], false],
  [
    'two are missed and the demonstration’s is heard',
    [hear(), hear(), hear({ is_demo: true }, 'answered')],
    true,
  ],
  ['two have lost their names', [hear({}, 'unresolved'), hear({}, 'unresolved')], true],
])('the way out is taken to be gone or not where %s', (_what, heard, isBlind) => {
  expect(isBlindRound(heard)).toBe(isBlind);
});
