import { describe, expect, it } from 'vitest';
import { emptyLadder, replayLadder } from './apply.ts';
import type { Actor } from './context.ts';
import { addDuration } from './duration.ts';
import { createDefaultRules } from './rules-schema.ts';
import { close, planNext, startDrivers, startLadder } from './testing/ladders.ts';
import { like, limit, rows, type Said, shift } from './testing/rows.ts';
import {
  player,
  rule,
  startAppealed,
  startDisputed,
  startLive,
  startResultDisputed,
} from './testing/stations.ts';
import {
  act,
  asPerson,
  asSystem,
  captain,
  challenge,
  createWorld,
  getEntry,
  goLive,
  join,
  judge,
  noon,
  owner,
  people,
  rungs,
  scores,
  start,
  statusOf,
  text,
  tryCommand,
  type World,
  wait,
  worldStart,
} from './testing/world.ts';

describe('outages, seasons and admins', () => {
  it('an outage forfeits nobody', () => {
    const world = start();
    challenge(world, 4, 2);
    const before = world.state.matches.match?.deadline ?? '';
    world.now = addDuration(before, 'PT6H');
    const from = addDuration(before, 'PT0S').replace('T12:00:00.000Z', 'T11:50:00.000Z');
    const { now } = world;
    world.now = from;
    asSystem(world, { type: 'extend_deadlines', from, until: now });
    expect(world.state.matches.match?.deadline).toBe(addDuration(before, 'PT6H10M'));
  });

  it('a season closes when nothing is open, and the next one begins in its order', () => {
    const world = start(4);
    challenge(world, 3, 2);
    expect(
      tryCommand(world, owner, { type: 'close_season', void_open: false, reason: null }),
    ).toMatchObject({ code: 'open_match' });
    act(world, owner, { type: 'close_season', void_open: true, reason: text('end') });
    act(world, judge, { type: 'edit_rules', rules: { team: { size: 3 } } });
    act(world, owner, {
      type: 'plan_season',
      season_id: 's2',
      name: 'Two',
      starts_at: world.now,
      ends_at: addDuration(world.now, 'P90D'),
    });
    expect(world.state.season?.rules.team.size).toBe(3);
    for (const team of [9, 3, 1]) {
      act(world, captain(team), {
        type: 'join',
        entry_id: `new${team}`,
        team_id: `team${team}`,
        person_id: null,
        name: `Team ${team}`,
        players: people(team),
      });
    }
    expect(rungs(world)).toEqual(['new1', 'new3', 'new9']);
    act(world, owner, { type: 'open_season' });
    act(world, captain(2), {
      type: 'join',
      entry_id: 'new2',
      team_id: 'team2',
      person_id: null,
      name: 'Team 2',
      players: people(2),
    });
    expect(rungs(world)).toEqual(['new1', 'new3', 'new9', 'new2']);
    expect(replayLadder(world.events)).toEqual(world.state);
  });

  it('an admin never judges a match in which they play', () => {
    const world = start();
    goLive(world, 4, 2);
    act(world, captain(4), { type: 'report', match_id: 'match', scores: scores(2, 0) });
    act(world, captain(2), {
      type: 'dispute',
      match_id: 'match',
      dispute_id: 'd',
      statement: text('s'),
    });
    const playing = asPerson('team4-c', { team4: 'player' }, { is_ladder_admin: true });
    const command = {
      type: 'rule',
      match_id: 'match',
      outcome: { kind: 'upheld' },
      rule: 'report',
      reason: text('r'),
    } as const;
    expect(tryCommand(world, playing, command)).toMatchObject({ code: 'own_match' });
    expect(
      tryCommand(world, judge, {
        ...command,
        outcome: { kind: 'replay', times: [noon(world, 4), noon(world, 5), noon(world, 6)] },
      }),
    ).toBeNull();
    expect(statusOf(world)).toBe('offered');
    wait(world, 'PT49H');
    expect(world.state.matches.match?.time).toMatchObject({
      by: 'ruling',
      reason: { kind: 'named_by_ruling' },
    });
  });

  it('an appeal is decided by a site admin who did not give the ruling', () => {
    const world = start();
    const both = asPerson('both', {}, { is_ladder_admin: true, is_site_admin: true });
    goLive(world, 4, 2);
    act(world, captain(4), { type: 'report', match_id: 'match', scores: scores(2, 0) });
    act(world, captain(2), {
      type: 'dispute',
      match_id: 'match',
      dispute_id: 'd',
      statement: text('s'),
    });
    act(world, both, {
      type: 'rule',
      match_id: 'match',
      outcome: { kind: 'upheld' },
      rule: 'report',
      reason: text('r'),
    });
    act(world, captain(2), {
      type: 'appeal',
      match_id: 'match',
      appeal_id: 'a',
      statement: text('a'),
    });
    const decide = {
      type: 'decide_appeal',
      match_id: 'match',
      outcome: { kind: 'upheld' },
      rule: 'report',
      reason: text('r'),
    } as const;
    expect(tryCommand(world, both, decide)).toMatchObject({ code: 'own_match' });
    expect(tryCommand(world, owner, decide)).toBeNull();
    expect(
      tryCommand(world, captain(2), {
        type: 'appeal',
        match_id: 'match',
        appeal_id: 'b',
        statement: text('a'),
      }),
    ).toMatchObject({ code: 'appeal_used' });
  });
});

