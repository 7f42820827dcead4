import type { Queryable } from '@muster/database';
import type { LadderAfterBan, PersonAdminData } from '@muster/site/pages/people/data.ts';
import { previewRetirement } from '../account/preview-retirement.ts';

interface Ban {
  personId: string;
  now: Date;
}

/** What hangs on a person beside their teams: $1. */
const restSql = `
  select
    (select coalesce(json_agg(json_build_object('slug', l.slug, 'name', l.name) order by l.name), '[]')
      from public.entries e
      join public.seasons s on s.id = e.season_id and s.status <> 'closed'
      join public.ladders l on l.id = s.ladder_id
      where e.person_id = $1 and e.status in ('active', 'suspended')) as drives,
    (select count(*)::int from public.admins where person_id = $1)
      + (select count(*)::int from public.editors where person_id = $1) as offices`;

/** What a ban on the whole site would do now, by the rules that will do it. */
export async function previewBan(
  queryable: Queryable,
  { personId, now }: Ban,
): Promise<PersonAdminData['after']> {
  const at = now.toISOString();
  const how = { why: 'banned', leaves: false, at } as const;
  const teams = await previewRetirement(queryable, personId, how);
  const [rest] = await queryable.query<Pick<PersonAdminData['after'], 'drives' | 'offices'>>(
    restSql,
    [personId],
  );
  return { teams, drives: rest?.drives ?? [], offices: rest?.offices ?? 0 };
}

/** The ladders $2 where the person $1 plays: who else may act for their team there at $3, and its open matches. */
const laddersSql = `
  select l.id, l.slug, l.name,
    case when t.id is not null then json_build_object('slug', t.slug, 'name', t.name) end as team,
    (select coalesce(json_agg(p.username order by r.role, p.username), '[]')
      from public.rosters r join public.profiles p on p.id = r.person_id
      where r.team_id = t.id and r.role in ('captain', 'co_captain') and r.person_id <> $1
        and not exists (select 1 from public.sanctions b where b.person_id = r.person_id and not b.is_lifted
          and b.kind in ('suspension', 'ban') and b.starts_at <= $3 and (b.ends_at is null or b.ends_at > $3)
          and (b.ladder_id is null or b.ladder_id = l.id))) as leaders,
    (select coalesce(json_agg(json_build_object('id', m.id, 'status', m.status, 'opponent', coalesce(ot.name, op.username))
        order by m.number), '[]')
      from public.matches m
      join public.entries o on o.id in (m.challenger_entry_id, m.defender_entry_id) and o.id <> e.id
      left join public.teams ot on ot.id = o.team_id
      left join public.profiles op on op.id = o.person_id
      where e.id in (m.challenger_entry_id, m.defender_entry_id) and m.ended_at is null) as matches
  from public.entry_players ep
  join public.entries e on e.id = ep.entry_id and e.status in ('active', 'suspended')
  join public.seasons s on s.id = e.season_id and s.status <> 'closed'
  join public.ladders l on l.id = s.ladder_id and l.id = any ($2::uuid[])
  left join public.teams t on t.id = e.team_id
  where ep.person_id = $1
  order by l.position, l.slug`;

/** What a ban on each of these ladders would do there: nobody leaves a team by it, and matches go on by their deadlines. */
export function previewLadderBans(
  queryable: Queryable,
  { personId, now }: Ban,
  ladders: readonly string[],
): Promise<LadderAfterBan[]> {
  return queryable.query<LadderAfterBan>(laddersSql, [personId, ladders, now]);
}
