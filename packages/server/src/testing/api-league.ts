import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import type { FormatName, LadderCommand } from '@muster/league';
import type { SignInOptions } from '@muster/site/pages/login/data.ts';
import { Hono } from 'hono';
import { parseConfig } from '../config.ts';
import type { Viewer } from '../context.ts';
import { createApi } from '../create-api.ts';
import { executeAsSystem } from '../engine/execute.ts';
import { createLeague, type League } from '../engine/league.ts';
import { createFixedSettings } from '../page/settings.ts';
import { knowSetup } from '../setup/first-admin.ts';
import { keepRefusals } from './keep-refusals.ts';

export const hour = 3_600_000;
export const day = 24 * hour;
export const testNonce = 'n'.repeat(32);

export interface ApiAnswer {
  status: number;
  headers: Headers;
  // Tests look into answers of every route; what is in them is what they check.
  body: { data?: Record<string, unknown>; error?: ApiError } & Record<string, unknown>;
}

export interface ApiError {
  code: string;
  params: Record<string, unknown>;
  field?: string;
}

export interface Call {
  path: string;
  body?: Record<string, unknown>;
  method?: 'POST' | 'DELETE' | 'GET';
  /** Given where the same command is sent again. */
  commandId?: string;
  headers?: Record<string, string>;
  /** Sent as it stands, whatever it is. */
  raw?: string | ReadableStream;
}

export interface TestTeam {
  id: string;
  slug: string;
  name: string;
  captain: Viewer;
  player: Viewer;
  entry: string;
}

const rules = {
  reach: { top: 10, topRungs: 2 },
  maps: { pool: ['Nexus', 'Bridge', 'Valley', 'Harbour'], count: 3, letters: ['C', 'D', 'R'] },
  // Two reports that differ are a dispute at once: most tests want the case alone.
  report: { differ: 'PT0S' },
};

/** The league's API over a real database, with a clock that tests move and a header that says who asks. */
export class ApiLeague {
  readonly database: Database;
  readonly league: League;
  /** What the API has logged as a fault of its own. */
  readonly failures: unknown[] = [];
  /** What the sign-in page offers, as far as that is known. */
  signIn: SignInOptions | null = null;
  /** The API at `/api`, as the server has it. */
  readonly app: Hono;
  readonly #own: TestDatabase;
  readonly #people = new Map<string, Viewer>();
  #now = Date.parse('2026-11-02T12:00:00.000Z');

