import { expect, it } from 'vitest';
import type { Actor } from './context.ts';
import { addDuration } from './duration.ts';
import { like, limit, rows, shift } from './testing/rows.ts';
import {
  at,
  coCaptain,
  getMatch,
  notIdle,
  onMatch,
  player,
  startLive,
  stranger,
} from './testing/stations.ts';
import {
  act,
  asSystem,
  captain,
  createWorld,
  getEntry,
  join,
  schedule,
  tryCommand,
  type World,
  waitUntil,
} from './testing/world.ts';

// Random play hardly ever comes so far.
it('nobody plays for both sides, where the rules let one person stand on two entries', () => {
  const world = createWorld({ rules: { team: { oneEntryPerPerson: false } } });
  join(world, 1);
  act(world, captain(2), {
    type: 'join',
    entry_id: 'entry2',
    team_id: 'team2',
    person_id: null,
    name: 'Team 2',
    players: ['team2-a', 'team2-b', 'team1-b'],
  });
  const starts = schedule(world, 2, 1);
  waitUntil(world, starts);
  const checkIn = (team: number, players: string[]) =>
    tryCommand(world, captain(team), { type: 'check_in', match_id: 'match', players });
  expect(checkIn(1, ['team1-a', 'team1-b'])).toBeNull();
  expect(checkIn(2, ['team2-a', 'team1-b'])).toEqual({
    code: 'same_people_on_both_sides',
    params: { people: ['team1-b'] },
    field: 'players',
  });
  expect(checkIn(2, ['team2-a', 'team2-b'])).toBeNull();
});

/** Scheduled for noon of the third, so many minutes from the opening of the check-in at half past eleven. */
function startScheduled(rules: object = {}): World {
  const world = createWorld({ rules: { ...notIdle, ...rules } });
  join(world, 4);
  schedule(world, 4, 2);
  return world;
}

const opens = '2026-03-03T11:30:00.000Z';
const matchStart = '2026-03-03T12:00:00.000Z';
const closes = '2026-03-03T12:10:00.000Z';
const checkIn = (
  world: World,
  {
    actor = captain(4),
    players = ['team4-a', 'team4-b'],
  }: { actor?: Actor; players?: string[] } = {},
) => ({ world, actor, command: { type: 'check_in', ...onMatch, players } as const });
const open = (rules: object = {}) => at(startScheduled(rules), opens);

function startOneIn(instant = opens): World {
  const world = at(startScheduled(), instant);
  act(world, captain(2), { type: 'check_in', ...onMatch, players: ['team2-a', 'team2-b'] });
  return world;
}

limit(
  'a check-in opens half an hour before the match',
  (away) => checkIn(at(startScheduled(), shift(opens, away))),
  {
    before: { code: 'too_early', params: { from: opens } },
    at: [
      {
        type: 'checked_in',
        data: {
          by: 'challenger',
          players: ['team4-a', 'team4-b'],
          deadline: closes,
          salt: '00000000000000000000000000000001',
        },
      },
    ],
    after: ['checked_in'],
  },
);

limit('the clock opens it', (away) => ({ world: startScheduled(), until: shift(opens, away) }), {
  before: [],
  at: [{ type: 'check_in_opened', at: opens, data: { deadline: closes } }],
  after: ['check_in_opened'],
});

limit(
  'a check-in closes ten minutes after the hour',
  (away) => ({
    ...checkIn(startOneIn()),
    world: at(startOneIn(), shift(closes, away)),
    isLate: true,
  }),
  {
    before: ['checked_in', 'match_started'],
    at: { code: 'deadline_passed', params: { at: closes } },
    after: 'deadline_passed',
  },
);

limit(
  'who is not there by then has forfeited',
  (away) => ({ world: startOneIn(), until: shift(closes, away) }),
  {
    before: [],
    at: [
      {
        type: 'match_forfeited',
        at: closes,
        data: like({ winner: 'defender', reason: 'no_show', rule: 'checkIn.closes' }),
      },
    ],
    after: ['match_forfeited'],
  },
);

