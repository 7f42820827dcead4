import { type Queryable, type Transaction, takeRow } from '@muster/database';
import {
  type Actor,
  bothSides,
  type Facts,
  getEntryId,
  hasHiddenDraws,
  isFinalStatus,
  type LadderCommand,
  type LadderState,
  type Match,
  type Role,
  type SanctionKind,
} from '@muster/league';
import type { Viewer } from '../context.ts';
import { type StoredRange, toAvailability, toHoursZoneSql } from './availability.ts';
import { createId, createSalt } from './ids.ts';

interface PersonRow {
  id: string;
  zone: string;
  availability: StoredRange[];
  identities: string[];
  teams: string[];
}

/** The matches that a decision may look at: that of the command, and those whose deadline has passed. */
function listMatchesConcerned({ matches }: LadderState, matchId: string | null, now: string) {
  return Object.values(matches).filter(
    ({ id, deadline }) => id === matchId || (deadline !== null && deadline <= now),
  );
}

/** The matches whose seeds a decision may need: any may end by it, and its seed is told where something was drawn. */
function listSeedsConcerned(
  state: LadderState,
  matches: readonly Match[],
  matchId: string | null,
): string[] {
  const hidden = Object.values(state.matches).filter(
    (match) => hasHiddenDraws(match) && !isFinalStatus(match.status),
  );
  const ids = [...matches, ...hidden].map(({ id }) => id);
  // A challenge's seed is drawn before its match is there.
  return [...new Set(matchId === null ? ids : [...ids, matchId])];
}

/** The entries that a decision may look at: those of the command, and those of its matches. */
function listEntriesConcerned(
  state: LadderState,
  command: object,
  matches: readonly Match[],
): string[] {
  const ids = matches.flatMap((match) => bothSides.map((side) => getEntryId(match, side)));
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
  matches: readonly Match[],
): string[] {
  const people = listEntriesConcerned(state, command, matches).flatMap((id) =>
    (state.entries[id]?.players ?? []).map(({ person_id }) => person_id),
  );
  const named = 'players' in command ? command.players : [];
  const one = 'person_id' in command && command.person_id !== null ? [command.person_id] : [];
  const drivers = Object.values(state.runs).map(({ person_id }) => person_id);
  return [...new Set([...people, ...named, ...one, ...('run_id' in command ? drivers : [])])];
}

export interface SanctionRow {
  person_id: string;
  kind: SanctionKind;
  until: string | null;
}

export function toSanctions(rows: readonly SanctionRow[]): Facts['sanctions'] {
  const found: Record<string, { kind: SanctionKind; until: string | null }[]> = {};
  for (const { person_id, kind, until } of rows) {
    found[person_id] = [...(found[person_id] ?? []), { kind, until }];
  }
  return found;
}

/** Sanctions of people that are in force at an instant on the whole site, or on a ladder. All are places in a statement. */
export const toSanctionsSql = ({
  people,
  at,
  ladder,
}: Record<'people' | 'at' | 'ladder', string>) => `
  select person_id, kind,
    to_char(ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as until
  from public.sanctions
  where person_id = any(${people}::uuid[]) and not is_lifted
    and starts_at <= ${at} and (ends_at is null or ends_at > ${at})
    and (ladder_id is null or ladder_id = ${ladder})
  order by starts_at, id`;

const sanctionsStatement = toSanctionsSql({ people: '$1', at: '$2', ladder: '$3' });

/** The kinds of accounts that a profile `p` has linked. */
export const identitiesSql = `
  array(select kind from public.profile_identities i where i.person_id = p.id
        union select i.provider from auth.identities i where i.user_id = p.user_id)`;

export interface ActorRow {
  is_site_admin: boolean;
  is_ladder_admin: boolean;
  roles: Record<string, Role>;
}

/** What a person is: on the site, on a ladder, in their teams. Both are places in a statement. */
export const toActorColumns = (person: string, ladder: string) => `
    exists (select 1 from public.admins where person_id = ${person} and ladder_id is null) as is_site_admin,
    exists (select 1 from public.admins
            where person_id = ${person} and (ladder_id = ${ladder} or ladder_id is null)) as is_ladder_admin,
    coalesce((select jsonb_object_agg(team_id, role) from public.rosters where person_id = ${person}), '{}') as roles`;

