import { expect, it } from 'vitest';
import type { LadderCommand } from './command.ts';
import type { Actor } from './context.ts';
import { addDuration } from './duration.ts';
import type { FormatName } from './ids.ts';
import { limit, rows, shift } from './testing/rows.ts';
import { at } from './testing/stations.ts';
import {
  act,
  asPerson,
  asSystem,
  captain,
  createWorld,
  join,
  judge,
  owner,
  text,
  type World,
  worldStart,
} from './testing/world.ts';

const ends = addDuration(worldStart, 'P180D');
const ann = asPerson('ann');
const bob = asPerson('bob');
const cat = asPerson('cat');
const driver = (person: string): Actor => ({ ...asPerson(person), is_ladder_admin: true });

const submit = (change: object = {}): LadderCommand => ({
  type: 'submit_run',
  run_id: 'run',
  entry_id: 'of-ann',
  stage: 'Kofina',
  time_ms: 200_000,
  penalty_ms: 0,
  proof: null,
  ...change,
});
const confirm: LadderCommand = { type: 'confirm_run', run_id: 'run' };
const withdraw: LadderCommand = { type: 'withdraw_run', run_id: 'run' };
const reject: LadderCommand = { type: 'reject_run', run_id: 'run', reason: text('why') };

/** `ann`, `bob` and `cat` drive. */
function start(rules: object = {}): World {
  const world = createWorld({
    format: 'time_attack',
    rules: { team: { size: 1 }, timeAttack: { stages: ['Kofina', 'Ourense'] }, ...rules },
  });
  for (const person of ['ann', 'bob', 'cat']) {
    act(world, asPerson(person), {
      type: 'join',
      entry_id: `of-${person}`,
      team_id: null,
      person_id: person,
      name: person,
      players: [person],
    });
  }
  return world;
}

const after =
  (...steps: [Actor, LadderCommand][]) =>
  () => {
    const world = start();
    for (const [actor, command] of steps) {
      act(world, actor, command);
    }
    return world;
  };
const asking = (evidence: string) => () => start({ report: { evidence } });
const driven = after([ann, submit()]);
const confirmed = after([ann, submit()], [bob, confirm]);
const verified = after([ann, submit()], [judge, confirm]);
const rejected = after([ann, submit()], [judge, reject]);
const withdrawn = after([ann, submit()], [ann, withdraw]);
const gone = after([ann, submit()], [ann, { type: 'leave', entry_id: 'of-ann' }]);
const suspended = after(
  [ann, submit()],
  [
    judge,
    {
      type: 'suspend_entry',
      entry_id: 'of-ann',
      until: addDuration(worldStart, 'P5D'),
      reason: text('why'),
    },
  ],
);
const closed = (from: () => World) => () => {
  const world = from();
  asSystem(world, { type: 'close_season', void_open: true, reason: text('end') });
  return world;
};
const planned = () => {
  const world = closed(start)();
  asSystem(world, {
    type: 'plan_season',
    season_id: 's2',
    name: 'Two',
    starts_at: addDuration(worldStart, 'P10D'),
    ends_at: ends,
  });
  act(world, ann, {
    type: 'join',
    entry_id: 'of-ann',
    team_id: null,
    person_id: 'ann',
    name: 'ann',
    players: ['ann'],
  });
  return world;
};

/** Ann hands in so many runs, one a minute, and takes back all but the last few. */
function driveMany(count: number, waiting: number): World {
  const world = start();
  for (let run = 1; run <= count; run += 1) {
    world.now = addDuration(world.now, 'PT1M');
    act(world, ann, submit({ run_id: `run${run}` }));
    if (run <= count - waiting) {
      act(world, ann, { type: 'withdraw_run', run_id: `run${run}` });
    }
  }
  return world;
}

