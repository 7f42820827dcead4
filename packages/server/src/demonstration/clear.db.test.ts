import { randomUUID } from 'node:crypto';
import { connect, type Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toNamedId } from '../content/named-id.ts';
import { getStartingContent } from '../content/starting-content.ts';
import type { Viewer } from '../context.ts';
import { createLeague } from '../engine/league.ts';
import { verify } from '../engine/replay/verify.ts';
import { ApiLeague, testNonce } from '../testing/api-league.ts';
import { furnished, furnishedAt } from '../testing/furnished.ts';
import { clearDemo } from './clear.ts';
import { describeClearing } from './describe-clearing.ts';
import { findDemo } from './found.ts';

const now = furnishedAt;
const tenASide = 'bf6-10v10-eu';
const tanks = 'bf6-2v2-tanks';

/** A league whose demonstration real people have taken part in; each test clears a copy of its own. */
let world: TestDatabase;
let real: { captain: Viewer; guest: Viewer; admin: Viewer; team: string };

beforeAll(async () => {
  world = await createTestDatabase({ world: furnished });
  const database = connect(world.url);
  real = await takePart(openApi(database));
  await database.close();
});
afterAll(() => world[Symbol.asyncDispose]());

function openApi(database: Database): ApiLeague {
  const api = new ApiLeague({ database, url: '', [Symbol.asyncDispose]: () => database.close() });
  api.moveTo(now.toISOString());
  return api;
}

interface Figure extends Viewer {
  team: string;
  team_id: string;
}

/** Captains of the demonstration's teams on a ladder, as those sign in who try them. */
async function listFigures(api: ApiLeague, ladder: string): Promise<Figure[]> {
  const figures = await api.database.query<Figure>(
    `select p.id as person_id, p.user_id, p.username, false as is_site_admin, false as is_editor,
       t.slug as team, t.id as team_id
     from public.teams t join public.entries e on e.team_id = t.id and e.status = 'active'
     join public.seasons s on s.id = e.season_id and s.is_demo
     join public.ladders l on l.id = s.ladder_id and l.slug = $1
     join public.rosters r on r.team_id = t.id and r.role = 'captain'
     join public.profiles p on p.id = r.person_id where t.is_demo order by e.rung desc`,
    [ladder],
  );
  for (const figure of figures) {
    api.adopt(figure);
  }
  return figures;
}

/** A match of the demonstration that is played or about to be, and a captain of it. */
async function findRoom(api: ApiLeague, figures: readonly Figure[]) {
  const rooms = await api.database.query<{ id: string; team_id: string }>(
    `select m.id, e.team_id from public.matches m
     join public.entries e on e.id in (m.challenger_entry_id, m.defender_entry_id)
     where e.team_id = any($1) and m.status in ('scheduled', 'veto', 'live', 'reported', 'disputed')
     order by m.id`,
    [figures.map(({ team_id }) => team_id)],
  );
  const [room] = rooms;
  const host = figures.find(({ team_id }) => team_id === room?.team_id);
  if (room === undefined || host === undefined) {
    throw new Error('the demonstration has matches to come');
  }
  return { host, room: room.id };
}

/** A scrim of a real team and one of the demonstration, in which the real one has spoken. */
async function agreeOnScrim(api: ApiLeague, captain: Viewer, teams: [string, string]) {
  const id = randomUUID();
  const at = api.league.now();
  await api.database.query(
    `insert into private.scrims (id, game_slug, home_team_id, away_team_id, starts_at, zone, agreed_at)
     values ($1, 'battlefield6', $2, $3, $4, 'UTC', $5)`,
    [id, ...teams, new Date(at.getTime() + 24 * 3600_000), at],
  );
  await api.act(captain, { path: `/scrims/${id}/messages`, body: { text: 'Which map first?' } });
}

/**
 * Real people join a team of the demonstration, speak and bring evidence in its match, agree on a scrim with it, enter a season of it and challenge there; a figure joins their team, and a
 * team of figures enters the owner's own ladder and challenges there.
 */
async function takePart(api: ApiLeague) {
  const admin = await api.addAdmin('Owner');
  await api.addLadder('own');
  const figures = await listFigures(api, tanks);
  const { host, room } = await findRoom(api, figures);
  const [rival, joiner] = figures.filter((figure) => figure !== host);
  if (rival === undefined || joiner === undefined) {
    throw new Error('the demonstration has teams on its first ladder');
  }
  const team = await api.addTeam('Lantern', 'own');
  const guest = await api.addPerson('Guest');
  const { code } = await api.act(host, { path: `/teams/${host.team}/invites` });
  await api.act(guest, { path: `/teams/${host.team}/join`, body: { code } });
  await api.act(guest, { path: `/matches/${room}/messages`, body: { text: 'I am new here.' } });
  const url = 'https://evidence.example/guest';
  await api.act(guest, { path: `/matches/${room}/evidence/links`, body: { url } });
  await agreeOnScrim(api, team.captain, [team.id, joiner.team_id]);
  await api.act(team.captain, { path: `/ladders/${tanks}/entries`, body: { team: team.slug } });
  const { code: open } = await api.act(team.captain, { path: `/teams/${team.slug}/invites` });
  await api.act(joiner, { path: `/teams/${team.slug}/join`, body: { code: open } });
  const entry = await api.act(rival, { path: '/ladders/own/entries', body: { team: rival.team } });
  const body = { entry: entry.entry, opponent: team.entry, maps: ['Nexus'], nonce: testNonce };
  const { match } = await api.act(rival, { path: '/ladders/own/challenges', body });
  await api.act(rival, { path: `/matches/${match}/messages`, body: { text: 'See you there.' } });
  await api.act(guest, {
    path: '/reports',
    body: { kind: 'team', id: rival.team_id, reason: 'name', words: 'Ours' },
  });
  return { captain: team.captain, guest, admin, team: team.slug };
}

