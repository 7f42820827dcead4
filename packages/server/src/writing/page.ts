import type { Transaction } from '@muster/database';
import { defaultLocale, isLocaleCode, type LocaleCode } from '@muster/site';
import type { WritingData, WritingLanguage } from '@muster/site/pages/writing/data.ts';
import type { Loader, Viewer } from '../context.ts';
import type { Reach } from '../http/office.ts';
import { isTextKind, isUnmade, listLimits, type TextKind } from './kinds.ts';
import { listOpen } from './presence.ts';
import { type HeldTexts, holdTexts, isUnwritten } from './revisions.ts';
import { findReach } from './who.ts';

interface Asked {
  kind: TextKind;
  slug: string;
  viewer: Viewer;
  /** The language that the address names; null for none of ours. */
  locale: LocaleCode | null;
  /** The one that the page is read in, for what nothing is written of yet. */
  own: LocaleCode;
  now: Date;
}

interface WritingRow {
  name: string | null;
  draft: { texts: Record<string, string>; revision: number; at: string; version: string } | null;
  offered: Record<string, string> | null;
  published_at: string | null;
  place: WritingData['place'];
}

/** $1 the person, $2 kind, $3 slug, $4 language. */
const rowStatement = `
  select (select json_build_object('texts', d.texts, 'revision', d.revision, 'at', d.at,
      'version', d.version) from private.drafts d
      where d.person_id = $1 and d.kind = $2 and d.slug = $3 and d.locale = $4) as draft,
    (select t.offered from private.laid_texts t
      where t.kind = $2 and t.slug = $3 and t.locale = $4) as offered,
    (select json_build_object('at', a.published_at) ->> 'at' from public.articles a
      where $2 = 'articles' and a.slug = $3) as published_at,
    (select json_build_object('author', a.author,
        'game', (select json_build_object('slug', g.slug, 'name', g.name) from public.games g where g.slug = a.game_slug),
        'ladder', (select json_build_object('slug', l.slug, 'name', l.name)
          from public.ladders l where l.id = a.ladder_id))
      from public.articles a where $2 = 'articles' and a.slug = $3) as place,
    case $2 when 'games' then (select name from public.games where slug = $3)
      when 'ladders' then (select name from public.ladders where slug = $3) end as name`;

/** The language in which a person last wrote on something. */
const draftLocaleStatement = `
  select locale from private.drafts where person_id = $1 and kind = $2 and slug = $3 order by at desc limit 1`;

/** How many revisions each language's original has had since the one that it renders, and who wrote the newest. */
const languagesStatement = `
  select distinct on (r.locale) r.locale, r.number as revision, r.at, p.username as by,
    (select count(*)::integer from private.text_revisions o
      where o.text_id = r.text_id and o.locale = $2 and r.renders is not null and o.number > r.renders) as behind
  from private.text_revisions r left join public.profiles p on p.id = r.person_id
  where r.text_id = $1 order by r.locale, r.number desc`;

const toPath = (kind: TextKind, slug: string) =>
  kind === 'pages' ? `/${slug}` : `/${kind}/${slug}`;

async function listLanguages(
  transaction: Transaction,
  { id, original_locale, newest }: HeldTexts,
): Promise<WritingLanguage[]> {
  const rows = await transaction.query<{
    locale: string;
    revision: number;
    at: Date;
    by: string | null;
    behind: number;
  }>(languagesStatement, [id, original_locale]);
  return rows.flatMap(({ locale, at, ...row }) => {
    const isThere = Object.keys(newest.get(locale)?.texts ?? {}).length > 0;
    return isLocaleCode(locale) && isThere
      ? [{ ...row, locale, at: at.toISOString(), is_stale: row.behind > 0 }]
      : [];
  });
}

/** For a translation: the newest original, and the revision of it that the translation renders. */
async function findOriginal(
  transaction: Transaction,
  held: HeldTexts,
  locale: string,
): Promise<WritingData['original']> {
  const original = held.newest.get(held.original_locale);
  if (locale === held.original_locale || original === undefined) {
    return null;
  }
  const renders = held.newest.get(locale)?.renders ?? null;
  const [since] = await transaction.query<{ texts: Record<string, string> }>(
    `select texts from private.text_revisions
     where text_id = $1 and locale = $2 and number <= $3 order by number desc limit 1`,
    [held.id, held.original_locale, renders],
  );
  return { revision: original.number, texts: original.texts, since: since?.texts ?? null };
}

