import { expect, it } from 'vitest';
import type { WeeklyAvailability } from './context.ts';
import { subtractDuration } from './duration.ts';
import type { Instant } from './ids.ts';
import type { Entry, EntryRecord } from './state.ts';
import { listSuggestions, type Suggestion } from './suggestion.ts';
import { close, startLadder } from './testing/ladders.ts';
import { shift } from './testing/rows.ts';
import { act, captain, challenge, getEntry, type World } from './testing/world.ts';

/** The top of a ladder is in reach of everybody. */
const wide = { reach: { top: 100, topRungs: 100 } };
const suggest = (
  world: World,
  id: string,
  availability: Record<string, WeeklyAvailability> = {},
): Suggestion[] => listSuggestions(world.state, id, world.now, { availability });
const toIds = (suggestions: readonly Suggestion[]) => suggestions.map(({ entry_id }) => entry_id);

function change(world: World, id: string, entry: Partial<Entry>): World {
  const { entries } = world.state;
  world.state = {
    ...world.state,
    entries: { ...entries, [id]: { ...getEntry(world, id), ...entry } },
  };
  return world;
}

const notMet = { code: 'not_met', last: null };
const even = (percent = 50) => ({ code: 'even_odds', percent });
const inReach = (rungs: number) => ({ code: 'in_reach', rungs });

it('those above are suggested, the nearest first, with what is to be said for them', () => {
  expect(suggest(startLadder({ rules: wide }), 'entry3')).toEqual([
    { entry_id: 'entry2', reasons: [inReach(1), even(), notMet] },
    { entry_id: 'entry1', reasons: [inReach(2), even(), notMet] },
  ]);
});

it('three are suggested at most, and none to whom nobody may be', () => {
  const world = startLadder({ rules: wide });
  expect(toIds(suggest(world, 'entry6'))).toEqual(['entry5', 'entry4', 'entry3']);
  expect(suggest(world, 'entry1')).toEqual([]);
  expect(suggest(world, 'none')).toEqual([]);
  expect(suggest(close(world), 'entry6')).toEqual([]);
});

it('nobody is suggested whom the rules do not let one challenge', () => {
  const world = startLadder({
    rules: { reach: { top: 0, rungs: 2, percent: 0, newEntryChallenges: 0 } },
  });
  expect(toIds(suggest(world, 'entry6'))).toEqual(['entry5', 'entry4']);
  challenge(world, 6, 5);
  expect(suggest(world, 'entry6')).toEqual([]);
  act(world, captain(6), { type: 'withdraw', match_id: 'match' });
  act(world, captain(5), { type: 'leave', entry_id: 'entry5' });
  expect(toIds(suggest(world, 'entry6'))).toEqual(['entry4', 'entry3']);
});

it('whoever has more to be said for them comes first', () => {
  const world = startLadder({ rules: wide });
  change(world, 'entry6', { met: { entry5: world.now, entry4: world.now } });
  expect(suggest(world, 'entry6')).toEqual([
    { entry_id: 'entry3', reasons: [inReach(3), even(), notMet] },
    { entry_id: 'entry2', reasons: [inReach(4), even(), notMet] },
    { entry_id: 'entry1', reasons: [inReach(5), even(), notMet] },
  ]);
  change(world, 'entry6', { met: { entry5: world.now, entry4: world.now, entry3: world.now } });
  expect(toIds(suggest(world, 'entry6'))).toEqual(['entry2', 'entry1', 'entry5']);
});

it('a dozen are looked at, the nearest', () => {
  const world = startLadder({ count: 14, rules: wide });
  const { now } = world;
  const met = (last: number) =>
    Object.fromEntries(
      Array.from({ length: 13 - last }, (_, index) => [`entry${last + 1 + index}`, now]),
    );
  expect(toIds(suggest(change(world, 'entry14', { met: met(2) }), 'entry14'))).toEqual([
    'entry2',
    'entry13',
    'entry12',
  ]);
  expect(toIds(suggest(change(world, 'entry14', { met: met(1) }), 'entry14'))).toEqual([
    'entry13',
    'entry12',
    'entry11',
  ]);
});

