import { expect, it } from 'vitest';
import type { LadderCommand } from './command.ts';
import { listFreeHours } from './default-time.ts';
import { addDuration } from './duration.ts';
import type { Instant } from './ids.ts';
import { type Asked, like, limit, rows, type Said, shift } from './testing/rows.ts';
import {
  appeal,
  at,
  dispute,
  getMatch,
  notIdle,
  onMatch,
  report,
  rule,
  startCompleted,
  startDisputed,
  startLive,
  startReported,
  startRuled,
} from './testing/stations.ts';
import {
  act,
  captain,
  challenge,
  judge,
  noon,
  noPicks,
  people,
  schedule,
  scores,
  someNonce,
  start,
  text,
  type World,
  wait,
  waitUntil,
  worldStart,
} from './testing/world.ts';

/**
 * A season with rules of its own, no length like another and none as it comes: what is read from a wrong place, or
 * from no place at all, is another length. The other tables ask with the rules as they come, of which many are alike.
 */
const rules = {
  ...notIdle,
  challenge: { answerWithin: 'PT31H', declines: 2, rematchWithin: 'P4D', immunity: 'PT17H' },
  schedule: {
    timesMaximum: 4,
    earliest: 'PT29H',
    latest: 'P12D',
    apart: 'PT3H',
    confirmWithin: 'PT37H',
    datePending: 'PT41H',
    rescheduleUntil: 'PT5H',
    reschedules: 1,
    defaultWeekday: 3,
    defaultTime: '18:00',
    hoursFrom: '09:00',
    hoursUntil: '22:00',
  },
  checkIn: { opens: 'PT45M', closes: 'PT20M' },
  report: { reportWithin: 'PT19H', confirmWithin: 'PT23H', differ: 'PT43M', correctWithin: 'PT2H' },
  dispute: {
    disputeWithin: 'PT13H',
    statementsWithin: 'PT11H',
    rulingWithin: 'PT53H',
    appealWithin: 'PT47H',
    voidUnreported: 'PT59H',
    voidUnruled: 'P8D',
  },
  forfeit: { takeBackWithin: 'PT15M' },
  rest: { days: 9, minimum: 2, maximum: 6 },
  strikes: { lapseAfter: 'P70D', limit: 2, suspension: 'P6D' },
  transfer: { wait: 'PT61H' },
};

/** The same, and who does nothing is idle sooner. */
const idleRules = {
  ...rules,
  idle: { warnAfter: 'P16D', dropAfter: 'P25D', dropRungs: 1, removeAfter: 'P45D' },
};

const toChallenge = (from: number, to: number) => ({
  type: 'challenge' as const,
  match_id: 'new',
  challenger_id: `entry${from}`,
  defender_id: `entry${to}`,
  picks: noPicks,
  nonce: someNonce,
});
const accept = (times: Instant[]) =>
  ({ type: 'accept', ...onMatch, times, picks: noPicks, nonce: someNonce }) as const;

function startChallenged(): World {
  const world = start(6, rules);
  challenge(world, 4, 2);
  return world;
}

function startOffered(): World {
  const world = startChallenged();
  act(world, captain(2), accept([noon(world, 2), noon(world, 3)]));
  return world;
}

/** For noon of the third of March. */
function startScheduled(): World {
  const world = start(6, rules);
  schedule(world, 4, 2);
  return world;
}

const as = (team: number, from: () => World, command: (world: World) => LadderCommand) => () => {
  const world = from();
  return { world, actor: captain(team), command: command(world) };
};
const asJudge = (from: () => World, command: LadderCommand) => () => ({
  world: from(),
  actor: judge,
  command,
});
const until = (from: () => World, instant: Instant) => () => ({ world: from(), until: instant });
const give = (strike_id: string) =>
  ({ type: 'give_strike', entry_id: 'entry2', strike_id, reason: text('rude') }) as const;

function startStruck(): World {
  const world = start(6, rules);
  act(world, judge, give('first'));
  return world;
}

function startAsked(): World {
  const world = startOffered();
  act(world, captain(2), { type: 'ask_extension', ...onMatch });
  return world;
}

/** Both sides are there when the check-in opens. */
function startChecking(): World {
  const world = startScheduled();
  waitUntil(world, '2026-03-03T11:15:00.000Z');
  act(world, captain(4), { type: 'check_in', ...onMatch, players: people(4).slice(0, 2) });
  return world;
}

