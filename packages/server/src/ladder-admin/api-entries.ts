import { type Entry, listStrikesInForce } from '@muster/league';
import type { DeskEntries, DeskEntry } from '@muster/site/pages/ladder-admin/data.ts';
import type { Hono } from 'hono';
import { refuse, refuseField, refuseMissing } from '../engine/refusal.ts';
import { type ApiParts, requireRate, requireViewer } from '../http/command-route.ts';
import { isUuid } from '../http/find.ts';
import { ladderAndSeason, toNamedEntriesSql } from '../ladder/query.ts';
import { readPart } from '../page/list-part.ts';
import { type AccessRow, ladderAccess } from './query.ts';

const most = 20;
const askedPerMinute = 120;

interface EntryRow {
  id: string;
  name: string;
  tag: string | null;
  href: string | null;
  rung: number | null;
  status: 'active' | 'suspended';
  state: Entry;
}

interface DeskEntriesRow extends Pick<AccessRow, 'may_enter'> {
  total: number;
  entries: EntryRow[];
  /** The matches for which strikes were given. */
  struck: { id: string; number: number }[];
}

/** $1 the ladder's slug, $2 who asks, $3 now, $4 a pattern or null, $5 an entry's id or null, $6 the words as typed. */
const statement = `${ladderAndSeason},
  access as (${ladderAccess}),
  named as (
    ${toNamedEntriesSql(
      `select id from public.entries where season_id = (select id from season where status <> 'closed')
         and status in ('active', 'suspended') and ($5::uuid is null or id = $5) and (select may_enter from access)`,
      'e.id, e.rung, e.status',
    )}
  ),
  found as (
    select * from named where $4::text is null or name ilike $4 or tag ilike $4 or rung::text = $6
  ),
  picked as (
    select *, row_number() over (order by starts_with(lower(name), lower($6)) desc,
        rung nulls last, lower(name), id) as place
    from found order by place limit ${most}
  ),
  shown as (
    select picked.*, sm.state from picked join season on true join private.stream_members sm
      on sm.stream = season.stream and sm.collection = 'entries' and sm.id = picked.id
  )
  select access.may_enter, (select count(*)::integer from found) as total,
    (select coalesce(json_agg(shown order by place), '[]') from shown) as entries,
    (select coalesce(json_agg(json_build_object('id', m.id, 'number', m.number)), '[]') from public.matches m
      where m.id in (select (strike ->> 'match_id')::uuid
        from shown, jsonb_array_elements(shown.state -> 'strikes') strike)) as struck
  from ladder, access`;

function toDeskEntry(
  { id, name, tag, href, rung, status, state }: EntryRow,
  struck: DeskEntriesRow['struck'],
  now: Date,
): DeskEntry {
  const rest = state.rests.find((candidate) => candidate.status !== 'over');
  return {
    ...{ entry_id: id, name, tag, href, place: rung, status },
    suspended_until: state.suspended_until,
    strikes: listStrikesInForce(state, now.toISOString())
      .toReversed()
      .map(({ id: strike, at, lapses_at, reason, match_id }) => ({
        ...{ id: strike, at, lapses_at, reason },
        match: struck.find((match) => match.id === match_id) ?? null,
      })),
    rest:
      rest === undefined
        ? null
        : { id: rest.id, from: rest.from, until: rest.until, status: rest.status },
  };
}

/**
 * `GET /ladders/{slug}/desk/entries`: twenty of the entries on the season that is planned or runs, as the ladder's admins see
 * them: those whose name or tag holds `q`, or whose rung it is, or the one of the id `entry`. Once it is over nothing can
 * be done with them.
 */
export function mountDeskEntries(api: Hono, parts: ApiParts): void {
  api.get('/ladders/:slug/desk/entries', async (context) => {
    const { viewer: asking } = await parts.resolveContext(context.req.raw);
    const { person_id } = requireViewer(asking);
    const { league } = parts;
    await requireRate(parts, { key: `desk:${person_id}`, most: askedPerMinute, seconds: 60 });
    const url = new URL(context.req.url);
    const entry = url.searchParams.get('entry');
    if (entry !== null && !isUuid(entry)) {
      refuseField('entry');
    }
    const { query, pattern } = readPart(url);
    const now = league.now();
    const values = [context.req.param('slug'), person_id, now, pattern, entry, query];
    const [row] = await league.database.query<DeskEntriesRow>(statement, values);
    if (row === undefined) {
      refuseMissing(context.req.path);
    }
    if (!row.may_enter) {
      refuse({ code: 'not_admin', params: {} });
    }
    const data: DeskEntries = {
      total: row.total,
      entries: row.entries.map((found) => toDeskEntry(found, row.struck, now)),
    };
    return context.json({ data });
  });
}
