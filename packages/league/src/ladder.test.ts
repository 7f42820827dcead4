import { describe, expect, it } from 'vitest';
import { emptyLadder } from './apply.ts';
import type { LadderCommand } from './command.ts';
import { addDuration } from './duration.ts';
import { decideLadder, findRecomputation } from './ladder.ts';
import { startDrivers } from './testing/ladders.ts';
import { like, limit, rows, type Said, shift } from './testing/rows.ts';
import {
  appeal,
  at,
  dispute,
  getMatch,
  onMatch,
  report,
  rule,
  startCompleted,
  startDiffering,
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
  captain,
  challenge,
  getFacts,
  judge,
  noon,
  noPicks,
  owner,
  schedule,
  scores,
  someNonce,
  start,
  text,
  type World,
} from './testing/world.ts';

function startChallenged(): World {
  const world = start();
  challenge(world, 4, 2);
  return world;
}

function startOffered(): World {
  const world = startChallenged();
  const times = [noon(world, 2), noon(world, 3)];
  act(world, captain(2), { type: 'accept', ...onMatch, times, picks: noPicks, nonce: someNonce });
  return world;
}

function startScheduled(): World {
  const world = start();
  schedule(world, 4, 2);
  return world;
}

const seen = (away: number): { world: World; actor: typeof judge; command: LadderCommand } => {
  const world = startLive();
  const version = getMatch(world).version + away;
  return { world, actor: captain(4), command: { type: 'concede', ...onMatch, version } };
};

limit('a command names the match as it is', seen, {
  before: {
    code: 'match_changed',
    params: { version: 6, status: 'live' },
  },
  at: ['match_completed'],
  after: 'match_changed',
});

rows(
  'a command names a match',
  (command: LadderCommand) => ({
    world: startLive(),
    actor: captain(4),
    command,
  }),
  {
    'that there is': [{ type: 'concede', ...onMatch }, ['match_completed']],
    'not another': [
      { type: 'concede', match_id: 'none' },
      { code: 'not_found', params: { what: 'match', id: 'none' } },
    ],
  },
);

it('a ruling names one too', () => {
  const world = startDisputed();
  const ask = (command: LadderCommand) =>
    decideLadder(world.state, command, { at: world.now, actor: judge, facts: getFacts(world) });
  expect(ask({ ...rule({ kind: 'voided' }), match_id: 'none' })).toMatchObject({
    refusal: { code: 'not_found' },
  });
  expect(ask({ ...rule({ kind: 'voided' }), version: 1 })).toMatchObject({
    refusal: { code: 'match_changed' },
  });
});

// The clock has not come yet: nobody acts on a match whose time is over.
limit(
  'a match waits for its deadline',
  (away) => {
    const world = startLive();
    const end = addDuration(world.now, 'PT24H');
    return {
      world: at(world, shift(end, away)),
      actor: captain(4),
      command: report(2, 0),
      isLate: true,
    };
  },
  {
    before: ['match_reported'],
    at: { code: 'deadline_passed', params: { at: '2026-03-04T12:00:00.000Z' } },
    after: { code: 'deadline_passed', params: { at: '2026-03-04T12:00:00.000Z' } },
  },
);

limit(
  'an admin too',
  (away) => {
    const world = startLive();
    const end = addDuration(world.now, 'PT24H');
    const command = { type: 'void_match', ...onMatch, rule: 'any', reason: text('why') } as const;
    return { world: at(world, shift(end, away)), actor: judge, command, isLate: true };
  },
  { before: ['match_voided'], at: 'deadline_passed', after: 'deadline_passed' },
);

const notOpen = (status: string): Said => ({ code: 'match_not_open', params: { status } });
const closed: Said = { code: 'dispute_closed', params: { at: null } };
const times = ['2026-03-04T12:00:00.000Z', '2026-03-05T12:00:00.000Z'];

