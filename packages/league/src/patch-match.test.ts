import { describe, expect, it } from 'vitest';
import { changeMatch, holdPlaces, patchMatch } from './patch-match.ts';
import type { Match, MatchResult, SideReport } from './state.ts';
import { getMatch, startCompleted, startLive } from './testing/stations.ts';
import { challenge, getEntry, scores, start, type World } from './testing/world.ts';

const at = '2026-03-09T12:00:00.000Z';
const event = { match_id: 'match', at };

function startChallenged(): World {
  const world = start();
  challenge(world, 4, 2);
  return world;
}

describe('what a person saw of a match', () => {
  const time = { starts_at: at, zone: 'UTC', by: 'agreement', reason: null } as const;
  const map = { map: 'Ash', by: 'draw', challenger_side: null, side_by: null } as const;
  const report: SideReport = { by: 'defender', person_id: 'x', at, scores: [], winner: null };
  it.each<[string, Partial<Match>]>([
    ['its status', { status: 'reported' }],
    ['its deadline', { deadline: at }],
    ['that it has none', { deadline: null }],
    ['its time', { time }],
    ['its maps', { maps: [map] }],
    ['a report', { reports: { challenger: null, defender: report } }],
  ])('becomes old with %s', (_what, change) => {
    const match = getMatch(startLive());
    const next = changeMatch(match, change, at);
    expect(next).toEqual({ ...match, ...change, changed_at: at, version: match.version + 1 });
  });

  it('becomes old with its scores, and not with who ruled them', () => {
    const match = getMatch(startCompleted());
    const result = match.result as MatchResult;
    const change = (after: MatchResult) => changeMatch(match, { result: after }, at).version;
    expect(change({ ...result, scores: scores(2, 0) })).toBe(match.version + 1);
    expect(change({ ...result, ruled_by: 'judge' })).toBe(match.version);
  });

  it('stays what it is with a copy of the same', () => {
    const match = getMatch(startLive());
    const { time: same, maps, reports, result } = structuredClone(match);
    const next = changeMatch(match, { time: same, maps, reports, result }, at);
    expect(next).toEqual({ ...match, changed_at: at });
  });

  it('stays what it is with anything else', () => {
    const match = getMatch(startLive());
    const extension = { asked_by: 'defender', asked_at: at, agreed_at: null } as const;
    expect(changeMatch(match, { extension }, at)).toEqual({ ...match, extension, changed_at: at });
  });
});

describe('the places of a match', () => {
  const entriesOf = (world: World, change: Partial<Match>) =>
    patchMatch(world.state, event, change).entries;

  it('are free when it is over', () => {
    const world = startChallenged();
    expect(getEntry(world, 'entry4').challenging).toBe('match');
    expect(getEntry(world, 'entry2').challenged_by).toBe('match');
    expect(entriesOf(world, { status: 'expired' })).toEqual({
      entry4: { ...getEntry(world, 'entry4'), challenging: null },
      entry2: { ...getEntry(world, 'entry2'), challenged_by: null },
    });
  });

  it('stay as they are while it goes on', () => {
    expect(entriesOf(startChallenged(), { status: 'offered' })).toEqual({});
  });

  it('are taken again when it is played again', () => {
    const world = startCompleted();
    expect(entriesOf(world, { status: 'offered' })).toEqual({
      entry4: { ...getEntry(world, 'entry4'), challenging: 'match' },
      entry2: { ...getEntry(world, 'entry2'), challenged_by: 'match' },
    });
  });

  it('stay with another match that has taken them since', () => {
    const world = startCompleted();
    challenge(world, 3, 1, 'other');
    const match = { ...getMatch(world), challenger_id: 'entry3', defender_id: 'entry1' };
    expect(holdPlaces(world.state, match, {})).toEqual({});
  });

  it('are kept in what a result changes already', () => {
    const world = startChallenged();
    const moved = { entry4: { ...getEntry(world, 'entry4'), rung: 1 } };
    const match: Match = { ...getMatch(world), status: 'completed' };
    expect(holdPlaces(world.state, match, moved).entry4).toEqual({
      ...getEntry(world, 'entry4'),
      rung: 1,
      challenging: null,
    });
  });

  it('are none of an entry that the state does not hold', () => {
    const { state } = startChallenged();
    const { entry4: _gone, ...entries } = state.entries;
    const patch = patchMatch({ ...state, entries }, event, { status: 'expired' });
    expect(Object.keys(patch.entries ?? {})).toEqual(['entry2']);
  });
});

it('a match that there is not is not changed', () => {
  const { state } = startLive();
  expect(patchMatch(state, { match_id: 'none', at }, { status: 'live' })).toEqual({});
  expect(patchMatch(state, { match_id: null, at }, { status: 'live' })).toEqual({});
});