rows('a season’s own rules say', (ask: () => Asked) => ask(), {
  'until when a challenge is answered': [
    as(
      4,
      () => start(6, rules),
      () => toChallenge(4, 2),
    ),
    [{ type: 'challenge_made', data: like({ deadline: '2026-03-02T19:00:00.000Z' }) }],
  ],
  'until when an offer is': [
    as(2, startChallenged, (world) => accept([noon(world, 2), noon(world, 3)])),
    [{ type: 'challenge_accepted', data: like({ deadline: '2026-03-03T01:00:00.000Z' }) }],
  ],
  'until when a counter-offer is': [
    as(4, startOffered, (world) => ({
      type: 'counter_offer',
      ...onMatch,
      times: [noon(world, 4), noon(world, 5)],
    })),
    [{ type: 'counter_offered', data: like({ deadline: '2026-03-03T01:00:00.000Z' }) }],
  ],
  'how much longer both may look for a date': [
    as(4, startAsked, () => ({ type: 'agree_extension', ...onMatch })),
    [{ type: 'extension_agreed', data: like({ deadline: '2026-03-04T18:00:00.000Z' }) }],
  ],
  'when the check-in opens': [
    as(4, startOffered, (world) => ({
      type: 'confirm_time',
      ...onMatch,
      time: noon(world, 2),
      picks: noPicks,
    })),
    [{ type: 'match_scheduled', data: like({ deadline: '2026-03-03T11:15:00.000Z' }) }],
  ],
  'when it closes': [
    until(startScheduled, '2026-03-03T11:15:00.000Z'),
    [{ type: 'check_in_opened', data: { deadline: '2026-03-03T12:20:00.000Z' } }],
  ],
  'until when a match is reported': [
    as(
      2,
      () => at(startChecking(), '2026-03-03T12:05:00.000Z'),
      () => ({
        type: 'check_in',
        ...onMatch,
        players: people(2).slice(0, 2),
      }),
    ),
    ['checked_in', { type: 'match_started', data: { deadline: '2026-03-04T07:05:00.000Z' } }],
  ],
  'until when a report is answered': [
    as(
      4,
      () => startLive(rules),
      () => report(2, 1),
    ),
    [{ type: 'match_reported', data: like({ deadline: '2026-03-04T11:00:00.000Z' }) }],
  ],
  'until when two reports that differ are corrected': [
    as(
      2,
      () => startReported(rules),
      () => report(1, 2),
    ),
    [{ type: 'match_reported', data: like({ deadline: '2026-03-03T12:43:00.000Z' }) }],
  ],
  'how long a winner is immune': [
    as(
      2,
      () => startLive(rules),
      () => ({ type: 'concede', ...onMatch }),
    ),
    [{ type: 'match_completed', data: like({ immune_until: '2026-03-04T05:00:00.000Z' }) }],
  ],
  'until when a dispute is heard, and when it is void': [
    as(
      2,
      () => startReported(rules),
      () => dispute(),
    ),
    [
      {
        type: 'match_disputed',
        data: like({
          statements_until: '2026-03-03T23:00:00.000Z',
          ruling_aimed_at: '2026-03-05T17:00:00.000Z',
          deadline: '2026-03-11T12:00:00.000Z',
        }),
      },
    ],
  ],
  'and one of a result': [
    as(
      2,
      () => startCompleted(rules),
      () => dispute(),
    ),
    [
      {
        type: 'result_disputed',
        data: like({
          statements_until: '2026-03-03T23:00:00.000Z',
          ruling_aimed_at: '2026-03-05T17:00:00.000Z',
        }),
      },
    ],
  ],
  'when a match is void that nobody reports': [
    until(() => startLive(rules), '2026-03-04T07:00:00.000Z'),
    [
      {
        type: 'match_disputed',
        data: like({ reason: 'nobody_reported', deadline: '2026-03-06T18:00:00.000Z' }),
      },
    ],
  ],
  'until when a forfeit is taken back': [
    as(4, startScheduled, () => ({ type: 'announce_forfeit', ...onMatch, opponent: 'Team 2' })),
    [{ type: 'forfeit_announced', data: like({ effective_at: '2026-03-01T12:15:00.000Z' }) }],
  ],
  'until when the times of a replay are chosen': [
    asJudge(
      () => startDisputed(rules),
      rule({
        kind: 'replay',
        times: [6, 7, 8].map((day) => `2026-03-0${day}T12:00:00.000Z`),
      }),
    ),
    [
      'ruling_given',
      { type: 'replay_ordered', data: like({ deadline: '2026-03-05T01:00:00.000Z' }) },
    ],
  ],
  'when a strike lapses': [
    asJudge(() => start(6, rules), give('first')),
    [{ type: 'strike_given', data: like({ lapses_at: '2026-05-10T12:00:00.000Z' }) }],
  ],
  'with which strike an entry is suspended, and how long': [
    asJudge(startStruck, give('second')),
    [
      'strike_given',
      { type: 'entry_suspended', data: like({ until: '2026-03-07T12:00:00.000Z' }) },
    ],
  ],
  'when somebody new may play': [
    () => ({
      world: start(6, rules),
      actor: null,
      isSystem: true,
      command: { type: 'admit_player', team_id: 'team4', person_id: 'new' },
    }),
    [{ type: 'player_admitted', data: like({ eligible_from: '2026-03-04T01:00:00.000Z' }) }],
  ],
  'when the hour is that nobody has agreed on': [
    until(startOffered, '2026-03-03T01:00:00.000Z'),
    [{ type: 'match_scheduled', data: like({ starts_at: '2026-03-04T17:00:00.000Z' }) }],
  ],
  'how many times are offered': [
    as(2, startChallenged, (world) => accept([2, 3, 4, 5, 6].map((day) => noon(world, day)))),
    { code: 'times_count', params: { has: 5, minimum: 2, maximum: 4 }, field: 'times' },
  ],
  'how often a match moves': [
    as(4, startMoved, (world) => ({
      type: 'ask_reschedule',
      ...onMatch,
      times: [noon(world, 5)],
    })),
    { code: 'reschedules_used', params: { limit: 1 } },
  ],
  'how few days a rest has': [
    as(
      4,
      () => start(6, rules),
      () => toRest(1),
    ),
    { code: 'rest_too_long', params: { days: 1, minimum: 2, maximum: 6 }, field: 'days' },
  ],
  'and how many': [
    as(
      4,
      () => start(6, rules),
      () => toRest(7),
    ),
    { code: 'rest_too_long', params: { days: 7, minimum: 2, maximum: 6 }, field: 'days' },
  ],
  'how many days of rest a season has': [
    as(4, startRested, () => toRest(4, 'second')),
    { code: 'rest_days_used', params: { left: 3, limit: 9 }, field: 'days' },
  ],
  'when an entry is idle': [
    until(() => start(2, idleRules), '2026-03-17T12:00:00.000Z'),
    [
      { type: 'idle_excused', at: '2026-03-17T12:00:00.000Z' },
      { type: 'idle_warned', data: like({ drops_at: '2026-03-26T12:00:00.000Z' }) },
    ],
  ],
});