  constructor(own: TestDatabase, environment: Record<string, string> = {}) {
    this.#own = own;
    this.database = own.database;
    this.league = createLeague(own.database, () => new Date(this.#now));
    const noteFailure = (entry: unknown) => this.failures.push(entry);
    const api = createApi({
      config: parseConfig(environment),
      settings: createFixedSettings(parseConfig(environment)),
      league: this.league,
      resolveContext: knowSetup(
        async (request) => ({
          ...this.#toSignIn(),
          database: own.database,
          viewer: this.#people.get(request.headers.get('x-test-person') ?? '') ?? null,
          locale: 'en',
          zone: 'UTC',
          now: new Date(this.#now),
        }),
        this.league,
      ),
      log: { error: noteFailure, warn: noteFailure },
    });
    this.app = new Hono().use(keepRefusals).route('/api', api);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#own[Symbol.asyncDispose]();
  }

  #toSignIn() {
    const { signIn } = this;
    return signIn === null ? {} : { readSignIn: () => Promise.resolve(signIn) };
  }

  /** The instant some days from now, at a full hour in UTC. */
  at(days: number, clock = 19): string {
    const date = new Date(this.#now + days * day);
    date.setUTCHours(clock, 0, 0, 0);
    return date.toISOString();
  }

  moveTo(instant: string): void {
    this.#now = Date.parse(instant);
  }

  async send(who: Viewer | null, call: Call): Promise<ApiAnswer> {
    const { path, method = 'POST', body = {}, commandId = randomUUID(), headers = {}, raw } = call;
    const text = raw ?? JSON.stringify({ command_id: commandId, ...body });
    const response = await this.app.fetch(
      new Request(`http://localhost:3000/api${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          origin: 'http://localhost:3000',
          host: 'localhost:3000',
          ...(who === null ? {} : { 'x-test-person': who.person_id }),
          ...headers,
        },
        ...(method === 'GET' ? {} : { body: text, duplex: 'half' }),
      }),
    );
    const given = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(given) : { text: given },
    };
  }

  /** Sends what must be obeyed and gives its data. */
  async act(who: Viewer, call: Call): Promise<Record<string, unknown>> {
    const answer = await this.send(who, call);
    if (answer.status !== 200 || answer.body.data === undefined) {
      throw new Error(`${call.path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer.body.data;
  }

  async addPerson(name: string): Promise<Viewer> {
    const userId = randomUUID();
    await this.database.query(
      `insert into auth.users (id, aud, role, raw_user_meta_data) values ($1, 'authenticated', 'authenticated', $2)`,
      [userId, JSON.stringify({ full_name: name, locale: 'fi' })],
    );
    const [row] = await this.database.query<{ id: string; username: string }>(
      'select id, username from public.profiles where user_id = $1',
      [userId],
    );
    const { id = '', username = '' } = row ?? {};
    const viewer = {
      user_id: userId,
      person_id: id,
      username,
      is_site_admin: false,
      is_editor: false,
    };
    this.#people.set(id, viewer);
    return viewer;
  }

  /** Lets somebody ask who is in the database already. */
  adopt(viewer: Viewer): void {
    this.#people.set(viewer.person_id, viewer);
  }

  async addAdmin(name: string): Promise<Viewer> {
    const viewer = await this.addPerson(name);
    await executeAsSystem(this.league, async (unit) => {
      await unit.hold(['site']);
      const command = { type: 'grant_site_admin', person_id: viewer.person_id } as const;
      await unit.decideSite(command, { isSystem: true });
    });
    return viewer;
  }

  /** A ladder with a season that is open from now for so many days. */
  async addLadder(
    slug: string,
    format: FormatName = 'rung',
    more: object = {},
    days = 120,
  ): Promise<void> {
    const ladder_id = randomUUID();
    await this.database.query(
      `insert into public.games (slug, name, short_name, position, has_casual_page, tagline, about, facts, maps, modes)
       values ('battlefield6', 'Battlefield 6', 'BF6', 1, true, '{}', '{}', '[]', '{}', '{}') on conflict do nothing`,
    );
    await this.database.query(
      `insert into public.ladders (id, slug, game_slug, name, format, zone, position)
       values ($1, $2, 'battlefield6', $2, $3, 'UTC', 1)`,
      [ladder_id, slug, format],
    );
    const about = { ladder_id, name: slug, game: 'battlefield6', format, zone: 'UTC' };
    const commands: LadderCommand[] = [
      { type: 'create_ladder', ...about, is_test: false },
      { type: 'edit_rules', rules: { ...rules, ...more } },
      {
        type: 'plan_season',
        season_id: randomUUID(),
        name: 'Season 1',
        starts_at: new Date(this.#now).toISOString(),
        ends_at: this.at(days),
      },
      { type: 'open_season' },
    ];
    await executeAsSystem(this.league, async (unit) => {
      await unit.hold([`ladder:${ladder_id}`]);
      for (const command of commands) {
        await unit.decideLadder(`ladder:${ladder_id}`, command, { isSystem: true });
      }
    });
  }

  /** A team of two, founded, joined by invite and put on the ladder as its people would do it. */
  async addTeam(name: string, ladder: string | null): Promise<TestTeam> {
    const captain = await this.addPerson(`${name} captain`);
    const player = await this.addPerson(`${name} player`);
    const tag = name.slice(0, 4).toUpperCase();
    const home = { zone: 'Europe/Helsinki', locale: 'fi' };
    const made = await this.act(captain, { path: '/teams', body: { name, tag, ...home } });
    const slug = String(made.slug);
    const { code } = await this.act(captain, { path: `/teams/${slug}/invites` });
    await this.act(player, { path: `/teams/${slug}/join`, body: { code } });
    const join = { path: `/ladders/${ladder}/entries`, body: { team: slug } };
    const joined = ladder === null ? {} : await this.act(captain, join);
    return { id: String(made.id), slug, name, captain, player, entry: String(joined.entry ?? '') };
  }
}

export async function createApiLeague(
  environment: Record<string, string> = {},
): Promise<ApiLeague> {
  return new ApiLeague(await createTestDatabase(), environment);
}

/** A league whose tests send commands at once: they fail where two of them come to wait for each other. */
export async function createRacingLeague(): Promise<ApiLeague> {
  return new ApiLeague(await createTestDatabase({ isRacing: true }), {});
}

/** A challenge that is answered and whose hour is agreed: the match stands `scheduled`. */
export async function scheduleMatch(
  own: ApiLeague,
  ladder: string,
  [challenger, defender]: [TestTeam, TestTeam],
): Promise<{ match: string; starts_at: string }> {
  const made = await own.act(challenger.captain, {
    path: `/ladders/${ladder}/challenges`,
    body: { entry: challenger.entry, opponent: defender.entry, maps: ['Nexus'], nonce: testNonce },
  });
  const match = String(made.match);
  const times = [own.at(2), own.at(3), own.at(4)];
  await own.act(defender.captain, {
    path: `/matches/${match}/acceptance`,
    body: { times, maps: ['Bridge'], nonce: testNonce },
  });
  await own.act(challenger.captain, {
    path: `/matches/${match}/confirmation`,
    body: { time: times[0], version: 2 },
  });
  return { match, starts_at: times[0] ?? '' };
}

/** A scheduled match in which both sides have checked in and whose hour has come. */
export async function startMatch(
  own: ApiLeague,
  ladder: string,
  teams: [TestTeam, TestTeam],
): Promise<{ match: string; maps: string[] }> {
  const { match, starts_at } = await scheduleMatch(own, ladder, teams);
  own.moveTo(new Date(Date.parse(starts_at) - hour / 4).toISOString());
  for (const team of teams) {
    await own.act(team.captain, {
      path: `/matches/${match}/check-in`,
      body: { players: [team.captain.person_id, team.player.person_id] },
    });
  }
  own.moveTo(new Date(Date.parse(starts_at) + hour).toISOString());
  const maps = await own.database.query<{ map: string }>(
    'select map from public.match_maps where match_id = $1 order by position',
    [match],
  );
  return { match, maps: maps.map(({ map }) => map) };
}

/** Scores of a match that one side takes on every map. */
export function toScores(maps: readonly string[], winner: 'challenger' | 'defender') {
  return maps.slice(0, 2).map((map) => ({
    map,
    challenger: winner === 'challenger' ? 11 : 4,
    defender: winner === 'defender' ? 11 : 4,
  }));
}
