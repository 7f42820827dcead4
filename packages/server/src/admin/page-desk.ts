import type { Desk, DeskItem } from '@muster/site/pages/admins/data.ts';
import type { EntryName } from '@muster/site/pages/ladder/entry-name.ts';
import type { CaseReason } from '@muster/site/pages/moderation/kinds.ts';
import type { LoaderInput, Viewer } from '../context.ts';
import { toNamedEntriesSql } from '../ladder/query.ts';
import { toShownTitleSql } from '../moderation/queue.ts';
import { toClaimEnd, toClaimHoldsSql } from '../page/claims.ts';
import { toDeskItemsSql, toOwnLaddersSql } from '../page/desk-items.ts';
import { toHasPartSql } from '../page/has-part.ts';
import { type JsonInstant, toInstant, toInstantOrNull } from '../page/instants.ts';
import { readPart } from '../page/list-part.ts';
import { readPlace } from '../page/read-place.ts';

const pageSize = 50;
/** Of a ladder admin's ladders; of more it is said how many there are, and they are looked for. */
const mostLadders = 20;
/** No hour is set by which a report is to be decided: it stands among what is as if it were a day after it came. */
const reportWaits = `interval '1 day'`;

interface ItemRow extends Pick<DeskItem, 'kind' | 'id' | 'ladder' | 'reason' | 'has_part'> {
  match_id: string | null;
  since: JsonInstant;
  until: JsonInstant | null;
  blocks_at: JsonInstant | null;
  match: { number: number; challenger: string; defender: string } | null;
  run: { entry: string; stage: string } | null;
  /** Of a case: the reports as one, and a name for what they are of. */
  thing: (NonNullable<DeskItem['thing']> & { reason: CaseReason }) | null;
  /** Of an appeal of a sanction: against whom that holds. */
  person: string | null;
  holder: {
    person_id: string;
    username: string;
    taken_at: JsonInstant;
    of: 'case' | 'dispute';
  } | null;
}

interface DeskRow {
  is_editor: boolean;
  is_site_admin: boolean;
  ladders: { slug: string; name: string }[];
  ladders_total: number;
  waiting: number;
  items: ItemRow[];
  entries: { id: string; name: string; tag: string | null; href: string | null }[];
}

/** The next match of either side of the item's match that begins within a day. */
const blocksSql = `
  (select min(n.starts_at) from public.matches m
    join public.matches n on n.season_id = m.season_id and n.ended_at is null and n.id <> m.id
      and n.starts_at between $3::timestamptz and $3::timestamptz + interval '1 day'
      and array[n.challenger_entry_id, n.defender_entry_id] && array[m.challenger_entry_id, m.defender_entry_id]
    where m.id = waiting.match_id)`;

/**
 * The desk in one statement: $1 how many items come before the page, $2 the person, $3 now, $4 a pattern of
 * the ladders that are looked for, or null. What blocks
 * a match comes first, then what is late, then what people wait for, the longest or soonest due before others, and
 * last the runs, which players may confirm too.
 */