const nothingYet = { languages: [], texts: {}, original: null, revision: 0, open: [] };

/** The language that opens where nothing is written yet: the one that is asked for, the draft's, else one's own. */
async function pickFirst(transaction: Transaction, asked: Asked): Promise<LocaleCode> {
  const { kind, slug, viewer, locale, own } = asked;
  const [draft] = await transaction.query<{ locale: string }>(draftLocaleStatement, [
    viewer.person_id,
    kind,
    slug,
  ]);
  return locale ?? (isLocaleCode(draft?.locale) ? draft.locale : own);
}

async function readThing(transaction: Transaction, asked: Asked) {
  const { kind, slug, viewer, now } = asked;
  const making = { transaction, at: now.toISOString(), person: null };
  const held = await holdTexts(making, { kind, slug });
  if (held === null) {
    return null;
  }
  const kept = isLocaleCode(held.original_locale) ? held.original_locale : defaultLocale;
  const original = isUnwritten(held) ? await pickFirst(transaction, asked) : kept;
  const locale = asked.locale ?? original;
  const person = viewer.person_id;
  return {
    locale,
    original_locale: original,
    languages: await listLanguages(transaction, held),
    texts: held.newest.get(locale)?.texts ?? {},
    original: await findOriginal(transaction, held, locale),
    revision: held.revision,
    open: await listOpen(transaction, held.id, { person, at: now }),
  };
}

/** A thing's texts for whoever may write them; those of an article that is not made yet are empty. */
async function read(transaction: Transaction, asked: Asked, isUnmade: boolean) {
  const { kind, slug, viewer, now } = asked;
  const language = isUnmade ? await pickFirst(transaction, asked) : asked.own;
  const thing = isUnmade
    ? { ...nothingYet, locale: language, original_locale: language }
    : await readThing(transaction, asked);
  if (thing === null) {
    return null;
  }
  const [row] = await transaction.query<WritingRow>(rowStatement, [
    viewer.person_id,
    kind,
    slug,
    thing.locale,
  ]);
  const {
    name = null,
    draft = null,
    offered = null,
    published_at = null,
    place = null,
  } = row ?? {};
  const at = published_at === null ? null : new Date(published_at).toISOString();
  return {
    ...thing,
    kind,
    slug,
    name: name ?? slug,
    path: toPath(kind, slug),
    draft: draft === null ? null : { ...draft, at: new Date(draft.at).toISOString() },
    offered: offered === null ? null : { texts: offered },
    published_at: at,
    is_published: kind !== 'articles' || (at !== null && at <= now.toISOString()),
    limits: listLimits(kind),
    may_publish: kind === 'articles',
    place,
  };
}

/** Among which an article's ladder is chosen; null where any will do, or none. */
const toLadders = ({ is_all, ladders }: Reach): WritingData['own_ladders'] =>
  is_all ? null : ladders.map(({ slug, name }) => ({ slug, name }));

/** A text and all that its editor needs; there for nobody but those who may write it. */
export const loadWriting: Loader<WritingData> = async (input) => {
  const { database, viewer, params, url, now } = input;
  const own = isLocaleCode(input.locale) ? input.locale : defaultLocale;
  const { kind = '', slug = '' } = params;
  if (viewer === null || !isTextKind(kind)) {
    return null;
  }
  const isNew = isUnmade(kind, slug);
  const wanted = url.searchParams.get('locale');
  const locale = isLocaleCode(wanted) ? wanted : null;
  return database.transaction(async (transaction) => {
    const subject = { kind, slug: isNew ? null : slug, at: now };
    const reach = await findReach(transaction, viewer, subject);
    const asked = { kind, slug, viewer, locale, own, now };
    const texts = reach === null ? null : await read(transaction, asked, isNew);
    return reach === null || texts === null ? null : { ...texts, own_ladders: toLadders(reach) };
  });
};
