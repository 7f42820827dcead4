import { toNetwork } from '@muster/backend';
import { takeRow } from '@muster/database';
import type { Choices } from '@muster/site/client/form/find-choices.ts';
import type { Hono } from 'hono';
import { archivesSql } from '../archive/query.ts';
import { refuseField } from '../engine/refusal.ts';
import { type ApiParts, requireRate, requireViewer } from '../http/command-route.ts';
import { getPeerAddress } from '../http/peer.ts';
import { toFreeSql } from '../page/case-office.ts';
import { readPart } from '../page/list-part.ts';

const most = 20;
const askedPerMinute = 120;

/** Of what only those are meant that readers find something under: statements of game_slug and ladder_slug. */
const kept = {
  articles: `select a.game_slug, l.slug as ladder_slug from public.articles a
    left join public.ladders l on l.id = a.ladder_id where a.published_at <= $6 and a.hidden_at is null`,
  archives: `select game_slug, ladder_slug from (${archivesSql}) archive`,
} as const;

/** What each kind of choice is drawn from, as rows of id, slug, name, note, what is looked through, place and is_retired. */
const sources = {
  games: `select slug as id, slug, name, null as note, name || ' ' || short_name as words, position,
      retired_at is not null as is_retired
    from public.games where $2::text is null and $3::uuid is null`,
  ladders: `select l.id::text, l.slug, l.name, g.short_name as note,
      g.short_name || ' ' || l.name || ' ' || g.name as words, l.position, l.retired_at is not null as is_retired
    from public.ladders l join public.games g on g.slug = l.game_slug
    where ($2::text is null or l.format = $2)
      and ($3::uuid is null or ${toFreeSql('$3', '$6::timestamptz')} and exists (select from public.admins a
        where a.person_id = $3 and (a.ladder_id is null or a.ladder_id = l.id)))`,
} as const;

type Kind = keyof typeof sources;

/**
 * $1 a pattern or null, $2 a format or null, $3 an admin or null, $4 whether retired ones are meant too, $5 the words
 * as typed, $6 the instant.
 */
function toStatement(kind: Kind, having: keyof typeof kept | null): string {
  const column = kind === 'games' ? 'game_slug' : 'ladder_slug';
  return `
  with source as (${sources[kind]}),
  found as (
    select * from source
    where ($1::text is null or words ilike $1 or slug ilike $1) and ($4 or not is_retired) and $6::timestamptz is not null
      ${having === null ? '' : `and slug in (select ${column} from (${kept[having]}) kept)`}
  )
  select (select count(*)::int from found) as total,
    (select coalesce(json_agg(json_build_object('id', id, 'slug', slug, 'name', name, 'note', note,
        'is_retired', is_retired) order by place), '[]')
      from (select *, row_number() over (order by is_retired, lower(name) = lower($5) desc,
          starts_with(lower(name), lower($5)) desc, position, slug) as place
        from found order by place limit ${most}) first) as choices`;
}

const formats = ['rung', 'rating', 'time_attack'];

/** The word that an address gives under a name, of those that there are. */
function readWord<Word extends string>(url: URL, name: string, words: readonly Word[]) {
  const given = url.searchParams.get(name);
  const word = words.find((known) => known === given);
  if (given !== null && word === undefined) {
    refuseField(name);
  }
  return word ?? null;
}

/**
 * `GET /choices/games`, `GET /choices/ladders`: twenty of them for a form that names one, those first whose name begins
 * with `q`. `retired` has the retired ones too, behind the others; `with` only those that have published articles or
 * archives; of ladders `format` takes those of one, `own` those that whoever asks may act as an admin of now.
 */
export function mountChoices(api: Hono, parts: ApiParts): void {
  for (const kind of ['games', 'ladders'] as const) {
    api.get(`/choices/${kind}`, async (context) => {
      const { viewer } = await parts.resolveContext(context.req.raw);
      const network = () => toNetwork(getPeerAddress(context.req.raw, context.env, parts.config));
      const key = `choices:${viewer?.person_id ?? network()}`;
      await requireRate(parts, { key, most: askedPerMinute, seconds: 60 });
      const url = new URL(context.req.url);
      const format = readWord(url, 'format', formats);
      const having = readWord(url, 'with', ['articles', 'archives'] as const);
      const { query, pattern } = readPart(url);
      const isRetiredToo = url.searchParams.has('retired');
      const owner = url.searchParams.has('own') ? requireViewer(viewer).person_id : null;
      const values = [pattern, format, owner, isRetiredToo, query, parts.league.now()];
      const statement = toStatement(kind, having);
      const data = takeRow(await parts.league.database.query<Choices>(statement, values));
      return context.json({ data });
    });
  }
}