limit(
  'where both are missing the match is void, with a strike each',
  (away) => ({ world: at(startScheduled(), opens), until: shift(closes, away) }),
  {
    before: ['check_in_opened'],
    at: [
      'check_in_opened',
      { type: 'match_voided', data: like({ reason: 'both_absent', rule: 'checkIn.closes' }) },
      {
        type: 'strike_given',
        match_id: 'match',
        data: like({ entry_id: 'entry4', reason: 'no_show', rule: 'checkIn.closes' }),
      },
      { type: 'strike_given', data: like({ entry_id: 'entry2', reason: 'no_show' }) },
    ],
    after: ['check_in_opened', 'match_voided', 'strike_given', 'strike_given'],
  },
);

limit(
  'where both are there it begins at its hour',
  (away) => {
    const world = startOneIn();
    act(world, captain(4), { type: 'check_in', ...onMatch, players: ['team4-a', 'team4-b'] });
    return { world, until: shift(matchStart, away) };
  },
  {
    before: [],
    at: [{ type: 'match_started', at: matchStart, data: { deadline: '2026-03-04T12:00:00.000Z' } }],
    after: ['match_started'],
  },
);

limit(
  'the second to come begins it when the hour has struck',
  (away) => checkIn(startOneIn(shift(matchStart, away))),
  {
    before: [{ type: 'checked_in', data: like({ deadline: matchStart }) }],
    at: [{ type: 'checked_in', data: like({ deadline: matchStart }) }, 'match_started'],
    after: [
      { type: 'checked_in', data: like({ deadline: shift(matchStart, 1) }) },
      'match_started',
    ],
  },
);

/** Both have checked in half an hour before the match, at which maps are chosen by some steps. */
const checkInUnder = (veto: string[]) => {
  const maps = { pool: ['One', 'Two'], count: 1, choice: 'veto', veto };
  const world = open({ maps });
  act(world, captain(2), { type: 'check_in', ...onMatch, players: ['team2-a', 'team2-b'] });
  return checkIn(world);
};
rows('when both are there and maps are chosen', checkInUnder, {
  'the first turn begins, for a minute': [
    ['ban', 'decider'],
    ['checked_in', { type: 'veto_started', data: { deadline: '2026-03-03T11:31:00.000Z' } }],
  ],
  'what belongs to nobody is drawn at once': [
    ['decider'],
    [
      'checked_in',
      'veto_started',
      { type: 'veto_turn_taken', data: like({ by: 'draw', deadline: matchStart }) },
    ],
  ],
});

rows('a side checks in', (actor: Actor) => checkIn(open(), { actor }), {
  'by its captain': [captain(4), ['checked_in']],
  'by its co-captain': [coCaptain(4), ['checked_in']],
  'by no player': [player(4), 'not_captain'],
  'by no stranger': [stranger, 'not_captain'],
});

rows('a check-in is taken', (from: () => World) => checkIn(from()), {
  'when the window is open': [open, ['checked_in']],
  once: [
    () => {
      const world = open();
      act(world, captain(4), { type: 'check_in', ...onMatch, players: ['team4-a', 'team4-b'] });
      return world;
    },
    { code: 'already_checked_in', params: {} },
  ],
  'not when the match is played': [
    startLive,
    { code: 'match_not_open', params: { status: 'live' } },
  ],
});

limit(
  'a lineup has as many as the rules field',
  (away) => checkIn(open(), { players: ['team4-a', 'team4-b', 'team4-c'].slice(0, 2 + away) }),
  {
    before: { code: 'lineup_wrong_size', params: { has: 1, needs: 2 }, field: 'players' },
    at: ['checked_in'],
    after: { code: 'lineup_wrong_size', params: { has: 3, needs: 2 }, field: 'players' },
  },
);

rows('a lineup', (players: string[]) => checkIn(open(), { players }), {
  'is of the roster': [['team4-c', 'team4-d'], ['checked_in']],
  'counts nobody twice': [
    ['team4-a', 'team4-a'],
    { code: 'lineup_wrong_size', params: { has: 1, needs: 2 }, field: 'players' },
  ],
  'has nobody from elsewhere': [
    ['team4-a', 'team2-b'],
    { code: 'not_on_roster', params: { people: ['team2-b'] }, field: 'players' },
  ],
});

