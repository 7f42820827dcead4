import { createHash } from 'node:crypto';
import type { Transaction } from '@muster/database';
import { toCanonicalJson } from '@muster/league';
import type { TextKind, Texts } from './kinds.ts';
import { isSame } from './revisions.ts';

/** By what it is told whether somebody touched a text that was laid. */
export const hashTexts = (texts: Texts): string =>
  createHash('sha256').update(toCanonicalJson(texts)).digest('hex');

const withoutEmpty = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));

interface Settling {
  kind: TextKind;
  slug: string;
  locale: string;
  /** What ships, as whoever settles it has seen it, or as they saved it. */
  texts: Texts;
}

/**
 * Offers a newer text that ships no more, until a still newer one ships; false where that is not what is offered.
 * Whoever calls has asked who may.
 */
export async function settleOffered(
  transaction: Transaction,
  { kind, slug, locale, texts }: Settling,
): Promise<boolean> {
  const key = [kind, slug, locale];
  const [row] = await transaction.query<{ offered: Texts | null }>(
    `select offered from private.laid_texts where kind = $1 and slug = $2 and locale = $3 for update`,
    key,
  );
  const offered = row?.offered ?? null;
  if (offered === null || !isSame(withoutEmpty(offered), withoutEmpty(texts))) {
    return false;
  }
  await transaction.query(
    `update private.laid_texts set hash = $4, offered = null
     where kind = $1 and slug = $2 and locale = $3`,
    [...key, hashTexts(offered)],
  );
  return true;
}