it.each<[string, number, boolean]>([
  ['longer ago than thirty days is as good as not met', -1, true],
  ['thirty days ago is not', 0, false],
  ['less is not', 1, false],
])('a match %s', (_name, away, isSaid) => {
  const world = startLadder({ count: 2, rules: wide });
  const last: Instant = shift(subtractDuration(world.now, 'P30D'), away);
  change(world, 'entry2', { met: { entry1: last } });
  const said = isSaid ? [{ code: 'not_met', last }] : [];
  expect(suggest(world, 'entry2')).toEqual([
    { entry_id: 'entry1', reasons: [inReach(1), even(), ...said] },
  ]);
});

const record = (wins: number, losses: number): EntryRecord => ({
  wins,
  losses,
  draws: 0,
  forfeits_won: 0,
  forfeits_lost: 0,
});

it.each<[string, EntryRecord, EntryRecord, number | null]>([
  ['both are new', record(0, 0), record(0, 0), 50],
  ['the other has won a little less than twice as often', record(0, 0), record(12, 6), 35],
  ['the other has won more', record(0, 0), record(32, 16), null],
  ['the other has lost a little less than twice as often', record(0, 0), record(6, 12), 65],
  ['the other has lost more', record(0, 0), record(16, 32), null],
  ['both have won as often', record(8, 0), record(8, 0), 50],
  ['one has won twice of three and the other half', record(2, 1), record(2, 2), 60],
  ['one has lost all', record(0, 8), record(0, 0), null],
])('odds are even or not where %s', (_name, own, theirs, percent) => {
  const world = startLadder({ count: 2, rules: wide });
  change(world, 'entry2', { record: own });
  change(world, 'entry1', { record: theirs });
  expect(suggest(world, 'entry2')[0]?.reasons).toEqual([
    inReach(1),
    ...(percent === null ? [] : [even(percent)]),
    notMet,
  ]);
});

it('by ratings the most even are nearest, and nobody is above another', () => {
  const world = startLadder({ count: 6, format: 'rating' });
  const rate = (id: string, mu: number, sigma = 25 / 3) =>
    change(world, id, { rating: { mu, sigma, matches: 9, at: world.now } });
  rate('entry1', 25);
  rate('entry2', 30);
  rate('entry3', 18, 4);
  rate('entry4', 26);
  rate('entry5', 27);
  rate('entry6', 60, 1);
  // 100 / (1 + e^((30 - 25) / √(2 · 8.33² + 2 · 4.17²))), and so on.
  expect(suggest(world, 'entry2')).toEqual([
    { entry_id: 'entry5', reasons: [even(56), notMet] },
    { entry_id: 'entry4', reasons: [even(58), notMet] },
    { entry_id: 'entry1', reasons: [even(59), notMet] },
  ]);
  expect(suggest(world, 'entry6')[0]?.reasons).toEqual([notMet]);
  expect(suggest(world, 'entry3')).toEqual([
    { entry_id: 'entry1', reasons: [even(35), notMet] },
    { entry_id: 'entry4', reasons: [notMet] },
    { entry_id: 'entry5', reasons: [notMet] },
  ]);
});

it('by ratings those who are as even stand by their names, and who has no rating yet is judged by wins', () => {
  const world = startLadder({ count: 5, format: 'rating' });
  expect(toIds(suggest(world, 'entry3'))).toEqual(['entry1', 'entry2', 'entry4']);
  change(world, 'entry1', { rating: null, record: record(8, 0) });
  change(world, 'entry3', { record: record(8, 0) });
  expect(suggest(world, 'entry3')[0]).toEqual({ entry_id: 'entry1', reasons: [even(), notMet] });
  change(world, 'entry3', { rating: null });
  expect(toIds(suggest(world, 'entry3'))[0]).toBe('entry1');
});

it('an hour at which both are free is said, with how many are', () => {
  const free = (weekday: number): WeeklyAvailability => ({
    zone: 'Europe/Berlin',
    ranges: [{ weekday, from: '20:00', until: '22:00' }],
  });
  const hours = { 'team3-a': free(3), 'team3-b': free(3), 'team1-a': free(3), 'team2-a': free(4) };
  expect(suggest(startLadder({ rules: wide }), 'entry3', hours)).toEqual([
    {
      entry_id: 'entry1',
      reasons: [
        inReach(2),
        even(),
        { code: 'both_free', at: '2026-03-04T19:00:00.000Z', own: 2, theirs: 1 },
        notMet,
      ],
    },
    { entry_id: 'entry2', reasons: [inReach(1), even(), notMet] },
  ]);
});
