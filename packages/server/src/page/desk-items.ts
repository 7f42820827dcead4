import { toAnsweredBySql, toFreeSql, toMayDecideSql } from './case-office.ts';
import { toHeldSql } from './held.ts';

/** What of a match that is not over says that it needs a hand: how long a live one may be silent, and the clock be late. */
const silence = `interval '3 hours'`;
const clockLag = `interval '1 minute'`;

interface Asked {
  /** Placeholder of the person's id, a uuid. */
  person: string;
  /** Placeholder of the instant. */
  now: string;
}

/** Whether somebody runs the whole site, by the placeholder of their id. */
const isSiteAdmin = (person: string) =>
  `exists (select 1 from public.admins a where a.person_id = ${person}::uuid and a.ladder_id is null)`;

/** The ladders that somebody runs, `id` each; all for a site admin. */
export const toOwnLaddersSql = (person: string) => `
  select l.id from public.ladders l
  where ${isSiteAdmin(person)}
    or exists (select 1 from public.admins a where a.person_id = ${person}::uuid and a.ladder_id = l.id)`;

/** Those of them on which no sanction keeps somebody from acting: a ladder's admin whom it holds there is refused all they do on it. */
const toFreeLaddersSql = ({ person, now }: Asked) => `
  select own.id from (${toOwnLaddersSql(person)}) own
  where not (${toHeldSql({ person: `${person}::uuid`, at: `${now}::timestamptz`, ladder: 'own.id' })})`;

/** Whether none keeps them from acting everywhere: what belongs to no season is refused for such a one alone. */
const isFree = ({ person, now }: Asked) => toFreeSql(`${person}::uuid`, `${now}::timestamptz`);

/** By when a dispute or an appeal should be ruled, as its match's page says it: of a member of a stream and its match, by their aliases. */
export const toCaseEndSql = (member: string, match: string) => `
  coalesce((${member}.state ->> 'ruling_aimed_at')::timestamptz, (${member}.state ->> 'stands_at')::timestamptz,
    (${member}.state ->> 'at')::timestamptz + (select (s.rules -> 'dispute' ->> 'rulingWithin')::interval
      from public.seasons s where s.id = ${match}.season_id))`;

/**
 * The runs that the rules still let somebody decide and a ladder's page shows: of seasons that are open, and of
 * entries that have not gone.
 */
export const standingRuns = `
  select r.*, s.ladder_id
  from public.runs r
  join public.seasons s on s.id = r.season_id and s.status = 'open'
  join public.entries e on e.id = r.entry_id and e.status in ('active', 'suspended')`;

/** The fastest verified run of each stage of the open seasons: found once, not for each run that is held against it. */
const fastestRuns = `
  select v.season_id, v.stage, min(v.time_ms + v.penalty_ms) as time_ms
  from (${standingRuns}) v
  where v.status = 'verified'
  group by v.season_id, v.stage`;

/**
 * What waits for somebody in office, over all ladders that are theirs, and that they may act on at all while a sanction
 * holds them: a row each of `kind`, `id`, `ladder_id`, `match_id`, `run_id`, `reason`, `since` and `until`. One
 * statement's part, whatever the number of ladders.
 */
export const toDeskItemsSql = ({ person, now }: Asked) => `
  select case sm.collection when 'disputes' then 'dispute' else 'appeal' end as kind, sm.id,
    m.ladder_id, m.id as match_id, null::uuid as run_id, sm.state ->> 'reason' as reason,
    coalesce(sm.state ->> 'opened_at', sm.state ->> 'at')::timestamptz as since,
    ${toCaseEndSql('sm', 'm')} as until
  from private.stream_members sm
  join public.matches m on m.id = (sm.state ->> 'match_id')::uuid
  where sm.collection in ('disputes', 'appeals') and sm.is_current and sm.state ->> 'status' = 'open'
    and m.ladder_id in (${toFreeLaddersSql({ person, now })})
  union all
  -- Nobody and nothing has acted in time, nothing will, or both sides are silent while it should be played.
  select 'match', m.id, m.ladder_id, m.id, null,
    case when m.deadline is null then 'halted' when m.deadline < ${now}::timestamptz - ${clockLag} then 'late' else 'silent' end,
    case when m.deadline < ${now}::timestamptz then m.deadline else coalesce(m.starts_at, m.challenged_at) end,
    m.deadline
  from public.matches m
  where m.ended_at is null and m.ladder_id in (${toFreeLaddersSql({ person, now })})
    and (m.deadline is null or m.deadline < ${now}::timestamptz - ${clockLag}
      or m.status = 'live' and m.starts_at < ${now}::timestamptz - ${silence})
    and not exists (select 1 from private.stream_members sm
      where (sm.state ->> 'match_id')::uuid = m.id and sm.collection in ('disputes', 'appeals')
        and sm.is_current and sm.state ->> 'status' = 'open')
  union all
  -- What anybody of another entry may confirm, and what would be a stage's fastest: that only an admin can.
  select 'run', r.id, r.ladder_id, null, r.id, r.status, r.submitted_at, null
  from (${standingRuns}) r
  left join (${fastestRuns}) fastest on fastest.season_id = r.season_id and fastest.stage = r.stage
  where r.status in ('submitted', 'confirmed') and r.ladder_id in (${toFreeLaddersSql({ person, now })})
    and (r.status = 'submitted' or fastest.time_ms is null or r.time_ms + r.penalty_ms < fastest.time_ms)
  union all
  ${toCasesSql({ person, now })}
  union all
  -- Appeals of sanctions that no case gave; a case's stand among the cases.
  select 'sanction_appeal', q.sanction_id, s.ladder_id, null, null, s.kind, q.made_at, ${toAnsweredBySql('q.made_at')}
  from private.sanction_appeals q
  join public.sanctions s on s.id = q.sanction_id and not s.is_lifted
  where q.decided_at is null and exists (select 1 from public.admins a
    where a.person_id = ${person}::uuid and (a.ladder_id is null or a.ladder_id = s.ladder_id))
    and ${isFree({ person, now })}`;

/** The cases of reports that somebody's office lets them decide. */
const toCasesSql = ({ person, now }: Asked) => `
  select case c.status when 'appealed' then 'case_appeal' else 'case' end, c.id, c.ladder_id, c.match_id, null::uuid,
    null, coalesce(c.appealed_at, c.opened_at), ${toAnsweredBySql('c.appealed_at')}
  from private.cases c
  where c.status in ('open', 'appealed') and ${toMayDecideSql(`${person}::uuid`)} and ${isFree({ person, now })}`;

/** How much waits for somebody, null for who has no office, or one that rests: a scalar. */
export const toDeskCountSql = (asked: Asked) => `
  case when (exists (select 1 from public.admins a where a.person_id = ${asked.person}::uuid)
      or exists (select 1 from public.editors e where e.person_id = ${asked.person}::uuid)) and ${isFree(asked)}
    then (select count(*)::integer from (${toDeskItemsSql(asked)}) item) end`;
