import type { listChanges } from '../engine/audit.ts';
import type { Unit } from '../engine/unit.ts';
import { renameSlug } from '../http/former-slugs.ts';
import type { TextsByField } from './kinds.ts';
import { beginTexts, saveTexts } from './save-texts.ts';

type Kind = 'games' | 'ladders';

interface ThingTexts {
  kind: Kind;
  slug: string;
  texts: TextsByField;
  /** What else changed of the thing in this transaction, for the audit log. */
  changes: ReturnType<typeof listChanges>;
}

/** Keeps the texts of a thing that this transaction has added, and that it did. */
export async function addWithTexts(
  unit: Unit,
  thing: ThingTexts & { act: string },
): Promise<{ slug: string; revision: number }> {
  return { slug: thing.slug, ...(await saveTexts(unit, { ...thing, revision: 0 })) };
}

/** Keeps what changed of a thing. Whoever names no revision writes over the texts as they are now. */
export async function editTexts(
  unit: Unit,
  { revision, ...thing }: ThingTexts & { revision?: number | undefined; of?: number | undefined },
): Promise<{ slug: string; revision: number }> {
  const read = revision ?? (await beginTexts(unit, thing)).revision;
  return { slug: thing.slug, ...(await saveTexts(unit, { ...thing, revision: read })) };
}

/** Gives a thing another address word, with its texts. */
export async function renameWithTexts(
  unit: Unit,
  kind: Kind,
  given: { from: string; to: string },
): Promise<void> {
  await renameSlug(unit.transaction, kind, given);
  for (const table of ['private.text_heads', 'private.drafts']) {
    await unit.transaction.query(`update ${table} set slug = $3 where kind = $1 and slug = $2`, [
      kind,
      given.from,
      given.to,
    ]);
  }
}
