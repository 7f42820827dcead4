import { emptyLadder } from './apply.ts';
import type { LadderCommand } from './command.ts';
import type { Actor } from './context.ts';
import { close, closeSeason, planNext, startDrivers } from './testing/ladders.ts';
import { rows, type Said } from './testing/rows.ts';
import {
  appeal,
  dispute,
  onMatch,
  player,
  report,
  rule,
  startAppealed,
  startCompleted,
  startDisputed,
  startLive,
  startReported,
  startResultDisputed,
  startRuled,
  stranger,
} from './testing/stations.ts';
import {
  act,
  asPerson,
  asSystem,
  captain,
  challenge,
  judge,
  noPicks,
  owner,
  people,
  schedule,
  scores,
  someNonce,
  start,
  text,
  type World,
  waitUntil,
  worldStart,
} from './testing/world.ts';

/** What somebody does from where the ladder stands, and what comes of it. */
type Story = readonly [
  from: () => World,
  by: Actor,
  command: LadderCommand,
  events: Extract<Said, readonly unknown[]>,
];

const reason = text('why');
const until = '2026-03-20T12:00:00.000Z';
const times = ['2026-03-04T12:00:00.000Z', '2026-03-05T12:00:00.000Z'];

const after =
  (from: () => World, actor: Actor, ...commands: LadderCommand[]) =>
  () => {
    const world = from();
    for (const command of commands) {
      act(world, actor, command);
    }
    return world;
  };

const startChallenged = () => {
  const world = start();
  challenge(world, 4, 2);
  return world;
};
const offered = ['2026-03-03T12:00:00.000Z', '2026-03-04T12:00:00.000Z'] as const;
const accept: LadderCommand = {
  type: 'accept',
  ...onMatch,
  times: [...offered],
  picks: noPicks,
  nonce: someNonce,
};
const startOffered = after(startChallenged, captain(2), accept);
function startScheduled(rules: unknown = {}): World {
  const world = start(6, rules);
  schedule(world, 4, 2);
  return world;
}
const startCheckIn = () => {
  const world = startScheduled();
  waitUntil(world, '2026-03-03T11:45:00.000Z');
  return world;
};
const veto = {
  maps: {
    pool: ['Ash', 'Birch', 'Cedar'],
    count: 1,
    choice: 'veto',
    veto: ['ban', 'ban', 'decider'],
  },
};
const run: LadderCommand = {
  type: 'submit_run',
  run_id: 'run',
  entry_id: 'entry1',
  stage: 'Kofina',
  time_ms: 200_000,
  penalty_ms: 0,
  proof: null,
};
const startRun = after(
  () => startDrivers(2, { timeAttack: { stages: ['Kofina'] } }),
  asPerson('driver1'),
  run,
);
const rest: LadderCommand = {
  type: 'announce_rest',
  entry_id: 'entry4',
  rest_id: 'rest',
  from: worldStart,
  days: 2,
};
const suspend: LadderCommand = { type: 'suspend_entry', entry_id: 'entry4', until, reason };
const strike: LadderCommand = { type: 'give_strike', entry_id: 'entry4', strike_id: 'one', reason };
const startWithNewcomer = () => {
  const world = start();
  world.facts = { teams: { new: ['team4'] } };
  return world;
};

const [team2, team4] = [captain(2), captain(4)];
const [driver1, driver2] = [asPerson('driver1'), asPerson('driver2')];
const mended = scores(2, 0);
const forfeit: LadderCommand = { type: 'announce_forfeit', ...onMatch, opponent: 'Team 2' };
const answer = { type: 'answer_reschedule', ...onMatch, time: null } as const;
const confirm = (time: string): LadderCommand => ({
  type: 'confirm_time',
  ...onMatch,
  time,
  picks: noPicks,
});

