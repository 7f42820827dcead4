import { findChallengeRefusal } from '../challenge.ts';
import { addDuration, toInstant, toMilliseconds } from '../duration.ts';
import type { EntryId, Instant, LadderId, MatchId, PersonId, Side } from '../ids.ts';
import { isInReach } from '../reach.ts';
import { bothSides, getEntryId, getOtherSide } from '../sides.ts';
import type { Entry, LadderState, Match, MatchStatus, Picks } from '../state.ts';
import { findVetoStep, listVetoOptions } from '../veto.ts';
import { listHours } from './hours.ts';
import { planChairs } from './judges.ts';
import { toPicks } from './picks.ts';
import { actOnMatch, findCaptain, getMatchOf, type Scene } from './scene.ts';
import { createScores } from './scores.ts';
import { createId, getState, planAfter, tryLadder } from './stage.ts';

/** A captain looks at the ladder every now and then: challenges, rests or leaves. */
export function planLook(scene: Scene, ladderId: LadderId, entryId: EntryId): void {
  const { stage, habits } = scene;
  planAfter(stage, habits.lookEvery * (0.3 + stage.random.next() * 1.4), () => {
    const entry = getState(stage, ladderId).entries[entryId];
    if (!entry || entry.status === 'left' || entry.status === 'removed') {
      return;
    }
    lookAround(scene, ladderId, entry);
    planLook(scene, ladderId, entryId);
  });
}

function lookAround(scene: Scene, ladderId: LadderId, entry: Entry): void {
  const { stage, habits } = scene;
  const captain = findCaptain(scene, entry);
  if (captain === null || entry.status !== 'active' || scene.quiet.has(ladderId)) {
    return;
  }
  if (stage.random.chance(habits.leaves)) {
    tryLadder(stage, ladderId, captain, { type: 'leave', entry_id: entry.id });
  } else if (stage.random.chance(habits.rests)) {
    const from = addDuration(toInstant(stage.now), `P${stage.random.whole(0, 3)}D`);
    tryLadder(stage, ladderId, captain, {
      type: 'announce_rest',
      entry_id: entry.id,
      rest_id: createId(stage),
      from,
      days: stage.random.whole(2, 6),
    });
  } else if (entry.challenging === null && stage.random.chance(habits.challenges)) {
    challengeSomebody(scene, ladderId, entry, captain);
  }
}

function challengeSomebody(
  scene: Scene,
  ladderId: LadderId,
  entry: Entry,
  captain: PersonId,
): void {
  const { stage } = scene;
  const state = getState(stage, ladderId);
  const at = toInstant(stage.now);
  const targets = listTargets(state, entry, at);
  if (state.season?.status === 'open') {
    stage.wishes.all += 1;
    if (targets.length === 0) {
      stage.wishes.unmet += 1;
    }
  }
  if (targets.length === 0) {
    return;
  }
  const matchId = createId(stage);
  stage.seeds[matchId] = stage.random.hex(64);
  tryLadder(stage, ladderId, captain, {
    type: 'challenge',
    match_id: matchId,
    challenger_id: entry.id,
    defender_id: stage.random.pick(targets).id,
    picks: toPicks(stage.random, state, null, 'C'),
    nonce: stage.random.hex(32),
  });
}

/** Whom an entry may challenge. What is quick to see is looked at first: most of a ladder is out of reach. */
function listTargets(state: LadderState, entry: Entry, at: Instant): Entry[] {
  const { ladder, season, size } = state;
  if (season?.status !== 'open') {
    return [];
  }
  const climber = { rung: entry.rung ?? 0, challenges_made: entry.challenges_made };
  const isNear = (rung: number | null) =>
    ladder?.format !== 'rung' || isInReach(season.rules, climber, rung ?? 0, size);
  const targets: Entry[] = [];
  for (const id in state.entries) {
    const target = state.entries[id];
    if (
      target?.status === 'active' &&
      target.challenged_by === null &&
      target.id !== entry.id &&
      isNear(target.rung) &&
      findChallengeRefusal(state, entry, target, at) === null
    ) {
      targets.push(target);
    }
  }
  return targets;
}

const noPicks: Picks = { maps: [], sides: [] };

const plans: Partial<
  Record<MatchStatus, (scene: Scene, ladderId: LadderId, match: Match) => void>
> = {
  challenged: planAnswer,
  offered: planConfirmation,
  countered: planConfirmation,
  scheduled: planWaiting,
  checking_in: planCheckIns,
  veto: planVetoTurn,
  live: planReport,
  reported: planReaction,
  disputed: planChairs,
  completed: planChairs,
  forfeited: planChairs,
};

