import type { Queryable } from '@muster/database';
import { listReturning, type Role, type SanctionKind, type TeamState } from '@muster/league';
import type { TeamAdminData } from '@muster/site/pages/people/team-data.ts';
import { previewDisbanding } from '../account/preview-retirement.ts';
import type { Loader } from '../context.ts';
import { loadTeamFacts } from '../engine/facts.ts';
import { loadCasesAbout } from '../moderation/cases-about.ts';
import { type JsonInstant, toInstant, toInstantOrNull } from '../page/instants.ts';
import { teamEndSql } from './team-end.ts';

interface TeamRow {
  id: string;
  slug: string;
  name: string;
  tag: string;
  founded_at: Date;
  disbanded_at: Date | null;
  why: TeamAdminData['why'];
  members: { person_id: string; username: string; role: Role; sanction: SanctionKind | null }[];
  entries: TeamAdminData['entries'];
  renamings: (Omit<TeamAdminData['renamings'][number], 'at' | 'undone_at'> & {
    at: JsonInstant;
    undone_at: JsonInstant | null;
  })[];
  asking: number;
  state: TeamState;
}

const toNamed = (side: 'from' | 'to') =>
  `n.${side}_name || coalesce(' [' || n.${side}_tag || ']', '')`;

/** $1 the team's address, $2 who reads, $3 now: nothing comes for who is no site admin. */
const statement = `
  select t.id, t.slug, t.name, t.tag, t.founded_at, t.disbanded_at, s.state,
    (select e.data ->> 'why' from public.league_events e
      where e.stream = 'team:' || t.id and e.type = 'team_disbanded' and t.disbanded_at is not null
      order by e.sequence desc limit 1) as why,
    (select coalesce(json_agg(json_build_object('person_id', p.id, 'username', p.username, 'role', r.role,
        'sanction', (select b.kind from public.sanctions b where b.person_id = p.id and not b.is_lifted
          and b.kind in ('suspension', 'ban') and b.ladder_id is null and b.starts_at <= $3
          and (b.ends_at is null or b.ends_at > $3) order by b.starts_at desc limit 1))
        order by r.role, r.joined_at, p.id), '[]')
      from public.rosters r join public.profiles p on p.id = r.person_id where r.team_id = t.id) as members,
    ${teamEndSql},
    (select coalesce(json_agg(json_build_object('id', n.id, 'from', ${toNamed('from')}, 'to', ${toNamed('to')},
        'at', n.at, 'by', by.username, 'reason', n.reason, 'hides', n.hides, 'undone_at', n.undone_at) order by n.at desc), '[]')
      from private.renames n left join public.profiles by on by.id = n.given_by where n.team_id = t.id) as renamings
  from public.teams t join private.stream_states s on s.stream = 'team:' || t.id
  where t.slug = $1 and exists (select 1 from public.admins a where a.person_id = $2 and a.ladder_id is null)`;

/** Who would come back with a disbanded team, by the rules that bring them back. */
async function listBack(
  queryable: Queryable,
  { state }: TeamRow,
  now: Date,
): Promise<{ was: string[]; returning: TeamAdminData['returning'] }> {
  const at = now.toISOString();
  const last = state.former.map(({ person_id }) => person_id);
  const facts = await loadTeamFacts(queryable, { names: null, actorId: null, members: last, at });
  const { members, was } = listReturning(state, { at, actor: null, facts });
  const people = await queryable.query<{ id: string; username: string }>(
    'select id, username from public.profiles where id = any($1::uuid[])',
    [members.map(({ person_id }) => person_id)],
  );
  const names = new Map(people.map(({ id, username }) => [id, username]));
  const order: readonly Role[] = ['captain', 'co_captain', 'player', 'substitute'];
  const returning = members
    .map(({ person_id, role }) => ({ person_id, role, username: names.get(person_id) ?? '' }))
    .sort((one, other) => order.indexOf(one.role) - order.indexOf(other.role));
  return { was, returning };
}

/** A team as site admins see it, what may be done about it, and what that would move; null for everybody else. */
export const loadTeamAdmin: Loader<TeamAdminData> = async ({ database, viewer, params, now }) => {
  if (viewer === null) {
    return null;
  }
  const readerId = viewer.person_id;
  const [row] = await database.query<TeamRow>(statement, [params.slug ?? '', readerId, now]);
  if (row === undefined) {
    return null;
  }
  const { id, slug, name, tag, members, entries, asking, why } = row;
  const isGone = row.disbanded_at !== null;
  const [matches, cases, back] = await Promise.all([
    previewDisbanding(database, id),
    loadCasesAbout(database, { of: 'team', id, readerId }),
    isGone ? listBack(database, row, now) : null,
  ]);
  const people = back?.was ?? members.map(({ person_id }) => person_id);
  return {
    ...{ slug, name, tag, members, entries, asking, matches, cases, why },
    founded_at: row.founded_at.toISOString(),
    disbanded_at: row.disbanded_at?.toISOString() ?? null,
    is_own: people.includes(readerId),
    returning: back?.returning ?? null,
    renamings: row.renamings.map((line) => ({
      ...line,
      at: toInstant(line.at),
      undone_at: toInstantOrNull(line.undone_at),
    })),
  };
};