describe('an admin’s rests', () => {
  it('lets an entry rest beyond its own limits, with a reason, and calls it off', () => {
    const world = createWorld();
    join(world, 4);
    const rest = { entry_id: 'entry3', rest_id: 'rest', from: world.now, days: 20 };
    const command = { type: 'set_rest', ...rest, reason: text('exams') } as const;
    expect(tryCommand(world, captain(3), command)).toMatchObject({ code: 'not_admin' });
    expect(tryCommand(world, judge, { ...command, days: 61 })).toMatchObject({
      code: 'rest_too_long',
    });
    act(world, judge, command);
    expect(getEntry(world, 'entry3').rests[0]).toMatchObject({ status: 'running', days: 20 });
    expect(world.events.at(-2)).toMatchObject({ actor_id: 'judge', data: { text: text('exams') } });
    const own = { ...rest, type: 'announce_rest', rest_id: 'own', days: 2 } as const;
    expect(tryCommand(world, captain(3), own)).toMatchObject({
      code: 'rest_days_used',
      params: { left: 0 },
    });
    const cancel = { type: 'cancel_rest', entry_id: 'entry3', rest_id: 'rest' } as const;
    act(world, judge, { ...cancel, reason: text('back') });
    expect(getEntry(world, 'entry3').rests[0]).toMatchObject({ status: 'over' });
    expect(tryCommand(world, judge, { ...cancel, reason: text('again') })).toMatchObject({
      code: 'not_found',
    });
  });
});

const notAdmin: Said = { code: 'not_admin', params: {} };
const bothOffices = { ...judge, is_site_admin: true };

/** Nothing is there yet. */
const startEmpty = (): World => ({
  state: emptyLadder,
  events: [],
  now: worldStart,
  ids: 0,
  facts: {},
});

const create = (other: object = {}, world = startEmpty(), actor: Actor = owner) => ({
  world,
  actor,
  command: {
    type: 'create_ladder' as const,
    ladder_id: 'ladder',
    name: 'Tanks',
    game: 'game',
    format: 'rung' as const,
    zone: 'Europe/Berlin',
    is_test: false,
    ...other,
  },
});
const name: Said = { code: 'name_invalid', params: { minimum: 1, maximum: 80 }, field: 'name' };

