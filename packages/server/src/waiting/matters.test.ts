import { createDefaultRules, type Match, type Role, type Side } from '@muster/league';
import { describe, expect, it } from 'vitest';
import { createMatchState } from '../testing/match-state.ts';
import { toMatters } from './matters.ts';
import type { WaitingMatchRow, WaitingRow } from './query.ts';

const now = '2026-11-21T18:00:00.000Z';
const later = '2026-11-23T18:00:00.000Z';

const none: WaitingRow = {
  matches: [],
  invitations: [],
  requests: [],
  answers: [],
  ending: [],
  identities: [],
  scrims: [],
  cases: [],
  reports: [],
  runs: [],
};

const person = 'ann';
const stood = (team_id: string) => ({ team_id, person_id: null, players: [] });
const entries = { c: stood('challengers'), d: stood('defenders') };
const asker = (roles: Record<string, Role>): WaitingMatchRow['asker'] => ({
  ...{ is_site_admin: false, is_ladder_admin: false, sanctions: [], roles },
});
const suspension = { person_id: person, kind: 'suspension', until: later } as const;

/** A match of somebody's who stands on one side alone, by default its challenger's captain. */
function createRow(
  change: Partial<WaitingMatchRow> = {},
  state: Partial<Match> = {},
): WaitingMatchRow {
  const { role = 'captain', own_side = 'challenger' } = change;
  return {
    id: 'match',
    ladder_slug: 'tanks',
    ladder_name: 'Tanks',
    status: state.status ?? 'offered',
    starts_at: null,
    deadline: later,
    ended_at: null,
    challenger_entry_id: 'c',
    defender_entry_id: 'd',
    challenger_name: 'Challengers',
    challenger_href: null,
    challenger_logo: null,
    challenger_is_team: true,
    defender_name: 'Defenders',
    defender_href: null,
    defender_logo: null,
    defender_is_team: true,
    winner: null,
    challenger_score: null,
    defender_score: null,
    moves: [],
    own_side: 'challenger',
    role: 'captain',
    team_slug: 'challengers',
    state: createMatchState({ deadline: later, ...state }),
    rules: createDefaultRules(),
    season_end: '2027-06-01T00:00:00+00:00',
    format: 'rung',
    dispute: null,
    appeal: null,
    may_play: true,
    asker: asker({ [`${own_side}s`]: role }),
    entries,
    ...change,
  };
}

const time = (starts_at: string): Match['time'] => ({
  starts_at,
  zone: 'UTC',
  by: 'agreement',
  reason: null,
});
const ask = (...matches: WaitingMatchRow[]) => toMatters({ ...none, matches }, person, now);
const kinds = (...matches: WaitingMatchRow[]) => ask(...matches).map(({ kind }) => kind);

