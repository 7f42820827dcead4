import type { Transaction } from '@muster/database';
import {
  type LadderState,
  previewRuling as previewByRules,
  type RulingCommand,
  type RulingEffects,
  type StreamName,
} from '@muster/league';
import type { Viewer } from '../context.ts';
import { loadLadderFacts } from './facts.ts';
import { runOverdue } from './overdue.ts';
import { refuse } from './refusal.ts';
import { recomputeWhereAsked } from './replay/recompute.ts';

interface Preview {
  stream: StreamName<'ladder'>;
  /** With the match of the ruling. */
  ladder: LadderState;
  command: RulingCommand;
  viewer: Viewer | null;
  at: string;
}

/**
 * What a ruling would change if it were given now: decided like it, on a ladder that was only read; nothing is
 * kept. Refused as the ruling would be. The transaction must read one snapshot, or hold the stream.
 */
export async function previewRuling(
  transaction: Transaction,
  { stream, ladder, command, viewer, at }: Preview,
): Promise<RulingEffects> {
  const { facts, actor } = await loadLadderFacts(transaction, {
    state: ladder,
    command,
    actorId: viewer?.person_id ?? null,
    at,
  });
  const { state, steps } = await runOverdue(ladder, at, facts);
  const recomputed = await recomputeWhereAsked(
    transaction,
    stream,
    { state, command, actor },
    { isCompared: true, unwritten: steps.flat() },
  );
  const preview = previewByRules(state, command, { at, actor, facts: { ...facts, ...recomputed } });
  return preview.ok ? preview.effects : refuse(preview.refusal);
}
