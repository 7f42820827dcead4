import { createDefaultRules } from '@muster/league';
import { describe, expect, it } from 'vitest';
import type { RosterPerson } from './data.ts';
import { chooseLineup, splitRoster } from './play-from.tsx';

const before = '2026-11-20T20:00:00.000Z';
const start = '2026-11-21T20:00:00.000Z';
const after = '2026-11-21T20:00:00.001Z';

const person = (person_id: string, eligible_from: string | null): RosterPerson => ({
  ...{ person_id, username: person_id, user_id: null, role: 'player', eligible_from },
});

const time = { starts_at: start, zone: 'UTC', by: 'agreement', reason: null };
const ids = (people: readonly RosterPerson[]) => people.map(({ person_id }) => person_id);

const rules = { ...createDefaultRules() };
const choose = (able: string[], last_lineup: string[]) =>
  chooseLineup(
    able.map((id) => person(id, before)),
    { rules: { ...rules, team: { ...rules.team, size: 2 } }, last_lineup },
  );

describe('who may play', () => {
  it('is told from who may not, by the start of the match', () => {
    const people = [
      person('late', after),
      person('just', start),
      person('no', null),
      person('long', before),
    ];
    const { able, others } = splitRoster(people, { time });
    expect(ids(able)).toEqual(['just', 'long']);
    expect(ids(others)).toEqual(['late', 'no']);
    expect(ids(splitRoster(people, { time }, ['no']).able)).toEqual(['just', 'no', 'long']);
  });

  it('is chosen as last time, without those who may not any more', () => {
    expect(choose(['a', 'b', 'c'], ['c', 'a'])).toEqual(['a', 'c']);
    expect(choose(['a', 'b', 'c'], ['c', 'gone'])).toEqual(['c']);
    expect(choose(['a', 'b', 'c'], [])).toEqual([]);
    expect(choose(['a', 'b'], [])).toEqual(['a', 'b']);
    expect(choose(['a', 'b', 'c'], ['a', 'b', 'c'])).toEqual(['a', 'b']);
  });
});
