import { standingRuns, toCaseEndSql, toDeskItemsSql } from '../page/desk-items.ts';
import { toHasPartSql } from '../page/has-part.ts';
import { toHeldSql } from '../page/held.ts';
import type { JsonInstant } from '../page/instants.ts';

/** A case that somebody's office lets them decide, other than something reported. */
export interface OfficeCaseRow {
  kind: 'dispute' | 'appeal' | 'case_appeal' | 'sanction_appeal';
  id: string;
  /** Of an appeal of a sanction: against whom that holds. */
  who: string | null;
  match: { id: string; challenger: string; defender: string } | null;
  ladder: { slug: string; name: string } | null;
  until: JsonInstant | null;
}

/** All that is reported and waits for somebody's decision. */
export interface ReportsRow {
  count: number;
  /** The cases, the oldest first. */
  cases: string[];
  /** The slugs of the ladders that they are of. */
  ladders: string[];
}

/** So many cases are named; all are counted. */
const mostReports = 100;

/** Runs of one ladder that somebody may say yes to. */
export interface RunsRow {
  ladder: { slug: string; name: string };
  count: number;
}

/** What waits on the desk of the person $1 at the instant $2; not even looked for where they have no office. */
export const deskItems = `
  select item.* from (${toDeskItemsSql({ person: '$1', now: '$2' })}) item
  where exists (select 1 from public.admins where person_id = $1)
    or exists (select 1 from public.editors where person_id = $1)`;

const toNameSql = (entry: string) => `
  (select coalesce(t.name, p.username, '') from public.entries e
    left join public.teams t on t.id = e.team_id left join public.profiles p on p.id = e.person_id
    where e.id = ${entry})`;

const toLadderSql = (id: string) => `
  (select json_build_object('slug', l.slug, 'name', l.name) from public.ladders l where l.id = ${id})`;

const toSidesSql = (match: string) => `json_build_object('id', ${match}.id,
      'challenger', ${toNameSql(`${match}.challenger_entry_id`)}, 'defender', ${toNameSql(`${match}.defender_entry_id`)})`;

/**
 * What nobody in office can judge and the rules name the person $1 for, at the instant $2. The few open cases of such
 * seasons are found first (`offset 0` keeps them apart): asked of every match there is, the function that knows who
 * judges took longer than the rest of a page.
 */
const outsiderCases = `
  select named.kind, named.id, named.ladder_id, named.until, named.since, named.match_id
  from (
    select case when open_case.is_appeal then 'appeal' else 'dispute' end as kind, open_case.case_id as id,
      m.ladder_id, ${toCaseEndSql('sm', 'm')} as until, coalesce(sm.state ->> 'opened_at', sm.state ->> 'at')::timestamptz as since,
      m.id as match_id
    from public.seasons s
    join private.stream_members live on live.stream = s.stream and live.collection = 'matches'
      and live.is_current and live.is_live and coalesce(live.state ->> 'appeal_id', live.state ->> 'dispute_id') is not null
    join public.matches m on m.id = live.id
    cross join lateral private.find_open_case(m.id) open_case
    join private.stream_members sm on sm.stream = s.stream and sm.id = open_case.case_id
      and sm.collection = case when open_case.is_appeal then 'appeals' else 'disputes' end
    where s.rules -> 'dispute' ->> 'outsider' = $1::text and s.status <> 'closed'
    offset 0) named
  where private.find_outsider(named.match_id, $2) = $1`;

/**
 * Of the cases among `desk_item` those that the person $1 may decide: never one in which they have a part, and an appeal only
 * as a site admin who did not give the ruling, or of a sanction as nobody who gave it; and those that are theirs as an outsider.
 */
export const decidable = `
  select found.* from (
    select item.kind, item.id, item.ladder_id, item.until, item.since, item.match_id
    from desk_item item
    left join public.matches m on m.id = item.match_id
    where case
      when item.kind = 'dispute' then not (${toHasPartSql('m', '$1')})
      when item.kind = 'appeal' then not (${toHasPartSql('m', '$1')})
        and exists (select 1 from public.admins a where a.person_id = $1 and a.ladder_id is null)
        and not exists (select 1 from private.stream_members ruled
          where ruled.collection = 'matches' and ruled.is_current and ruled.id = item.match_id
            and ruled.state -> 'result' ->> 'ruled_by' = $1::text)
      when item.kind in ('case', 'case_appeal') then not private.is_case_party(item.id, $1)
        and not exists (select 1 from private.cases c
          where c.id = item.id and c.status = 'appealed' and c.decided_by = $1)
      when item.kind = 'sanction_appeal' then not exists (select 1 from public.sanctions given
        where given.id = item.id and ($1 in (given.person_id, given.given_by) or exists (
          select 1 from public.rosters theirs join public.rosters own using (team_id)
          where theirs.person_id = given.person_id and own.person_id = $1)))
      else false end
    union all ${outsiderCases}) found`;

/** Those among `decidable` that stand alone. */
export const officeCases = `
  select found.kind, found.id, ${toLadderSql('found.ladder_id')} as ladder, found.until,
    case when m.id is not null then ${toSidesSql('m')} end as match,
    (select p.username from public.sanctions given join public.profiles p on p.id = given.person_id
      where found.kind = 'sanction_appeal' and given.id = found.id) as who
  from decidable found
  left join public.matches m on m.id = found.match_id
  where found.kind <> 'case'
  order by found.until nulls last, found.since, found.id`;

/** What is reported among `decidable`: one row of all, since nothing tells one from another before it is opened. */
export const reports = `
  select count(*)::integer as count,
    (array_agg(found.id order by found.since, found.id))[1:${mostReports}] as cases,
    array_remove(array_agg(distinct l.slug), null) as ladders
  from decidable found
  left join public.ladders l on l.id = found.ladder_id
  where found.kind = 'case'
  having count(*) > 0`;

/**
 * The runs that the person $1 may confirm, a row a ladder: as a driver those of others with whom they share no team,
 * as an admin also what would be a stage's fastest; never their own, and none where they are held back.
 */
export const runsToConfirm = `
  select ${toLadderSql('found.ladder_id')} as ladder, count(*)::integer as count
  from (
    select r.ladder_id, r.id
    from public.entries own
    join (${standingRuns}) r on r.season_id = own.season_id and r.status = 'submitted' and r.person_id <> own.person_id
    where own.person_id = $1 and own.status = 'active'
      and not exists (select 1 from public.rosters mine
        join public.rosters theirs on theirs.team_id = mine.team_id and theirs.person_id = r.person_id
        where mine.person_id = $1)
      and not ${toHeldSql({ person: '$1', at: '$2', ladder: 'r.ladder_id' })}
    union
    select item.ladder_id, item.run_id from desk_item item
    join public.runs r on r.id = item.run_id and r.person_id <> $1
    where item.kind = 'run') found
  group by found.ladder_id
  order by 2 desc, found.ladder_id`;