rows('a ladder is made', ({ other, world, actor }: Creation) => create(other, world?.(), actor), {
  'with its settings, the name without the blanks around it': [
    { other: { name: ' Tanks ' } },
    [
      {
        type: 'ladder_created',
        ladder_id: 'ladder',
        data: {
          ladder_id: 'ladder',
          name: 'Tanks',
          game: 'game',
          format: 'rung',
          zone: 'Europe/Berlin',
          is_test: false,
        },
      },
    ],
  ],
  'with a name': [{ other: { name: '  ' } }, name],
  'in a zone that there is': [
    { other: { zone: 'Mars/Olympus' } },
    { code: 'zone_unknown', params: { zone: 'Mars/Olympus' }, field: 'zone' },
  ],
  once: [
    { world: createWorld },
    { code: 'already_exists', params: { what: 'ladder', id: 'ladder' } },
  ],
  'by a site admin': [{ actor: judge }, notAdmin],
});

interface Creation {
  other?: object;
  world?: () => World;
  actor?: Actor;
}

limit('a name has 80 letters at most', (more) => create({ name: 'x'.repeat(80 + more) }), {
  before: ['ladder_created'],
  at: ['ladder_created'],
  after: name,
});
rows(
  'the blanks around a name',
  (blanks: string) => create({ name: `${blanks}${'x'.repeat(80)}${blanks}` }),
  {
    'are none of its letters, and not kept': [
      '  ',
      [{ type: 'ladder_created', data: like({ name: 'x'.repeat(80) }) }],
    ],
  },
);
limit('a name has a letter at least', (more) => create({ name: 'x'.repeat(1 + more) }), {
  before: name,
  at: ['ladder_created'],
  after: ['ladder_created'],
});

const edit = (other: object, world: World, actor: Actor) => ({
  world,
  actor,
  command: { type: 'edit_ladder' as const, name: 'Planes', zone: 'Europe/Paris', ...other },
});
rows(
  'a ladder is edited',
  ({ other = {}, world = createWorld, actor = owner }: Creation) => edit(other, world(), actor),
  {
    'by name and zone': [
      { other: { name: ' Planes ' } },
      [{ type: 'ladder_edited', data: { name: 'Planes', zone: 'Europe/Paris' } }],
    ],
    'with a name': [{ other: { name: '' } }, name],
    'in a zone that there is': [{ other: { zone: '+02:00' } }, 'zone_unknown'],
    'where there is one': [
      { world: startEmpty },
      { code: 'not_found', params: { what: 'ladder', id: '' } },
    ],
    'by a site admin': [{ actor: judge }, notAdmin],
  },
);

const editRules = (rules: unknown, world: World, actor: Actor) => ({
  world,
  actor,
  command: { type: 'edit_rules' as const, rules },
});
interface Editing {
  rules?: unknown;
  world?: () => World;
  actor?: Actor;
}
const versioned = (rules_version: number): Said => [
  { type: 'rules_edited', data: like({ rules_version }) },
];
rows(
  'rules are edited',
  ({ rules = {}, world = createWorld, actor = judge }: Editing) => editRules(rules, world(), actor),
  {
    'for the season after this one': [
      { rules: { team: { size: 3 } } },
      [
        {
          type: 'rules_edited',
          data: {
            rules: { ...createDefaultRules(), team: { ...createDefaultRules().team, size: 3 } },
            rules_version: 2,
          },
        },
      ],
    ],
    'again before it begins': [{ world: () => editTwice() }, versioned(4)],
    'before the first season': [{ world: () => startUnplanned() }, versioned(1)],
    'by a site admin as well': [{ actor: owner }, versioned(2)],
    'not by a player': [{ actor: player(4) }, notAdmin],
    'within their limits': [
      { rules: { team: { size: 65 } } },
      {
        code: 'rules_invalid',
        params: { path: 'team.size', minimum: '1', maximum: '64' },
        field: 'team.size',
      },
    ],
    'where there is a ladder': [
      { world: startEmpty, actor: bothOffices },
      { code: 'not_found', params: { what: 'ladder', id: '' } },
    ],
  },
);

