import { findChallengeRefusal } from '../challenge.ts';
import type { LadderCommand } from '../command.ts';
import { toInstant } from '../duration.ts';
import type { EntryId, Instant, LadderId, MatchId, Side } from '../ids.ts';
import type { Entry, LadderState, Match, MatchStatus } from '../state.ts';
import { findVetoStep, listVetoOptions } from '../veto.ts';
import { checkIn } from './captains.ts';
import { toPicks } from './picks.ts';
import { actOnMatch, findCaptain, getMatchOf, type Scene } from './scene.ts';
import { createScores } from './scores.ts';
import { createId, getState, planAfter, planAt, tryLadder } from './stage.ts';

/*
 * A demonstration shows a match in every status at the moment when it ends, which is when somebody
 * looks at it first: here some matches of a ladder are played by script, counted back from that end.
 */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** What a script's people do with its match. */
interface Played {
  scene: Scene;
  ladderId: LadderId;
  match: Match;
  /** When the match starts, if the script has a start. */
  starts: number;
}
type Act = (played: Played) => void;

interface Script {
  /** Where the match stands at the end. */
  status: MatchStatus;
  /** How long before the end it is made. */
  made: number;
  /** How long before the end it starts; negative: after it. */
  starts?: number;
  /** How long before the end somebody does what. */
  acts: readonly (readonly [number, Act])[];
  /** Between whom, where not between any two. */
  between?: 'just_met' | 'may_decline';
}

function give(side: Side, toCommand: (played: Played) => LadderCommand): Act {
  return (played) => {
    const { scene, ladderId, match } = played;
    actOnMatch(scene, ladderId, match, side, toCommand(played));
  };
}

const by =
  (type: 'decline' | 'withdraw' | 'ask_cancellation' | 'agree_cancellation') =>
  (side: Side): Act =>
    give(side, ({ match }) => ({ type, match_id: match.id }));
const [decline, withdraw] = [by('decline'), by('withdraw')];
const [askCancellation, agreeCancellation] = [by('ask_cancellation'), by('agree_cancellation')];

const listTimes = (starts: number): Instant[] =>
  [starts, starts + day, starts + 2 * day].map(toInstant);

const accept = give('defender', ({ scene: { stage }, ladderId, match, starts }) => ({
  type: 'accept',
  match_id: match.id,
  times: listTimes(starts),
  picks: toPicks(stage.random, getState(stage, ladderId), match, 'D'),
  nonce: stage.random.hex(32),
}));
const counter = give('challenger', ({ match, starts }) => ({
  type: 'counter_offer',
  match_id: match.id,
  times: listTimes(starts + 3 * hour),
}));
const confirm = give('challenger', ({ scene: { stage }, ladderId, match, starts }) => ({
  type: 'confirm_time',
  match_id: match.id,
  time: toInstant(starts),
  picks: toPicks(stage.random, getState(stage, ladderId), match, 'A'),
}));
const askReschedule = give('challenger', ({ match, starts }) => ({
  type: 'ask_reschedule',
  match_id: match.id,
  times: [toInstant(starts + day)],
}));
const askExtension = give('defender', ({ match }) => ({
  type: 'ask_extension',
  match_id: match.id,
}));
const agreeExtension = give('challenger', ({ match }) => ({
  type: 'agree_extension',
  match_id: match.id,
}));
const announceForfeit = give('defender', ({ scene: { stage }, ladderId, match }) => ({
  type: 'announce_forfeit',
  match_id: match.id,
  opponent: getState(stage, ladderId).entries[match.challenger_id]?.name ?? '',
}));
const takeBackForfeit = give('defender', ({ match }) => ({
  type: 'take_back_forfeit',
  match_id: match.id,
}));
const comeIn =
  (side: Side): Act =>
  ({ scene, ladderId, match }) =>
    checkIn(scene, ladderId, match.id, side);

/** Both sides' turns that come before a start; no ladder without a veto has any. */
const takeTurn: Act = (played) => {
  const { scene, ladderId, match } = played;
  const rules = getState(scene.stage, ladderId).season?.rules;
  const step = rules && findVetoStep(rules, match);
  if (!step || step.by === 'draw' || step.action === 'decider') {
    return;
  }
  const { action, by: side } = step;
  const value = scene.stage.random.pick(listVetoOptions(rules, match, action));
  give(side as Side, () => ({ type: 'take_veto_turn', match_id: match.id, action, value }))(played);
};