/** What captains do in their match. */
const ofSides: Record<string, Story> = {
  'accepts a challenge': [startChallenged, team2, accept, ['challenge_accepted']],
  'declines one': [startChallenged, team2, { type: 'decline', ...onMatch }, ['challenge_declined']],
  'takes one back': [
    startChallenged,
    team4,
    { type: 'withdraw', ...onMatch },
    ['challenge_withdrawn'],
  ],
  'confirms a time': [startOffered, team4, confirm(offered[0]), ['match_scheduled']],
  'names other times': [
    startOffered,
    team4,
    { type: 'counter_offer', ...onMatch, times },
    ['counter_offered'],
  ],
  'asks for more time': [
    startOffered,
    team4,
    { type: 'ask_extension', ...onMatch },
    ['extension_asked'],
  ],
  'gives more time': [
    after(startOffered, team2, { type: 'ask_extension', ...onMatch }),
    team4,
    { type: 'agree_extension', ...onMatch },
    ['extension_agreed'],
  ],
  'asks for another date': [
    startScheduled,
    team4,
    { type: 'ask_reschedule', ...onMatch, times },
    ['reschedule_asked'],
  ],
  'wants no other date': [
    after(startScheduled, team4, { type: 'ask_reschedule', ...onMatch, times }),
    team2,
    answer,
    ['reschedule_refused'],
  ],
  'would call a match off': [
    startScheduled,
    team4,
    { type: 'ask_cancellation', ...onMatch },
    ['cancellation_asked'],
  ],
  'agrees to that': [
    after(startScheduled, team4, { type: 'ask_cancellation', ...onMatch }),
    team2,
    { type: 'agree_cancellation', ...onMatch },
    ['match_cancelled'],
  ],
  'takes a turn of the veto': [
    () => startScheduled(veto),
    team2,
    { type: 'take_veto_turn', ...onMatch, action: 'ban', value: 'Ash' },
    ['veto_turn_taken'],
  ],
  'checks in': [
    startCheckIn,
    team4,
    { type: 'check_in', ...onMatch, players: people(4).slice(0, 2) },
    ['checked_in'],
  ],
  reports: [startLive, team4, report(2, 1), ['match_reported']],
  'confirms a report': [
    startReported,
    team2,
    { type: 'confirm_report', ...onMatch },
    ['match_completed'],
  ],
  concedes: [startLive, team2, { type: 'concede', ...onMatch }, ['match_completed']],
  'disputes a report': [startReported, team2, dispute(), ['match_disputed']],
  'disputes a result': [startCompleted, team2, dispute(), ['result_disputed']],
  'says something in a dispute': [
    startDisputed,
    team4,
    { type: 'add_statement', ...onMatch, statement: reason },
    ['statement_added'],
  ],
  appeals: [startRuled, team2, appeal(), ['appeal_made']],
  'mends the scores': [
    startCompleted,
    team4,
    { type: 'correct_scores', ...onMatch, scores: mended },
    ['correction_asked'],
  ],
  'agrees to mended scores': [
    after(startCompleted, team4, { type: 'correct_scores', ...onMatch, scores: mended }),
    team2,
    { type: 'agree_correction', ...onMatch },
    ['scores_corrected'],
  ],
  'announces a forfeit': [startScheduled, team4, forfeit, ['forfeit_announced']],
  'takes it back': [
    after(startScheduled, team4, forfeit),
    team4,
    { type: 'take_back_forfeit', ...onMatch },
    ['forfeit_taken_back'],
  ],
};

/** What people do for their entry. */
const ofEntries: Record<string, Story> = {
  challenges: [
    start,
    team4,
    {
      type: 'challenge',
      ...onMatch,
      challenger_id: 'entry4',
      defender_id: 'entry2',
      picks: noPicks,
      nonce: someNonce,
    },
    ['challenge_made'],
  ],
  'joins with a team': [
    start,
    captain(7),
    {
      type: 'join',
      entry_id: 'entry7',
      team_id: 'team7',
      person_id: null,
      name: 'Team 7',
      players: people(7),
    },
    ['entry_joined'],
  ],
  leaves: [start, team4, { type: 'leave', entry_id: 'entry4' }, ['entry_left']],
  'lets the entry rest': [start, team4, rest, ['rest_announced', 'rest_began']],
  'ends its rest': [
    after(start, team4, rest),
    team4,
    { type: 'end_rest', entry_id: 'entry4', rest_id: 'rest' },
    ['rest_ended'],
  ],
  'names who may play': [
    startWithNewcomer,
    team4,
    { type: 'add_player', entry_id: 'entry4', person_id: 'new' },
    ['player_admitted'],
  ],
  'takes somebody out of those': [
    start,
    team4,
    { type: 'drop_player', entry_id: 'entry4', person_id: 'team4-d' },
    ['player_released'],
  ],
  'hands in a run': [
    () => startDrivers(1, { timeAttack: { stages: ['Kofina'] } }),
    driver1,
    run,
    ['run_submitted'],
  ],
  'takes a run back': [
    startRun,
    driver1,
    { type: 'withdraw_run', run_id: 'run' },
    ['run_withdrawn'],
  ],
};