async function openCopy() {
  const copy = await createTestDatabase({ like: world, isRacing: true });
  const api = openApi(copy.database);
  for (const person of [real.captain, real.guest, real.admin]) {
    api.adopt(person);
  }
  return { copy, api, database: copy.database, clearing: createLeague(copy.database, () => now) };
}

/** Every row that a clearing may touch, by table. */
async function countAll(database: Database): Promise<Record<string, number>> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'private', 'auth') order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await database.query<{ count: number }>(
      `select count(*)::integer as count from ${name}`,
    );
    counts[name] = row?.count ?? 0;
  }
  return counts;
}

const marked = `select (select count(*)::integer from public.seasons where is_demo) as seasons,
  (select count(*)::integer from public.teams where is_demo) as teams,
  (select count(*)::integer from public.profiles where is_demo) as people`;

async function listFirstSeasons(database: Database) {
  const rows = await database.query<{ ladder_id: string; size: number; by: number }>(
    `select s.ladder_id, (s.rules #>> '{team,size}')::integer as size from public.seasons s
     where not s.is_demo and s.status = 'open' and s.name = '1'`,
  );
  return new Map(rows.map(({ ladder_id, size }) => [ladder_id, size]));
}

/** Each ladder that ships, with how many a side its own rules say. */
function listShipped(): Map<string, unknown> {
  return new Map(
    getStartingContent().ladders.map(({ slug, rules }) => {
      const { size = 2 } = (rules.team ?? {}) as { size?: number };
      return [toNamedId(`ladder:${slug}`), size];
    }),
  );
}

/** What real people left in the rooms of the demonstration. */
const leftSql = `select
  (select count(*)::integer from private.match_messages where text = 'I am new here.') as messages,
  (select count(*)::integer from private.match_evidence where url = 'https://evidence.example/guest') as evidence,
  (select count(*)::integer from private.scrims) as scrims,
  (select count(*)::integer from private.scrim_messages) as scrim_messages`;

