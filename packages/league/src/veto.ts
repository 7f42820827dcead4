import type { MatchCommand } from './command.ts';
import { type Draft, emit, getMatch, getRules } from './draft.ts';
import { drawNext } from './draw.ts';
import { addDuration, laterOf } from './duration.ts';
import type { MatchId, Side } from './ids.ts';
import { getOtherName } from './maps.ts';
import { refuse } from './refusal.ts';
import type { RulePath, Rules, VetoAction } from './rules.ts';
import { getSeed } from './schedule.ts';
import type { Draw, Match, MatchMap } from './state.ts';

/** The next step of a match's veto. `decider` belongs to nobody: what is left is drawn. */
export type VetoStep = { action: VetoAction; by: Side | 'draw' };

/** Whose turn it is and for what; null when the maps are settled or are not chosen by veto. */
export function findVetoStep({ maps }: Rules, match: Pick<Match, 'veto'>): VetoStep | null {
  const action =
    maps.choice === 'veto' && maps.pool.length > 0 ? maps.veto[match.veto.length] : undefined;
  if (!action) {
    return null;
  }
  if (action === 'decider') {
    return { action, by: 'draw' };
  }
  return { action, by: getMover(maps.veto, match.veto.length) };
}

/** Bans and picks alternate, the defender first; the one whose turn comes next chooses the side of the map just picked. */
function getMover(sequence: readonly VetoAction[], index: number): Side {
  const turns = sequence
    .slice(0, index)
    .filter((action) => action === 'ban' || action === 'pick').length;
  return turns % 2 === 0 ? 'defender' : 'challenger';
}

export function listVetoOptions(
  { maps }: Rules,
  match: Pick<Match, 'veto'>,
  action: VetoAction,
): string[] {
  if (action === 'side') {
    return [...maps.sides];
  }
  const gone = new Set(
    match.veto.filter((turn) => turn.action !== 'side').map((turn) => turn.value),
  );
  return maps.pool.filter((map) => !gone.has(map));
}

export function decideVetoTurn(
  draft: Draft,
  match: Match,
  side: Side,
  command: Extract<MatchCommand, { type: 'take_veto_turn' }>,
): void {
  const rules = getRules(draft.state);
  const step = findVetoStep(rules, match);
  if (!step || step.by !== side || step.action !== command.action) {
    refuse('not_your_turn', {});
  }
  const options = listVetoOptions(rules, match, step.action);
  if (!options.includes(command.value)) {
    if (step.action === 'side') {
      refuse('side_unknown', { side: command.value }, 'value');
    }
    if (rules.maps.pool.includes(command.value)) {
      refuse('map_twice', { map: command.value }, 'value');
    }
    refuse('map_not_in_pool', { map: command.value }, 'value');
  }
  takeTurn(draft, match.id, { ...step, value: command.value, draws: [], rule: null });
  continueVeto(draft, match.id);
}

/** The turn's time is over: the draw takes it. */
export function takeTurnByClock(draft: Draft, matchId: MatchId): void {
  drawTurn(draft, matchId, 'maps.turn');
  continueVeto(draft, matchId);
}

/** Takes what belongs to nobody, and starts the match when the last turn came after its hour. */
export function continueVeto(draft: Draft, matchId: MatchId): void {
  const rules = getRules(draft.state);
  if (findVetoStep(rules, getMatch(draft.state, matchId))?.by === 'draw') {
    drawTurn(draft, matchId, null);
    continueVeto(draft, matchId);
    return;
  }
  const match = getMatch(draft.state, matchId);
  const isOver = findVetoStep(rules, match) === null;
  if (isOver && match.status === 'veto' && draft.at >= (match.time?.starts_at ?? '')) {
    startMatch(draft, matchId);
  }
}

export function startMatch(draft: Draft, matchId: MatchId): void {
  emit(
    draft,
    'match_started',
    { deadline: addDuration(draft.at, getRules(draft.seen).report.reportWithin) },
    matchId,
  );
}

function drawTurn(draft: Draft, matchId: MatchId, rule: RulePath | null): void {
  const rules = getRules(draft.state);
  const match = getMatch(draft.state, matchId);
  const step = findVetoStep(rules, match);
  if (!step) {
    return;
  }
  const options = listVetoOptions(rules, match, step.action);
  const draw = drawNext(match, getSeed(draft, match), match.draws, {
    purpose: step.action,
    options,
  });
  takeTurn(draft, matchId, {
    action: step.action,
    by: 'draw',
    value: draw.value,
    draws: [draw],
    rule,
  });
}

interface TakenTurn {
  action: VetoAction;
  by: Side | 'draw';
  value: string;
  draws: Draw[];
  rule: RulePath | null;
}

function takeTurn(draft: Draft, matchId: MatchId, turn: TakenTurn): void {
  const rules = getRules(draft.state);
  const match = getMatch(draft.state, matchId);
  const taken = { action: turn.action, by: turn.by, value: turn.value, at: draft.at };
  const next = findVetoStep(rules, { veto: [...match.veto, taken] });
  emit(
    draft,
    'veto_turn_taken',
    {
      ...turn,
      maps: toMaps(rules, match, taken),
      seed: next ? null : getSeed(draft, match),
      deadline: getNextDeadline(draft, match, next),
    },
    matchId,
  );
}

/** Only in `veto` has a turn a clock; with none left the match waits for its start. */
function getNextDeadline(draft: Draft, match: Match, next: VetoStep | null): string | null {
  if (match.status !== 'veto') {
    return match.deadline;
  }
  if (!next) {
    return laterOf(match.time?.starts_at ?? draft.at, draft.at);
  }
  return addDuration(draft.at, getRules(draft.state).maps.turn);
}

function toMaps(
  { maps: rule }: Rules,
  { maps }: Match,
  turn: { action: VetoAction; by: Side | 'draw'; value: string },
): MatchMap[] {
  const { action, by, value } = turn;
  if (action === 'ban') {
    return maps;
  }
  if (action === 'pick' || action === 'decider') {
    return [
      ...maps,
      {
        map: value,
        by: action === 'decider' ? 'decider' : by,
        challenger_side: null,
        side_by: null,
      },
    ];
  }
  const last = maps.at(-1);
  if (!last) {
    return maps;
  }
  const own = by === 'defender' ? getOtherName(rule.sides, value) : value;
  return [...maps.slice(0, -1), { ...last, challenger_side: own, side_by: by }];
}