rows(
  'a status takes its commands',
  ({
    from,
    by = captain(4),
    command,
  }: {
    from: () => World;
    by?: typeof judge;
    command: LadderCommand;
  }) => ({ world: from(), actor: by, command }),
  {
    'an answer while challenged': [
      {
        from: startChallenged,
        by: captain(2),
        command: { type: 'accept', ...onMatch, times, picks: noPicks, nonce: someNonce },
      },
      ['challenge_accepted'],
    ],
    'no answer later': [
      {
        from: startScheduled,
        by: captain(2),
        command: { type: 'accept', ...onMatch, times, picks: noPicks, nonce: someNonce },
      },
      notOpen('scheduled'),
    ],
    'no withdrawal of what is answered': [
      { from: startOffered, command: { type: 'withdraw', ...onMatch } },
      notOpen('offered'),
    ],
    'no dispute of what is not reported': [{ from: startLive, command: dispute() }, closed],
    'no statement where nobody disputes': [
      { from: startLive, command: { type: 'add_statement', ...onMatch, statement: text('s') } },
      closed,
    ],
    'no ruling where nobody disputes': [
      { from: startReported, by: judge, command: rule({ kind: 'voided' }) },
      closed,
    ],
    'no appeal of what goes on': [{ from: startLive, command: appeal() }, notOpen('live')],
    'a check-in that is too early says from when': [
      { from: startScheduled, command: { type: 'check_in', ...onMatch, players: [] } },
      { code: 'too_early', params: { from: '2026-03-03T11:30:00.000Z' } },
    ],
    'a check-in of what is not agreed does not': [
      { from: startOffered, command: { type: 'check_in', ...onMatch, players: [] } },
      notOpen('offered'),
    ],
    'no deadline of a match that is agreed': [
      {
        from: startScheduled,
        by: judge,
        command: { type: 'extend_deadline', ...onMatch, until: times[1] ?? '', reason: text('r') },
      },
      notOpen('scheduled'),
    ],
  },
);

rows(
  'whose turn it is',
  ({ from, team, command }: { from: () => World; team: number; command: LadderCommand }) => ({
    world: from(),
    actor: captain(team),
    command,
  }),
  {
    'the defender answers': [
      { from: startChallenged, team: 2, command: { type: 'decline', ...onMatch } },
      ['challenge_declined'],
    ],
    'not the challenger': [
      { from: startChallenged, team: 4, command: { type: 'decline', ...onMatch } },
      { code: 'not_your_turn', params: {} },
    ],
    'the challenger withdraws': [
      { from: startChallenged, team: 4, command: { type: 'withdraw', ...onMatch } },
      ['challenge_withdrawn'],
    ],
    'not the defender': [
      { from: startChallenged, team: 2, command: { type: 'withdraw', ...onMatch } },
      { code: 'not_your_turn', params: {} },
    ],
    'the other side confirms a report': [
      { from: startReported, team: 2, command: { type: 'confirm_report', ...onMatch } },
      ['match_completed'],
    ],
    'not whoever gave it': [
      { from: startReported, team: 4, command: { type: 'confirm_report', ...onMatch } },
      { code: 'already_reported', params: {} },
    ],
    'nor do they dispute it': [
      { from: startReported, team: 4, command: dispute() },
      'already_reported',
    ],
    'where two reports differ the first side confirms the second’s': [
      { from: startDiffering, team: 4, command: { type: 'confirm_report', ...onMatch } },
      [{ type: 'match_completed', data: like({ winner: 'defender' }) }],
    ],
    'or the second the first’s': [
      { from: startDiffering, team: 2, command: { type: 'confirm_report', ...onMatch } },
      [{ type: 'match_completed', data: like({ winner: 'challenger' }) }],
    ],
    'and either disputes': [
      { from: startDiffering, team: 4, command: dispute() },
      ['match_disputed'],
    ],
  },
);

rows(
  'while a forfeit is announced',
  ({ team, command, admin = false }: { team: number; command: LadderCommand; admin?: boolean }) => {
    const world = startLive();
    act(world, captain(4), { type: 'announce_forfeit', ...onMatch, opponent: 'Team 2' });
    return { world, actor: admin ? judge : captain(team), command };
  },
  {
    'it is taken back': [
      { team: 4, command: { type: 'take_back_forfeit', ...onMatch } },
      ['forfeit_taken_back'],
    ],
    'nothing else is done': [
      { team: 2, command: report(2, 0) },
      { code: 'forfeit_announced', params: { until: '2026-03-03T12:10:00.000Z' } },
    ],
    'an admin may void the match': [
      {
        team: 0,
        admin: true,
        command: { type: 'void_match', ...onMatch, rule: 'any', reason: text('why') },
      },
      ['match_voided'],
    ],
  },
);