function editTwice(): World {
  const world = createWorld();
  for (const size of [3, 4]) {
    act(world, judge, { type: 'edit_rules', rules: { team: { size } } });
  }
  return world;
}

/** Rules as they were before reports that differ had a time. */
function startOlder(): World {
  const world = close(createWorld());
  const { report, idle, ...others } = createDefaultRules();
  const { differ: _differ, ...older } = report;
  const rules = { ...others, idle: { ...idle, dropRungs: 2 }, report: older };
  world.state = { ...world.state, next_rules: { rules, version: 7 } };
  return world;
}

function startUnplanned(): World {
  const world = startEmpty();
  act(world, owner, create().command);
  return world;
}

function planJoined(): World {
  const world = planNext(close(createWorld()));
  join(world, 1);
  return world;
}

const inAWeek = '2026-03-08T12:00:00.000Z';
const plan = (other: object, world: World, actor: Actor = owner) => ({
  world,
  actor,
  command: {
    type: 'plan_season' as const,
    season_id: 'next',
    name: 'Spring',
    starts_at: inAWeek,
    ends_at: '2026-05-01T12:00:00.000Z',
    ...other,
  },
});
const planned: Said = ['season_planned'];
const closed = () => close(createWorld({ rules: { team: { size: 5 } } }));
const toField = (field: string): Said => ({ code: 'field_invalid', params: { field }, field });

rows(
  'a season is planned',
  ({ other = {}, world = closed, actor }: Creation) => plan(other, world(), actor),
  {
    'with the rules of the last one': [
      { other: { name: ' Spring ' } },
      [
        {
          type: 'season_planned',
          data: {
            season_id: 'next',
            name: 'Spring',
            starts_at: inAWeek,
            ends_at: '2026-05-01T12:00:00.000Z',
            rules: { ...createDefaultRules(), team: { ...createDefaultRules().team, size: 5 } },
            rules_version: 1,
          },
        },
      ],
    ],
    'with those edited since': [
      { world: () => close(editTwice()) },
      [{ type: 'season_planned', data: like({ rules_version: 3 }) }],
    ],
    'with the usual value of a rule that was not there before': [
      { world: startOlder },
      [
        {
          type: 'season_planned',
          data: like({
            rules: {
              ...createDefaultRules(),
              idle: { ...createDefaultRules().idle, dropRungs: 2 },
            },
            rules_version: 7,
          }),
        },
      ],
    ],
    'with the usual ones where there are none': [
      { world: startUnplanned },
      [{ type: 'season_planned', data: like({ rules: createDefaultRules(), rules_version: 1 }) }],
    ],
    'with a name': [{ other: { name: '' } }, name],
    'from an instant': [{ other: { starts_at: 'soon' } }, toField('starts_at')],
    'to an instant': [{ other: { ends_at: 'late' } }, toField('ends_at')],
    'after the last one was closed': [
      { world: createWorld },
      { code: 'season_running', params: {} },
    ],
    'anew until somebody has joined, and stays the season that it is': [
      { world: () => planNext(closed()), other: { season_id: 'another' } },
      [{ type: 'season_planned', data: like({ season_id: 'next', name: 'Spring' }) }],
    ],
    'once, where somebody has joined': [
      { world: planJoined },
      { code: 'season_running', params: {} },
    ],
    'where there is a ladder': [{ world: startEmpty }, 'not_found'],
    'by a site admin': [{ actor: judge }, notAdmin],
  },
);

limit(
  'a season ends after its beginning',
  (away) => plan({ ends_at: shift(inAWeek, away) }, closed()),
  {
    before: toField('ends_at'),
    at: toField('ends_at'),
    after: planned,
  },
);
limit(
  'a season ends after now',
  (away) =>
    plan({ starts_at: '2026-01-01T00:00:00.000Z', ends_at: shift(worldStart, away) }, closed()),
  { before: toField('ends_at'), at: toField('ends_at'), after: planned },
);