const deskSql = `
  with office as (
    select exists (select 1 from public.admins where person_id = $2::uuid and ladder_id is null) as is_site_admin,
      exists (select 1 from public.editors where person_id = $2::uuid) as is_editor
  ),
  own as (select id from (${toOwnLaddersSql('$2')}) l where not (select is_site_admin from office)),
  waiting as materialized (${toDeskItemsSql({ person: '$2', now: '$3' })}),
  ranked as (
    select waiting.*, case when kind in ('dispute', 'appeal') then ${blocksSql} end as blocks_at from waiting
  ),
  ordered as (
    select ranked.*, row_number() over (order by
        case when blocks_at is not null then 0 when until < $3::timestamptz then 1 when kind = 'run' then 3 else 2 end,
        coalesce(blocks_at, until, case kind when 'case' then since + ${reportWaits} else since end), id) as place
    from ranked
  ),
  shown as materialized (select * from ordered where place > $1::integer order by place limit ${pageSize}),
  entry as (
    ${toNamedEntriesSql(`
      select challenger_entry_id as id from public.matches where id in (select match_id from shown)
      union select defender_entry_id from public.matches where id in (select match_id from shown)
      union select entry_id from public.runs where id in (select run_id from shown)`)}
  )
  select office.*,
    (select coalesce(json_agg(json_build_object('slug', l.slug, 'name', l.name) order by l.position, l.slug), '[]')
      from (select l.* from public.ladders l join own on own.id = l.id
        where $4::text is null or l.name ilike $4 or l.slug ilike $4 order by l.position, l.slug limit ${mostLadders}) l) as ladders,
    (select count(*)::integer from own) as ladders_total,
    (select count(*)::integer from waiting) as waiting,
    (select coalesce(json_agg(entry), '[]') from entry) as entries,
    (select coalesce(json_agg(json_build_object(
        'kind', s.kind, 'id', s.id, 'reason', s.reason, 'since', s.since, 'until', s.until,
        'blocks_at', s.blocks_at, 'match_id', s.match_id,
        'ladder', (select json_build_object('slug', l.slug, 'name', l.name) from public.ladders l where l.id = s.ladder_id),
        'match', (select json_build_object('number', m.number, 'challenger', m.challenger_entry_id, 'defender', m.defender_entry_id)
          from public.matches m where m.id = s.match_id),
        'run', (select json_build_object('entry', r.entry_id, 'stage', r.stage) from public.runs r where r.id = s.run_id),
        'thing', (select json_build_object('kind', c.kind, 'reason', r.reason, 'reports', r.people, 'title', ${toShownTitleSql('c.id')})
          from private.cases c cross join lateral (
            select mode() within group (order by reason) as reason,
              count(*) filter (where reason <> 'flagged')::integer as people
            from private.reports where case_id = c.id) r
          where c.id = s.id),
        'person', (select p.username from public.sanctions given join public.profiles p on p.id = given.person_id
          where given.id = s.id),
        'has_part', s.kind = 'sanction_appeal' and exists (select 1 from public.sanctions given
            where given.id = s.id and ($2::uuid in (given.person_id, given.given_by) or exists (
              select 1 from public.rosters theirs join public.rosters own using (team_id)
              where theirs.person_id = given.person_id and own.person_id = $2::uuid)))
          or s.kind in ('case', 'case_appeal') and (private.is_case_party(s.id, $2::uuid) or exists (
            select 1 from private.cases c where c.id = s.id and c.status = 'appealed' and c.decided_by = $2::uuid))
          or s.kind = 'appeal' and exists (select 1 from private.stream_members ruled
            where ruled.collection = 'matches' and ruled.is_current and ruled.id = s.match_id
              and ruled.state -> 'result' ->> 'ruled_by' = $2::text)
          or s.kind not in ('case', 'case_appeal', 'sanction_appeal') and coalesce((select ${toHasPartSql('m')} from public.matches m where m.id = s.match_id),
          exists (select 1 from public.runs r where r.id = s.run_id and r.person_id = $2::uuid)),
        'holder', (select json_build_object('person_id', h.person_id, 'username', p.username, 'taken_at', h.taken_at,
            'of', h.of)
          from (select case_id, person_id, taken_at, 'dispute' as of from private.case_holders
              where ${toClaimHoldsSql('dispute', 'taken_at', '$3')}
            union all select id, holder_id, held_at, 'case' from private.cases
              where ${toClaimHoldsSql('case', 'held_at', '$3')}
            union all select sanction_id, holder_id, held_at, 'case' from private.sanction_appeals
              where ${toClaimHoldsSql('case', 'held_at', '$3')}) h
          join public.profiles p on p.id = h.person_id where h.case_id = s.id)
      ) order by s.place), '[]') from shown s) as items
  from office`;

interface DeskInput extends Pick<LoaderInput, 'database' | 'now' | 'url'> {
  viewer: Viewer;
}