rows(
  'who is asked first',
  (actor: typeof judge | null) => ({
    world: startCompleted(),
    actor,
    command: rule({ kind: 'voided' }),
  }),
  {
    'is whether somebody is signed in': [null, { code: 'not_signed_in', params: {} }],
    'then what the match takes': [stranger, 'not_admin'],
    'then the office': [judge, closed],
  },
);

rows(
  'who would rule a match that nobody disputes',
  (actor: typeof judge | null) => ({
    world: startLive(),
    actor,
    command: rule({ kind: 'voided' }),
  }),
  {
    'is asked to sign in before anything': [null, { code: 'not_signed_in', params: {} }],
    'hears of the match before the office': [stranger, closed],
  },
);

const notReportable = (status: string): Said => ({
  code: 'match_not_reportable',
  params: { status },
});

rows(
  'a match that has not begun',
  (command: LadderCommand) => ({ world: startScheduled(), actor: captain(4), command }),
  {
    'is not reported': [report(2, 0), notReportable('scheduled')],
    'has no report to confirm': [
      { type: 'confirm_report', ...onMatch },
      notReportable('scheduled'),
    ],
    'is not conceded': [{ type: 'concede', ...onMatch }, notReportable('scheduled')],
  },
);

rows(
  'each command does what it says:',
  ({
    from,
    by,
    command,
    isSystem = false,
  }: {
    from: () => World;
    by: typeof judge | null;
    command: LadderCommand;
    isSystem?: boolean;
  }) => ({ world: from(), actor: by, command, isSystem }),
  {
    'other times are offered': [
      { from: startOffered, by: captain(4), command: { type: 'counter_offer', ...onMatch, times } },
      ['counter_offered'],
    ],
    'more time is asked for': [
      { from: startOffered, by: captain(4), command: { type: 'ask_extension', ...onMatch } },
      ['extension_asked'],
    ],
    'and agreed to': [
      {
        from: after(startOffered, captain(2), { type: 'ask_extension', ...onMatch }),
        by: captain(4),
        command: { type: 'agree_extension', ...onMatch },
      },
      ['extension_agreed'],
    ],
    'but not where nobody asked': [
      { from: startOffered, by: captain(4), command: { type: 'agree_extension', ...onMatch } },
      'nothing_asked',
    ],
    'another date is asked for': [
      {
        from: startScheduled,
        by: captain(4),
        command: { type: 'ask_reschedule', ...onMatch, times },
      },
      ['reschedule_asked'],
    ],
    'and chosen': [
      {
        from: after(startScheduled, captain(4), { type: 'ask_reschedule', ...onMatch, times }),
        by: captain(2),
        command: { type: 'answer_reschedule', ...onMatch, time: times[1] ?? '' },
      },
      [{ type: 'match_rescheduled', data: like({ starts_at: times[1] }) }],
    ],
    'or none of its times': [
      {
        from: after(startScheduled, captain(4), { type: 'ask_reschedule', ...onMatch, times }),
        by: captain(2),
        command: { type: 'answer_reschedule', ...onMatch, time: null },
      },
      ['reschedule_refused'],
    ],
    'one side asks to call it off': [
      { from: startScheduled, by: captain(4), command: { type: 'ask_cancellation', ...onMatch } },
      ['cancellation_asked'],
    ],
    'and the other agrees': [
      {
        from: after(startScheduled, captain(4), { type: 'ask_cancellation', ...onMatch }),
        by: captain(2),
        command: { type: 'agree_cancellation', ...onMatch },
      },
      ['match_cancelled'],
    ],
    'but does not where nobody asked': [
      { from: startScheduled, by: captain(4), command: { type: 'agree_cancellation', ...onMatch } },
      'nothing_asked',
    ],
    'scores are mended': [
      {
        from: startCompleted,
        by: captain(2),
        command: { type: 'correct_scores', ...onMatch, scores: scores(2, 0) },
      },
      ['correction_asked'],
    ],
    'by both': [
      {
        from: after(startCompleted, captain(2), {
          type: 'correct_scores',
          ...onMatch,
          scores: scores(2, 0),
        }),
        by: captain(4),
        command: { type: 'agree_correction', ...onMatch },
      },
      ['scores_corrected'],
    ],
    'a side says its own in a dispute': [
      {
        from: startDisputed,
        by: captain(4),
        command: { type: 'add_statement', ...onMatch, statement: text('other') },
      },
      ['statement_added'],
    ],
    'a team that disbands is taken out': [
      {
        from: start,
        by: null,
        isSystem: true,
        command: { type: 'disband_entry', team_id: 'team4' },
      },
      [{ type: 'entry_left', data: like({ entry_id: 'entry4', reason: 'disbanded' }) }],
    ],
    'no captain says so of their team': [
      {
        from: start,
        by: captain(4),
        command: { type: 'disband_entry', team_id: 'team4' },
      },
      'not_admin',
    ],
    'a driver who is deleted is taken out': [
      {
        from: () => startDrivers(1),
        by: null,
        isSystem: true,
        command: { type: 'retire_driver', person_id: 'driver1' },
      },
      [{ type: 'entry_left', data: like({ entry_id: 'entry1', reason: 'left' }) }],
    ],
    'a case that nobody can judge any more is told its end': [
      {
        from: startUnjudged,
        by: null,
        isSystem: true,
        command: { type: 'review_case', ...onMatch },
      },
      [{ type: 'case_unjudged', data: like({ dispute_id: 'dispute' }) }],
    ],
    'no admin says so of a case': [
      { from: startUnjudged, by: judge, command: { type: 'review_case', ...onMatch } },
      'not_admin',
    ],
    'a run is confirmed': [
      { from: startRun, by: asPerson('driver2'), command: { type: 'confirm_run', run_id: 'run' } },
      ['run_confirmed'],
    ],
    'a run is withdrawn': [
      { from: startRun, by: asPerson('driver1'), command: { type: 'withdraw_run', run_id: 'run' } },
      ['run_withdrawn'],
    ],
  },
);

