import { toInstant } from '../duration.ts';
import type { LadderId, MatchId, Side } from '../ids.ts';
import { getRestDaysLeft } from '../rest.ts';
import { getOtherSide } from '../sides.ts';
import type { Entry, Match, RulingOutcome } from '../state.ts';
import { actOnMatch, findCaptain, getMatchOf, type Scene } from './scene.ts';
import { createId, createText, getState, planAfter, planAt, tryLadder } from './stage.ts';

/*
 * What an admin's weeks hold, planned for a demonstration so that it is there whatever the dice say:
 * disputes open and decided, a result overturned, appeals, strikes up to a suspension, rests.
 */

const hour = 3_600_000;
const dayMs = 24 * hour;
const restDays = 5;
/** How often somebody looks for what they need, in hours. */
const again = 0.3;

/** Plans it on one ladder. */
export function planJustice(scene: Scene, ladderId: LadderId): void {
  const { stage } = scene;
  const before = (duration: number, happen: () => void) =>
    planAt(stage, toInstant(stage.ends - duration), happen);
  const dispute = (duration: number, next: Next) =>
    before(duration, () => disputeResult(scene, ladderId, next));
  before(15 * dayMs, () => onFreshResult(scene, ladderId, 0.6, correctScores));
  before(13 * dayMs, () => moveByHand(scene, ladderId));
  dispute(12 * dayMs, overturnAndHearAppeal);
  before(9 * dayMs, () => giveAndLiftStrike(scene, ladderId));
  dispute(8 * dayMs, uphold);
  before(6 * dayMs, () => suspendByStrikes(scene, ladderId));
  dispute(80 * hour, overturnAndAppeal);
  before(26 * hour, () => announceRest(scene, ladderId, 0));
  dispute(17 * hour, () => {});
  before(4 * hour, () => announceRest(scene, ladderId, dayMs));
}

/** A result and who lost it: what the scripts below are about. */
interface Case {
  scene: Scene;
  ladderId: LadderId;
  matchId: MatchId;
  loser: Side;
}
type Next = (found: Case) => void;

const getCase = ({ scene, ladderId, matchId }: Case): Match | undefined =>
  getMatchOf(scene, ladderId, matchId);

/** Waits for a result that is not older than so many hours; what follows on it is the script's alone. */
function onFreshResult(scene: Scene, ladderId: LadderId, hours: number, next: Next): void {
  const { stage } = scene;
  const from = toInstant(stage.now - hours * hour);
  const match = Object.values(getState(stage, ladderId).matches).findLast(
    ({ id, status, result, dispute_id }) =>
      status === 'completed' &&
      result?.ruled_by === null &&
      result.scores.length > 0 &&
      result.at > from &&
      dispute_id === null &&
      !scene.scripted.has(id),
  );
  const winner = match?.result?.winner;
  if (!match || !winner) {
    planAfter(stage, again, () => onFreshResult(scene, ladderId, hours, next));
    return;
  }
  scene.scripted.add(match.id);
  next({ scene, ladderId, matchId: match.id, loser: getOtherSide(winner) });
}

/** A typing error in the last map's score: one side asks, the other agrees. */
function correctScores(found: Case): void {
  const { scene, ladderId, matchId, loser } = found;
  const match = getCase(found);
  const last = match?.result?.scores.at(-1);
  if (!match || !last) {
    return;
  }
  const scores = [...(match.result?.scores ?? []).slice(0, -1), { ...last, [loser]: 0 }];
  actOnMatch(scene, ladderId, match, loser, { type: 'correct_scores', match_id: matchId, scores });
  planAfter(scene.stage, 0.1, () => {
    const now = getCase(found);
    if (now) {
      actOnMatch(scene, ladderId, now, getOtherSide(loser), {
        type: 'agree_correction',
        match_id: matchId,
      });
    }
  });
}

/** The side that lost disputes a result; where its captain is gone, another's does. */
function disputeResult(scene: Scene, ladderId: LadderId, next: Next): void {
  onFreshResult(scene, ladderId, 16, (found) => {
    if (complain(found)) {
      planAfter(scene.stage, 12, () => next(found));
    } else {
      disputeResult(scene, ladderId, next);
    }
  });
}

function complain(found: Case): boolean {
  const { scene, ladderId, matchId, loser } = found;
  const match = getCase(found);
  if (!match) {
    return false;
  }
  const write = (body: string) => createText(scene.stage, body);
  const isOpen = actOnMatch(scene, ladderId, match, loser, {
    type: 'dispute',
    match_id: matchId,
    dispute_id: createId(scene.stage),
    statement: write('The last map was played with a player who is not on their roster.'),
  });
  if (!isOpen) {
    return false;
  }
  planAfter(scene.stage, 3, () => {
    const now = getCase(found);
    if (now) {
      actOnMatch(scene, ladderId, now, getOtherSide(loser), {
        type: 'add_statement',
        match_id: matchId,
        statement: write('He joined us four days ago; the roster page shows the date.'),
      });
    }
  });
  return true;
}

function rule({ scene, ladderId, matchId }: Case, outcome: RulingOutcome, body: string): void {
  const { stage } = scene;
  const reason = createText(stage, body);
  tryLadder(stage, ladderId, stage.judge, {
    type: 'rule',
    match_id: matchId,
    outcome,
    rule: 'transfer.wait',
    reason,
  });
}