const submitted = ['run_submitted'] as const;
limit(
  'up to thirty runs of a driver wait at once',
  (more) => ({ world: driveMany(29 + more, 29 + more), actor: ann, command: submit() }),
  {
    before: submitted,
    at: submitted,
    after: { code: 'limit_reached', params: { limit: 30 } },
  },
);
limit(
  'a driver hands in up to a hundred runs in a day, those taken back among them',
  (more) => ({ world: driveMany(99 + more, 1), actor: ann, command: submit() }),
  {
    before: submitted,
    at: submitted,
    after: { code: 'daily_limit', params: { limit: 100 } },
  },
);
limit(
  'a day is a day',
  (away) => {
    const world = driveMany(100, 1);
    world.now = shift(addDuration(worldStart, 'P1DT1M'), away);
    return { world, actor: ann, command: submit() };
  },
  { before: { code: 'daily_limit', params: { limit: 100 } }, at: submitted, after: submitted },
);
it('another driver’s runs are not counted', () => {
  const world = driveMany(30, 30);
  act(world, bob, submit({ entry_id: 'of-bob' }));
  expect(world.state.runs.run?.person_id).toBe('bob');
});

rows(
  'a run is handed in',
  ({
    from = start,
    actor = ann,
    change,
  }: {
    from?: () => World;
    actor?: Actor | null;
    change?: object;
  }) => ({
    world: from(),
    actor,
    command: submit(change),
  }),
  {
    'by its driver': [
      { change: { proof: text('film'), penalty_ms: 5_000 } },
      [
        {
          type: 'run_submitted',
          data: {
            run_id: 'run',
            entry_id: 'of-ann',
            person_id: 'ann',
            stage: 'Kofina',
            time_ms: 200_000,
            penalty_ms: 5_000,
            proof: text('film'),
          },
        },
      ],
    ],
    'with its proof where the ladder asks for evidence': [
      { from: asking('required'), change: { proof: text('film') } },
      ['run_submitted'],
    ],
    'not without one there': [
      { from: asking('required') },
      { code: 'proof_missing', params: {}, field: 'proof' },
    ],
    'without one where nobody has to bring evidence': [
      { from: asking('optional') },
      ['run_submitted'],
    ],
    'by nobody else': [{ actor: bob }, { code: 'not_captain', params: {} }],
    'by nobody who is not signed in': [{ actor: null }, 'not_signed_in'],
    'for an entry that there is': [
      { change: { entry_id: 'none' } },
      { code: 'not_found', params: { what: 'entry', id: 'none' } },
    ],
    once: [{ from: driven }, { code: 'already_exists', params: { what: 'entry', id: 'run' } }],
    'on a stage of the season': [
      { change: { stage: 'Moon' } },
      { code: 'stage_unknown', params: { stage: 'Moon' }, field: 'stage' },
    ],
    'not in parts of a thousandth': [
      { change: { time_ms: 1.5 } },
      { code: 'time_impossible', params: {}, field: 'time_ms' },
    ],
    'not with half a penalty': [
      { change: { penalty_ms: 0.5 } },
      { code: 'time_impossible', params: {}, field: 'penalty_ms' },
    ],
    'not by an entry that has gone': [
      { from: after([ann, { type: 'leave', entry_id: 'of-ann' }]) },
      { code: 'entry_gone', params: { entry: '' } },
    ],
    'not by one that is suspended': [
      {
        from: after([
          judge,
          {
            type: 'suspend_entry',
            entry_id: 'of-ann',
            until: addDuration(worldStart, 'P5D'),
            reason: text('why'),
          },
        ]),
      },
      { code: 'entry_suspended', params: { entry: '', until: addDuration(worldStart, 'P5D') } },
    ],
    'not when the season is over': [{ from: closed(start) }, { code: 'season_closed', params: {} }],
    'not before it opens': [
      { from: planned },
      { code: 'season_not_open', params: { opens: addDuration(worldStart, 'P10D') } },
    ],
  },
);