describe('a match', () => {
  it.each<[Role, string[]]>([
    ['captain', ['choose_time']],
    ['co_captain', ['choose_time']],
    ['player', []],
    ['substitute', []],
  ])('asks a %s: %j', (role, expected) => {
    expect(kinds(createRow({ role }))).toEqual(expected);
  });

  it.each<[string, Partial<WaitingMatchRow>, string[]]>([
    ['a captain', { role: 'captain' }, ['play']],
    ['a player who may play', { role: 'player' }, ['play']],
    ['a player who may not yet', { role: 'player', may_play: false }, []],
    // They answer for the team, whoever plays.
    ['a captain who does not play', { role: 'captain', may_play: false }, ['play']],
  ])('with an hour is told %s', (_who, change, expected) => {
    expect(kinds(createRow(change, { status: 'scheduled', time: time(later) }))).toEqual(expected);
  });

  it('asks nothing of somebody who is suspended', () => {
    const held = { asker: { ...asker({ challengers: 'captain' }), sanctions: [suspension] } };
    expect(kinds(createRow(held))).toEqual([]);
    expect(kinds(createRow(held, { status: 'live' }))).toEqual(['play']);
  });

  it.each<[string, Partial<WaitingMatchRow>, string[][]]>([
    ['on one side alone', {}, [['choose_time'], ['report']]],
    [
      'on the other roster too',
      { asker: asker({ challengers: 'captain', defenders: 'substitute' }) },
      [[], ['play']],
    ],
    [
      'on it too, and plays for neither',
      { asker: asker({ challengers: 'captain', defenders: 'substitute' }), may_play: false },
      [[], []],
    ],
    [
      'who leads both',
      { asker: asker({ challengers: 'co_captain', defenders: 'captain' }) },
      [[], ['play']],
    ],
    [
      'who may play for the other side',
      { entries: { ...entries, d: { ...entries.d, players: [{ person_id: person }] } } },
      [[], ['play']],
    ],
    [
      'who is the other side',
      { entries: { ...entries, d: { ...entries.d, team_id: null, person_id: person } } },
      [[], ['play']],
    ],
    [
      'while others are the other side',
      {
        entries: {
          ...entries,
          d: { team_id: null, person_id: 'bo', players: [{ person_id: 'bo' }] },
        },
      },
      [['choose_time'], ['report']],
    ],
    [
      'alone',
      { entries: { ...entries, c: { ...entries.c, team_id: null, person_id: person } } },
      [['choose_time'], ['report']],
    ],
    [
      'on another team of neither side',
      { asker: asker({ challengers: 'captain', mud: 'player' }) },
      [['choose_time'], ['report']],
    ],
  ])('asks a captain only what the rules let them do: %s', (_name, change, expected) => {
    const seen = [createRow(change), createRow(change, { status: 'live' })].map((row) =>
      kinds(row),
    );
    expect(seen).toEqual(expected);
  });

  it('of which nothing is asked waits for the other side, or for a ruling', () => {
    expect(ask(createRow({ own_side: 'defender' }))).toMatchObject([
      { kind: 'wait', weight: 'news', until: later, otherwise: null },
    ]);
    const dispute = {
      status: 'open',
      statements: [{ by: 'challenger' }],
      statements_until: later,
      ruling_aimed_at: later,
    } as unknown as WaitingMatchRow['dispute'];
    expect(ask(createRow({ dispute }, { status: 'disputed' }))).toMatchObject([
      { kind: 'ruling', weight: 'news', until: later },
    ]);
  });

  it.each<[string, Partial<Match>, string | null]>([
    ['to be played', { status: 'scheduled', time: time(later) }, later],
    ['given up', { status: 'scheduled', forfeit: { effective_at: now } as Match['forfeit'] }, now],
  ])('%s says when', (_name, state, until) => {
    expect(ask(createRow({}, state))[0]?.until).toBe(until);
  });

  it('that is over is no matter, but a mended score is', () => {
    expect(kinds(createRow({}, { status: 'completed' }))).toEqual([]);
    const mended: Partial<Match> = {
      status: 'completed',
      result: { at: now } as Match['result'],
      correction: { asked_by: 'defender', asked_at: now, scores: [] },
    };
    expect(kinds(createRow({}, mended))).toEqual(['agree_correction']);
  });

  it('names one’s own team and the other', () => {
    const names = (own_side: Side) => ask(createRow({ own_side, team_slug: 'own' }))[0];
    const own = { team: 'Challengers', opponent: 'Defenders', team_slug: 'own' };
    expect(names('challenger')).toMatchObject(own);
    expect(names('defender')).toMatchObject({ team: 'Defenders', opponent: 'Challengers' });
  });

  it('of both one’s teams asks for neither, and is told once, as of one for which they may play', () => {
    const both = { asker: asker({ challengers: 'captain', defenders: 'player' }) };
    const see = (state: Partial<Match>, forOther: boolean, forLed: boolean) => {
      const other = { ...both, role: 'player', own_side: 'defender', may_play: forOther } as const;
      const rows = [createRow(other, state), createRow({ ...both, may_play: forLed }, state)];
      return [rows, rows.toReversed()].map((given) =>
        ask(...given).map((one) => `${one.kind} ${'team' in one && one.team}`),
      );
    };
    const hour = { status: 'scheduled', time: time(later) } as const;
    expect(see({}, true, true)).toEqual([[], []]);
    expect(see(hour, false, true)).toEqual([['play Challengers'], ['play Challengers']]);
    expect(see(hour, true, false)).toEqual([['play Defenders'], ['play Defenders']]);
    expect(see(hour, true, true)).toEqual([['play Defenders'], ['play Challengers']]);
    expect(see(hour, false, false)).toEqual([[], []]);
  });
});