function startMoved(): World {
  const world = startScheduled();
  act(world, captain(4), { type: 'ask_reschedule', ...onMatch, times: [noon(world, 4)] });
  act(world, captain(2), { type: 'answer_reschedule', ...onMatch, time: noon(world, 4) });
  return world;
}

const toRest = (days: number, rest_id = 'rest') =>
  ({
    type: 'announce_rest',
    entry_id: 'entry4',
    rest_id,
    from: '2026-03-20T12:00:00.000Z',
    days,
  }) as const;

/** Six of nine days are used. */
function startRested(): World {
  const world = start(6, rules);
  act(world, captain(4), { ...toRest(6, 'first'), from: worldStart });
  wait(world, 'P7D');
  return world;
}

const confirm = (time: Instant) =>
  ({ type: 'confirm_time', ...onMatch, time, picks: noPicks }) as const;
const outside = (time: Instant, from: Instant, to: Instant, field = 'times'): Said => ({
  code: 'time_out_of_window',
  params: { time, from, until: to },
  field,
});

const soonest = '2026-03-02T17:00:00.000Z';
const furthest = '2026-03-13T12:00:00.000Z';
limit(
  'a time is offered from 29 hours ahead',
  (away) => as(2, startChallenged, (world) => accept([shift(soonest, away), noon(world, 3)]))(),
  {
    before: outside(shift(soonest, -1), soonest, furthest),
    at: ['challenge_accepted'],
    after: ['challenge_accepted'],
  },
);
limit(
  'and up to twelve days ahead',
  (away) => as(2, startChallenged, (world) => accept([noon(world, 3), shift(furthest, away)]))(),
  {
    before: ['challenge_accepted'],
    at: ['challenge_accepted'],
    after: outside(shift(furthest, 1), soonest, furthest),
  },
);

