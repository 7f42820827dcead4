import type { AuditAct } from '@muster/site/pages/office-log/data.ts';
import type { listChanges } from '../engine/audit.ts';
import { refuseField } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import type { TextsByField } from './kinds.ts';
import { saveTexts } from './save-texts.ts';

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
  thing: ThingTexts & { act: AuditAct },
): Promise<{ slug: string; revision: number }> {
  return { slug: thing.slug, ...(await saveTexts(unit, { ...thing, revision: 0 })) };
}

/** Keeps what changed of a thing. Whoever changes texts names the revision at which they read them. */
export async function editTexts(
  unit: Unit,
  { revision, ...thing }: ThingTexts & { revision?: number | undefined; of?: number | undefined },
): Promise<{ slug: string; revision: number }> {
  const isOfTexts = Object.values(thing.texts).some((byLocale) => byLocale !== undefined);
  if (isOfTexts && revision === undefined) {
    refuseField('revision', 'object');
  }
  return { slug: thing.slug, ...(await saveTexts(unit, { ...thing, revision: revision ?? 0 })) };
}
