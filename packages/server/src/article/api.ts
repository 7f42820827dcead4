import type { Queryable } from '@muster/database';
import { defaultLocale } from '@muster/site';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { keepAudit, listChanges } from '../engine/audit.ts';
import { refuse, refuseField } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { instant } from '../http/fields.ts';
import { renameSlug, requireFreeSlug } from '../http/former-slugs.ts';
import { requireWithin, requireWriter } from '../http/office.ts';
import { pickTexts, renders, revision, textKinds, textLocale } from '../writing/kinds.ts';
import { beginTexts, saveTexts } from '../writing/save-texts.ts';

const { texts } = textKinds.articles;
const word = v.nullable(v.pipe(v.string(), v.maxLength(80)));
const origin = {
  game: v.optional(word),
  ladder: v.optional(word),
  author: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80)))),
};

/** An address word of an article. */
const addressWord = v.pipe(
  v.string(),
  v.minLength(2),
  v.maxLength(80),
  v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
);

const newArticle = v.object({
  ...texts,
  ...origin,
  slug: addressWord,
  title: texts.title.wrapped,
  original_locale: v.optional(textLocale),
});

/** Addresses below /articles that are no article's, and what a draft without one is kept under. */
const isTaken = (slug: string) => slug === 'feed' || slug.startsWith('new-') || slug === 'new';

/** What an article belongs to, by address words, as its table has it. */
async function findOrigin(
  queryable: Queryable,
  { game, ladder, author }: v.InferOutput<v.ObjectSchema<typeof origin, undefined>>,
): Promise<{ game_slug?: string | null; ladder_id?: string | null; author?: string | null }> {
  const [row] = await queryable.query<{ game: string | null; ladder: string | null }>(
    `select (select slug from public.games where slug = $1) as game,
      (select id from public.ladders where slug = $2) as ladder`,
    [game ?? null, ladder ?? null],
  );
  if (typeof game === 'string' && row?.game === null) {
    refuseField('game', 'exists');
  }
  if (typeof ladder === 'string' && row?.ladder === null) {
    refuseField('ladder', 'exists');
  }
  return {
    ...(game === undefined ? {} : { game_slug: row?.game ?? null }),
    ...(ladder === undefined ? {} : { ladder_id: row?.ladder ?? null }),
    ...(author === undefined ? {} : { author }),
  };
}

/** The language that the others are translated from: the one that is said, the default, else the first. */
function pickOriginal({ title, original_locale }: v.InferOutput<typeof newArticle>): string {
  const languages = Object.entries(title).flatMap(([locale, text]) =>
    text === '' ? [] : [locale],
  );
  const first = languages.includes(defaultLocale) ? defaultLocale : languages[0];
  const original = original_locale ?? first;
  if (original === undefined || !languages.includes(original)) {
    refuseField('title', 'min_length');
  }
  return original;
}

/** Refuses an address word that is no article's to have, or that another has or had. */
async function requireFree({ transaction }: Unit, slug: string): Promise<void> {
  if (isTaken(slug)) {
    refuseField('slug', 'taken');
  }
  await requireFreeSlug(transaction, 'articles', { slug });
}

async function addArticle(unit: Unit, body: v.InferOutput<typeof newArticle>) {
  const { viewer, reach } = await requireWriter(unit);
  const { author = viewer.username, ...found } = await findOrigin(unit.transaction, body);
  requireWithin(reach, found.ladder_id ?? null, 'ladder');
  const { slug } = body;
  const original = pickOriginal(body);
  await requireFree(unit, slug);
  await unit.transaction.query(
    `insert into public.articles (slug, title, body, game_slug, ladder_id, author)
     values ($1, '{}', '{}', $2, $3, $4)`,
    [slug, found.game_slug ?? null, found.ladder_id ?? null, author],
  );
  await beginTexts(unit, { kind: 'articles', slug, original });
  const given = pickTexts('articles', body);
  const act = 'article_added';
  const saved = await saveTexts(unit, { kind: 'articles', slug, revision: 0, texts: given, act });
  return { slug, ...saved };
}

interface OriginRow {
  game_slug: string | null;
  ladder_id: string | null;
  author: string | null;
}

/** An article that whoever acts may write, held; refused where it is not theirs, or there is none of that name. */
async function holdOwn(unit: Unit, slug: string) {
  const { reach } = await requireWriter(unit);
  const [row] = await unit.transaction.query<OriginRow & { published_at: Date | null }>(
    `select game_slug, ladder_id, author, published_at from public.articles
     where slug = $1 for update`,
    [slug],
  );
  requireWithin(reach, row?.ladder_id ?? null);
  if (row === undefined) {
    return refuse({ code: 'not_found', params: { what: 'article', id: slug } });
  }
  const { published_at, ...before } = row;
  return { reach, before, published_at };
}

const editing = v.object({
  ...texts,
  ...origin,
  slug: v.optional(addressWord),
  revision,
  of: renders,
});

async function editArticle(unit: Unit, slug: string, body: v.InferOutput<typeof editing>) {
  const { reach, before } = await holdOwn(unit, slug);
  const after = { ...before, ...(await findOrigin(unit.transaction, body)) };
  requireWithin(reach, after.ladder_id, 'ladder');
  await unit.transaction.query(
    'update public.articles set game_slug = $2, ladder_id = $3, author = $4 where slug = $1',
    [slug, after.game_slug, after.ladder_id, after.author],
  );
  const to = body.slug ?? slug;
  if (to !== slug) {
    if (isTaken(to)) {
      refuseField('slug', 'taken');
    }
    await renameSlug(unit.transaction, 'articles', { from: slug, to });
  }
  const saved = await saveTexts(unit, {
    kind: 'articles',
    slug: to,
    revision: body.revision,
    texts: pickTexts('articles', body),
    of: body.of,
    changes: listChanges({ ...before, slug }, { ...after, slug: to }),
  });
  return { slug: to, ...saved };
}

/** Publishes now or at an instant, or withdraws; what is published already keeps its instant where none is said. */
async function publish(unit: Unit, slug: string, at: string | null | undefined) {
  const { published_at } = await holdOwn(unit, slug);
  const from = published_at?.toISOString() ?? null;
  const isOut = from !== null && from <= unit.at;
  const to = at === undefined ? (isOut ? from : unit.at) : at;
  if (to !== from) {
    await unit.transaction.query('update public.articles set published_at = $2 where slug = $1', [
      slug,
      to,
    ]);
    const act = to === null ? 'article_withdrawn' : 'article_published';
    const changes = { published_at: { from, to } };
    await keepAudit(unit, { act, kind: 'article', subject: slug, changes });
  }
  return { published_at: to };
}

/** Articles: written by editors, a ladder's by its admins too, read once their instant has come. */
export function mountArticles(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/articles',
    schema: newArticle,
    work: (unit, { body }) => addArticle(unit, body),
  });
  mountCommand(api, parts, {
    method: 'POST',
    path: '/articles/:slug/edit',
    schema: editing,
    work: (unit, { body, parameters }) => editArticle(unit, parameters.slug ?? '', body),
  });
  mountCommand(api, parts, {
    method: 'POST',
    path: '/articles/:slug/publication',
    schema: v.object({ at: v.optional(v.nullable(instant)) }),
    work: (unit, { body, parameters }) => publish(unit, parameters.slug ?? '', body.at),
  });
}