describe('clearing a demonstration that real people took part in', () => {
  it('says what would go and what would stay', async () => {
    // It changes nothing, and needs no copy.
    const database = connect(world.url);
    const found = await findDemo(database);
    const admitted = await database.query(
      `select from public.league_events where type = 'player_admitted' and actor_id = $1`,
      [real.guest.person_id],
    );
    await database.close();
    // The guest's joining a team, an entry and a place in each entry that the team had.
    const acts = 2 + admitted.length;
    expect(admitted.length).toBeGreaterThan(0);
    expect(found).toMatchObject({
      actors: ['Guest', 'Lantern captain'],
      acts,
      ...{ messages: 1, evidence: 1, scrims: 1 },
      entered: ['Lantern'],
      real_teams: 1,
      real_people: 4,
    });
    expect(found.leaving).toHaveLength(1);
    const kept = describeClearing(found, { everything: false });
    expect(kept).toContain(
      `Real people have acted in it: 2 people (Guest, Lantern captain), ${acts} lines of the log, 1 message, 1 piece of evidence, 1 scrim.`,
    );
    expect(kept.join('\n')).toContain('seasons of it would end, its game server would go.');
    const gone = describeClearing(found, { everything: true }).join('\n');
    expect(gone).toContain('what real people did in it too');
    expect(gone).toContain("Would stay: the site's stream, 1 real team, 4 real accounts");
    expect(gone).toContain(`without its people: ${found.leaving[0]}.`);
  });

  it('ends and keeps it, and opens every ladder by its own rules; again it changes nothing', async () => {
    const { copy, database, clearing, api } = await openCopy();
    await using _copy = copy;
    const chosen = { team: { size: 3, rosterMaximum: 9 } };
    await api.act(real.admin, {
      path: '/ladders/squad-4v4-cc/rules',
      body: { rules: chosen },
    });
    expect(await clearDemo(clearing)).toBe('ended');
    const [left] = await database.query<Record<string, number>>(marked);
    expect(left?.teams).toBeGreaterThan(20);
    expect(
      await database.query(`select 1 from public.seasons where is_demo and status <> 'closed'`),
    ).toEqual([]);
    const theirs = { messages: 1, evidence: 1, scrims: 1, scrim_messages: 1 };
    expect(await database.query(leftSql)).toMatchObject([theirs]);
    const expected = listShipped().set(toNamedId('ladder:squad-4v4-cc'), 3);
    const opened = await listFirstSeasons(database);
    expect(opened).toEqual(expected);
    expect(opened.get(toNamedId(`ladder:${tenASide}`))).toBe(10);
    expect(await verify(database)).toMatchObject({ difference: null });
    const before = await countAll(database);
    const again = describeClearing(await findDemo(database), { everything: false });
    expect(again).toContain(
      'Because of them it is kept: it is over already, nothing more would go.',
    );
    expect(await clearDemo(clearing)).toBe('none');
    expect(await countAll(database)).toEqual(before);
    // What was kept goes when it is told to.
    expect(await clearDemo(clearing, { everything: true })).toBe('dropped');
    expect(await database.query(marked)).toEqual([{ seasons: 0, teams: 0, people: 0 }]);
    expect(await listFirstSeasons(database)).toEqual(expected);
    expect(await verify(database)).toMatchObject({ difference: null });
  });

  it('takes everything along, while the server runs: what is real stays and replays', async () => {
    const { copy, database, clearing, api } = await openCopy();
    await using _copy = copy;
    const linesOf = (streams: string) =>
      database.query<{ id: string }>(
        `select id from public.league_events where stream in (${streams}) order by stream, sequence`,
      );
    const lantern = `select 'team:' || id from public.teams where slug = '${real.team}'`;
    const site = await linesOf(`'site'`);
    const team = await linesOf(lantern);
    // The server has the demonstration's streams in mind, and goes on acting on real ones.
    const [host] = await listFigures(api, tanks);
    await api.act(host ?? real.guest, { path: `/teams/${host?.team}/invites` });
    const [outcome, ...invites] = await Promise.all([
      clearDemo(clearing, { everything: true }),
      ...[1, 2, 3].map(() => api.send(real.captain, { path: `/teams/${real.team}/invites` })),
      api.send(host ?? real.guest, { path: `/teams/${host?.team}/invites` }),
    ]);
    expect(outcome).toBe('dropped');
    expect(invites.slice(0, 3).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(api.failures).toEqual([]);
    expect(await database.query(marked)).toEqual([{ seasons: 0, teams: 0, people: 0 }]);
    expect((await linesOf(`'site'`)).slice(0, site.length)).toEqual(site);
    expect((await linesOf(lantern)).slice(0, team.length)).toEqual(team);
    const names = await database.query(
      `select username from public.profiles where user_id is not null order by username`,
    );
    expect(names).toEqual(
      ['Guest', 'Lantern captain', 'Lantern player', 'Owner'].map((username) => ({ username })),
    );
    // Its figure has left the real team, and the team of figures the owner's ladder.
    const roster = await database.query(
      `select p.username from public.rosters r join public.profiles p on p.id = r.person_id order by 1`,
    );
    expect(roster).toEqual([{ username: 'Lantern captain' }, { username: 'Lantern player' }]);
    const entries = await database.query(
      `select t.slug = '${real.team}' as is_real, e.status, t.disbanded_at is null as is_there
       from public.entries e join public.teams t on t.id = e.team_id order by 1`,
    );
    expect(entries).toEqual([
      { is_real: false, status: 'left', is_there: false },
      { is_real: true, status: 'active', is_there: true },
    ]);
    expect(await database.query('select 1 from private.cases')).toEqual([]);
    const none = { messages: 0, evidence: 0, scrims: 0, scrim_messages: 0 };
    expect(await database.query(leftSql)).toEqual([none]);
    expect(await verify(database)).toMatchObject({ difference: null });

    const before = await countAll(database);
    expect(await clearDemo(clearing, { everything: true })).toBe('none');
    expect(await countAll(database)).toEqual(before);
    expect(await listFirstSeasons(database)).toEqual(listShipped());
    // The server, which knew the league before, goes on by what it has become.
    const entered = await api.act(real.captain, {
      path: `/ladders/${tanks}/entries`,
      body: { team: real.team },
    });
    expect(entered.entry).toEqual(expect.any(String));
    expect(await verify(database)).toMatchObject({ difference: null });
  });

  it('leaves all as it was when it is interrupted at its end, with the people gone', async () => {
    const { copy, database, clearing } = await openCopy();
    await using _copy = copy;
    await database.query(
      `create function private.break() returns trigger language plpgsql as
       $$ begin raise exception 'the process is gone, of % people', (select count(*) from public.profiles where is_demo); end; $$;
       create trigger break_it before update on public.seasons for each row execute function private.break()`,
    );
    const before = await countAll(database);
    await expect(clearDemo(clearing, { everything: true })).rejects.toThrow(
      'the process is gone, of 0 people',
    );
    await database.query('drop trigger break_it on public.seasons');
    expect(await countAll(database)).toEqual(before);
    await expect(database.query('delete from public.league_events')).rejects.toThrow(
      'never rewritten',
    );
    expect(await verify(database)).toMatchObject({ difference: null });
  });
});
