import { addDuration, toInstant } from '../duration.ts';
import type { LadderId, Side } from '../ids.ts';
import { getOtherSide } from '../sides.ts';
import type { Match, RulingOutcome } from '../state.ts';
import { actOnMatch, getMatchOf, type Scene } from './scene.ts';
import { createScores } from './scores.ts';
import { createId, createText, getState, planAfter, tryLadder } from './stage.ts';

const statements = [
  'We won the last map by one round, our recording shows the final score.',
  'Their report swaps the scores of the second map.',
  'We lost a player to a disconnect and both teams agreed to restart the round.',
  'The server crashed in the third map; we have screenshots from before.',
];
const reasons = [
  'The recording shows the scores as first reported.',
  'Both screenshots agree on the last map, so the other report stands.',
  'Neither side has shown how the map ended; the rules ask for a replay.',
  'The lineup held somebody who was not eligible.',
];

/** Disputes, rulings and appeals: of matches in play and of results. */
export function planChairs(scene: Scene, ladderId: LadderId, match: Match): void {
  if (match.status === 'disputed') {
    planRuling(scene, ladderId, match);
  } else if (match.status === 'completed' || match.status === 'forfeited') {
    planComplaint(scene, ladderId, match);
  }
}

function planRuling(scene: Scene, ladderId: LadderId, match: Match): void {
  const { stage, habits } = scene;
  const { random } = stage;
  const side: Side = random.chance(0.5) ? 'challenger' : 'defender';
  planAfter(stage, 1 + random.next() * 8, () => {
    actOnMatch(scene, ladderId, match, side, {
      type: 'add_statement',
      match_id: match.id,
      statement: createText(stage, random.pick(statements)),
    });
  });
  if (random.chance(0.05) || stage.ends - stage.now < 2.5 * 86_400_000) {
    return;
  }
  planAfter(stage, habits.rulesAfter * (0.4 + random.next()), () => {
    rule(
      scene,
      ladderId,
      match,
      random.pick([
        {
          kind: 'completed',
          winner: side,
          scores: createScores(random, getRulesOf(scene, ladderId), match, side),
        },
        { kind: 'completed', winner: getOtherSide(side), scores: [] },
        { kind: 'upheld' },
        { kind: 'forfeited', loser: side },
        { kind: 'voided' },
        {
          kind: 'replay',
          times: [4, 5, 6].map(
            (days) => `${addDuration(toInstant(stage.now), `P${days}D`).slice(0, 11)}19:00:00.000Z`,
          ),
        },
      ]),
    );
  });
}

function getRulesOf({ stage }: Scene, ladderId: LadderId) {
  const { season } = getState(stage, ladderId);
  if (!season) {
    throw new Error('A match outside a season');
  }
  return season.rules;
}

function rule(scene: Scene, ladderId: LadderId, match: Match, outcome: RulingOutcome): void {
  const { stage, habits } = scene;
  const reason = createText(stage, stage.random.pick(reasons));
  const isRuled = tryLadder(stage, ladderId, stage.judge, {
    type: 'rule',
    match_id: match.id,
    outcome,
    rule: 'report.confirmWithin',
    reason,
  });
  if (!isRuled || !stage.random.chance(habits.appeals)) {
    return;
  }
  const side: Side = stage.random.chance(0.5) ? 'challenger' : 'defender';
  planAfter(stage, 2 + stage.random.next() * 20, () => {
    const now = getMatchOf(scene, ladderId, match.id);
    if (!now || now.result?.winner === side) {
      return;
    }
    actOnMatch(scene, ladderId, now, side, {
      type: 'appeal',
      match_id: match.id,
      appeal_id: createId(stage),
      statement: createText(stage, stage.random.pick(statements)),
    });
  });
}

/** The side that lost a result disputes it, now and then; the admin upholds or overturns it. */
function planComplaint(scene: Scene, ladderId: LadderId, match: Match): void {
  const { stage, habits } = scene;
  const winner = match.result?.winner;
  if (!winner || match.result?.ruled_by || !stage.random.chance(habits.disputesResult)) {
    return;
  }
  planAfter(stage, 1 + stage.random.next() * 12, () => {
    const statement = createText(stage, stage.random.pick(statements));
    const isTaken = actOnMatch(scene, ladderId, match, getOtherSide(winner), {
      type: 'dispute',
      match_id: match.id,
      dispute_id: createId(stage),
      statement,
    });
    if (!isTaken) {
      return;
    }
    planAfter(stage, habits.rulesAfter * (0.4 + stage.random.next()), () => {
      const overturned: RulingOutcome = {
        kind: 'completed',
        winner: getOtherSide(winner),
        scores: [],
      };
      rule(
        scene,
        ladderId,
        match,
        stage.random.pick<RulingOutcome>([{ kind: 'upheld' }, overturned, { kind: 'voided' }]),
      );
    });
  });
}
