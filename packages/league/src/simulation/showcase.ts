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

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

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
  /** Whether it is between two who have just met. */
  isRematch?: true;
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
  [starts, starts + DAY, starts + 2 * DAY].map(toInstant);

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
  times: listTimes(starts + 3 * HOUR),
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
  times: [toInstant(starts + DAY)],
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
  if (!step || step.by === 'draw' || step.action === 'decider') return;
  const { action, by: side } = step;
  const value = scene.stage.random.pick(listVetoOptions(rules, match, action));
  give(side as Side, () => ({ type: 'take_veto_turn', match_id: match.id, action, value }))(played);
};

const report =
  (side: Side, winner: Side): Act =>
  (played) => {
    const { scene, ladderId, match } = played;
    const rules = getState(scene.stage, ladderId).season?.rules;
    if (!rules) return;
    const scores = createScores(scene.stage.random, rules, match, winner);
    give(side, () => ({ type: 'report', match_id: match.id, scores }))(played);
  };

const AGREED: Script['acts'] = [
  [64 * HOUR, accept],
  [58 * HOUR, confirm],
];
const TURNS: Script['acts'] = [
  [30 * HOUR, takeTurn],
  [29 * HOUR, takeTurn],
];
const both = (before: number): Script['acts'] => [
  [before, comeIn('challenger')],
  [before - MINUTE, comeIn('defender')],
];
/** Every turn of a veto that is left; more than there are does no harm. */
const turnsFrom = (before: number): Script['acts'] =>
  Array.from({ length: 10 }, (_, turn) => [before - turn * 10_000, takeTurn] as const);

/** In the order in which they are made, so that the first have the most to choose from. */
const SCRIPTS: readonly Script[] = [
  {
    status: 'voided',
    made: 8 * DAY,
    starts: 5 * DAY,
    // Nobody turns up.
    acts: [
      [7 * DAY, accept],
      [6.5 * DAY, confirm],
    ],
  },
  {
    status: 'completed',
    made: 7 * DAY,
    starts: 5.5 * DAY,
    acts: [
      [6.9 * DAY, accept],
      [6.5 * DAY, confirm],
      ...both(5.5 * DAY + 20 * MINUTE),
      ...turnsFrom(5.5 * DAY + 15 * MINUTE),
      [5.5 * DAY - HOUR, report('challenger', 'defender')],
    ],
  },
  { status: 'expired', made: 4.2 * DAY, isRematch: true, acts: [] },
  { status: 'declined', made: 4 * DAY, acts: [[3.8 * DAY, decline('defender')]] },
  { status: 'withdrawn', made: 3.9 * DAY, acts: [[3.7 * DAY, withdraw('challenger')]] },
  {
    status: 'cancelled',
    made: 3.8 * DAY,
    starts: -2 * DAY,
    acts: [
      [3.6 * DAY, accept],
      [3.5 * DAY, askCancellation('challenger')],
      [3.4 * DAY, agreeCancellation('defender')],
    ],
  },
  {
    status: 'forfeited',
    made: 3.7 * DAY,
    starts: -DAY,
    acts: [
      [3.5 * DAY, accept],
      [3.3 * DAY, confirm],
      [2.5 * DAY, announceForfeit],
    ],
  },
  {
    status: 'checking_in',
    made: 70 * HOUR,
    starts: -20 * MINUTE,
    acts: [...AGREED, ...TURNS, [5 * MINUTE, comeIn('challenger')]],
  },
  {
    status: 'veto',
    made: 70 * HOUR,
    starts: -20 * MINUTE,
    acts: [...AGREED, ...TURNS, [4 * MINUTE, comeIn('challenger')], [20_000, comeIn('defender')]],
  },
  {
    status: 'live',
    made: 70 * HOUR,
    starts: 30 * MINUTE,
    acts: [...AGREED, ...both(50 * MINUTE), ...turnsFrom(45 * MINUTE)],
  },
  {
    status: 'reported',
    made: 70 * HOUR,
    starts: 3 * HOUR,
    acts: [
      ...AGREED,
      ...both(3 * HOUR + 20 * MINUTE),
      ...turnsFrom(3 * HOUR + 15 * MINUTE),
      [HOUR, report('challenger', 'challenger')],
    ],
  },
  {
    status: 'disputed',
    made: 70 * HOUR,
    starts: 9 * HOUR,
    acts: [
      ...AGREED,
      ...both(9 * HOUR + 20 * MINUTE),
      ...turnsFrom(9 * HOUR + 15 * MINUTE),
      [7 * HOUR, report('challenger', 'challenger')],
      [6 * HOUR, report('defender', 'defender')],
    ],
  },
  {
    status: 'scheduled',
    made: 50 * HOUR,
    starts: -30 * HOUR,
    acts: [
      [44 * HOUR, accept],
      [30 * HOUR, confirm],
      [10 * HOUR, announceForfeit],
      [10 * HOUR - 5 * MINUTE, takeBackForfeit],
      [2 * HOUR, askReschedule],
    ],
  },
  {
    status: 'countered',
    made: 40 * HOUR,
    starts: -40 * HOUR,
    acts: [
      [30 * HOUR, accept],
      [12 * HOUR, counter],
    ],
  },
  {
    status: 'offered',
    made: 30 * HOUR,
    starts: -50 * HOUR,
    acts: [
      [9 * HOUR, accept],
      [6 * HOUR, askExtension],
      [3 * HOUR, agreeExtension],
    ],
  },
  { status: 'challenged', made: 5 * HOUR, acts: [] },
];