rows(
  'a run of a team',
  (format: FormatName) => {
    const world = createWorld({ format });
    join(world, 1);
    return { world, actor: captain(1), command: submit({ entry_id: 'entry1' }) };
  },
  {
    'is none on a ladder of rungs': [
      'rung',
      { code: 'field_invalid', params: { field: 'entry_id' } },
    ],
    'is none on one of ratings': ['rating', 'field_invalid'],
  },
);

limit(
  'a run is handed in before the season’s end',
  (away) => ({ world: at(start(), shift(ends, away)), actor: ann, command: submit() }),
  {
    before: ['run_submitted'],
    at: { code: 'season_closed', params: {} },
    after: 'season_closed',
  },
);
const timed = (change: object) => ({ world: start(), actor: ann, command: submit(change) });
limit('a run takes some time', (away) => timed({ time_ms: 1 + away }), {
  before: { code: 'time_impossible', params: {}, field: 'time_ms' },
  at: ['run_submitted'],
  after: ['run_submitted'],
});
limit('a run takes a day', (away) => timed({ time_ms: 86_400_000 + away }), {
  before: ['run_submitted'],
  at: ['run_submitted'],
  after: 'time_impossible',
});
limit('a penalty is not less than none', (away) => timed({ penalty_ms: away }), {
  before: { code: 'time_impossible', params: {}, field: 'penalty_ms' },
  at: ['run_submitted'],
  after: ['run_submitted'],
});
limit('a penalty is a day', (away) => timed({ penalty_ms: 86_400_000 + away }), {
  before: ['run_submitted'],
  at: ['run_submitted'],
  after: 'time_impossible',
});

type Asking = { from?: () => World; actor: Actor | null; command?: LadderCommand };

rows(
  'a run is withdrawn',
  ({ from = driven, actor, command = withdraw }: Asking) => ({ world: from(), actor, command }),
  {
    'by its driver': [{ actor: ann }, [{ type: 'run_withdrawn', data: { run_id: 'run' } }]],
    'also when it is verified': [{ actor: ann, from: verified }, ['run_withdrawn']],
    'by nobody else': [{ actor: bob }, { code: 'not_captain', params: {} }],
    'by no admin': [{ actor: judge }, 'not_captain'],
    'by nobody who is not signed in': [{ actor: null }, 'not_signed_in'],
    once: [
      { actor: ann, from: withdrawn },
      { code: 'run_closed', params: {} },
    ],
    'not when it is rejected': [{ actor: ann, from: rejected }, 'run_closed'],
    'not when its driver has gone': [{ actor: ann, from: gone }, 'entry_gone'],
    'where there is one': [
      { actor: ann, from: start },
      { code: 'not_found', params: { what: 'run', id: 'run' } },
    ],
    'not when the season is over': [{ actor: ann, from: closed(driven) }, 'season_closed'],
  },
);

rows(
  'a run is confirmed',
  ({ from = driven, actor }: Asking) => ({ world: from(), actor, command: confirm }),
  {
    'by another driver': [
      { actor: bob },
      [{ type: 'run_confirmed', data: { run_id: 'run', by: 'bob' } }],
    ],
    'not by its own': [{ actor: ann }, { code: 'own_match', params: {} }],
    'not by its own as an admin': [{ actor: driver('ann') }, 'own_match'],
    'not by somebody who does not drive': [
      { actor: asPerson('zoe') },
      { code: 'not_member', params: {} },
    ],
    'not by a driver who has gone': [
      { actor: bob, from: after([ann, submit()], [bob, { type: 'leave', entry_id: 'of-bob' }]) },
      'not_member',
    ],
    'not by an admin of the site as such': [{ actor: owner }, 'not_member'],
    'once by drivers': [
      { actor: cat, from: confirmed },
      { code: 'run_closed', params: {} },
    ],
    'not when it is rejected': [{ actor: bob, from: rejected }, 'run_closed'],
    'not when its driver has gone': [
      { actor: bob, from: gone },
      { code: 'entry_gone', params: { entry: '' } },
    ],
    'also while its driver is suspended': [{ actor: bob, from: suspended }, ['run_confirmed']],
    'not when the season is over': [{ actor: bob, from: closed(driven) }, 'season_closed'],
    'by nobody who is not signed in': [{ actor: null }, 'not_signed_in'],
  },
);

