import type { Queryable } from '@muster/database';
import type { AccountDeleteData, TeamAfter } from '@muster/site/pages/account/data.ts';
import { previewRetirement, type TeamAfterwards } from './preview-retirement.ts';

type Departure = Omit<AccountDeleteData, 'username'>;

/** $1 the person. */
const restStatement = `
  select
    (select coalesce(json_agg(json_build_object('slug', l.slug, 'name', l.name) order by l.name), '[]')
      from public.entries e
      join public.seasons s on s.id = e.season_id and s.status <> 'closed'
      join public.ladders l on l.id = s.ladder_id
      where e.person_id = $1 and e.status in ('active', 'suspended')) as ladders,
    (select count(*)::int from public.admins where person_id = $1) as offices`;

/** What deleting the account would do, by the rules that will do it. */
export async function previewDeparture(
  queryable: Queryable,
  personId: string,
  at: string,
): Promise<Departure> {
  const teams = await previewRetirement(queryable, personId, { why: 'deleted', leaves: true, at });
  const [rest] = await queryable.query<Pick<Departure, 'ladders' | 'offices'>>(restStatement, [
    personId,
  ]);
  const { ladders = [], offices = 0 } = rest ?? {};
  return { teams: teams.map(toTeamAfter), ladders, offices };
}

function toTeamAfter({ matches, ...team }: TeamAfterwards): TeamAfter {
  const forfeits = matches
    .filter(({ ends }) => ends === 'forfeited')
    .map(({ id, opponent }) => ({ id, opponent }));
  return { ...team, forfeits };
}
