import type { Transaction } from '@muster/database';
import { upsertRows } from '../engine/project/rows.ts';
import { hashTexts } from '../writing/offered.ts';
import { type Content, contentKinds, type Kind } from './content-kinds.ts';

/** Servers have a note of their owner's; nothing of theirs ships. */
const kinds = ['games', 'ladders', 'articles', 'pages', 'archives'] as const satisfies Kind[];

/** All of one thing's texts in one language, by field. */
type Texts = Record<string, string>;
type TextsByLocale = Record<string, Texts>;

interface LaidText {
  kind: Kind;
  slug: string;
  locale: string;
  hash: string;
  /** A newer text that ships, where the laid one was changed; null else. */
  offered: Texts | null;
}

const getFields = (kind: Kind) => [...contentKinds[kind].texts, contentKinds[kind].body];

/** A row's texts, or a thing's: by field and language, turned to language and field. */
function toTexts(kind: Kind, thing: object): TextsByLocale {
  const byLocale: TextsByLocale = {};
  const fields = new Map<string, Record<string, string>>(Object.entries(thing));
  for (const field of getFields(kind)) {
    for (const [locale, text] of Object.entries(fields.get(field) ?? {})) {
      byLocale[locale] = { ...byLocale[locale], [field]: text };
    }
  }
  return byLocale;
}

async function readTexts(
  transaction: Transaction,
  kind: Kind,
): Promise<Map<string, TextsByLocale>> {
  const rows = await transaction.query<{ slug: string }>(
    `select slug, ${getFields(kind).join(', ')} from public.${kind} for update`,
  );
  return new Map(rows.map((row) => [row.slug, toTexts(kind, row)]));
}

const laidTable = 'private.laid_texts';
const laidKey = ['kind', 'slug', 'locale'];

/** Keeps which texts were laid, as they are now, so that it can be told later whether somebody touched them. */
export async function rememberTexts(
  transaction: Transaction,
  content: Partial<Content>,
): Promise<void> {
  for (const kind of kinds) {
    const texts = await readTexts(transaction, kind);
    const rows = (content[kind] ?? []).flatMap(({ slug }) =>
      Object.entries(texts.get(slug) ?? {}).map(
        ([locale, current]): LaidText => ({
          kind,
          slug,
          locale,
          hash: hashTexts(current),
          offered: null,
        }),
      ),
    );
    await upsertRows(transaction, laidTable, laidKey, rows);
  }
}

/** What becomes of a laid text when this one ships. */
function renew(laid: LaidText, current: Texts, shipped: Texts): LaidText {
  const hash = hashTexts(shipped);
  const isTouched = hashTexts(current) !== laid.hash && hashTexts(current) !== hash;
  if (!isTouched) {
    return { ...laid, hash, offered: null };
  }
  return { ...laid, offered: laid.hash === hash ? null : shipped };
}

async function writeTexts(
  transaction: Transaction,
  { kind, slug, locale }: LaidText,
  texts: Texts,
): Promise<void> {
  const updates = getFields(kind).map(
    (field) => `${field} = ${field} || jsonb_build_object($2::text, $3::jsonb -> '${field}')`,
  );
  await transaction.query(`update public.${kind} set ${updates.join(', ')} where slug = $1`, [
    slug,
    locale,
    JSON.stringify(texts),
  ]);
}

/** Brings the newer of the texts that ship to where nobody has touched the laid one, and offers it where somebody has. */
export async function renewTexts(transaction: Transaction, content: Content): Promise<void> {
  const laid = await transaction.query<LaidText>(
    `select kind, slug, locale, hash, offered from ${laidTable}`,
  );
  for (const kind of kinds) {
    const texts = await readTexts(transaction, kind);
    const shipping = new Map(content[kind].map((thing) => [thing.slug, toTexts(kind, thing)]));
    const renewed: LaidText[] = [];
    for (const text of laid.filter((one) => one.kind === kind)) {
      const current = texts.get(text.slug)?.[text.locale];
      const shipped = shipping.get(text.slug)?.[text.locale];
      if (current === undefined || shipped === undefined) {
        continue;
      }
      const after = renew(text, current, shipped);
      renewed.push(after);
      if (hashTexts(current) === text.hash && after.hash !== text.hash) {
        await writeTexts(transaction, text, shipped);
      }
    }
    await upsertRows(transaction, laidTable, laidKey, renewed);
  }
}
