import type { Transaction } from '@muster/database';
import { type LeagueEvent, type TeamState, toSkeleton } from '@muster/league';
import { settleRequests } from './join-requests.ts';
import { replaceRows, upsertRows } from './rows.ts';

const slugLength = 48;

/** A text as the words of an address, so many characters at most; empty where it has no letter or digit of ours. */
export function toAddressWords(text: string, most: number): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, most)
    .replace(/-+$/, '');
}

/** A name as an address word: `Los Cóndores` becomes `los-condores`. */
export function toSlug(name: string): string {
  const plain = toAddressWords(name, slugLength);
  return plain.length >= 2 ? plain : `team-${plain}`.replace(/-$/, '');
}

/** The first free address of a name: `kaarna`, `kaarna-2`, … Addresses of disbanded teams stay theirs, and former ones too. */
export async function findFreeSlug(transaction: Transaction, name: string): Promise<string> {
  const slug = toSlug(name);
  const taken = await transaction.query<{ slug: string }>(
    `select slug from public.teams where slug = $1 or slug like $1 || '-%'
     union all
     select former from private.former_slugs
     where kind = 'teams' and (former = $1 or former like $1 || '-%')`,
    [slug],
  );
  // `new` is the address of the page that founds a team.
  const used = new Set([...taken.map((row) => row.slug), 'new']);
  let candidate = slug;
  for (let number = 2; used.has(candidate); number += 1) {
    candidate = `${slug}-${number}`;
  }
  return candidate;
}

interface TeamProjection {
  before: TeamState;
  after: TeamState;
  events: readonly LeagueEvent[];
  isDemo?: boolean;
}

async function writeTeam(
  transaction: Transaction,
  { before, after, events, isDemo }: TeamProjection,
) {
  const { team } = after;
  if (team === null) {
    return;
  }
  const turn = events.findLast(({ type }) => type === 'team_disbanded' || type === 'team_restored');
  const row = {
    id: team.id,
    slug: before.team === null ? await findFreeSlug(transaction, team.name) : '',
    name: team.name,
    tag: team.tag,
    name_skeleton: toSkeleton(team.name),
    tag_skeleton: toSkeleton(team.tag),
    zone: team.zone,
    locale: team.locale,
    founder_id: team.founder_id,
    founded_at: team.founded_at,
    disbanded_at: turn?.type === 'team_disbanded' ? turn.at : null,
    is_demo: isDemo ?? false,
    about: '',
  };
  if (before.team === null) {
    await upsertRows(transaction, 'public.teams', ['id'], [row]);
  } else {
    await transaction.query(
      `update public.teams set name = $2, tag = $3, name_skeleton = $4, tag_skeleton = $5, zone = $6,
         locale = $7, disbanded_at = case when $9 then $8 else disbanded_at end where id = $1`,
      [
        row.id,
        row.name,
        row.tag,
        row.name_skeleton,
        row.tag_skeleton,
        row.zone,
        row.locale,
        row.disbanded_at,
        turn !== undefined,
      ],
    );
  }
}

async function writeRosters(transaction: Transaction, teamId: string, { after }: TeamProjection) {
  const members = Object.values(after.members);
  const users = await transaction.query<{ id: string; user_id: string | null }>(
    'select id, user_id from public.profiles where id = any($1::uuid[])',
    [members.map(({ person_id }) => person_id)],
  );
  const userOf = new Map(users.map(({ id, user_id }) => [id, user_id]));
  const rows = members.map(({ person_id, role, joined_at }) => ({
    team_id: teamId,
    person_id,
    user_id: userOf.get(person_id) ?? null,
    role,
    joined_at,
  }));
  await replaceRows(transaction, 'public.rosters', 'team_id', [teamId], rows);
}

/** Brings the tables of a team in line with the state after the events. */
export async function projectTeam(
  transaction: Transaction,
  projection: TeamProjection,
): Promise<void> {
  const { before, after, events } = projection;
  if (after.team === null) {
    return;
  }
  if (before.team !== after.team) {
    await writeTeam(transaction, projection);
  }
  if (before.members !== after.members) {
    await writeRosters(transaction, after.team.id, projection);
  }
  if (before.former !== after.former) {
    const teamId = after.team.id;
    const rows = after.former.map((member) => ({ team_id: teamId, ...member }));
    await replaceRows(transaction, 'public.past_rosters', 'team_id', [teamId], rows);
  }
  await settleRequests(transaction, after.team.id, events);
}