/** What everybody who drives may do, for another. */
const ofDrivers: Record<string, Story> = {
  'confirms a run': [startRun, driver2, { type: 'confirm_run', run_id: 'run' }, ['run_confirmed']],
};

const ruled = { rule: 'any', reason } as const;
/** What admins of the ladder do, and none who plays there themselves. */
const ofAdmins: Record<string, Story> = {
  'rules a dispute': [
    startDisputed,
    judge,
    rule({ kind: 'voided' }),
    ['ruling_given', 'match_voided'],
  ],
  'rules a result': [startResultDisputed, judge, rule({ kind: 'upheld' }), ['ruling_given']],
  'voids a match': [
    startScheduled,
    judge,
    { type: 'void_match', ...onMatch, ...ruled },
    ['match_voided'],
  ],
  'gives more time for a match': [
    startChallenged,
    judge,
    { type: 'extend_deadline', ...onMatch, until, reason },
    ['deadline_extended'],
  ],
  'moves an entry': [
    start,
    judge,
    { type: 'move_entry', entry_id: 'entry4', rung: 1, reason },
    ['entry_moved'],
  ],
  'removes an entry': [
    start,
    judge,
    { type: 'remove_entry', entry_id: 'entry4', reason },
    ['entry_removed'],
  ],
  'suspends an entry': [start, judge, suspend, ['entry_suspended']],
  'ends a suspension': [
    after(start, judge, suspend),
    judge,
    { type: 'end_suspension', entry_id: 'entry4', reason },
    ['suspension_ended'],
  ],
  'gives a strike': [start, judge, strike, ['strike_given']],
  'takes a strike back': [
    after(start, judge, strike),
    judge,
    { type: 'lift_strike', entry_id: 'entry4', strike_id: 'one', reason },
    ['strike_lifted'],
  ],
  'lets an entry rest': [
    start,
    judge,
    { type: 'set_rest', entry_id: 'entry4', rest_id: 'rest', from: worldStart, days: 2, reason },
    ['rest_announced', 'rest_began'],
  ],
  'ends the rest of an entry': [
    after(start, team4, rest),
    judge,
    { type: 'cancel_rest', entry_id: 'entry4', rest_id: 'rest', reason },
    ['rest_ended'],
  ],
};

/** What admins of the ladder do about drivers. */
const ofDesk: Record<string, Story> = {
  'rejects a run': [
    startRun,
    judge,
    { type: 'reject_run', run_id: 'run', reason },
    ['run_rejected'],
  ],
};

/** What admins of the site do. */
const ofOwners: Record<string, Story> = {
  'makes a ladder': [
    () => ({ ...start(0), state: emptyLadder }),
    owner,
    {
      type: 'create_ladder',
      ladder_id: 'new',
      name: 'New',
      game: 'game',
      format: 'rung',
      zone: 'UTC',
      is_test: false,
    },
    ['ladder_created'],
  ],
  'edits a ladder': [
    start,
    owner,
    { type: 'edit_ladder', name: 'New', zone: 'UTC' },
    ['ladder_edited'],
  ],
  'plans a season': [
    () => close(start()),
    owner,
    {
      type: 'plan_season',
      season_id: 'next',
      name: 'Next',
      starts_at: until,
      ends_at: '2026-09-01T12:00:00.000Z',
    },
    ['season_planned'],
  ],
  'opens one': [() => planNext(close(start())), owner, { type: 'open_season' }, ['season_opened']],
  'closes one': [start, owner, closeSeason, ['season_closed']],
};