/** What waits for somebody in office; null for who has none. A page that is past the last is the last. */
export async function loadDesk({ database, viewer, now, url }: DeskInput): Promise<Desk | null> {
  const asked = readPlace(url, 'page') ?? 1;
  const { pattern } = readPart(url);
  const read = async (page: number) => {
    const before = Math.min((page - 1) * pageSize, 1_000_000);
    const [row] = await database.query<DeskRow>(deskSql, [before, viewer.person_id, now, pattern]);
    return row;
  };
  const first = await read(asked);
  if (first === undefined || !hasOffice(first)) {
    return null;
  }
  const pages = Math.max(1, Math.ceil(first.waiting / pageSize));
  const page = Math.min(asked, pages);
  const row = page === asked ? first : ((await read(page)) ?? first);
  const { is_site_admin, is_editor, ladders, ladders_total, waiting } = row;
  const items = row.items.map((item) => toItem(item, row, viewer));
  return { is_site_admin, is_editor, ladders, ladders_total, items, waiting, page, pages };
}

const hasOffice = ({ is_site_admin, is_editor, ladders_total }: DeskRow) =>
  is_site_admin || is_editor || ladders_total > 0;

const nobody: EntryName = { entry_id: '', name: '?', tag: null, href: null };

function toItem(item: ItemRow, { entries, is_site_admin }: DeskRow, viewer: Viewer): DeskItem {
  const { kind, id, ladder, reason, has_part, match, run, thing, person, holder } = item;
  const toName = (entryId: string): EntryName => {
    const entry = entries.find((candidate) => candidate.id === entryId);
    return entry === undefined ? nobody : { entry_id: entry.id, ...omitId(entry) };
  };
  return {
    ...{ kind, id, ladder, has_part, person },
    reason: thing?.reason ?? reason,
    since: toInstant(item.since),
    until: toInstantOrNull(item.until),
    blocks_at: toInstantOrNull(item.blocks_at),
    match: match && {
      number: match.number,
      challenger: toName(match.challenger),
      defender: toName(match.defender),
    },
    run: run && { driver: toName(run.entry), stage: run.stage },
    thing: thing && { kind: thing.kind, title: thing.title, reports: thing.reports },
    holder: holder && {
      username: holder.username,
      since: toInstant(holder.taken_at),
      until: toClaimEnd(holder.of, holder.taken_at),
      is_own: holder.person_id === viewer.person_id,
    },
    act: toAct(item, is_site_admin),
  };
}

const omitId = ({ name, tag, href }: DeskRow['entries'][number]) => ({ name, tag, href });

/** Where an item is acted on: a case where it is ruled, a match among its ladder's, a run among those that wait. */
function toAct(
  { kind, id, match_id, ladder, match, person, has_part }: ItemRow,
  isSiteAdmin: boolean,
): DeskItem['act'] {
  const desk = `/ladders/${ladder?.slug}`;
  switch (kind) {
    case 'dispute':
    case 'appeal': {
      const mayRule = !has_part && (kind === 'dispute' || isSiteAdmin);
      return { href: `/matches/${match_id}/ruling`, does: mayRule ? 'rule' : 'look' };
    }
    case 'match':
      return {
        // Looked for by its number: among many it might stand on another page.
        href: has_part ? `/matches/${match_id}` : `${desk}/admin?q=${match?.number}#deadlines`,
        does: has_part ? 'look' : 'help',
      };
    case 'case':
    case 'case_appeal':
      return { href: `/admins/cases/${id}`, does: has_part ? 'look' : 'decide' };
    case 'sanction_appeal':
      return {
        href: `/admins/people/${encodeURIComponent(person ?? '')}#sanction-${id}`,
        does: has_part ? 'look' : 'answer',
      };
    case 'run':
      return { href: has_part ? desk : `${desk}#waiting`, does: has_part ? 'look' : 'confirm' };
  }
}
