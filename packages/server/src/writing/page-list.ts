import { takeRow } from '@muster/database';
import { isLocaleCode } from '@muster/site';
import type { WritingKind, WritingListData } from '@muster/site/pages/writing/data.ts';
import type { Loader } from '../context.ts';
import { readPart } from '../page/list-part.ts';
import { toText } from '../page/texts.ts';
import { isTextKind, textKindNames } from './kinds.ts';
import { findReach } from './who.ts';

const limit = 50;
/** What belongs to ladders, and so may be their admins' to write. */
const ofLadders: readonly WritingKind[] = ['articles', 'ladders'];

interface ThingRow {
  kind: WritingKind;
  slug: string;
  title: Record<string, string>;
  languages: string[];
  stale: number;
  published_at: string | null;
  draft_at: string | null;
  open: string[];
}

interface ListRow {
  total: number;
  things: ThingRow[];
  new_drafts: { slug: string; texts: Record<string, string>; at: string }[];
}

/**
 * $1 the person, $2 the ladders of whose things they may write, null for all. $3 a kind or null,
 * $4 a pattern or null, $5 how many to leave out, $6 how many to give, $7 now.
 */
const statement = `
  with thing as (
    select 'articles' as kind, slug, title, published_at, 1 as rank, ladder_id from public.articles
    union all select 'pages', slug, title, null, 2, null from public.pages
    union all select 'games', slug, jsonb_build_object('en', name), null, 3, null from public.games
    union all select 'ladders', slug, jsonb_build_object('en', name), null, 4, id from public.ladders
  ), found as (
    select t.* from thing t
    where ($2::uuid[] is null or t.ladder_id = any($2))
      and ($3::text is null or t.kind = $3)
      and ($4::text is null or t.slug ilike $4
        or exists (select 1 from jsonb_each_text(t.title) e where e.value ilike $4))
  ), shown as (
    select *, row_number() over (order by rank, published_at desc nulls first, slug) as place from found
    order by place offset $5 limit $6
  )
  select (select count(*)::integer from found) as total,
    (select coalesce(json_agg(json_build_object('slug', d.slug, 'texts', d.texts, 'at', d.at) order by d.at desc), '[]')
      from (select distinct on (slug) * from private.drafts
        where person_id = $1 and kind = 'articles' and slug like 'new-%'
        order by slug, at desc) d) as new_drafts,
    (select coalesce(json_agg(line order by line.place), '[]') from (
      select s.kind, s.slug, s.title, s.published_at, s.place,
        coalesce(newest.languages, array(select jsonb_object_keys(case s.kind
          when 'games' then (select tagline || about from public.games where slug = s.slug)
          when 'ladders' then (select summary || description from public.ladders where slug = s.slug)
          else s.title end) as locale order by locale)) as languages,
        coalesce(newest.stale, 0) as stale,
        (select max(d.at) from private.drafts d
          where d.person_id = $1 and d.kind = s.kind and d.slug = s.slug) as draft_at,
        (select coalesce(array_agg(p.username order by p.username), '{}')
          from private.text_presence o join public.profiles p on p.id = o.person_id
          where o.text_id = h.id and o.person_id <> $1
            and o.seen_at >= $7::timestamptz - interval '60 seconds') as open
      from shown s
      left join private.text_heads h on h.kind = s.kind and h.slug = s.slug
      left join lateral (
        select array_agg(r.locale order by r.locale) as languages,
          count(*) filter (where r.renders < o.number)::integer as stale
        from (select distinct on (locale) locale, texts, renders from private.text_revisions
          where text_id = h.id order by locale, number desc) r
        left join lateral (select max(number) as number from private.text_revisions
          where text_id = h.id and locale = h.original_locale) o on true
        where r.texts <> '{}') newest on true) line) as things`;

const toIso = (instant: string | null) =>
  instant === null ? null : new Date(instant).toISOString();

/** Everything whose texts somebody may write; there for nobody who may write none. */
export const loadWritingList: Loader<WritingListData> = async (input) => {
  const { database, viewer, url, locale, now } = input;
  const kind = url.searchParams.get('kind') ?? '';
  const { query, pattern, from } = readPart(url);
  if (viewer === null) {
    return null;
  }
  // Who may write anything may write an article.
  const reach = await findReach(database, viewer, { kind: 'articles', slug: null, at: now });
  if (reach === null) {
    return null;
  }
  const { is_all, ladders } = reach;
  const chosen = isTextKind(kind) ? kind : null;
  const own = is_all ? null : ladders.map(({ id }) => id);
  const values = [viewer.person_id, own, chosen, pattern, from - 1, limit, now];
  const row = takeRow(await database.query<ListRow>(statement, values));
  return {
    things: row.things.map((thing) => ({
      kind: thing.kind,
      slug: thing.slug,
      title: toText(thing.title, locale),
      languages: thing.languages.filter(isLocaleCode),
      stale: thing.stale,
      published_at: toIso(thing.published_at),
      draft_at: toIso(thing.draft_at),
      open: thing.open,
    })),
    new_drafts: row.new_drafts.map(({ slug, texts, at }) => ({
      slug,
      title: texts.title ?? '',
      at: new Date(at).toISOString(),
    })),
    kinds: textKindNames.filter((name) => is_all || ofLadders.includes(name)),
    kind: chosen,
    query,
    total: row.total,
    from,
    limit,
  };
};