rows(
  'an admin verifies a run',
  (from: () => World) => ({ world: from(), actor: judge, command: confirm }),
  {
    'that is handed in': [driven, [{ type: 'run_verified', data: { run_id: 'run', by: 'judge' } }]],
    'that is confirmed': [confirmed, ['run_verified']],
    'not one that is verified': [verified, { code: 'run_closed', params: {} }],
    'not one that is withdrawn': [withdrawn, 'run_closed'],
    'of a suspended driver': [suspended, ['run_verified']],
    'not of one who has gone': [gone, 'entry_gone'],
  },
);

rows(
  'who confirms',
  ({
    theirs = [],
    ours = [],
    own = {},
    isKnown = true,
  }: {
    theirs?: string[];
    ours?: string[];
    own?: Actor['teams'];
    isKnown?: boolean;
  }) => {
    const world = driven();
    world.facts = { teams: { ...(isKnown ? { ann: theirs } : {}), bob: ours } };
    return { world, actor: asPerson('bob', own), command: confirm };
  },
  {
    'is of another team': [
      { theirs: ['one'], ours: ['two'], own: { two: 'player' } },
      ['run_confirmed'],
    ],
    'is not of the driver’s team': [
      { theirs: ['none', 'one'], own: { one: 'player' } },
      { code: 'run_shares_team', params: {} },
    ],
    'is not of it by what the league knows': [
      { theirs: ['one'], ours: ['one'] },
      'run_shares_team',
    ],
    'may be of a team when nothing is known of the driver': [
      { own: { one: 'player' }, ours: ['two'], isKnown: false },
      ['run_confirmed'],
    ],
    'may be of a team when the driver is of none': [{ ours: ['one'] }, ['run_confirmed']],
  },
);

rows(
  'a run is rejected',
  ({ from = driven, actor }: Asking) => ({ world: from(), actor, command: reject }),
  {
    'by an admin of the ladder': [
      { actor: judge },
      [{ type: 'run_rejected', data: { run_id: 'run', by: 'judge', text: text('why') } }],
    ],
    'also when it is verified': [{ actor: judge, from: verified }, ['run_rejected']],
    'by an admin who drives': [{ actor: driver('bob') }, ['run_rejected']],
    'also while its driver is suspended': [{ actor: judge, from: suspended }, ['run_rejected']],
    'not when its driver has gone': [{ actor: judge, from: gone }, 'entry_gone'],
    'not by its own driver': [{ actor: driver('ann') }, { code: 'own_match', params: {} }],
    'not by another driver': [{ actor: bob }, { code: 'not_admin', params: {} }],
    'not by an admin of the site': [{ actor: owner }, 'not_admin'],
    once: [
      { actor: judge, from: rejected },
      { code: 'run_closed', params: {} },
    ],
    'by nobody who is not signed in': [{ actor: null }, 'not_signed_in'],
  },
);

it('a run is what happened to it', () => {
  const run = (from: () => World) => from().state.runs.run;
  expect(run(driven)).toEqual({
    id: 'run',
    entry_id: 'of-ann',
    person_id: 'ann',
    stage: 'Kofina',
    time_ms: 200_000,
    penalty_ms: 0,
    proof: null,
    at: worldStart,
    status: 'submitted',
    confirmed_by: null,
    verified_by: null,
  });
  expect(run(confirmed)).toMatchObject({ status: 'confirmed', confirmed_by: 'bob' });
  expect(run(verified)).toMatchObject({ status: 'verified', verified_by: 'judge' });
  expect(run(rejected)).toMatchObject({ status: 'rejected' });
  expect(run(withdrawn)).toMatchObject({ status: 'withdrawn' });
});