const report =
  (side: Side, winner: Side): Act =>
  (played) => {
    const { scene, ladderId, match } = played;
    const rules = getState(scene.stage, ladderId).season?.rules;
    if (!rules) {
      return;
    }
    const scores = createScores(scene.stage.random, rules, match, winner);
    give(side, () => ({ type: 'report', match_id: match.id, scores }))(played);
  };

const agreed: Script['acts'] = [
  [64 * hour, accept],
  [58 * hour, confirm],
];
const turns: Script['acts'] = [
  [30 * hour, takeTurn],
  [29 * hour, takeTurn],
];
const both = (before: number): Script['acts'] => [
  [before, comeIn('challenger')],
  [before - minute, comeIn('defender')],
];
/** Every turn of a veto that is left; more than there are does no harm. */
const turnsFrom = (before: number): Script['acts'] =>
  Array.from({ length: 10 }, (_, turn) => [before - turn * 10_000, takeTurn] as const);

/** In the order in which they are made, so that the first have the most to choose from. */
const scripts: readonly Script[] = [
  {
    status: 'voided',
    made: 8 * day,
    starts: 5 * day,
    // Nobody turns up.
    acts: [
      [7 * day, accept],
      [6.5 * day, confirm],
    ],
  },
  {
    status: 'completed',
    made: 7 * day,
    starts: 5.5 * day,
    acts: [
      [6.9 * day, accept],
      [6.5 * day, confirm],
      ...both(5.5 * day + 20 * minute),
      ...turnsFrom(5.5 * day + 15 * minute),
      [5.5 * day - hour, report('challenger', 'defender')],
    ],
  },
  { status: 'expired', made: 4.2 * day, between: 'just_met', acts: [] },
  {
    status: 'declined',
    made: 4 * day,
    between: 'may_decline',
    acts: [[3.8 * day, decline('defender')]],
  },
  { status: 'withdrawn', made: 3.9 * day, acts: [[3.7 * day, withdraw('challenger')]] },
  {
    status: 'cancelled',
    made: 3.8 * day,
    starts: -2 * day,
    acts: [
      [3.6 * day, accept],
      [3.5 * day, askCancellation('challenger')],
      [3.4 * day, agreeCancellation('defender')],
    ],
  },
  {
    status: 'forfeited',
    made: 3.7 * day,
    starts: -day,
    acts: [
      [3.5 * day, accept],
      [3.3 * day, confirm],
      [2.5 * day, announceForfeit],
    ],
  },
  {
    status: 'checking_in',
    made: 70 * hour,
    starts: -20 * minute,
    acts: [...agreed, ...turns, [5 * minute, comeIn('challenger')]],
  },
  {
    status: 'veto',
    made: 70 * hour,
    starts: -20 * minute,
    acts: [...agreed, ...turns, [4 * minute, comeIn('challenger')], [20_000, comeIn('defender')]],
  },
  {
    status: 'live',
    made: 70 * hour,
    starts: 30 * minute,
    acts: [...agreed, ...both(50 * minute), ...turnsFrom(45 * minute)],
  },
  {
    status: 'reported',
    made: 70 * hour,
    starts: 3 * hour,
    acts: [
      ...agreed,
      ...both(3 * hour + 20 * minute),
      ...turnsFrom(3 * hour + 15 * minute),
      [hour, report('challenger', 'challenger')],
    ],
  },
  {
    status: 'disputed',
    made: 70 * hour,
    starts: 9 * hour,
    acts: [
      ...agreed,
      ...both(9 * hour + 20 * minute),
      ...turnsFrom(9 * hour + 15 * minute),
      [7 * hour, report('challenger', 'challenger')],
      [6 * hour, report('defender', 'defender')],
    ],
  },
  {
    status: 'scheduled',
    made: 50 * hour,
    starts: -30 * hour,
    acts: [
      [44 * hour, accept],
      [30 * hour, confirm],
      [10 * hour, announceForfeit],
      [10 * hour - 5 * minute, takeBackForfeit],
      [2 * hour, askReschedule],
    ],
  },
  {
    status: 'countered',
    made: 40 * hour,
    starts: -40 * hour,
    acts: [
      [30 * hour, accept],
      [12 * hour, counter],
    ],
  },
  {
    status: 'offered',
    made: 30 * hour,
    starts: -50 * hour,
    acts: [
      [9 * hour, accept],
      [6 * hour, askExtension],
      [3 * hour, agreeExtension],
    ],
  },
  { status: 'challenged', made: 5 * hour, acts: [] },
];

