import { randomUUID } from 'node:crypto';
import type { Queryable } from '@muster/database';
import { createDefaultRules } from '@muster/league';
import type { LoaderInput, Viewer } from '../context.ts';

/** The instant at which the tests look at their small league. */
export const testNow = new Date('2026-11-21T18:00:00.000Z');

export interface TestPerson {
  id: string;
  user_id: string;
  username: string;
}

export interface TestTeam {
  id: string;
  slug: string;
  name: string;
  entry_id: string;
  captain: TestPerson;
  player: TestPerson;
}

/** One ladder of two a side with three teams on it, and a visitor who belongs to none. */
export interface TestLeague {
  ladder: { id: string; slug: string };
  season_id: string;
  kaarna: TestTeam;
  treadheads: TestTeam;
  dust: TestTeam;
  loner: TestPerson;
}

/** Rows as the league's transactions leave them, so that a loader's test needs no played season. */
export async function createTestLeague(database: Queryable): Promise<TestLeague> {
  await database.query(
    `insert into public.games (slug, name, short_name, position, has_casual_page, tagline, about, facts, maps, modes)
     values ('battlefield6', 'Battlefield 6', 'BF6', 1, true, '{"en":"Walls","fi":"Seinät"}',
       '{"en":"About it.\\n\\n<b>raw</b>","fi":"Siitä."}', '[{"key":"released","value":"2025"}]',
       '{Mirak Valley}', '{Conquest}')`,
  );
  const ladder = { id: randomUUID(), slug: 'tanks' };
  const seasonId = randomUUID();
  await database.query(
    `insert into public.ladders (id, slug, game_slug, name, format, region, zone, position, summary, description)
     values ($1, $2, 'battlefield6', 'Tanks', 'rung', 'EU', 'UTC', 1, '{"en":"Two tanks"}', '{"en":"Long"}')`,
    [ladder.id, ladder.slug],
  );
  await database.query(
    `insert into public.seasons (id, ladder_id, stream, number, name, status, rules, rules_version, opens_at, ends_at)
     values ($1, $2, $3, 1, 'Season 1', 'open', $4, 1, '2026-09-01T00:00:00Z', '2026-12-31T00:00:00Z')`,
    [seasonId, ladder.id, `ladder:${ladder.id}`, JSON.stringify(createDefaultRules())],
  );
  const place = { database, seasonId };
  const treadheads = await createTeam(place, { name: 'Treadheads', tag: 'TRD', rung: 1 });
  const kaarna = await createTeam(place, { name: 'Kaarna', tag: 'KAA', rung: 2 });
  const dust = await createTeam(place, { name: 'Dust Devils', tag: 'DD', rung: 3 });
  const loner = await createPerson(database, 'Loner');
  return { ladder, season_id: seasonId, kaarna, treadheads, dust, loner };
}

export async function createPerson(database: Queryable, username: string): Promise<TestPerson> {
  const person = { id: randomUUID(), user_id: randomUUID(), username };
  await database.query(
    `insert into public.profiles (id, user_id, username, locale, created_at)
     values ($1, $2, $3, 'fi', '2026-08-01T00:00:00Z')`,
    [person.id, person.user_id, username],
  );
  return person;
}

async function createTeam(
  { database, seasonId }: { database: Queryable; seasonId: string },
  { name, tag, rung }: { name: string; tag: string; rung: number },
): Promise<TestTeam> {
  const captain = await createPerson(database, `${name} captain`);
  const player = await createPerson(database, `${name} player`);
  const slug = name.toLowerCase().replaceAll(' ', '-');
  const team = { id: randomUUID(), slug, name, entry_id: randomUUID(), captain, player };
  await database.query(
    `insert into public.teams (id, slug, name, tag, name_skeleton, tag_skeleton, zone, locale, founder_id, founded_at)
     values ($1, $2, $3, $4, $5, $6, 'Europe/Helsinki', 'fi', $7, '2026-08-15T00:00:00Z')`,
    [team.id, slug, name, tag, slug, tag.toLowerCase(), captain.id],
  );
  await database.query(
    `insert into public.rosters (team_id, person_id, user_id, role, joined_at)
     values ($1, $2, $3, 'captain', '2026-08-15T00:00:00Z'), ($1, $4, $5, 'player', '2026-08-16T00:00:00Z')`,
    [team.id, captain.id, captain.user_id, player.id, player.user_id],
  );
  await database.query(
    `insert into public.entries (id, season_id, team_id, status, rung, joined_at, last_active_at)
     values ($1, $2, $3, 'active', $4, '2026-09-01T00:00:00Z', '2026-11-01T00:00:00Z')`,
    [team.entry_id, seasonId, team.id, rung],
  );
  await database.query(
    `insert into public.entry_players (season_id, entry_id, person_id, eligible_from)
     values ($1, $2, $3, '2026-09-01T00:00:00Z'), ($1, $2, $4, '2026-09-01T00:00:00Z')`,
    [seasonId, team.entry_id, captain.id, player.id],
  );
  await database.query(
    `insert into public.entry_rungs (entry_id, sequence, at, from_rung, to_rung, cause)
     values ($1, $2::integer, '2026-09-01T00:00:00Z', null, $2::integer, 'joined')`,
    [team.entry_id, rung],
  );
  return team;
}

