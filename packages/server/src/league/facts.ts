import type { Transaction } from '@muster/database';
import {
  type Actor,
  type Facts,
  getEntryId,
  type LadderCommand,
  type LadderState,
  type Role,
  SIDES,
  type SiteState,
  type WeeklyAvailability,
} from '@muster/league';
import type { Viewer } from '../context.ts';
import { createId } from './ids.ts';

interface StoredRange {
  weekday: number;
  from: string;
  to: string;
}

interface PersonRow {
  id: string;
  zone: string | null;
  availability: StoredRange[];
  identities: string[];
  teams: string[];
}

/** The entries that a decision may look at: those of the command, and those of matches whose deadline has passed. */
function listEntriesConcerned(state: LadderState, command: object, now: string): string[] {
  const ids = Object.values(state.matches)
    .filter(
      ({ id, deadline }) =>
        ('match_id' in command && id === command.match_id) ||
        (deadline !== null && deadline <= now),
    )
    .flatMap((match) => SIDES.map((side) => getEntryId(match, side)));
  for (const key of ['entry_id', 'challenger_id', 'defender_id'] as const) {
    const id: unknown = Reflect.get(command, key);
    if (typeof id === 'string') {
      ids.push(id);
    }
  }
  if ('team_id' in command && typeof command.team_id === 'string') {
    ids.push(
      ...Object.values(state.entries)
        .filter(({ team_id }) => team_id === command.team_id)
        .map(({ id }) => id),
    );
  }
  return ids;
}

function listPeopleConcerned(
  state: LadderState,
  command: LadderCommand | Record<never, never>,
  now: string,
): string[] {
  const people = listEntriesConcerned(state, command, now).flatMap((id) =>
    (state.entries[id]?.players ?? []).map(({ person_id }) => person_id),
  );
  const named = 'players' in command ? command.players : [];
  const one = 'person_id' in command && command.person_id !== null ? [command.person_id] : [];
  const drivers = Object.values(state.runs).map(({ person_id }) => person_id);
  return [...new Set([...people, ...named, ...one, ...('run_id' in command ? drivers : [])])];
}

function toAvailability({ zone, availability }: PersonRow): WeeklyAvailability | null {
  return availability.length === 0
    ? null
    : {
        zone: zone ?? 'UTC',
        ranges: availability.map(({ weekday, from, to }) => ({ weekday, from, until: to })),
      };
}

/** Sanctions in force at an instant, by person. */
function listSanctions(
  site: SiteState | null,
  ladderId: string | null,
  at: string,
): Facts['sanctions'] {
  const found: Record<
    string,
    { kind: 'strike' | 'suspension' | 'mute' | 'ban'; until: string | null }[]
  > = {};
  for (const sanction of Object.values(site?.sanctions ?? {})) {
    const isHere = sanction.ladder_id === null || sanction.ladder_id === ladderId;
    const isNow = sanction.from <= at && (sanction.until === null || sanction.until > at);
    if (sanction.status === 'in_force' && isHere && isNow) {
      const { kind, until, person_id } = sanction;
      found[person_id] = [...(found[person_id] ?? []), { kind, until }];
    }
  }
  return found;
}

async function readSiteState(transaction: Transaction): Promise<SiteState | null> {
  const [row] = await transaction.query<{ state: SiteState }>(
    `select state from private.stream_states where stream = 'site'`,
  );
  return row?.state ?? null;
}

async function listPeople(
  transaction: Transaction,
  people: readonly string[],
): Promise<PersonRow[]> {
  return transaction.query<PersonRow>(
    `select p.id, s.zone, coalesce(s.availability, '[]') as availability,
       array(select kind from public.profile_identities i where i.person_id = p.id
             union select case i.provider when 'discord' then 'discord' else i.provider end
             from auth.identities i where i.user_id = p.user_id) as identities,
       array(select r.team_id::text from public.rosters r where r.person_id = p.id) as teams
     from public.profiles p left join private.person_settings s on s.person_id = p.id
     where p.id = any($1::uuid[])`,
    [people],
  );
}

interface LadderFacts {
  state: LadderState;
  /** Null when only the clock is to be run. */
  command: LadderCommand | null;
  actorId: string | null;
  at: string;
}

/** What a decision on a ladder may need beside the log. */
export async function loadLadderFacts(
  transaction: Transaction,
  { state, command, actorId, at }: LadderFacts,
): Promise<Facts> {
  const wanted = listPeopleConcerned(state, command ?? {}, at);
  const people = await listPeople(transaction, actorId === null ? wanted : [...wanted, actorId]);
  const made = command?.type === 'challenge' ? [command.match_id] : [];
  const matches = Object.values(state.matches)
    .filter(({ seed, deadline }) => seed === null && deadline !== null)
    .map(({ id }) => id)
    .concat(made);
  const seeds = await transaction.query<{ match_id: string; seed: string }>(
    'select match_id, seed from private.match_seeds where match_id = any($1::uuid[])',
    [matches],
  );
  const availability = people.flatMap((row) => {
    const declared = toAvailability(row);
    return declared === null ? [] : [[row.id, declared] as const];
  });
  return {
    availability: Object.fromEntries(availability),
    identities: Object.fromEntries(people.map(({ id, identities }) => [id, identities])),
    sanctions: listSanctions(await readSiteState(transaction), state.ladder?.id ?? null, at),
    teams: Object.fromEntries(people.map(({ id, teams }) => [id, teams])),
    seeds: Object.fromEntries(seeds.map(({ match_id, seed }) => [match_id, seed])),
    createId,
  };
}

interface TeamNames {
  nameSkeleton: string;
  tagSkeleton: string;
}

/** What a decision on a team may need beside the log. */
export async function loadTeamFacts(
  transaction: Transaction,
  names: TeamNames | null,
  actorId: string | null,
  at: string,
): Promise<Facts> {
  const similar =
    names === null
      ? []
      : await transaction.query<{ team_id: string; name: string; tag: string }>(
          `select id as team_id, name, tag from public.teams
           where disbanded_at is null and (name_skeleton = $1 or tag_skeleton = $2)`,
          [names.nameSkeleton, names.tagSkeleton],
        );
  const [founded] = await transaction.query<{ count: number }>(
    'select count(*)::integer as count from public.teams where founder_id = $1 and disbanded_at is null',
    [actorId],
  );
  return {
    availability: {},
    identities: {},
    sanctions: listSanctions(await readSiteState(transaction), null, at),
    teams: {},
    seeds: {},
    createId,
    similar_names: similar,
    teams_founded: founded?.count ?? 0,
  };
}

/** The person who acts, with what they are on this ladder and their teams. One statement. */
export async function loadActor(
  transaction: Transaction,
  viewer: Viewer,
  ladderId: string | null,
): Promise<Actor> {
  const [row] = await transaction.query<{
    is_site_admin: boolean;
    is_ladder_admin: boolean;
    teams: Record<string, Role>;
  }>(
    `select
       exists (select 1 from public.admins where person_id = $1 and ladder_id is null) as is_site_admin,
       exists (select 1 from public.admins where person_id = $1 and (ladder_id = $2 or ladder_id is null)) as is_ladder_admin,
       coalesce((select jsonb_object_agg(team_id, role) from public.rosters where person_id = $1), '{}') as teams`,
    [viewer.person_id, ladderId],
  );
  return {
    person_id: viewer.person_id,
    is_site_admin: row?.is_site_admin ?? false,
    is_ladder_admin: row?.is_ladder_admin ?? false,
    teams: row?.teams ?? {},
  };
}