/** What the sides of a match do next, planned once when it gets to a status or a veto turn. */
export function planNext(scene: Scene, ladderId: LadderId, matchId: MatchId): void {
  const match = getMatchOf(scene, ladderId, matchId);
  if (!match || scene.scripted.has(matchId)) {
    return;
  }
  const point = `${match.status} ${match.replays} ${match.veto.length}`;
  if (scene.planned.get(matchId) === point) {
    return;
  }
  scene.planned.set(matchId, point);
  plans[match.status]?.(scene, ladderId, match);
}

/** People hurry where the rules give them less time than usual, given in hours. */
function getHurry(given: string | undefined, usual: number): number {
  return Math.min(1, given ? toMilliseconds(given) / 3_600_000 / usual : 1);
}

function planAnswer(scene: Scene, ladderId: LadderId, match: Match): void {
  const { stage, habits } = scene;
  const { random } = stage;
  if (random.chance(habits.ignoresChallenge)) {
    return;
  }
  const hurry = getHurry(getState(stage, ladderId).season?.rules.challenge.answerWithin, 72);
  planAfter(stage, (1 + random.next() ** 2 * 50) * hurry, () => {
    const isDeclined =
      random.chance(habits.declines) &&
      actOnMatch(scene, ladderId, match, 'defender', { type: 'decline', match_id: match.id });
    if (isDeclined) {
      return;
    }
    const picks = toPicks(random, getState(stage, ladderId), match, 'D');
    const times = listHours(scene, ladderId, match, random.whole(2, 4));
    actOnMatch(scene, ladderId, match, 'defender', {
      type: 'accept',
      match_id: match.id,
      times,
      picks,
      nonce: random.hex(32),
    });
  });
}

function planConfirmation(scene: Scene, ladderId: LadderId, match: Match): void {
  const { stage, habits } = scene;
  const { random } = stage;
  const side: Side = match.status === 'offered' ? 'challenger' : 'defender';
  if (random.chance(habits.ignoresOffer)) {
    return;
  }
  const hurry = getHurry(getState(stage, ladderId).season?.rules.schedule.confirmWithin, 48);
  planAfter(stage, (1 + random.next() ** 2 * 30) * hurry, () => {
    if (
      side === 'challenger' &&
      match.countered.length === 0 &&
      random.chance(habits.counterOffers)
    ) {
      actOnMatch(scene, ladderId, match, side, {
        type: 'counter_offer',
        match_id: match.id,
        times: listHours(scene, ladderId, match, 2),
      });
      return;
    }
    const time = random.pick([...match.offered, ...match.countered]);
    const picks =
      side === 'challenger' && match.maps.length === 0
        ? toPicks(random, getState(stage, ladderId), match, 'A')
        : noPicks;
    actOnMatch(scene, ladderId, match, side, {
      type: 'confirm_time',
      match_id: match.id,
      time,
      picks,
    });
  });
}

/** While a match waits for its hour: veto turns early, a new date, a forfeit. */
function planWaiting(scene: Scene, ladderId: LadderId, match: Match): void {
  const { stage, habits } = scene;
  const { random } = stage;
  if (random.chance(match.veto.length > 0 ? 0.9 : 0.5)) {
    planVetoTurn(scene, ladderId, match);
  }
  if (match.veto.length > 0) {
    return;
  }
  const side = random.pick(bothSides);
  if (random.chance(habits.forfeits)) {
    planAfter(stage, 3, () => forfeit(scene, ladderId, match, side));
  } else if (match.reschedules === 0 && random.chance(habits.asksReschedule)) {
    planAfter(stage, 2 + random.next() * 12, () => reschedule(scene, ladderId, match, side));
  }
}

function forfeit(scene: Scene, ladderId: LadderId, match: Match, side: Side): void {
  const opponent =
    getState(scene.stage, ladderId).entries[getEntryId(match, getOtherSide(side))]?.name ?? '';
  actOnMatch(scene, ladderId, match, side, {
    type: 'announce_forfeit',
    match_id: match.id,
    opponent,
  });
}

