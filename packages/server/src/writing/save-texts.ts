import type { AuditAct } from '@muster/site/pages/office-log/data.ts';
import { keepAudit, listChanges } from '../engine/audit.ts';
import { refuse, refuseField } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type TextKind, type Texts, type TextsByField, textKinds } from './kinds.ts';
import { settleOffered } from './offered.ts';
import {
  addRevision,
  type HeldTexts,
  holdTexts,
  isSame,
  isUnwritten,
  type Making,
  settleOriginal,
  sortLocales,
} from './revisions.ts';

interface Saving {
  kind: TextKind;
  slug: string;
  /** What the texts were read at; a newer one of the same language refuses them. */
  revision: number;
  /** Fields and languages that become others; what is not named stays, an empty text goes. */
  texts: TextsByField;
  /** The original's revision that the translations render; without it they render the one they did, or the newest. */
  of?: number | undefined;
  /** What the audit log calls it; without a word, as `article_edited`. */
  act?: AuditAct;
  /** What else changed of the thing in this transaction, for the audit log. */
  changes?: ReturnType<typeof listChanges>;
}

const toMaking = ({ transaction, at, viewer }: Unit): Making => ({
  transaction,
  at,
  person: viewer?.person_id ?? null,
});

/** The languages that a request names, each with all its texts as they will be. */
function merge(held: HeldTexts, given: TextsByField): Map<string, Texts> {
  const merged = new Map<string, Texts>();
  for (const [field, byLocale] of Object.entries(given)) {
    for (const [locale, text] of Object.entries(byLocale ?? {})) {
      const { [field]: _former, ...others } =
        merged.get(locale) ?? held.newest.get(locale)?.texts ?? {};
      merged.set(locale, text === '' ? others : { ...others, [field]: text });
    }
  }
  return merged;
}

/** A language is there with what it needs, or not at all; the original is there. */
function requireNeeded({ kind, original_locale }: HeldTexts, locale: string, texts: Texts): void {
  const { needed } = textKinds[kind];
  const isGone = Object.keys(texts).length === 0;
  if (needed !== null && texts[needed] === undefined && (!isGone || locale === original_locale)) {
    refuseField(`${needed}.${locale}`, 'min_length');
  }
}

function requireNewest({ newest, revision }: HeldTexts, read: number, locale: string): void {
  const last = newest.get(locale)?.number ?? 0;
  if (read > revision) {
    refuseField('revision', 'max_value');
  }
  if (last > read) {
    refuse({ code: 'revision_stale', params: { revision: last, locale } });
  }
}

/** The original's revision that a translation renders from now on. */
function toRenders(
  { newest, original_locale }: HeldTexts,
  locale: string,
  { of, withOriginal }: { of: number | undefined; withOriginal: boolean },
): number | null {
  const original = newest.get(original_locale)?.number ?? null;
  if (of !== undefined && (original === null || of > original)) {
    refuseField('of', 'max_value');
  }
  return of ?? (withOriginal ? original : (newest.get(locale)?.renders ?? original));
}

async function writeRow(unit: Unit, { kind, slug }: HeldTexts, changed: Map<string, Texts>) {
  const { table, texts: fields } = textKinds[kind];
  const removed = `$2::text[]`;
  const updates = Object.keys(fields).map((field, place) => {
    return `${field} = (${field} - ${removed}) || $${place + 3}::jsonb`;
  });
  const values = Object.keys(fields).map((field) => {
    const entries = [...changed].flatMap(([locale, texts]) =>
      texts[field] === undefined ? [] : [[locale, texts[field]]],
    );
    return JSON.stringify(Object.fromEntries(entries));
  });
  await unit.transaction.query(`update ${table} set ${updates.join(', ')} where slug = $1`, [
    slug,
    [...changed.keys()],
    ...values,
  ]);
}

/** A language's texts as the audit log names them, as `body.pt`. */
const toNamed = (locale: string, texts: Texts) =>
  Object.fromEntries(Object.entries(texts).map(([field, text]) => [`${field}.${locale}`, text]));

/** What nothing was written of has its original in a language that is written now. */
async function beginOriginal(unit: Unit, held: HeldTexts, merged: ReadonlyMap<string, Texts>) {
  const written = [...merged].flatMap(([locale, texts]) =>
    Object.keys(texts).length > 0 ? [locale] : [],
  );
  const [first] = written;
  if (first !== undefined && isUnwritten(held) && !written.includes(held.original_locale)) {
    await settleOriginal(unit.transaction, held, first);
  }
}

/**
 * Saves texts of any kind: each language that changes becomes a revision and stands in the public table, and the
 * audit log says so with what else changed. Nothing is written over that whoever saves has not read. Whoever calls
 * has asked who may.
 */
export async function saveTexts(unit: Unit, saving: Saving): Promise<{ revision: number }> {
  const { kind, slug, revision, of, changes: beside = {} } = saving;
  const making = toMaking(unit);
  const held = await holdTexts(making, { kind, slug });
  if (held === null) {
    return refuse({ code: 'not_found', params: { what: textKinds[kind].one, id: slug } });
  }
  const merged = merge(held, saving.texts);
  await beginOriginal(unit, held, merged);
  const changed = new Map<string, Texts>();
  let changes = beside;
  for (const locale of sortLocales(held, merged.keys())) {
    const [texts, before] = [merged.get(locale) ?? {}, held.newest.get(locale)];
    const withOriginal = changed.has(held.original_locale);
    const renders = toRenders(held, locale, { of, withOriginal });
    const isOriginal = locale === held.original_locale;
    const isRendered = isOriginal || before === undefined || renders === before.renders;
    if (isSame(texts, before?.texts ?? {}) && isRendered) {
      continue;
    }
    requireNewest(held, revision, locale);
    requireNeeded(held, locale, texts);
    changes = {
      ...changes,
      ...listChanges(toNamed(locale, before?.texts ?? {}), toNamed(locale, texts)),
    };
    await addRevision(making, held, { locale, texts, renders });
    changed.set(locale, texts);
    await settleOffered(unit.transaction, { kind, slug, locale, texts });
  }
  if (changed.size > 0) {
    await writeRow(unit, held, changed);
  }
  if (changed.size > 0 || Object.keys(beside).length > 0) {
    const { one } = textKinds[kind];
    const act = saving.act ?? `${one}_edited`;
    await keepAudit(unit, { act, kind: one, subject: slug, changes });
  }
  return { revision: held.revision };
}

/** Makes the first revisions of a thing that this transaction has added, its texts already in the public table. */
export async function beginTexts(
  unit: Unit,
  subject: { kind: TextKind; slug: string; original?: string | undefined },
): Promise<{ revision: number }> {
  const held = await holdTexts(toMaking(unit), subject);
  return { revision: held?.revision ?? 0 };
}