/** What an admin of the site does, and none who plays in that match. */
const ofAppeals: Record<string, Story> = {
  'decides an appeal': [
    startAppealed,
    owner,
    { ...rule({ kind: 'upheld' }), type: 'decide_appeal' },
    ['appeal_decided'],
  ],
};

const admin = (actor: Actor): Actor => ({ ...actor, is_ladder_admin: true });
const both = (actor: Actor): Actor => ({ ...admin(actor), is_site_admin: true });

/** Each command in the table by whom it is for, not while they are suspended, and by nobody else. */
function tell(stories: Record<string, Story>, others: Record<string, [Actor, Said]>): void {
  for (const [what, [from, by, command, events]] of Object.entries(stories)) {
    rows(
      `who ${what}`,
      ({ actor, isSuspended = false }: { actor: Actor | null; isSuspended?: boolean }) => {
        const world = from();
        if (isSuspended) {
          world.facts = { ...world.facts, sanctions: { [by.person_id]: [{ kind: 'ban', until }] } };
        }
        return { world, actor, command };
      },
      {
        'is whom it is for': [{ actor: by }, events],
        'is nobody while suspended': [
          { actor: by, isSuspended: true },
          { code: 'suspended', params: { until } },
        ],
        'is nobody who is not signed in': [{ actor: null }, { code: 'not_signed_in', params: {} }],
        ...Object.fromEntries(
          Object.entries(others).map(([who, [actor, said]]) => [who, [{ actor }, said] as const]),
        ),
      },
    );
  }
}

tell(ofSides, {
  'is no stranger': [stranger, 'not_captain'],
  'is no player': [player(4), 'not_captain'],
  'is no captain of another team': [captain(1), 'not_captain'],
  'is no admin': [both(asPerson('judge')), 'not_captain'],
});
tell(ofEntries, {
  'is no stranger': [stranger, 'not_captain'],
  'is no player': [player(4), 'not_captain'],
  'is no captain of another team': [captain(1), 'not_captain'],
  'is no admin': [both(asPerson('judge')), 'not_captain'],
});
tell(ofDrivers, {
  'is no stranger': [stranger, 'not_member'],
  'is not who drove': [driver1, 'own_match'],
});
tell(ofAdmins, {
  'is no stranger': [stranger, 'not_admin'],
  'is no captain': [team4, 'not_admin'],
  'is no admin of the site as such': [owner, 'not_admin'],
  'is no admin who plays for it': [admin(player(4)), 'own_match'],
});
tell(ofDesk, {
  'is no stranger': [stranger, 'not_admin'],
  'is no admin of the site as such': [owner, 'not_admin'],
  'is no admin who drove it': [admin(driver1), 'own_match'],
});
tell(ofOwners, {
  'is no stranger': [stranger, 'not_admin'],
  'is no admin of the ladder': [judge, 'not_admin'],
});
tell(ofAppeals, {
  'is no stranger': [stranger, 'not_admin'],
  'is no admin of the ladder': [judge, 'not_admin'],
  'is no admin who plays for a side': [both(player(2)), 'own_match'],
});

const stories: Record<string, Story> = {
  ...ofSides,
  ...ofEntries,
  ...ofDrivers,
  ...ofAdmins,
  ...ofDesk,
  ...ofAppeals,
};
const play = [
  'disputes a result',
  'appeals',
  'mends the scores',
  'agrees to mended scores',
  'challenges',
  'joins with a team',
  'leaves',
  'lets the entry rest',
  'hands in a run',
  'takes a run back',
  'confirms a run',
  'rules a dispute',
  'rules a result',
  'suspends an entry',
  'gives a strike',
  'lets an entry rest',
  'rejects a run',
  'decides an appeal',
];

function getStory(what: string): Story {
  const story = stories[what];
  if (!story) {
    throw new Error(`No story '${what}'`);
  }
  return story;
}

rows(
  'once the season is over nobody',
  ([from, by, command]: Story) => {
    const world = from();
    asSystem(world, { type: 'close_season', void_open: true, reason });
    return { world, actor: by, command };
  },
  Object.fromEntries(
    play.map((what) => [what, [getStory(what), { code: 'season_closed', params: {} }] as const]),
  ),
);