/** From when on the ladder's captains leave it to the scripts. */
const quiet = 8.5 * day;
/** How often a script looks again when nobody is free. */
const again = 0.25;

/** Plans the scripts of one ladder. */
export function planShowcase(scene: Scene, ladderId: LadderId): void {
  const { stage } = scene;
  planAt(stage, toInstant(stage.ends - quiet), () => void scene.quiet.add(ladderId));
  const used = new Set<EntryId>();
  for (const script of scripts) {
    planAt(stage, toInstant(stage.ends - script.made), () =>
      beginScript(scene, ladderId, script, used),
    );
  }
}

function beginScript(scene: Scene, ladderId: LadderId, script: Script, used: Set<EntryId>): void {
  const { stage } = scene;
  const state = getState(stage, ladderId);
  const hasVeto = state.season?.rules.maps.choice === 'veto';
  if (script.status === 'veto' && !hasVeto) {
    return;
  }
  const pair = findPair(scene, state, { used, between: script.between });
  if (!pair) {
    planAfter(stage, again, () => beginScript(scene, ladderId, script, used));
    return;
  }
  const [challenger, defender] = pair;
  const matchId = createId(stage);
  stage.seeds[matchId] = stage.random.hex(64);
  scene.scripted.add(matchId);
  const isMade = tryLadder(stage, ladderId, findCaptain(scene, challenger), {
    type: 'challenge',
    match_id: matchId,
    challenger_id: challenger.id,
    defender_id: defender.id,
    picks: toPicks(stage.random, state, null, 'C'),
    nonce: stage.random.hex(32),
  });
  if (!isMade) {
    return;
  }
  const isOpenAtEnd = script.made <= 70 * hour;
  if (isOpenAtEnd) {
    used.add(challenger.id).add(defender.id);
  }
  planActs(scene, ladderId, matchId, script);
}

function planActs(scene: Scene, ladderId: LadderId, matchId: MatchId, script: Script): void {
  const { stage } = scene;
  // On a full five minutes, as people name times.
  const starts = Math.ceil((stage.ends - (script.starts ?? 0)) / (5 * minute)) * 5 * minute;
  for (const [before, act] of script.acts) {
    planAt(stage, toInstant(stage.ends - before), () => {
      const match = getMatchOf(scene, ladderId, matchId);
      if (match) {
        act({ scene, ladderId, match, starts });
      }
    });
  }
}

interface Wanted {
  /** Who is in a script already that is open at the end. */
  used: ReadonlySet<EntryId>;
  between: Script['between'];
}

/** Two who may meet now: of no other script and without a match first, then those whose matches have no time yet. */
function findPair(
  scene: Scene,
  state: LadderState,
  { used, between }: Wanted,
): [Entry, Entry] | null {
  const at = toInstant(scene.stage.now);
  const recently = toInstant(scene.stage.now - 5 * day);
  const limit = state.season?.rules.challenge.declines ?? 0;
  const free = Object.values(state.entries).filter(
    (entry) => entry.status === 'active' && findCaptain(scene, entry) !== null,
  );
  const listOpen = (entry: Entry) =>
    [entry.challenging, entry.challenged_by].filter((id) => id !== null);
  const pools = [
    free.filter((entry) => listOpen(entry).length === 0 && !used.has(entry.id)),
    free.filter((entry) => listOpen(entry).every((id) => !state.matches[id]?.time)),
    free,
  ];
  const isWanted = (challenger: Entry, defender: Entry) =>
    between === 'just_met'
      ? (challenger.met[defender.id] ?? '') > recently
      : between !== 'may_decline' ||
        (defender.declined.length < limit && !defender.declined.includes(challenger.id));
  for (const pool of pools) {
    for (const challenger of scene.stage.random.shuffle(pool)) {
      const defender = pool.find(
        (other) =>
          isWanted(challenger, other) &&
          findChallengeRefusal(state, challenger, other, at) === null,
      );
      if (defender) {
        return [challenger, defender];
      }
    }
  }
  return null;
}