it('a match in eight minutes comes before a time to confirm by Monday', () => {
  const soon = '2026-11-21T18:08:00.000Z';
  const rows = [
    createRow({ id: 'monday' }),
    createRow({ id: 'soon' }, { status: 'scheduled', time: time(soon) }),
  ];
  expect(ask(...rows)).toMatchObject([
    { kind: 'play', match: { id: 'soon' } },
    { kind: 'choose_time', match: { id: 'monday' } },
  ]);
});

it('a veto turn of tonight stands behind another match in eight minutes, and before it once its turn ends first', () => {
  const soon = '2026-11-21T18:08:00.000Z';
  const rules = createDefaultRules();
  const veto = createRow(
    {
      id: 'veto',
      own_side: 'defender',
      rules: {
        ...rules,
        maps: {
          ...rules.maps,
          pool: ['Ash', 'Birch', 'Cedar'],
          count: 1,
          choice: 'veto',
          veto: ['ban', 'ban', 'pick'],
        },
      },
    },
    { status: 'veto', time: time(now), deadline: '2026-11-21T21:00:00.000Z' },
  );
  const match = createRow({ id: 'soon' }, { status: 'scheduled', time: time(soon) });
  const order = (deadline: string) =>
    ask(match, { ...veto, state: { ...veto.state, deadline } }).map(({ kind }) => kind);
  expect(order('2026-11-21T21:00:00.000Z')).toEqual(['play', 'veto']);
  expect(order('2026-11-21T18:08:00.001Z')).toEqual(['play', 'veto']);
  expect(order('2026-11-21T18:07:59.999Z')).toEqual(['veto', 'play']);
});

it('everything else that waits is there as well', () => {
  const team = { slug: 'dust', name: 'Dust' };
  const ladder = { slug: 'tanks', name: 'Tanks' };
  const match = { id: 'm', challenger: 'Dust', defender: 'Mud' };
  const matters = toMatters(
    {
      ...none,
      invitations: [{ team, by: 'Ada', expires_at: later }],
      requests: [{ team, who: 'Bo' }],
      answers: [{ who: 'Cy', until: '2026-11-22T18:00:00Z' }],
      ending: [{ until: '2026-11-22T19:00:00Z' }],
      identities: [{ identity: 'steam', ladder: { slug: 'tanks', name: 'Tanks' } }],
      cases: [
        { kind: 'dispute', id: 'd', ladder, match, who: null, until: '2026-11-22T20:00:00Z' },
        { kind: 'appeal', id: 'a', ladder, match, who: null, until: null },
        {
          kind: 'case_appeal',
          id: 'p',
          ladder: null,
          match: null,
          who: null,
          until: '2026-11-22T21:00:00Z',
        },
        {
          kind: 'sanction_appeal',
          id: 's',
          ladder: null,
          match: null,
          who: 'Eve',
          until: '2026-11-22T22:00:00Z',
        },
      ],
      reports: [{ count: 2, cases: ['c', 'e'], ladders: [] }],
      runs: [{ ladder, count: 3 }],
      scrims: [{ id: 'scrim', team_slug: 'dust', team: 'Dust', opponent: 'Mud', until: later }],
    },
    person,
    now,
  );
  expect(matters.map(({ kind, weight, until }) => [kind, weight, until])).toEqual([
    ['notice_answered', 'act', '2026-11-22T18:00:00.000Z'],
    ['notice_ends', 'act', '2026-11-22T19:00:00.000Z'],
    ['rule', 'act', '2026-11-22T20:00:00.000Z'],
    ['judge_appeal', 'act', '2026-11-22T21:00:00.000Z'],
    ['judge_sanction', 'act', '2026-11-22T22:00:00.000Z'],
    ['invitation', 'act', later],
    ['join_request', 'act', null],
    ['identity', 'act', null],
    ['decide_appeal', 'act', null],
    ['judge_case', 'act', null],
    ['runs', 'act', null],
    ['scrim', 'date', later],
  ]);
});
