import { describe, expect, it } from 'vitest';
import { emptyLadder } from './apply.ts';
import {
  createDraft,
  emit,
  getEntry,
  getLadder,
  getMatch,
  getRules,
  getSeason,
  requireOpenSeason,
} from './draft.ts';
import { findRefusal, type Refusal } from './refusal.ts';
import type { LadderState, Season } from './state.ts';
import { startLive } from './testing/stations.ts';
import { captain, getFacts, start, worldStart } from './testing/world.ts';

describe('a decision in the making', () => {
  const create = () => {
    const world = start(2);
    return createDraft(world.state, { at: world.now, actor: captain(1), facts: getFacts(world) });
  };

  it('shows every event so far applied, once, and what was seen before', () => {
    const draft = create();
    const before = draft.state;
    expect(draft.seen).toBe(before);
    emit(draft, 'ladder_edited', { name: 'New', zone: 'UTC' });
    expect(draft.seen.ladder?.name).toBe('Ladder');
    expect(draft.state.ladder?.name).toBe('New');
    expect(draft.seen.ladder?.name).toBe('New');
    expect(draft.state).toBe(draft.state);
    expect(before.ladder?.name).toBe('Ladder');
  });

  it('writes who, when and where', () => {
    const draft = create();
    emit(draft, 'challenge_expired', { rule: 'challenge.unanswered' }, 'match');
    expect(draft.events).toEqual([
      {
        type: 'challenge_expired',
        version: 1,
        ladder_id: 'ladder',
        match_id: 'match',
        actor_id: 'team1-a',
        at: '2026-03-01T12:00:00.000Z',
        data: { rule: 'challenge.unanswered' },
      },
    ]);
    expect(draft.isSystem).toBe(false);
  });

  it('of a ladder that begins names that ladder, and nobody where nobody acts', () => {
    const world = start(1);
    const draft = createDraft(emptyLadder, {
      at: world.now,
      actor: null,
      facts: getFacts(world),
      system: true,
    });
    emit(draft, 'ladder_created', {
      ladder_id: 'new',
      name: 'New',
      game: 'game',
      format: 'rung',
      zone: 'UTC',
      is_test: false,
    });
    expect(draft.events[0]).toMatchObject({ ladder_id: 'new', match_id: null, actor_id: null });
    expect(draft.isSystem).toBe(true);
    const empty = createDraft(emptyLadder, { at: world.now, actor: null, facts: getFacts(world) });
    emit(empty, 'season_opened', { season_id: 'season' });
    expect(empty.events[0]?.ladder_id).toBeNull();
  });
});

type Ask = (state: LadderState) => unknown;

describe('what a state holds', () => {
  const from = () => startLive().state;
  it.each<[string, Ask, Ask]>([
    ['its ladder', getLadder, ({ ladder }) => ladder],
    ['its season', getSeason, ({ season }) => season],
    ['the season’s rules', getRules, ({ season }) => season?.rules],
    ['an open season', requireOpenSeason, ({ season }) => season],
    ['an entry by its id', (state) => getEntry(state, 'entry4'), ({ entries }) => entries.entry4],
    ['a match by its id', (state) => getMatch(state, 'match'), ({ matches }) => matches.match],
  ])('is found: %s', (_what, ask, find) => {
    const state = from();
    expect(find(state)).toBeDefined();
    expect(ask(state)).toBe(find(state));
  });

  const none = { code: 'season_not_open', params: { opens: null } } as const;
  it.each<[string, Ask, Refusal]>([
    ['no ladder', getLadder, { code: 'not_found', params: { what: 'ladder', id: '' } }],
    ['no season', getSeason, none],
    ['no rules without one', getRules, none],
    ['no open season', requireOpenSeason, none],
    [
      'no entry of another id',
      (state) => getEntry(state, 'entry9'),
      { code: 'not_found', params: { what: 'entry', id: 'entry9' } },
    ],
    [
      'no match of another id',
      (state) => getMatch(state, 'other'),
      { code: 'not_found', params: { what: 'match', id: 'other' } },
    ],
  ])('is refused: %s', (_what, ask, refusal) => {
    expect(findRefusal(() => ask(emptyLadder))).toEqual(refusal);
  });
});

const seasonIn = (status: Season['status']): LadderState => {
  const { state } = start(0);
  return { ...state, season: { ...getSeason(state), status } };
};

it.each<[Season['status'], Refusal | null]>([
  ['registration', { code: 'season_not_open', params: { opens: worldStart } }],
  ['open', null],
  ['closed', { code: 'season_closed', params: {} }],
])('who asks to play in a season: %s', (status, refusal) => {
  expect(findRefusal(() => requireOpenSeason(seasonIn(status)))).toEqual(refusal);
});
