import type { Role } from '@muster/league';
import type { PersonAdminData, Renaming } from '@muster/site/pages/people/data.ts';
import type { Loader } from '../context.ts';
import { type MatchLineRow, toMatchLine, toMatchLinesSql } from '../match/line.ts';
import { loadCasesAbout } from '../moderation/cases-about.ts';
import { type JsonInstant, toInstant, toInstantOrNull } from '../page/instants.ts';
import { loadStanding } from '../person/standing.ts';
import { previewBan, previewLadderBans } from './after-ban.ts';
import { readersPeople } from './page-people.ts';
import { type PrecedentRow, precedentsShown, toPrecedent, toPrecedentsSql } from './precedents.ts';
import { loadRecord } from './record.ts';

interface PersonRow {
  id: string;
  user_id: string;
  username: string;
  created_at: Date;
  is_reader_site_admin: boolean;
  offices: PersonAdminData['offices'];
  teams: { slug: string; name: string; role: Role }[];
  identities: PersonAdminData['identities'];
  former: { name: string; until: JsonInstant }[];
  renamings: (Omit<Renaming, 'at' | 'undone_at'> & {
    at: JsonInstant;
    undone_at: JsonInstant | null;
  })[];
  own_ladder: PersonAdminData['own_ladder'];
  played_ladders: string[];
  matches: MatchLineRow[];
  precedents: PrecedentRow[];
}

/** The last matches that the person $1 was in the lineup of. */
const played = `
  select line.match_id, line.side, line.ended_at from private.match_lineups line
  where line.person_id = person.id and line.ended_at is not null
  order by line.ended_at desc, line.match_id limit 5`;

/** $1 who reads, $2 the name. */
const personSql = `
  with ${readersPeople},
  person as (select * from reader where lower(username) = lower($2))
  select person.id, person.user_id, person.username, person.created_at,
    office.is_site_admin as is_reader_site_admin,
    json_build_object(
      'site', exists (select 1 from public.admins a where a.person_id = person.id and a.ladder_id is null),
      'editor', exists (select 1 from public.editors e where e.person_id = person.id),
      'ladders', (select coalesce(json_agg(json_build_object('slug', l.slug, 'name', l.name) order by l.position), '[]')
        from public.admins a join public.ladders l on l.id = a.ladder_id where a.person_id = person.id)) as offices,
    (select coalesce(json_agg(json_build_object('slug', t.slug, 'name', t.name, 'role', r.role) order by t.name), '[]')
      from public.rosters r join public.teams t on t.id = r.team_id where r.person_id = person.id) as teams,
    (select coalesce(json_agg(json_build_object('kind', i.kind, 'handle', i.handle, 'is_verified', i.is_verified)
        order by i.kind), '[]') from public.profile_identities i where i.person_id = person.id) as identities,
    (select coalesce(json_agg(json_build_object('name', f.username, 'until', f.until) order by f.id desc), '[]')
      from private.former_names f where f.person_id = person.id) as former,
    (select coalesce(json_agg(json_build_object('id', n.id, 'from', n.from_name, 'to', n.to_name, 'at', n.at,
        'by', by.username, 'reason', n.reason, 'hides', n.hides, 'undone_at', n.undone_at) order by n.at desc), '[]')
      from private.renames n left join public.profiles by on by.id = n.given_by
      where n.person_id = person.id) as renamings,
    (select json_build_object('id', l.id, 'slug', l.slug, 'name', l.name)
      from public.ladders l where l.retired_at is null and l.id = any (office.ladders)
      order by l.position, l.slug limit 1) as own_ladder,
    array(select distinct l.id from public.entry_players ep
      join public.entries e on e.id = ep.entry_id
      join public.seasons s on s.id = e.season_id and s.status <> 'closed'
      join public.ladders l on l.id = s.ladder_id and l.retired_at is null
      where ep.person_id = person.id and (office.is_site_admin or l.id = any (office.ladders))) as played_ladders,
    ${toMatchLinesSql(`
      select m.*, played.side as own_side,
        row_number() over (order by played.ended_at desc, played.match_id) as place
      from (${played}) played join public.matches m on m.id = played.match_id`)} as matches,
    (select coalesce(json_agg(q order by q.starts_at desc), '[]') from (${toPrecedentsSql('s.person_id <> person.id')}) q
      where q.place <= ${precedentsShown}) as precedents
  from person, office`;

/** Somebody as those in office see them, what may be done, and what it would do; null for everybody else. */
export const loadPersonAdmin: Loader<PersonAdminData> = async (input) => {
  const { database, viewer, params, now } = input;
  if (viewer === null) {
    return null;
  }
  const [row] = await database.query<PersonRow>(personSql, [
    viewer.person_id,
    params.username ?? '',
  ]);
  if (row === undefined) {
    return null;
  }
  const { id, user_id, username, offices, teams, identities } = row;
  const ban = { personId: id, now };
  const readerId = viewer.person_id;
  const [sanctions, items, after, cases, reported, onLadders] = await Promise.all([
    loadRecord(database, { personId: id, readerId: viewer.person_id, now }),
    loadStanding(database, id, now),
    previewBan(database, ban),
    loadCasesAbout(database, { of: 'person', id, readerId }),
    loadCasesAbout(database, { of: 'reporter', id, readerId }),
    previewLadderBans(database, ban, row.played_ladders),
  ]);
  return {
    ...{ person_id: id, user_id, username, offices, teams, identities, sanctions, items, after },
    ...{ cases, reported },
    joined_at: row.created_at.toISOString(),
    is_own: id === viewer.person_id,
    former: row.former.map(({ name, until }) => ({ name, until: toInstant(until) })),
    renamings: row.renamings.map((line) => ({
      ...line,
      at: toInstant(line.at),
      undone_at: toInstantOrNull(line.undone_at),
    })),
    matches: row.matches.map(toMatchLine),
    own_ladder: row.own_ladder,
    ladders: onLadders,
    precedents: row.precedents.map(toPrecedent),
    is_site_admin: row.is_reader_site_admin,
  };
};