export function toActor(personId: string, row: ActorRow | undefined): Actor {
  return {
    person_id: personId,
    is_site_admin: row?.is_site_admin ?? false,
    is_ladder_admin: row?.is_ladder_admin ?? false,
    teams: row?.roles ?? {},
  };
}

export interface JudgeRow extends ActorRow {
  person_id: string;
}

/**
 * Everybody in a ladder's and the site's offices who can act, and the outsider whom its rules name: real, and not
 * suspended. All three are places in a statement.
 */
export const toJudgesSql = ({
  ladder,
  outsider,
  at,
}: Record<'ladder' | 'outsider' | 'at', string>) => `
  select office.person_id, ${toActorColumns('office.person_id', ladder)}
  from (select person_id from public.admins where ladder_id = ${ladder} or ladder_id is null
    union select ${outsider}) office
  join public.profiles judge on judge.id = office.person_id
    and judge.user_id is not null and not judge.is_demo
  where not exists (select 1 from public.sanctions held
    where held.person_id = office.person_id and held.kind in ('suspension', 'ban') and not held.is_lifted
      and held.starts_at <= ${at} and (held.ends_at is null or held.ends_at > ${at})
      and (held.ladder_id is null or held.ladder_id = ${ladder}))`;

export const toJudges = (rows: readonly JudgeRow[]): Actor[] =>
  rows.map((row) => toActor(row.person_id, row));

const judgesStatement = toJudgesSql({ ladder: '$1', at: '$2', outsider: '$3::uuid' });

/** What asks who can judge. */
const judged: ReadonlySet<string | undefined> = new Set<LadderCommand['type']>([
  'dispute',
  'appeal',
  'rule',
  'decide_appeal',
  'review_case',
]);

interface Found extends ActorRow {
  people: PersonRow[];
  sanctions: SanctionRow[];
  seeds: Record<string, string>;
  evidence: number;
}

/** How many pieces of evidence, in sight, the side of a person ($5) has brought to a match ($6) that they report. */
const evidenceStatement = `
  select count(*)::integer
  from private.match_evidence given
  join public.matches m on m.id = given.match_id
  join public.entries e on e.id = case given.side
    when 'challenger' then m.challenger_entry_id else m.defender_entry_id end
  where m.id = $6 and given.hidden_at is null and (e.person_id = $5 or exists (
    select 1 from public.rosters r where r.team_id = e.team_id and r.person_id = $5))`;

/**
 * People, their sanctions, the seeds of matches ($4) and who acts ($5) at once: each command asks, and
 * each statement is a way there and back.
 */
const factsStatement = `
  select ${toActorColumns('$5', '$3')},
    (${evidenceStatement}) as evidence,
    (select coalesce(jsonb_agg(person), '[]') from (
       select p.id, ${toHoursZoneSql('s')} as zone, coalesce(s.availability, '[]') as availability,
         ${identitiesSql} as identities,
         array(select r.team_id::text from public.rosters r where r.person_id = p.id) as teams
       from public.profiles p left join private.person_settings s on s.person_id = p.id
       where p.id = any($1::uuid[])) person) as people,
    (select coalesce(jsonb_agg(sanction), '[]') from (${sanctionsStatement}) sanction) as sanctions,
    (select coalesce(jsonb_object_agg(match_id, seed), '{}')
     from private.match_seeds where match_id = any($4::uuid[])) as seeds`;

interface LadderFacts {
  state: LadderState;
  /** Null when only the clock is to be run. */
  command: LadderCommand | null;
  actorId: string | null;
  at: string;
}

