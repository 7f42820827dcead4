import { keepText } from '../engine/texts.ts';
import type { Unit } from '../engine/unit.ts';

/** Keeps an admin's reason; everybody may read it. */
export function keepReason(unit: Unit, text: string) {
  const authorId = unit.viewer?.person_id ?? null;
  return keepText(unit.transaction, { text, authorId, matchId: null, at: unit.at });
}