limit(
  'who is new plays three days after',
  (away) => {
    const world = createWorld();
    join(world, 4);
    asSystem(world, { type: 'release_player', team_id: 'team4', person_id: 'team4-d' });
    const start = schedule(world, 4, 2);
    const admitted = shift(addDuration(start, 'PT0S'), -72 * 3_600_000 - away);
    const entry = world.state.entries.entry4;
    if (!entry) {
      throw new Error('no entry');
    }
    const eligible_from = addDuration(admitted, 'PT72H');
    world.state.entries.entry4 = {
      ...entry,
      players: [...entry.players, { person_id: 'new', eligible_from }],
    };
    return checkIn(at(world, start), { players: ['team4-a', 'new'] });
  },
  {
    before: {
      code: 'transfer_too_recent',
      params: { people: ['new'], from: shift(matchStart, 1) },
      field: 'players',
    },
    at: ['checked_in'],
    after: ['checked_in'],
  },
);

/** One of team 4's people has been admitted for an instant. */
function admit(world: World, eligible_from: string): World {
  const entry = getEntry(world, 'entry4');
  const players = [...entry.players.slice(0, 1), { person_id: 'new', eligible_from }];
  world.state = {
    ...world.state,
    entries: { ...world.state.entries, entry4: { ...entry, players } },
  };
  return world;
}

rows(
  'who is new',
  (from: string) => checkIn(admit(open(), from), { players: ['team4-a', 'new'] }),
  {
    'plays from the hour of the match, whenever the side checks in': [matchStart, ['checked_in']],
    'does not play before': [shift(matchStart, 1), 'transfer_too_recent'],
  },
);

it('the last of those who are new says from when', () => {
  const world = open();
  const entry = world.state.entries.entry4;
  if (!entry) {
    throw new Error('no entry');
  }
  const players = ['2026-03-05', '2026-03-07', '2026-03-06'].map((day, index) => ({
    person_id: `new${index}`,
    eligible_from: `${day}T12:00:00.000Z`,
  }));
  world.state.entries.entry4 = { ...entry, players };
  const lineup = (people: string[]) =>
    tryCommand(world, captain(4), { type: 'check_in', ...onMatch, players: people });
  expect(lineup(['new1', 'new2'])).toMatchObject({
    params: { people: ['new1', 'new2'], from: '2026-03-07T12:00:00.000Z' },
  });
  expect(lineup(['new2', 'new1'])).toMatchObject({
    params: { from: '2026-03-07T12:00:00.000Z' },
  });
});

rows(
  'who is suspended',
  ({ person, kind }: { person: string; kind: 'suspension' | 'ban' | 'mute' }) => {
    const world = open();
    world.facts = { sanctions: { [person]: [{ kind, until: closes }] } };
    return checkIn(world);
  },
  {
    'does not play': [
      { person: 'team4-b', kind: 'suspension' },
      {
        code: 'player_suspended',
        params: { people: ['team4-b'], until: closes },
        field: 'players',
      },
    ],
    'nor who is banned': [{ person: 'team4-b', kind: 'ban' }, 'player_suspended'],
    'but who may not talk plays': [{ person: 'team4-b', kind: 'mute' }, ['checked_in']],
    'and is no matter where another plays': [
      { person: 'team4-c', kind: 'suspension' },
      ['checked_in'],
    ],
  },
);

rows(
  'a player',
  (linked: Record<string, string[]>) => {
    const world = open({ team: { identityRequired: null } });
    const { season } = world.state;
    if (!season) {
      throw new Error('no season');
    }
    const team = { ...season.rules.team, identityRequired: 'steam' };
    world.state = { ...world.state, season: { ...season, rules: { ...season.rules, team } } };
    world.facts = { identities: linked };
    return checkIn(world);
  },
  {
    'has the identity that the rules ask for': [
      { 'team4-a': ['steam'], 'team4-b': ['ea', 'steam'] },
      ['checked_in'],
    ],
    'does not play with another': [
      { 'team4-a': ['steam'], 'team4-b': ['ea'] },
      {
        code: 'identity_missing',
        params: { people: ['team4-b'], identity: 'steam' },
        field: 'players',
      },
    ],
    'does not play with none': [
      {},
      {
        code: 'identity_missing',
        params: { people: ['team4-a', 'team4-b'], identity: 'steam' },
        field: 'players',
      },
    ],
  },
);

it('a lineup stays what it was when somebody leaves', () => {
  const world = open();
  act(world, captain(4), { type: 'check_in', ...onMatch, players: ['team4-a', 'team4-b'] });
  asSystem(world, { type: 'release_player', team_id: 'team4', person_id: 'team4-b' });
  expect(getMatch(world).check_ins.challenger).toEqual({
    at: opens,
    person_id: 'team4-a',
    players: ['team4-a', 'team4-b'],
  });
});
