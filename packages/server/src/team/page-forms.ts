import type { Queryable } from '@muster/database';
import { decideTeam, emptyTeam, type Refusal } from '@muster/league';
import { defaultLocale, isLocaleCode } from '@muster/site';
import type { TeamEditData, TeamFields, TeamNewData } from '@muster/site/pages/team/data.ts';
import type { Loader } from '../context.ts';
import { loadTeamFacts, toActor } from '../engine/facts.ts';
import { listZones } from '../page/zones.ts';

/** Nothing is typed yet: what the rules say of a field is not about who asks. */
const blank = { team_id: '', name: '', tag: '', zone: '', locale: '' };

/** Why somebody may found no team, whatever it is called. */
async function findFoundingRefusal(
  queryable: Queryable,
  personId: string,
  at: string,
): Promise<Refusal | null> {
  const facts = await loadTeamFacts(queryable, { names: null, actorId: personId, members: [], at });
  const actor = toActor(personId, undefined);
  const decision = decideTeam(emptyTeam, { type: 'found_team', ...blank }, { at, actor, facts });
  return decision.ok || decision.refusal.field !== undefined ? null : decision.refusal;
}

/** What the form for a new team begins with, or why there is none. */
export const loadTeamNew: Loader<TeamNewData> = async (input) => {
  const { database, viewer, now, locale, zone } = input;
  return {
    refusal: viewer && (await findFoundingRefusal(database, viewer.person_id, now.toISOString())),
    zones: listZones(locale),
    zone,
    locale: isLocaleCode(locale) ? locale : defaultLocale,
  };
};

/** What the form of a team begins with; nothing of it for anybody but its captain. */
export const loadTeamEdit: Loader<TeamEditData> = async ({ database, params, viewer, locale }) => {
  const [row] = await database.query<TeamFields & { logo: string | null; is_captain: boolean }>(
    `select t.name, t.tag, t.zone, t.locale, t.about, t.logo_path as logo,
       exists (select 1 from public.rosters r
         where r.team_id = t.id and r.person_id = $2 and r.role = 'captain') as is_captain
     from public.teams t where t.slug = $1 and t.disbanded_at is null`,
    [params.slug, viewer?.person_id ?? null],
  );
  if (row === undefined) {
    return null;
  }
  const { is_captain, logo, ...fields } = row;
  return {
    slug: params.slug ?? '',
    name: row.name,
    logo,
    fields: is_captain ? fields : null,
    zones: is_captain ? listZones(locale) : [],
  };
};