/** From when on the ladder's captains leave it to the scripts. */
const QUIET = 8.5 * DAY;
/** How often a script looks again when nobody is free. */
const AGAIN = 0.25;

/** Plans the scripts of one ladder. */
export function planShowcase(scene: Scene, ladderId: LadderId): void {
  const { stage } = scene;
  planAt(stage, toInstant(stage.ends - QUIET), () => void scene.quiet.add(ladderId));
  const used = new Set<EntryId>();
  for (const script of SCRIPTS) {
    planAt(stage, toInstant(stage.ends - script.made), () =>
      beginScript(scene, ladderId, script, used),
    );
  }
}

function beginScript(scene: Scene, ladderId: LadderId, script: Script, used: Set<EntryId>): void {
  const { stage } = scene;
  const state = getState(stage, ladderId);
  const hasVeto = state.season?.rules.maps.choice === 'veto';
  if (script.status === 'veto' && !hasVeto) return;
  const pair = findPair(scene, state, { used, isRematch: script.isRematch === true });
  if (!pair) {
    planAfter(stage, AGAIN, () => beginScript(scene, ladderId, script, used));
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
  if (!isMade) return;
  const isOpenAtEnd = script.made <= 70 * HOUR;
  if (isOpenAtEnd) used.add(challenger.id).add(defender.id);
  planActs(scene, ladderId, matchId, script);
}

function planActs(scene: Scene, ladderId: LadderId, matchId: MatchId, script: Script): void {
  const { stage } = scene;
  // On a full five minutes, as people name times.
  const starts = Math.ceil((stage.ends - (script.starts ?? 0)) / (5 * MINUTE)) * 5 * MINUTE;
  for (const [before, act] of script.acts) {
    planAt(stage, toInstant(stage.ends - before), () => {
      const match = getMatchOf(scene, ladderId, matchId);
      if (match) act({ scene, ladderId, match, starts });
    });
  }
}

interface Wanted {
  /** Who is in a script already that is open at the end. */
  used: ReadonlySet<EntryId>;
  isRematch: boolean;
}

/** Two who may meet now; those of no other script first. */
function findPair(
  scene: Scene,
  state: LadderState,
  { used, isRematch }: Wanted,
): [Entry, Entry] | null {
  const at = toInstant(scene.stage.now);
  const recently = toInstant(scene.stage.now - 5 * DAY);
  const free = Object.values(state.entries).filter(
    (entry) => entry.status === 'active' && findCaptain(scene, entry) !== null,
  );
  const isIdle = (entry: Entry) => entry.challenging === null && entry.challenged_by === null;
  const pools = [free.filter((entry) => isIdle(entry) && !used.has(entry.id)), free];
  for (const pool of pools) {
    for (const challenger of scene.stage.random.shuffle(pool)) {
      const defender = pool.find(
        (other) =>
          (!isRematch || (challenger.met[other.id] ?? '') > recently) &&
          findChallengeRefusal(state, challenger, other, at) === null,
      );
      if (defender) return [challenger, defender];
    }
  }
  return null;
}