const uphold: Next = (found) =>
  rule(found, { kind: 'upheld' }, 'The roster shows that the wait was over when the match began.');

const overturnAndAppeal: Next = (found) => {
  const { scene, ladderId, matchId, loser } = found;
  const outcome: RulingOutcome = { kind: 'completed', winner: loser, scores: [] };
  rule(found, outcome, 'The wait ended two hours after the start, so the lineup was not eligible.');
  planAfter(scene.stage, 6, () => {
    const now = getCase(found);
    if (now) {
      actOnMatch(scene, ladderId, now, getOtherSide(loser), {
        type: 'appeal',
        match_id: matchId,
        appeal_id: createId(scene.stage),
        statement: createText(
          scene.stage,
          'The match started late by agreement, after the wait had ended.',
        ),
      });
    }
  });
};

const overturnAndHearAppeal: Next = (found) => {
  const { scene, ladderId, matchId } = found;
  const { stage } = scene;
  overturnAndAppeal(found);
  planAfter(stage, 30, () =>
    tryLadder(stage, ladderId, stage.owner, {
      type: 'decide_appeal',
      match_id: matchId,
      outcome: { kind: 'upheld' },
      rule: 'transfer.wait',
      reason: createText(stage, 'The log has the check-in, and it was before that hour.'),
    }),
  );
};

/** Somebody with nothing open, from the bottom up. */
function findFreeEntry(
  scene: Scene,
  ladderId: LadderId,
  isFit: (entry: Entry) => boolean,
): Entry | undefined {
  return Object.values(getState(scene.stage, ladderId).entries)
    .filter(
      (entry) =>
        entry.status === 'active' &&
        entry.challenging === null &&
        entry.challenged_by === null &&
        entry.strikes.length === 0 &&
        entry.rests.every(({ status }) => status === 'over') &&
        findCaptain(scene, entry) !== null &&
        isFit(entry),
    )
    .sort((first, second) => (second.rung ?? 0) - (first.rung ?? 0))[0];
}

function onFreeEntry(
  scene: Scene,
  ladderId: LadderId,
  next: (entry: Entry) => void,
  isFit: (entry: Entry) => boolean = () => true,
): void {
  const entry = findFreeEntry(scene, ladderId, isFit);
  if (entry) {
    next(entry);
  } else {
    planAfter(scene.stage, again, () => onFreeEntry(scene, ladderId, next, isFit));
  }
}

function moveByHand(scene: Scene, ladderId: LadderId): void {
  const { stage } = scene;
  onFreeEntry(scene, ladderId, ({ id, rung }) => {
    const reason = createText(stage, 'Their old team held this place before it was renamed.');
    const target = Math.max(1, (rung ?? 1) - 3);
    tryLadder(stage, ladderId, stage.judge, {
      type: 'move_entry',
      entry_id: id,
      rung: target,
      reason,
    });
  });
}

function strike(scene: Scene, ladderId: LadderId, entryId: string): string {
  const { stage } = scene;
  const strike_id = createId(stage);
  const reason = createText(stage, 'Left the lobby in the middle of a map.');
  tryLadder(stage, ladderId, stage.judge, {
    type: 'give_strike',
    entry_id: entryId,
    strike_id,
    reason,
  });
  return strike_id;
}

function giveAndLiftStrike(scene: Scene, ladderId: LadderId): void {
  const { stage } = scene;
  onFreeEntry(scene, ladderId, ({ id }) => {
    const strike_id = strike(scene, ladderId, id);
    planAfter(stage, 20, () => {
      const reason = createText(stage, 'Their line had failed; the provider confirms it.');
      const command = { type: 'lift_strike', entry_id: id, strike_id, reason } as const;
      // Whoever has left meanwhile has nothing lifted any more.
      const isLifted = tryLadder(stage, ladderId, stage.judge, command);
      if (!isLifted) {
        giveAndLiftStrike(scene, ladderId);
      }
    });
  });
}

/** Three strikes, a day apart: the third suspends. */
function suspendByStrikes(scene: Scene, ladderId: LadderId): void {
  onFreeEntry(scene, ladderId, ({ id }) => {
    for (const day of [0, 1, 2]) {
      planAfter(scene.stage, 24 * day, () => void strike(scene, ladderId, id));
    }
    planAfter(scene.stage, 49, () => {
      const isSuspended = getState(scene.stage, ladderId).entries[id]?.status === 'suspended';
      if (!isSuspended) {
        suspendByStrikes(scene, ladderId);
      }
    });
  });
}

/** A rest from so much later on, of somebody who has days of rest left. */
function announceRest(scene: Scene, ladderId: LadderId, later: number): void {
  const { stage } = scene;
  const limit = getState(stage, ladderId).season?.rules.rest.days ?? 0;
  const announce = (entry: Entry) =>
    tryLadder(stage, ladderId, findCaptain(scene, entry), {
      type: 'announce_rest',
      entry_id: entry.id,
      rest_id: createId(stage),
      from: toInstant(stage.now + later),
      days: restDays,
    });
  onFreeEntry(scene, ladderId, announce, (entry) => getRestDaysLeft(entry, limit) >= restDays);
}