rows(
  'a season is opened',
  ({ world, actor = owner }: { world: () => World; actor?: Actor }) => ({
    world: world(),
    actor,
    command: { type: 'open_season' },
  }),
  {
    'once it is planned': [
      { world: () => planNext(closed()) },
      [{ type: 'season_opened', data: { season_id: 'next' } }],
    ],
    once: [{ world: createWorld }, { code: 'season_running', params: {} }],
    'not after its close': [{ world: closed }, { code: 'season_closed', params: {} }],
    'not before it is planned': [
      { world: startUnplanned },
      { code: 'season_not_open', params: { opens: null } },
    ],
    'by a site admin': [{ world: () => planNext(closed()), actor: judge }, notAdmin],
  },
);

interface Closing {
  world: () => World;
  voids?: boolean;
  reason?: null;
  actor?: Actor;
}
const upheld = {
  outcome: { kind: 'upheld' },
  status: 'upheld',
  rule: 'season_closed',
  text: text('end'),
};

rows(
  'a season is closed',
  ({ world, voids = false, reason, actor = owner }: Closing) => ({
    world: world(),
    actor,
    command: {
      type: 'close_season',
      void_open: voids,
      reason: reason === null ? null : text('end'),
    },
  }),
  {
    'with its standings': [
      { world: () => startLadder({ count: 2 }) },
      [
        {
          type: 'season_closed',
          data: {
            season_id: 'season',
            standings: [
              { entry_id: 'entry1', subject_id: 'team1', place: 1 },
              { entry_id: 'entry2', subject_id: 'team2', place: 2 },
            ],
          },
        },
      ],
    ],
    'on a ladder for persons with the persons': [
      { world: () => startDrivers(1) },
      [
        {
          type: 'season_closed',
          data: like({ standings: [{ entry_id: 'entry1', subject_id: 'driver1', place: 1 }] }),
        },
      ],
    ],
    'before it was opened as well': [{ world: () => planNext(closed()) }, ['season_closed']],
    once: [{ world: closed }, { code: 'season_closed', params: {} }],
    'not while a match is open': [
      { world: startLive },
      { code: 'open_match', params: { match_id: 'match' } },
    ],
    'not while a result is disputed': [
      { world: startResultDisputed },
      { code: 'open_dispute', params: { match_id: 'match' } },
    ],
    'not while an appeal is open': [
      { world: startAppealed },
      { code: 'open_dispute', params: { match_id: 'match' } },
    ],
    'with open matches voided': [
      { world: startLive, voids: true },
      [
        {
          type: 'match_voided',
          match_id: 'match',
          data: { reason: 'season_closed', rule: null, ruled: true, text: text('end') },
        },
        'season_closed',
      ],
    ],
    'with a disputed match voided, and its dispute with it': [
      { world: startDisputed, voids: true },
      ['match_voided', 'season_closed'],
    ],
    'with results upheld that are disputed': [
      { world: startResultDisputed, voids: true },
      [
        {
          type: 'ruling_given',
          match_id: 'match',
          data: { dispute_id: 'dispute', ...upheld },
        },
        'season_closed',
      ],
    ],
    'with rulings upheld that are appealed': [
      { world: startAppealed, voids: true },
      [
        {
          type: 'appeal_decided',
          match_id: 'match',
          data: { appeal_id: 'appeal', dispute_id: 'dispute', ...upheld },
        },
        'season_closed',
      ],
    ],
    'with nothing said again where an appeal was decided': [
      {
        world: () => {
          const world = startAppealed();
          act(world, owner, { ...rule({ kind: 'upheld' }), type: 'decide_appeal' });
          return world;
        },
        voids: true,
      },
      ['season_closed'],
    ],
    'with a reason where something is voided': [
      { world: startLive, voids: true, reason: null },
      toField('reason'),
    ],
    'without one where nothing is': [{ world: createWorld, reason: null }, ['season_closed']],
    'by a site admin': [{ world: createWorld, actor: judge }, notAdmin],
  },
);