/** Offered for as soon as may be. */
function startSoon(): World {
  const world = startChallenged();
  act(world, captain(2), accept([soonest, noon(world, 3)]));
  return world;
}
const beforeSoonest = '2026-03-02T16:15:00.000Z';
limit(
  'a time is confirmed until its check-in would open, 45 minutes before',
  (away) =>
    as(
      4,
      () => at(startSoon(), shift(beforeSoonest, away)),
      () => confirm(soonest),
    )(),
  { before: ['match_scheduled'], at: ['match_scheduled'], after: 'time_out_of_window' },
);

limit(
  'two matches of a team are three hours apart',
  (away) => {
    const world = startScheduled();
    challenge(world, 5, 4, 'other');
    const time = shift('2026-03-03T15:00:00.000Z', away);
    const command = { ...accept([time, noon(world, 4)]), match_id: 'other' };
    return { world, actor: captain(4), command };
  },
  {
    before: {
      code: 'time_too_close',
      params: { time: '2026-03-03T14:59:59.999Z', match_id: 'match', apart: 'PT3H' },
      field: 'times',
    },
    at: ['challenge_accepted'],
    after: ['challenge_accepted'],
  },
);

rows(
  'the hours of a season',
  (time: Instant) => as(2, startChallenged, (world) => accept([time, noon(world, 5)]))(),
  {
    'begin at nine': ['2026-03-03T08:00:00.000Z', ['challenge_accepted']],
    'and not before': [
      '2026-03-03T07:59:00.000Z',
      {
        code: 'hour_not_allowed',
        params: {
          time: '2026-03-03T07:59:00.000Z',
          from: '09:00',
          until: '22:00',
          zone: 'Europe/Berlin',
        },
        field: 'times',
      },
    ],
    'end at ten': ['2026-03-03T21:00:00.000Z', ['challenge_accepted']],
    'and not after': ['2026-03-03T21:01:00.000Z', 'hour_not_allowed'],
  },
);

const move = (time: Instant): LadderCommand => ({
  type: 'ask_reschedule',
  ...onMatch,
  times: [time],
});
limit(
  'a match is moved until five hours before it',
  (away) =>
    as(
      4,
      () => at(startScheduled(), shift('2026-03-03T07:00:00.000Z', away)),
      (world) => move(noon(world, 3)),
    )(),
  {
    before: ['reschedule_asked'],
    at: ['reschedule_asked'],
    after: { code: 'deadline_passed', params: { at: '2026-03-03T07:00:00.000Z' } },
  },
);
const sameDay = '2026-03-01T17:00:00.000Z';
limit(
  'and to five hours ahead',
  (away) => as(4, startScheduled, () => move(shift(sameDay, away)))(),
  {
    before: outside(shift(sameDay, -1), sameDay, furthest),
    at: ['reschedule_asked'],
    after: ['reschedule_asked'],
  },
);
limit(
  'which is answered until its check-in would open',
  (away) => {
    const world = startScheduled();
    act(world, captain(4), move(sameDay));
    at(world, shift('2026-03-01T16:15:00.000Z', away));
    const command = { type: 'answer_reschedule', ...onMatch, time: sameDay } as const;
    return { world, actor: captain(2), command };
  },
  { before: ['match_rescheduled'], at: ['match_rescheduled'], after: 'time_out_of_window' },
);

limit(
  'a result is corrected for two hours',
  (away) =>
    as(
      4,
      () => at(startCompleted(rules), shift('2026-03-03T14:00:00.000Z', away)),
      () => ({
        type: 'correct_scores',
        ...onMatch,
        scores: scores(2, 0),
      }),
    )(),
  { before: ['correction_asked'], at: 'deadline_passed', after: 'deadline_passed' },
);
limit(
  'a result is disputed for thirteen',
  (away) =>
    as(
      2,
      () => at(startCompleted(rules), shift('2026-03-04T01:00:00.000Z', away)),
      () => dispute(),
    )(),
  { before: ['result_disputed'], at: 'dispute_closed', after: 'dispute_closed' },
);
limit(
  'a ruling is appealed for forty-seven',
  (away) =>
    as(
      2,
      () => at(startRuled(rules), shift('2026-03-05T11:00:00.000Z', away)),
      () => appeal(),
    )(),
  { before: ['appeal_made'], at: 'deadline_passed', after: 'deadline_passed' },
);

