import { describe, expect, it } from 'vitest';
import { addDuration } from '../duration.ts';
import { growUncertainty, ratingParameters, updateSkills } from '../rating.ts';
import type { Entry, EntryRating } from '../state.ts';
import { createWorld, getEntry, join, type World, worldStart } from '../testing/world.ts';
import { getRatingAt, ratingFormat, toPlaces } from './rating.ts';

const newcomer: EntryRating = {
  mu: ratingParameters.mu,
  sigma: ratingParameters.sigma,
  matches: 0,
  at: worldStart,
};

function start(ratings: Record<string, Partial<EntryRating> | null> = {}): World {
  const world = createWorld({ format: 'rating' });
  join(world, 4);
  for (const [id, rating] of Object.entries(ratings)) {
    const entry = getEntry(world, id);
    const changed: Entry = { ...entry, rating: rating && { ...newcomer, ...rating } };
    world.state = { ...world.state, entries: { ...world.state.entries, [id]: changed } };
  }
  return world;
}

const later = (weeks: number, milliseconds = 0) =>
  new Date(Date.parse(worldStart) + weeks * 7 * 86_400_000 + milliseconds).toISOString();

describe('a rating ladder', () => {
  it('is for teams, who play when they like', () => {
    expect(ratingFormat).toMatchObject({ hasMatches: true, isForPersons: false, dropsIdle: false });
  });

  it('gives newcomers the rating of a newcomer, and moves nobody', () => {
    const { state } = start();
    expect(ratingFormat.join(state, 'team9', worldStart)).toEqual({
      rung: null,
      rating: newcomer,
      others: [],
    });
    const [entry] = Object.values(state.entries);
    expect(entry && ratingFormat.leave(state, entry)).toEqual([]);
  });

  const rate = (winner: 'challenger' | 'defender' | null, at = worldStart, world = start()) =>
    ratingFormat.apply(world.state, {
      challenger: getEntry(world, 'entry1'),
      defender: getEntry(world, 'entry2'),
      winner,
      at,
    });
  const newcomers = (first: number, second: number) =>
    updateSkills([
      { players: [newcomer], rank: first },
      { players: [newcomer], rank: second },
    ]);

  it.each<['challenger' | 'defender' | null, number, number]>([
    ['challenger', 1, 2],
    ['defender', 2, 1],
    [null, 1, 1],
  ])('rates a win of %s', (winner, first, second) => {
    const [[one], [other]] = newcomers(first, second) as [[object], [object]];
    expect(rate(winner)).toEqual({
      moves: [],
      ratings: [
        { entry_id: 'entry1', from: newcomer, to: { ...one, matches: 1, at: worldStart } },
        { entry_id: 'entry2', from: newcomer, to: { ...other, matches: 1, at: worldStart } },
      ],
    });
  });

  it('rates who had no rating as a newcomer', () => {
    const { ratings } = rate('challenger', worldStart, start({ entry1: null }));
    expect(ratings[0]).toMatchObject({ from: newcomer, to: { matches: 1 } });
  });

  it('counts the idle weeks before a result, and keeps what was known', () => {
    const world = start({ entry1: { sigma: 3, matches: 7 } });
    const at = later(10);
    const { ratings } = rate('challenger', at, world);
    expect(ratings[0]?.from).toEqual({ ...newcomer, sigma: 3, matches: 7 });
    expect(ratings[0]?.to).toMatchObject({ matches: 8, at });
    const idle = {
      mu: ratingParameters.mu,
      sigma: getRatingAt(world.state, getEntry(world, 'entry1'), at).sigma,
    };
    const [[wanted]] = updateSkills([
      { players: [idle], rank: 1 },
      { players: [{ ...newcomer, sigma: ratingParameters.sigma }], rank: 2 },
    ]) as [[EntryRating]];
    expect(ratings[0]?.to.sigma).toBeCloseTo(wanted.sigma, 10);
  });

  it.each([
    ['nothing just before a week', 0, 604_799_999],
    ['a week after one', 1, 604_800_000],
    ['a week after a little more', 1, 604_800_001],
    ['two weeks after two', 2, 2 * 604_800_000],
  ])('grows uncertainty by %s', (_name, weeks, milliseconds) => {
    const world = start({ entry1: { sigma: 3 } });
    const growth = world.state.season?.rules.rating.idleGrowth ?? 0;
    expect(growth).toBeGreaterThan(0);
    const at = later(0, milliseconds);
    expect(getRatingAt(world.state, getEntry(world, 'entry1'), at)).toEqual({
      ...newcomer,
      sigma: growUncertainty(3, weeks, growth),
    });
  });

  it('is a newcomer who has no rating', () => {
    const world = start({ entry1: null });
    expect(getRatingAt(world.state, getEntry(world, 'entry1'), worldStart)).toEqual(newcomer);
  });

  it('places by the conservative rating, ties together, by id among them', () => {
    const { state } = start({
      entry1: { mu: 20, matches: 5 },
      entry2: { mu: 30, matches: 4 },
      entry3: null,
    });
    const lines = ratingFormat.standings(state, worldStart);
    expect(
      lines.map(({ entry_id, place, is_provisional }) => [entry_id, place, is_provisional]),
    ).toEqual([
      ['entry2', 1, true],
      ['entry3', 2, true],
      ['entry4', 2, true],
      ['entry1', 4, false],
    ]);
    expect(lines[0]?.value).toBeCloseTo(30 - 3 * ratingParameters.sigma, 10);
  });

  it('places those who are equal by id, whoever came first', () => {
    const world = start();
    const entries = Object.fromEntries(Object.entries(world.state.entries).reverse());
    const lines = ratingFormat.standings({ ...world.state, entries }, worldStart);
    expect(lines.map(({ entry_id }) => entry_id)).toEqual(['entry1', 'entry2', 'entry3', 'entry4']);
  });

  it('has places where there is no season, of which nobody’s is provisional', () => {
    const { state } = start({ entry1: { sigma: 3 } });
    const lines = ratingFormat.standings({ ...state, season: null }, later(10));
    expect(lines[0]).toMatchObject({ entry_id: 'entry1', is_provisional: false });
    expect(lines[0]?.value).toBeCloseTo(ratingParameters.mu - 3 * 3, 10);
  });

  it('places who is suspended, and nobody who has gone', () => {
    const world = start();
    const status = (id: string, value: Entry['status']) => {
      const entry = { ...getEntry(world, id), status: value };
      world.state = { ...world.state, entries: { ...world.state.entries, [id]: entry } };
    };
    status('entry1', 'suspended');
    status('entry2', 'left');
    status('entry3', 'removed');
    expect(ratingFormat.standings(world.state, worldStart).map(({ entry_id }) => entry_id)).toEqual(
      ['entry1', 'entry4'],
    );
  });
});

it('places of a sorted list count everybody before', () => {
  const line = (entry_id: string, value: number) => ({
    entry_id,
    value,
    place: 0,
    is_provisional: false,
  });
  const places = toPlaces([line('a', 9), line('b', 9), line('c', 7), line('d', 7), line('e', 1)]);
  expect(places.map(({ place }) => place)).toEqual([1, 1, 3, 3, 5]);
  expect(toPlaces([])).toEqual([]);
  expect(addDuration(worldStart, 'P7D')).toBe(later(1));
});

describe('uncertainty', () => {
  it('grows with the root of the weeks, never beyond a newcomer’s, and never shrinks', () => {
    expect(growUncertainty(3, 4, 0.5)).toBeCloseTo(Math.sqrt(9 + 4 * 0.25), 12);
    expect(growUncertainty(3, 0, 0.5)).toBe(3);
    expect(growUncertainty(3, -2, 0.5)).toBe(3);
    expect(growUncertainty(8, 1000, 1)).toBe(ratingParameters.sigma);
    expect(growUncertainty(9, 0, 1)).toBe(ratingParameters.sigma);
  });
});