function reschedule(scene: Scene, ladderId: LadderId, match: Match, side: Side): void {
  const { stage } = scene;
  const times = listHours(scene, ladderId, match, 2);
  const isAsked = actOnMatch(scene, ladderId, match, side, {
    type: 'ask_reschedule',
    match_id: match.id,
    times,
  });
  if (!isAsked || stage.random.chance(0.2)) {
    return;
  }
  planAfter(stage, 1 + stage.random.next() * 10, () => {
    const time = stage.random.chance(0.8) ? (times[0] ?? null) : null;
    actOnMatch(scene, ladderId, match, getOtherSide(side), {
      type: 'answer_reschedule',
      match_id: match.id,
      time,
    });
  });
}

function planCheckIns(scene: Scene, ladderId: LadderId, match: Match): void {
  const { stage, habits } = scene;
  for (const side of bothSides) {
    if (stage.random.chance(habits.noShow)) {
      continue;
    }
    planAfter(stage, 0.02 + stage.random.next() * 0.55, () =>
      checkIn(scene, ladderId, match.id, side),
    );
  }
}

/** A captain sends in as many as play, of those who may. */
export function checkIn(scene: Scene, ladderId: LadderId, matchId: MatchId, side: Side): void {
  const { stage } = scene;
  const state = getState(stage, ladderId);
  const match = state.matches[matchId];
  const entry = match && state.entries[getEntryId(match, side)];
  const captain = findCaptain(scene, entry);
  if (!match?.time || !entry || captain === null) {
    return;
  }
  const start = match.time.starts_at;
  const able = entry.players
    .filter(({ eligible_from }) => eligible_from <= start)
    .map(({ person_id }) => person_id);
  const players = stage.random.shuffle(able).slice(0, state.season?.rules.team.size ?? 1);
  tryLadder(stage, ladderId, captain, { type: 'check_in', match_id: matchId, players });
}

/** The side whose turn it is thinks for some seconds before a start, for some hours long before one. */
export function planVetoTurn(scene: Scene, ladderId: LadderId, match: Match): void {
  const { stage } = scene;
  const rules = getState(stage, ladderId).season?.rules;
  const step = rules && findVetoStep(rules, match);
  if (!step || step.by === 'draw') {
    return;
  }
  const { action, by } = step;
  const hours =
    match.status === 'veto' ? (4 + stage.random.next() * 60) / 3600 : 1 + stage.random.next() * 6;
  planAfter(stage, hours, () => {
    const value = stage.random.pick(listVetoOptions(rules, match, action));
    if (action !== 'decider') {
      actOnMatch(scene, ladderId, match, by as Side, {
        type: 'take_veto_turn',
        match_id: match.id,
        action,
        value,
      });
    }
  });
}

function planReport(scene: Scene, ladderId: LadderId, match: Match): void {
  const { stage, habits, strength } = scene;
  const { random } = stage;
  const state = getState(stage, ladderId);
  const edge = (strength.get(match.challenger_id) ?? 0) - (strength.get(match.defender_id) ?? 0);
  const winner: Side = random.chance(1 / (1 + Math.exp(-1.2 * edge))) ? 'challenger' : 'defender';
  scene.played.set(match.id, winner);
  if (!state.season || random.chance(habits.neverReports)) {
    return;
  }
  const scores = createScores(random, state.season.rules, match, winner);
  const reporter = random.chance(habits.concedes) ? getOtherSide(winner) : winner;
  const hurry = getHurry(state.season.rules.report.reportWithin, 24);
  planAfter(stage, (0.6 + random.next() * 1.2) * hurry, () =>
    actOnMatch(scene, ladderId, match, reporter, { type: 'report', match_id: match.id, scores }),
  );
}

function planReaction(scene: Scene, ladderId: LadderId, match: Match): void {
  const { stage, habits } = scene;
  const { random } = stage;
  const report = match.reports.challenger ?? match.reports.defender;
  const rules = getState(stage, ladderId).season?.rules;
  if (!report || !rules) {
    return;
  }
  const other = getOtherSide(report.by);
  const isLate = stage.ends - stage.now < 30 * 3_600_000;
  const hasDispute = () =>
    Object.values(getState(stage, ladderId).disputes).some(({ status }) => status === 'open');
  if (random.chance(habits.disputesReport) || (isLate && !hasDispute())) {
    const scores = createScores(random, rules, match, other);
    planAfter(stage, 0.2 + random.next() * 2, () =>
      actOnMatch(scene, ladderId, match, other, { type: 'report', match_id: match.id, scores }),
    );
  } else if (!random.chance(habits.ignoresReport)) {
    planAfter(stage, 0.1 + random.next() ** 2 * 12, () =>
      actOnMatch(scene, ladderId, match, other, { type: 'confirm_report', match_id: match.id }),
    );
  }
}