interface TestMatch {
  challenger: TestTeam;
  defender: TestTeam;
  status: string;
  number: number;
  starts_at?: string;
  deadline?: string;
  ended_at?: string;
  winner?: 'challenger' | 'defender';
  scores?: [challenger: number, defender: number];
  /** Rungs of the challenger before and after, where it climbed. */
  climb?: [from: number, to: number];
  state?: Record<string, unknown>;
}

export async function createMatch(
  database: Queryable,
  league: TestLeague,
  match: TestMatch,
): Promise<string> {
  const id = randomUUID();
  const { challenger, defender, climb } = match;
  const moves =
    climb === undefined
      ? []
      : [
          { entry_id: challenger.entry_id, from: climb[0], to: climb[1] },
          { entry_id: defender.entry_id, from: climb[1], to: climb[1] + 1 },
        ];
  await database.query(
    `insert into public.matches (id, ladder_id, season_id, number, challenger_entry_id, defender_entry_id,
       status, version, deadline, starts_at, challenged_at, ended_at, winner, challenger_score, defender_score, moves)
     values ($1, $2, $3, $4, $5, $6, $7, 1, $8, $9, '2026-11-15T12:00:00Z', $10, $11, $12, $13, $14)`,
    [
      id,
      league.ladder.id,
      league.season_id,
      match.number,
      challenger.entry_id,
      defender.entry_id,
      match.status,
      match.deadline ?? null,
      match.starts_at ?? null,
      match.ended_at ?? null,
      match.winner ?? null,
      match.scores?.[0] ?? null,
      match.scores?.[1] ?? null,
      JSON.stringify(moves),
    ],
  );
  if (match.state !== undefined) {
    await database.query(
      `with head as (insert into public.stream_heads (stream) values ($2) on conflict do nothing)
       insert into private.stream_members (stream, collection, id, state) values ($2, 'matches', $1, $3)`,
      [id, `ladder:${league.ladder.id}`, JSON.stringify({ ...createState(match), ...match.state })],
    );
  }
  return id;
}

/** What the rules' state has of a match in which nothing has been asked and nobody has acted. */
function createState({ status, deadline, starts_at }: TestMatch): object {
  return {
    status,
    deadline: deadline ?? null,
    time:
      starts_at === undefined ? null : { starts_at, zone: 'UTC', by: 'agreement', reason: null },
    is_rematch: false,
    ...{ veto: [], extension: null, cancellation: null, reschedule: null, correction: null },
    ...{ forfeit: null, result: null, dispute_id: null, appeal_id: null },
    check_ins: { challenger: null, defender: null },
    reports: { challenger: null, defender: null },
  };
}

/** What a loader gets when this person, or a visitor, asks for an address. */
export function toInput(
  database: LoaderInput['database'],
  { person, path = '/', params = {}, isSiteAdmin = false }: TestRequest = {},
): LoaderInput {
  const viewer: Viewer | null =
    person === undefined
      ? null
      : {
          user_id: person.user_id,
          person_id: person.id,
          username: person.username,
          is_site_admin: isSiteAdmin,
          is_editor: isSiteAdmin,
        };
  return {
    database,
    viewer,
    locale: 'en',
    zone: 'Europe/Helsinki',
    now: testNow,
    params,
    url: new URL(path, 'http://localhost:3000'),
  };
}

interface TestRequest {
  person?: TestPerson;
  path?: string;
  params?: Record<string, string>;
  isSiteAdmin?: boolean;
}