/** What a decision on a ladder may need beside the log, and who acts. */
export async function loadLadderFacts(
  queryable: Queryable,
  { state, command, actorId, at }: LadderFacts,
): Promise<{ facts: Facts; actor: Actor | null }> {
  const matchId = command !== null && 'match_id' in command ? command.match_id : null;
  const matches = listMatchesConcerned(state, matchId, at);
  const wanted = listPeopleConcerned(state, command ?? {}, matches);
  const ids = actorId === null ? wanted : [...wanted, actorId];
  const [found] = await queryable.query<Found>(factsStatement, [
    ids,
    at,
    state.ladder?.id ?? null,
    listSeedsConcerned(state, matches, matchId),
    actorId,
    command?.type === 'report' ? command.match_id : null,
  ]);
  const judges = judged.has(command?.type)
    ? await queryable.query<JudgeRow>(judgesStatement, [
        state.ladder?.id ?? null,
        at,
        state.season?.rules.dispute.outsider ?? null,
      ])
    : null;
  const { people = [], sanctions = [], seeds = {}, evidence = 0 } = found ?? {};
  const facts: Facts = {
    availability: toAvailability(people.map((row) => ({ ...row, person_id: row.id }))),
    identities: Object.fromEntries(people.map(({ id, identities }) => [id, identities])),
    sanctions: toSanctions(sanctions),
    teams: Object.fromEntries(people.map(({ id, teams }) => [id, teams])),
    seeds,
    evidence: command?.type === 'report' ? { [command.match_id]: evidence } : {},
    ...(judges === null ? {} : { judges: toJudges(judges) }),
    createId,
    createSalt,
  };
  return { facts, actor: actorId === null ? null : toActor(actorId, found) };
}

interface TeamNames {
  teamId: string;
  nameSkeleton: string;
  tagSkeleton: string;
}

interface TeamFacts {
  /** Set where the command names the team. */
  names: TeamNames | null;
  actorId: string | null;
  /** The team's members, of whom one may have to take over. */
  members: readonly string[];
  at: string;
}

/** Names like these in use, and those that an admin took from the team ($3) or hid for all. */
async function loadNames(queryable: Queryable, names: TeamNames | null) {
  if (names === null) {
    return {};
  }
  const { teamId, nameSkeleton, tagSkeleton } = names;
  const similar = await queryable.query<{ team_id: string; name: string; tag: string }>(
    `select id as team_id, name, tag from public.teams
     where disbanded_at is null and (name_skeleton = $1 or tag_skeleton = $2)`,
    [nameSkeleton, tagSkeleton],
  );
  const removed = takeRow(
    await queryable.query<{ name: string[]; tag: string[] }>(
      `select
         coalesce(array_agg(from_name) filter (where from_name <> to_name and private.name_skeleton(from_name) = $1), '{}') as name,
         coalesce(array_agg(from_tag) filter (where from_tag <> to_tag and private.name_skeleton(from_tag) = $2), '{}') as tag
       from private.renames where undone_at is null and (team_id = $3 or team_id is not null and hides)`,
      [nameSkeleton, tagSkeleton, teamId],
    ),
  );
  return { similar_names: similar, removed_names: removed };
}

/** What a decision on a team, or on the site, may need beside the log. */
export async function loadTeamFacts(
  transaction: Queryable,
  { names, actorId, members, at }: TeamFacts,
): Promise<Facts> {
  const counted = takeRow(
    await transaction.query<{ founded: number; accounts: string[] }>(
      `select array(select id::text from public.profiles where id = any($2::uuid[]) and user_id is not null) as accounts,
         (select count(*)::integer from public.teams where founder_id = $1 and disbanded_at is null) as founded`,
      [actorId, members],
    ),
  );
  return {
    availability: {},
    identities: {},
    sanctions: toSanctions(
      await transaction.query<SanctionRow>(sanctionsStatement, [
        actorId === null ? members : [...members, actorId],
        at,
        null,
      ]),
    ),
    teams: {},
    seeds: {},
    createId,
    createSalt,
    ...(await loadNames(transaction, names)),
    teams_founded: counted.founded,
    accounts: counted.accounts,
  };
}

/** The person who acts, with what they are on the site and in their teams. One statement. */
export async function loadActor(transaction: Transaction, viewer: Viewer): Promise<Actor> {
  const [row] = await transaction.query<ActorRow>(`select ${toActorColumns('$1', 'null')}`, [
    viewer.person_id,
  ]);
  return toActor(viewer.person_id, row);
}