limit(
  'a challenge within four days of a match is a rematch',
  (away) => {
    const world = startLive(rules);
    act(world, captain(4), { type: 'concede', ...onMatch });
    return {
      world: at(world, shift('2026-03-07T12:00:00.000Z', away)),
      actor: captain(4),
      command: toChallenge(4, 2),
    };
  },
  {
    before: [{ type: 'challenge_made', data: like({ is_rematch: true }) }],
    at: [{ type: 'challenge_made', data: like({ is_rematch: false }) }],
    after: [{ type: 'challenge_made', data: like({ is_rematch: false }) }],
  },
);

limit(
  'a season has two declines',
  (more) => {
    const world = start(6, rules);
    for (const team of [3, 4].slice(0, 1 + more)) {
      challenge(world, team, 2, `of${team}`);
      act(world, captain(2), { type: 'decline', match_id: `of${team}` });
    }
    challenge(world, 4 + more, 2);
    return { world, actor: captain(2), command: { type: 'decline', ...onMatch } };
  },
  {
    before: ['challenge_declined'],
    at: ['challenge_declined'],
    after: { code: 'decline_used', params: { limit: 2 } },
  },
);

const opening = '2026-03-03T11:15:00.000Z';
const extend = (from: Instant, to: Instant): Asked => ({
  world: at(startScheduled(), to),
  actor: null,
  isSystem: true,
  isLate: true,
  command: { type: 'extend_deadlines', from, until: to },
});
limit(
  'an outage moves a match whose check-in would have opened in it',
  (away) => extend('2026-03-03T11:00:00.000Z', shift(opening, away)),
  { before: [], at: ['deadlines_extended'], after: ['deadlines_extended'] },
);
limit(
  'or had not closed before it',
  (away) => extend(shift('2026-03-03T12:20:00.000Z', away), '2026-03-03T12:40:00.000Z'),
  { before: ['deadlines_extended'], at: ['deadlines_extended'], after: [] },
);

const three = { ...rules, team: { size: 3 } };
limit(
  'a lineup has as many as a season fields',
  (more) => {
    const world = start(6, three);
    schedule(world, 4, 2);
    waitUntil(world, opening);
    const players = people(4).slice(0, 3 + more);
    return { world, actor: captain(4), command: { type: 'check_in', ...onMatch, players } };
  },
  {
    before: { code: 'lineup_wrong_size', params: { has: 2, needs: 3 }, field: 'players' },
    at: ['checked_in'],
    after: { code: 'lineup_wrong_size', params: { has: 4, needs: 3 }, field: 'players' },
  },
);

limit(
  'of a long way up a season’s part is in reach',
  (more) => {
    const reach = { top: 1, rungs: 1, percent: 50, newEntryChallenges: 0 };
    return { world: start(8, { reach }), actor: captain(8), command: toChallenge(8, 4 - more) };
  },
  {
    before: ['challenge_made'],
    at: ['challenge_made'],
    after: { code: 'out_of_reach', params: { own: 8, theirs: 3, reach: 4 } },
  },
);

const replay = (time: Instant, from: () => World = () => startDisputed(rules)) =>
  asJudge(
    from,
    rule({
      kind: 'replay',
      times: [time, '2026-03-20T12:00:00.000Z', '2026-03-21T12:00:00.000Z'],
    }),
  )();
limit(
  'a replay begins after 37 hours to choose and 45 minutes of check-in',
  (away) => replay(shift('2026-03-05T01:45:00.000Z', away)),
  {
    before: 'time_out_of_window',
    at: {
      code: 'time_out_of_window',
      params: {
        time: '2026-03-05T01:45:00.000Z',
        from: '2026-03-05T01:45:00.000Z',
        until: '2026-08-28T12:00:00.000Z',
      },
      field: 'times',
    },
    after: ['ruling_given', 'replay_ordered'],
  },
);

