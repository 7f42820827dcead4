import type { AccountDeleteData, TeamAfter } from '@muster/site/pages/account/data.ts';
import { type League, tryOut } from './execute.ts';
import { letGo } from './people.ts';
import type { Unit } from './unit.ts';

type Departure = Omit<AccountDeleteData, 'username'>;

/**
 * What deleting the account would do, found out by doing it and giving it up: whatever the rules say then
 * is what they say now.
 */
export function previewDeparture(league: League, personId: string): Promise<Departure> {
  return tryOut(league, null, (unit) => tryDeparture(unit, personId));
}

async function tryDeparture(unit: Unit, personId: string): Promise<Departure> {
  const { transaction } = unit;
  const before = await transaction.query<{ id: string }>(
    'select team_id as id from public.rosters where person_id = $1',
    [personId],
  );
  const ladders = await transaction.query<{ slug: string; name: string }>(
    `select l.slug, l.name from public.entries e
     join public.seasons s on s.id = e.season_id and s.status <> 'closed'
     join public.ladders l on l.id = s.ladder_id
     where e.person_id = $1 and e.status in ('active', 'suspended') order by l.name`,
    [personId],
  );
  const [offices] = await transaction.query<{ count: number }>(
    'select count(*)::int as count from public.admins where person_id = $1',
    [personId],
  );
  await letGo(unit, personId);
  const ids = before.map(({ id }) => id);
  const teams = await transaction.query<TeamAfter>(afterStatement, [ids, personId, unit.at]);
  return { teams, ladders, offices: offices?.count ?? 0 };
}

/** $1 the teams, $2 who left them, $3 when. Nothing else happens at that instant: the teams are held. */
const afterStatement = `
  with passed as (
    select substr(e.stream, 6)::uuid as team_id, p.username
    from public.league_events e join public.profiles p on p.id = (e.data ->> 'to')::uuid
    where e.stream in (select 'team:' || id from unnest($1::uuid[]) id)
      and e.type = 'captaincy_passed' and e.at = $3 and e.data ->> 'from' = $2::text)
  select t.slug, t.name, passed.username as heir,
    case when t.disbanded_at is not null then 'disbands' when passed.team_id is not null then 'passes'
      else 'stays' end as outcome,
    (select coalesce(json_agg(json_build_object('id', m.id,
        'opponent', coalesce(ot.name, op.username)) order by m.id), '[]')
      from public.matches m
      join public.entries own on own.id in (m.challenger_entry_id, m.defender_entry_id) and own.team_id = t.id
      join public.entries other on other.id in (m.challenger_entry_id, m.defender_entry_id) and other.id <> own.id
      left join public.teams ot on ot.id = other.team_id
      left join public.profiles op on op.id = other.person_id
      where m.status = 'forfeited' and m.ended_at = $3) as forfeits
  from public.teams t left join passed on passed.team_id = t.id
  where t.id = any ($1) order by t.name`;