/** A result that its loser disputes, whose judges are gone. */
function startUnjudged(): World {
  const world = startResultDisputed();
  world.facts = { judges: [] };
  return world;
}

function after(from: () => World, actor: typeof judge, command: LadderCommand): () => World {
  return () => {
    const world = from();
    act(world, actor, command);
    return world;
  };
}

function startRun(): World {
  const world = startDrivers(2, { timeAttack: { stages: ['Kofina'] } });
  act(world, asPerson('driver1'), {
    type: 'submit_run',
    run_id: 'run',
    entry_id: 'entry1',
    stage: 'Kofina',
    time_ms: 200_000,
    penalty_ms: 0,
    proof: null,
  });
  return world;
}

describe('the season is reckoned anew', () => {
  const upheld = rule({ kind: 'upheld' });
  const voided = rule({ kind: 'voided' });
  const decide = { ...voided, type: 'decide_appeal' } as const;
  const wanted = { match_id: 'match', outcome: { kind: 'voided' } };
  it.each<[string, () => World, LadderCommand, object | null]>([
    ['for a ruling on a result', startResultDisputed, voided, wanted],
    ['for an appeal', startRuled, decide, wanted],
    ['not for one that upholds it', startResultDisputed, upheld, null],
    ['not for a match in play', startDisputed, voided, null],
    ['not for a match that there is not', start, voided, null],
    [
      'not for other commands',
      startCompleted,
      { type: 'void_match', ...onMatch, rule: 'x', reason: text('r') },
      null,
    ],
  ])('%s', (_name, from, command, ruling) => {
    expect(findRecomputation(from().state, command)).toEqual(ruling);
  });
});

it('a fault of our own is no refusal', () => {
  const world = startLive();
  expect(() => act(world, owner, { type: 'no_such' } as never)).toThrow(TypeError);
});

rows(
  'a ladder',
  (isMade: boolean) => {
    const world = start(2);
    if (!isMade) {
      world.state = emptyLadder;
    }
    return {
      world,
      actor: owner,
      command: { type: 'edit_ladder', name: 'New', zone: 'UTC' } as const,
    };
  },
  {
    'is edited when it is made': [true, ['ladder_edited']],
    'is not before': [false, { code: 'not_found', params: { what: 'ladder', id: '' } }],
  },
);

rows(
  'a season',
  (isPlanned: boolean) => {
    const world = start(2);
    if (!isPlanned) {
      world.state = { ...world.state, season: null };
    }
    return { world, actor: captain(1), command: { type: 'leave', entry_id: 'entry1' } as const };
  },
  {
    'is left when there is one': [true, ['entry_left']],
    'is not where there is none': [false, { code: 'season_not_open', params: { opens: null } }],
  },
);