const named = '2026-03-05T02:00:00.000Z';
const takes = (starts_at: Instant): Said => [
  { type: 'match_scheduled', data: like({ starts_at, reason: like({ kind: 'named_by_ruling' }) }) },
];
limit(
  'of which nobody chooses the first that is far enough ahead is taken',
  (away) => {
    const { world, command } = replay(named);
    act(world, judge, command);
    const instant = shift('2026-03-05T01:15:00.000Z', away);
    const longer = { type: 'extend_deadline', ...onMatch, until: instant } as const;
    act(world, judge, { ...longer, reason: text('ill') });
    return { world, until: instant };
  },
  {
    before: takes(named),
    at: takes('2026-03-20T12:00:00.000Z'),
    after: takes('2026-03-20T12:00:00.000Z'),
  },
);

/** Team 4 plays another match at noon of the seventh. */
function startBusy(): World {
  const world = startDisputed(rules);
  challenge(world, 5, 4, 'other');
  const times = [noon(world, 4), noon(world, 5)];
  act(world, captain(4), { ...accept(times), match_id: 'other' });
  act(world, captain(5), { ...confirm(noon(world, 4)), match_id: 'other' });
  return world;
}
limit(
  'and three hours from another match',
  (away) => replay(shift('2026-03-07T15:00:00.000Z', away), startBusy),
  {
    before: {
      code: 'time_too_close',
      params: { time: '2026-03-07T14:59:59.999Z', match_id: 'other', apart: 'PT3H' },
      field: 'times',
    },
    at: ['ruling_given', 'replay_ordered'],
    after: ['ruling_given', 'replay_ordered'],
  },
);

limit(
  'of an answer that a season wants three times in',
  (more) => {
    const world = start(6, { schedule: { timesMinimum: 3 } });
    challenge(world, 4, 2);
    const times = [2, 3, 4, 5].slice(0, 3 + more).map((day) => noon(world, day));
    return { world, actor: captain(2), command: accept(times) };
  },
  {
    before: { code: 'times_count', params: { has: 2, minimum: 3, maximum: 5 }, field: 'times' },
    at: ['challenge_accepted'],
    after: ['challenge_accepted'],
  },
);

rows(
  'the best of five maps',
  ([own, theirs]: [number, number]) =>
    as(
      4,
      () => startLive({ maps: { count: 5 } }),
      () => report(own, theirs),
    )(),
  {
    'is not told after two': [[2, 0], 'score_undecided'],
    'is told after three of one side': [[3, 0], ['match_reported']],
    'after four': [[3, 1], ['match_reported']],
    'and after all': [[3, 2], ['match_reported']],
    'is not six': [[4, 2], 'score_undecided'],
  },
);

/** Both sides are there, and choose maps by turns. */
function startVeto(): World {
  const maps = {
    pool: ['One', 'Two', 'Three'],
    count: 1,
    choice: 'veto',
    veto: ['ban', 'ban', 'decider'],
    turn: 'PT90S',
  };
  const world = start(6, { ...rules, maps });
  schedule(world, 4, 2);
  waitUntil(world, opening);
  act(world, captain(4), { type: 'check_in', ...onMatch, players: people(4).slice(0, 2) });
  return world;
}
const enter = () => ({ type: 'check_in', ...onMatch, players: people(2).slice(0, 2) }) as const;
function startTurns(): World {
  const world = startVeto();
  act(world, captain(2), enter());
  world.now = addDuration(world.now, 'PT30S');
  return world;
}
rows('a turn of the veto has ninety seconds', (ask: () => Asked) => ask(), {
  'the first from when both are there': [
    as(2, startVeto, enter),
    ['checked_in', { type: 'veto_started', data: { deadline: '2026-03-03T11:16:30.000Z' } }],
  ],
  'the next from the one before': [
    as(2, startTurns, () => ({ type: 'take_veto_turn', ...onMatch, action: 'ban', value: 'One' })),
    [{ type: 'veto_turn_taken', data: like({ deadline: '2026-03-03T11:17:00.000Z' }) }],
  ],
});

it('hours are shown from as far ahead as a season’s rules ask', () => {
  const facts = { availability: {} };
  const first = (world: World) =>
    listFreeHours(world.state, getMatch(world), world.now, facts).hours[0]?.time;
  expect(first(startChallenged())).toBe('2026-03-02T18:00:00.000Z');
  expect(first(startScheduled())).toBe('2026-03-01T18:00:00.000Z');
  expect(first(startDisputed(rules))).toBe('2026-03-05T08:00:00.000Z');
});
