import type { LadderCommand } from '../command.ts';
import type { FormatName, Side } from '../ids.ts';
import type { Match } from '../state.ts';
import { findVetoStep, listVetoOptions } from '../veto.ts';
import { createWorld, scores, type World } from './world.ts';

const pool = ['One', 'Two', 'Three', 'Four', 'Five'];

/** The ladders on which the properties are tried: what the defaults leave out stands in one of the others. */
export const variants: Record<string, { format: FormatName; rules: unknown }> = {
  defaults: { format: 'rung', rules: {} },
  veto: {
    format: 'rung',
    rules: {
      maps: {
        pool,
        choice: 'veto',
        veto: ['ban', 'ban', 'pick', 'side', 'pick', 'side', 'decider', 'side'],
        sides: ['attack', 'defence'],
      },
      report: { unanswered: 'dispute', differ: 'PT0S' },
    },
  },
  letters: {
    format: 'rung',
    rules: {
      maps: { pool, letters: ['C', 'D', 'R'] },
      challenge: { unanswered: 'expire', declines: 3, immunity: 'PT0S' },
      score: { draws: true },
      idle: { warnAfter: 'P7D', dropAfter: 'P10D', removeAfter: 'P20D' },
      strikes: { limit: 2 },
    },
  },
  rating: {
    format: 'rating',
    rules: { team: { oneEntryPerPerson: false }, score: { by: 'points', draws: true } },
  },
};

export type Variant = keyof typeof variants;

export function createVariant(variant: Variant): World {
  return createWorld(variants[variant]);
}

/** The veto turn that comes next, by the side whose turn it is. */
export function findTurn(
  { state }: World,
  match: Match,
  index: number,
): { by: Side; command: LadderCommand } | null {
  const rules = state.season?.rules;
  const step = rules && findVetoStep(rules, match);
  if (!step || step.by === 'draw' || step.action === 'decider') {
    return null;
  }
  const options = listVetoOptions(rules, match, step.action);
  const value = options[index % options.length] ?? '';
  return {
    by: step.by,
    // With the version, as browsers send it: two turns in a row may read the same.
    command: {
      type: 'take_veto_turn',
      match_id: match.id,
      version: match.version,
      action: step.action,
      value,
    },
  };
}

/** What somebody who knew the rules would dispute, rule on or appeal. */
export const meant = {
  dispute: (_world: World, { status, result, dispute_id }: Match) =>
    status === 'reported' || (result?.winner != null && dispute_id === null),
  rule: ({ state }: World, { status, dispute_id }: Match) =>
    status === 'disputed' || state.disputes[dispute_id ?? '']?.status === 'open',
  appeal: (_world: World, { result }: Match) => result?.ruled_at != null,
};

/** Scores of the maps that the match has; names of its own where it has none. */
export const toScores = (match: Match, challenger: number, defender: number) =>
  scores(challenger, defender).map((score, index) => ({
    ...score,
    map: match.maps[index]?.map ?? '',
  }));
