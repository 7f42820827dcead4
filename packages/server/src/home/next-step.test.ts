import type { MatchStatus, Role } from '@muster/league';
import { describe, expect, it } from 'vitest';
import { findNextStep, type OwnEntryRow, type OwnMatchRow } from './next-step.ts';

function createRow(change: Partial<OwnMatchRow> = {}): OwnMatchRow {
  return {
    id: 'match',
    ladder_slug: 'tanks',
    ladder_name: 'Tanks',
    status: 'offered',
    starts_at: null,
    deadline: null,
    ended_at: null,
    challenger_entry_id: 'c',
    defender_entry_id: 'd',
    challenger_name: 'Challengers',
    challenger_href: null,
    defender_name: 'Defenders',
    defender_href: null,
    winner: null,
    challenger_score: null,
    defender_score: null,
    moves: [],
    own_side: 'challenger',
    role: 'captain',
    has_checked_in: false,
    has_reported: false,
    ...change,
  };
}

const next = (...rows: Partial<OwnMatchRow>[]) => findNextStep(rows.map(createRow), []);

describe('what a match asks of somebody', () => {
  it.each<[MatchStatus, string, string, string]>([
    ['challenged', 'wait', 'answer', 'wait'],
    ['offered', 'confirm_time', 'wait', 'wait'],
    ['countered', 'wait', 'confirm_time', 'wait'],
    ['scheduled', 'play', 'play', 'play'],
    ['checking_in', 'check_in', 'check_in', 'play'],
    ['veto', 'play', 'play', 'wait'],
    ['live', 'report', 'report', 'play'],
    ['reported', 'confirm_report', 'confirm_report', 'wait'],
    ['disputed', 'ruling', 'ruling', 'ruling'],
  ])('%s: the challenger’s captain %s, the defender’s %s, a player %s', (status, ...kinds) => {
    const ask = (own_side: 'challenger' | 'defender', role: Role) =>
      next({ status, own_side, role }).kind;
    const captains = [ask('challenger', 'captain'), ask('defender', 'captain')];
    expect([...captains, ask('challenger', 'player')]).toEqual(kinds);
    expect([ask('challenger', 'co_captain'), ask('defender', 'co_captain')]).toEqual(captains);
    expect(ask('challenger', 'substitute')).toBe(kinds[2]);
  });

  it('is done once the side has done it', () => {
    expect(next({ status: 'checking_in', has_checked_in: true }).kind).toBe('play');
    expect(next({ status: 'reported', has_reported: true }).kind).toBe('wait');
  });

  it('names one’s own team and the other', () => {
    const names = { team: 'Challengers', opponent: 'Defenders' };
    expect(next({ own_side: 'challenger' })).toMatchObject(names);
    expect(next({ own_side: 'defender' })).toMatchObject({
      team: names.opponent,
      opponent: names.team,
    });
  });
});

describe('of several matches', () => {
  const kinds: [string, Partial<OwnMatchRow>][] = [
    ['check_in', { status: 'checking_in' }],
    ['report', { status: 'live' }],
    ['confirm_report', { status: 'reported' }],
    ['answer', { status: 'challenged', own_side: 'defender' }],
    ['confirm_time', { status: 'offered' }],
    ['play', { status: 'scheduled' }],
    ['wait', { status: 'countered' }],
    ['ruling', { status: 'disputed' }],
  ];
  it.each(kinds.slice(1).map(([kind], place) => [kinds[place]?.[0], kind, place] as const))(
    '%s comes before %s, however soon that is due',
    (first, _second, place) => {
      const [urgent, other] = [kinds[place]?.[1], kinds[place + 1]?.[1]];
      const soon = { ...other, deadline: '2026-11-21T18:00:00.000Z' };
      expect(next(soon, { ...urgent }).kind).toBe(first);
      expect(next({ ...urgent }, soon).kind).toBe(first);
    },
  );

  it('the sooner comes first, and what has no date last', () => {
    const [soon, late] = ['2026-11-21T18:00:00.000Z', '2026-11-22T18:00:00.000Z'];
    const find = (...rows: Partial<OwnMatchRow>[]) => next(...rows) as { match?: { id: string } };
    const one = { id: 'one', deadline: soon };
    expect(find({ id: 'two', deadline: late }, one).match?.id).toBe('one');
    expect(find({ id: 'none' }, one).match?.id).toBe('one');
    // The deadline counts before the start.
    expect(find({ id: 'two', starts_at: soon, deadline: late }, one).match?.id).toBe('one');
    expect(find({ id: 'two', starts_at: late }, { id: 'one', starts_at: soon }).match?.id).toBe(
      'one',
    );
  });
});

describe('without a match', () => {
  const entry = (role: Role, change: Partial<OwnEntryRow> = {}): OwnEntryRow => ({
    ...{ team_slug: 'kaarna', team_name: 'Kaarna', role },
    ...{ ladder_slug: 'tanks', ladder_name: 'Tanks', rung: 3, ...change },
  });
  const none = { ladder_slug: null, ladder_name: null, rung: null };

  it.each<[string, OwnEntryRow[], string]>([
    ['a captain on a ladder', [entry('captain')], 'challenge'],
    ['a co-captain on a ladder', [entry('co_captain')], 'challenge'],
    ['a captain on none', [entry('captain', none)], 'join_ladder'],
    ['a captain of two', [entry('captain', none), entry('captain')], 'challenge'],
    ['a co-captain on none', [entry('co_captain', none)], 'wait_for_captain'],
    ['a player', [entry('player')], 'wait_for_captain'],
    ['somebody without a team', [], 'find_team'],
  ])('%s', (_who, entries, kind) => {
    expect(findNextStep([], entries).kind).toBe(kind);
  });

  it('says which team, where, and on which rung', () => {
    const led = entry('co_captain', { team_slug: 'dust', team_name: 'Dust', rung: 7 });
    expect(findNextStep([], [entry('player'), led])).toEqual({
      kind: 'challenge',
      team: { slug: 'dust', name: 'Dust' },
      ladder: { slug: 'tanks', name: 'Tanks' },
      rung: 7,
    });
  });
});
