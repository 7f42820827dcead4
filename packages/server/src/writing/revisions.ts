import type { Transaction } from '@muster/database';
import { toCanonicalJson } from '@muster/league';
import { defaultLocale } from '@muster/site';
import { createId } from '../engine/ids.ts';
import { listFields, type TextKind, type Texts, type TextsByField, textKinds } from './kinds.ts';

/** The newest revision of a language. */
export interface Revision {
  locale: string;
  number: number;
  texts: Texts;
  renders: number | null;
}

/** A thing's texts, held until the transaction ends: nobody else writes them meanwhile. */
export interface HeldTexts {
  id: string;
  kind: TextKind;
  slug: string;
  original_locale: string;
  /** The number of the last revision in any language. */
  revision: number;
  newest: Map<string, Revision>;
}

/** Who makes revisions and when; nobody where they were laid or imported. */
export interface Making {
  transaction: Transaction;
  at: string;
  person: string | null;
}

export const isSame = (one: Texts, other: Texts): boolean =>
  toCanonicalJson(one) === toCanonicalJson(other);

/** Texts by field and language as texts by language and field, without those that are empty. */
export function toByLocale(kind: TextKind, row: TextsByField): Map<string, Texts> {
  const byLocale = new Map<string, Texts>();
  for (const field of listFields(kind)) {
    for (const [locale, text] of Object.entries(row[field] ?? {})) {
      if (text !== '') {
        byLocale.set(locale, { ...byLocale.get(locale), [field]: text });
      }
    }
  }
  return byLocale;
}

async function readRow(
  transaction: Transaction,
  kind: TextKind,
  slug: string,
): Promise<TextsByField | undefined> {
  const [row] = await transaction.query<Record<string, Record<string, string>>>(
    `select ${listFields(kind).join(', ')} from ${textKinds[kind].table} where slug = $1 for update`,
    [slug],
  );
  return row;
}

/** The language from which the others are translated, where nobody has said so: the default, else the first. */
function pickOriginal(languages: readonly string[]): string {
  return languages.includes(defaultLocale) ? defaultLocale : (languages[0] ?? defaultLocale);
}

interface HeadRow {
  id: string;
  original_locale: string;
  revision: number;
}

async function holdHead(
  transaction: Transaction,
  { kind, slug, original }: { kind: TextKind; slug: string; original: string },
): Promise<HeadRow> {
  const [head] = await transaction.query<HeadRow>(
    `insert into private.text_heads as h (id, kind, slug, original_locale) values ($1, $2, $3, $4)
     on conflict (kind, slug) do update set revision = h.revision
     returning id, original_locale, revision`,
    [createId(), kind, slug, original],
  );
  if (head === undefined) {
    throw new Error(`The texts of ${kind}/${slug} have no head`);
  }
  return head;
}

async function readNewest(transaction: Transaction, id: string): Promise<Map<string, Revision>> {
  const rows = await transaction.query<Revision>(
    `select distinct on (locale) locale, number, texts, renders
     from private.text_revisions where text_id = $1 order by locale, number desc`,
    [id],
  );
  return new Map(rows.map((row) => [row.locale, row]));
}

/** Adds a revision of one language; the original's renders nothing. */
export async function addRevision(
  { transaction, at, person }: Making,
  held: HeldTexts,
  { locale, texts, renders }: Omit<Revision, 'number'>,
): Promise<void> {
  held.revision += 1;
  const revision = {
    locale,
    texts,
    number: held.revision,
    renders: locale === held.original_locale ? null : renders,
  };
  held.newest.set(locale, revision);
  await transaction.query(
    `insert into private.text_revisions (text_id, number, locale, texts, person_id, at, renders)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [held.id, revision.number, locale, JSON.stringify(texts), person, at, revision.renders],
  );
  await transaction.query('update private.text_heads set revision = $2 where id = $1', [
    held.id,
    revision.number,
  ]);
}

/** Whether nothing is written of a thing in any language. */
export const isUnwritten = ({ newest }: HeldTexts): boolean =>
  [...newest.values()].every(({ texts }) => Object.keys(texts).length === 0);

/** Has another language be the original: the one in which a thing is first written of. */
export async function settleOriginal(
  transaction: Transaction,
  held: HeldTexts,
  locale: string,
): Promise<void> {
  held.original_locale = locale;
  await transaction.query('update private.text_heads set original_locale = $2 where id = $1', [
    held.id,
    locale,
  ]);
}

/** The languages, the original before its translations. */
export function sortLocales(held: HeldTexts, languages: Iterable<string>): string[] {
  const rank = (locale: string) => (locale === held.original_locale ? '' : locale);
  return [...languages].sort((one, other) => (rank(one) < rank(other) ? -1 : 1));
}

/** Makes revisions of what came into the public table by another way: laid, imported, or written before there were any. */
async function adopt(making: Making, held: HeldTexts, current: Map<string, Texts>): Promise<void> {
  const languages = new Set([...current.keys(), ...held.newest.keys()]);
  for (const locale of sortLocales(held, languages)) {
    const texts = current.get(locale) ?? {};
    if (!isSame(texts, held.newest.get(locale)?.texts ?? {})) {
      const renders = held.newest.get(held.original_locale)?.number ?? null;
      await addRevision(making, held, { locale, texts, renders });
    }
  }
}

/**
 * Holds a thing's texts with all their newest revisions, those included that came by another way than this room.
 * `original` names the original's language where nobody has before. Null where there is no such thing.
 */
export async function holdTexts(
  making: Making,
  { kind, slug, original }: { kind: TextKind; slug: string; original?: string | undefined },
): Promise<HeldTexts | null> {
  const { transaction } = making;
  const row = await readRow(transaction, kind, slug);
  if (row === undefined) {
    return null;
  }
  const current = toByLocale(kind, row);
  const first = original ?? pickOriginal([...current.keys()]);
  const head = await holdHead(transaction, { kind, slug, original: first });
  const held = { ...head, kind, slug, newest: await readNewest(transaction, head.id) };
  await adopt(making, held, current);
  return held;
}
