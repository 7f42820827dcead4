import type { Role } from '@muster/league';
import type { LocaleCode } from '@muster/site';
import type { ProfileData, ShownAccount } from '@muster/site/pages/profile/data.ts';
import { toAccountNameSql } from '../account/account-name.ts';
import { toAccountUrl } from '../account/account-url.ts';
import type { Loader } from '../context.ts';
import { hasTrophySql } from '../engine/project/trophies.ts';
import { type MatchLineRow, toMatchLine, toMatchLinesSql } from '../match/line.ts';
import type { JsonInstant } from '../page/instants.ts';
import { toInstant, toInstantOrNull } from '../page/instants.ts';
import type { TrophyRow } from '../team/trophy.ts';
import { loadRatedEntries, loadSanctions, loadStanding } from './standing.ts';

interface MembershipRow {
  slug: string;
  name: string;
  tag: string;
  logo: string | null;
  is_disbanded: boolean;
  role: Role;
  joined_at: JsonInstant;
  left_at: JsonInstant | null;
}

interface ProfileRow {
  id: string;
  user_id: string;
  username: string;
  locale: LocaleCode;
  is_demo: boolean;
  created_at: Date;
  is_site_admin: boolean;
  admin_ladders: { slug: string; name: string }[];
  identities: ProfileData['identities'];
  accounts: (Omit<ShownAccount, 'url'> & { provider_id: string })[];
  teams: MembershipRow[];
  record: ProfileData['record'];
  matches: MatchLineRow[];
  trophies: (TrophyRow & { team: string })[];
}

const memberships = `
  select coalesce(json_agg(line order by line.left_at desc nulls first, line.joined_at desc), '[]')
  from (
    select t.slug, t.name, t.tag, t.logo_path as logo, t.disbanded_at is not null as is_disbanded, r.role, r.joined_at,
      null::timestamptz as left_at
    from public.rosters r join public.teams t on t.id = r.team_id where r.person_id = person.id
    union all
    select t.slug, t.name, t.tag, t.logo_path, t.disbanded_at is not null, r.role, r.joined_at, r.left_at
    from public.past_rosters r join public.teams t on t.id = r.team_id where r.person_id = person.id
  ) line`;

/** The last matches with a result that the person was in the lineup of, where it counts. */
const played = `
  select line.match_id, line.side, line.ended_at from private.match_lineups line
  join public.ladders l on l.id = line.ladder_id and not l.is_test
  where line.person_id = person.id and line.ended_at is not null
  order by line.ended_at desc, line.match_id limit 10`;

const profilePage = `
  select person.*,
    exists (select 1 from public.admins a where a.person_id = person.id and a.ladder_id is null) as is_site_admin,
    (select coalesce(json_agg(json_build_object('slug', l.slug, 'name', l.name) order by l.position), '[]')
      from public.admins a join public.ladders l on l.id = a.ladder_id
      where a.person_id = person.id) as admin_ladders,
    (select coalesce(json_agg(json_build_object('kind', i.kind, 'handle', i.handle,
        'is_verified', i.is_verified) order by i.kind), '[]')
      from public.profile_identities i where i.person_id = person.id) as identities,
    (select coalesce(json_agg(json_build_object('provider', i.provider, 'provider_id', i.provider_id,
        'display_name', ${toAccountNameSql('i')}) order by i.provider), '[]')
      from private.person_settings settings
      join auth.identities i on i.user_id = person.user_id
        and i.provider = any (settings.shown_accounts)
      where settings.person_id = person.id) as accounts,
    (${memberships}) as teams,
    (select json_build_object('wins', coalesce(sum(r.wins), 0)::int,
        'losses', coalesce(sum(r.losses), 0)::int, 'draws', coalesce(sum(r.draws), 0)::int)
      from private.person_records r join public.ladders l on l.id = r.ladder_id and not l.is_test
      where r.person_id = person.id) as record,
    ${toMatchLinesSql(`
      select m.*, played.side as own_side,
        row_number() over (order by played.ended_at desc, played.match_id) as place
      from (${played}) played
      join public.matches m on m.id = played.match_id`)} as matches,
    (select coalesce(json_agg(json_build_object('place', e.final_place, 'ladder_slug', l.slug,
        'ladder_name', l.name, 'season', s.name, 'team', coalesce(t.name, person.username),
        'archive', (select a.slug from public.season_archives a where a.season_id = s.id))
        order by s.closed_at desc), '[]')
      from public.entry_players ep
      join public.entries e on e.id = ep.entry_id
      join public.seasons s on s.id = e.season_id and s.status = 'closed'
      join public.ladders l on l.id = s.ladder_id and not l.is_test
      left join public.teams t on t.id = e.team_id
      where ep.person_id = person.id and ${hasTrophySql('e')}) as trophies
  from (
    select id, user_id, username, locale, is_demo, created_at from public.profiles where user_id = $1
  ) person`;

/** A person's page: one statement for the person, one each for what holds them back and for their ratings. Nobody has a page once their account is deleted. */
export const loadProfile: Loader<ProfileData> = async ({ database, params, viewer, now }) => {
  const [row] = await database.query<ProfileRow>(profilePage, [params.user_id]);
  if (row === undefined) {
    return null;
  }
  const isOwn = viewer?.user_id === row.user_id;
  return {
    user_id: row.user_id,
    username: row.username,
    locale: row.locale,
    is_demo: row.is_demo,
    joined_at: row.created_at.toISOString(),
    admin_of: { site: row.is_site_admin, ladders: row.admin_ladders },
    identities: row.identities,
    accounts: row.accounts.map(({ provider, provider_id, display_name }) => ({
      provider,
      display_name,
      url: toAccountUrl(provider, provider_id),
    })),
    teams: row.teams.map(({ slug, name, tag, logo, is_disbanded, role, joined_at, left_at }) => ({
      team: { slug, name, tag, logo, is_disbanded },
      role,
      joined_at: toInstant(joined_at),
      left_at: toInstantOrNull(left_at),
    })),
    record: row.record,
    matches: row.matches.map(toMatchLine),
    trophies: row.trophies.map(({ place, ladder_slug, ladder_name, season, team, archive }) => ({
      place,
      ladder: { slug: ladder_slug, name: ladder_name },
      season,
      team,
      archive,
    })),
    sanctions: await loadSanctions(database, row.id, now),
    standing: isOwn ? await loadStanding(database, row.id, now) : null,
    ratings: await loadRatedEntries(database, row.id, now),
    is_own: isOwn,
  };
};
