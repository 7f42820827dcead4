import { describe, expect, it } from 'vitest';
import { emptyLadder } from './apply.ts';
import { assignPatch, type LadderPatch, mergePatch } from './patch.ts';
import type { Entry, LadderState, Match } from './state.ts';

const entry = (id: string, name = id) => ({ id, name }) as Entry;
const match = (id: string) => ({ id }) as Match;

const before = (): LadderState => ({
  ...structuredClone(emptyLadder),
  entries: { one: entry('one'), two: entry('two') },
  matches: { match: match('match') },
  size: 2,
});

/** Both ways of taking a patch. */
const ways: [string, (state: LadderState, patch: LadderPatch) => LadderState][] = [
  ['onto a new state', mergePatch],
  [
    'onto a state of one’s own',
    (state, patch) => {
      assignPatch(state, patch);
      return state;
    },
  ],
];

describe.each(ways)('a patch %s', (_way, take) => {
  it('changes what it names and leaves the rest', () => {
    const state = take(before(), { size: 3, previous_order: ['team'] });
    expect(state).toEqual({ ...before(), size: 3, previous_order: ['team'] });
  });

  it('changes the members that it names and leaves the others', () => {
    const state = take(before(), { entries: { two: entry('two', 'new'), three: entry('three') } });
    expect(state).toEqual({
      ...before(),
      entries: { one: entry('one'), two: entry('two', 'new'), three: entry('three') },
    });
  });

  it('changes members of every kind', () => {
    const members = { id: { id: 'id' } } as never;
    for (const name of ['entries', 'matches', 'disputes', 'appeals', 'runs'] as const) {
      const state = take(before(), { [name]: members });
      expect(state[name]).toEqual({ ...before()[name], id: { id: 'id' } });
    }
  });

  it('of a new season leaves nobody of the last one', () => {
    const state = take(before(), { isFresh: true, size: 0, entries: { new: entry('new') } });
    expect(state).toEqual({ ...emptyLadder, entries: { new: entry('new') } });
    expect(state).not.toHaveProperty('isFresh');
    expect(take(before(), { isFresh: true, size: 0 })).toEqual(emptyLadder);
  });
});

it('a new state shares what is the same with the old one, which stays as it was', () => {
  const state = before();
  const next = mergePatch(state, { entries: { two: entry('two', 'new') } });
  expect(next).not.toBe(state);
  expect(state).toEqual(before());
  expect(next.entries.one).toBe(state.entries.one);
  expect(next.matches).toBe(state.matches);
});

it('a season begun in place shares nothing with another', () => {
  const [one, other] = [before(), before()];
  assignPatch(one, { isFresh: true });
  assignPatch(one, { entries: { one: entry('one') } });
  assignPatch(other, { isFresh: true });
  expect(other.entries).toEqual({});
});
