import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keepLadder } from '../testing/keep-ladder.ts';
import {
  createMatch,
  createPerson,
  createTestLeague,
  type TestLeague,
  type TestPerson,
  type TestTeam,
  testNow,
  toInput,
} from '../testing/test-league.ts';
import { loadLadder } from './page.ts';
import { loadLadderRules } from './page-rules.ts';

let own: TestDatabase;
let database: Database;
let league: TestLeague;
let number = 0;

beforeAll(async () => {
  own = await createTestDatabase();
  ({ database } = own);
  league = await createTestLeague(database);
});
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(async () => {
  await database.query('delete from public.matches');
});

const hour = 3600;
const week = 7 * 24 * hour;
const seconds = (count: number) => new Date(testNow.getTime() + count * 1000).toISOString();
const set = (change: string) => database.query(`update ${change}`);
const look = async (person?: TestPerson, query = '') =>
  (await loadLadder(
    toInput(database, {
      ...{ params: { slug: 'tanks' }, path: `/ladders/tanks${query}` },
      ...(person === undefined ? {} : { person }),
    }),
  )) ?? expect.fail();

/** People who stand on the ladder for themselves, on the rungs from one on: nobody has two open challenges. */
async function addEntries(first: number, count: number): Promise<TestTeam[]> {
  const added: TestTeam[] = [];
  for (let rung = first; rung < first + count; rung += 1) {
    const person = await createPerson(database, `Alone ${rung}`);
    const entry_id = randomUUID();
    await database.query(
      `insert into public.entries (id, season_id, person_id, status, rung, joined_at, last_active_at)
       values ($1, $2, $3, 'active', $4, now(), now())`,
      [entry_id, league.season_id, person.id, rung],
    );
    added.push({ ...league.kaarna, entry_id, captain: person });
  }
  return added;
}
const removeEntries = () =>
  database.query('delete from public.entries where person_id is not null');

function add(about: {
  sides: [TestTeam, TestTeam];
  status: string;
  starts?: number;
  ended?: number;
}): Promise<string> {
  number += 1;
  const { starts, ended, status } = about;
  const [challenger, defender] = about.sides;
  return createMatch(database, league, {
    ...{ challenger, defender, status, number, winner: 'challenger', scores: [2, 1] },
    ...(starts === undefined ? {} : { starts_at: seconds(starts) }),
    ...(ended === undefined ? {} : { ended_at: seconds(ended) }),
  });
}

describe('the matches to come', () => {
  const list = async () => (await look()).coming.map(({ id }) => id);

  it.each([
    ['that has no hour', undefined, 'offered', false],
    ['that began three hours ago', -3 * hour, 'live', true],
    ['that began before that', -3 * hour - 1, 'live', false],
    ['of next month', 30 * 24 * hour, 'scheduled', true],
    ['that is disputed', 60, 'disputed', false],
  ] as const)('are one %s, or not', async (_which, starts, status, isShown) => {
    const sides: [TestTeam, TestTeam] = [league.kaarna, league.treadheads];
    const id = await add({ sides, status, ...(starts === undefined ? {} : { starts }) });
    expect(await list()).toEqual(isShown ? [id] : []);
  });

  it('are five, the soonest first, with their maps but those that were banned', async () => {
    const ids: string[] = [];
    const alone = await addEntries(10, 12);
    for (const [place, starts] of [30, 10, 60, 20, 50, 40].entries()) {
      const sides = alone.slice(place * 2, place * 2 + 2) as [TestTeam, TestTeam];
      ids[starts / 10] = await add({ sides, status: 'scheduled', starts });
    }
    await database.query(
      `insert into public.match_maps (match_id, position, map, chosen_by, act) values
         ($1, 3, 'Last', 'draw', 'decider'), ($1, 1, 'Gone', 'challenger', 'ban'), ($1, 2, 'First', 'defender', 'pick')`,
      [ids[1]],
    );
    expect(await list()).toEqual(ids.slice(1, 6));
    const [first] = (await look()).coming;
    const [challenger, defender] = [12, 13].map((rung) => ({ name: `Alone ${rung}`, tag: null }));
    expect(first).toMatchObject({ maps: ['First', 'Last'], challenger, defender });
    expect(first?.challenger.href).toBe(`/profiles/${alone[2]?.captain.user_id}`);
    await set(`public.entries set status = 'left', rung = null where id = '${alone[2]?.entry_id}'`);
    expect((await list())[0]).toBe(ids[2]);
    await database.query('delete from public.matches');
    await removeEntries();
  });
});

it('has the last six results, each with its sides, what they scored and when', async () => {
  const sides: [TestTeam, TestTeam] = [league.dust, league.kaarna];
  const ids: string[] = [];
  for (const age of [3, 7, 1, 5, 2, 6, 4]) {
    ids[age] = await add({ sides, status: age === 2 ? 'forfeited' : 'completed', ended: -age });
  }
  await add({ sides, status: 'voided', ended: 0 });
  const { results } = await look();
  expect(results.map(({ id }) => id)).toEqual(ids.slice(1, 7));
  const toSide = ({ entry_id, name, slug }: TestTeam) => ({
    ...{ entry_id, name, tag: null, href: `/teams/${slug}` },
  });
  expect(results.slice(0, 2)).toMatchObject([
    {
      ...{ status: 'completed', winner: 'challenger', ended_at: seconds(-1) },
      ...{ challenger: toSide(league.dust), challenger_score: 2 },
      ...{ defender: toSide(league.kaarna), defender_score: 1 },
    },
    { status: 'forfeited' },
  ]);
});

it.each<[string, [from: number | null, at: number][], number | null]>([
  [
    'by what it was before its first move of the week',
    [
      [5, -9],
      [4, -6],
      [3, -3],
    ],
    3,
  ],
  ['by no move of a week ago', [[5, -week]], 0],
  ['by one just after', [[5, -week + 1]], 3],
  [
    'as new where it came within the week',
    [
      [null, -9],
      [4, -3],
    ],
    null,
  ],
])('says how far an entry moved: %s', async (_what, moves, moved) => {
  for (const [index, [from, at]] of moves.entries()) {
    await database.query(
      `insert into public.entry_rungs (entry_id, sequence, at, from_rung, to_rung, cause) values ($1, $2, $3, $4, 2, 'x')`,
      [league.kaarna.entry_id, 100 + index, seconds(at), from],
    );
  }
  const data = await look();
  expect(data.standings[1]).toMatchObject({ name: 'Kaarna', moved });
  expect(data.moved).toBe(moved === null || moved === 0 ? 0 : 1);
  await database.query('delete from public.entry_rungs where sequence >= 100');
});

it('shows the two hundred rows among which one’s own entry stands, or those of the address', async () => {
  await database.query(
    `with made as (insert into public.profiles (id, user_id, username, locale, created_at)
       select gen_random_uuid(), gen_random_uuid(), 'Filler ' || n, 'fi', now() from generate_series(4, 401) n
       returning id, replace(username, 'Filler ', '')::integer as rung)
     insert into public.entries (id, season_id, person_id, status, rung, joined_at, last_active_at)
     select gen_random_uuid(), $1, id, 'active', rung, now(), now() from made`,
    [league.season_id],
  );
  const [row] = await database.query<TestPerson>(
    `select id, user_id, username from public.profiles where username = 'Filler 201'`,
  );
  const from = async (query = '', person?: TestPerson) => {
    const { rows_from, rows_limit, standings } = await look(person, query);
    return [rows_from, rows_limit, standings.length, standings[0]?.place];
  };
  expect(await from('', row)).toEqual([201, 200, 200, 201]);
  expect(await from('?from=1', row)).toEqual([1, 200, 200, 1]);
  expect(await from('', league.loner)).toEqual([1, 200, 200, 1]);
  expect(await from('?from=200')).toEqual([1, 200, 200, 1]);
  expect(await from('?from=401')).toEqual([401, 200, 1, 401]);
  expect(await from('?from=9999')).toEqual([401, 200, 1, 401]);
  await removeEntries();
});

it('shows the season that runs, else the newest, under the ladder’s own name', async () => {
  await database.query(
    `insert into public.seasons (id, ladder_id, stream, number, name, status, rules, rules_version, opens_at, ends_at)
     select gen_random_uuid(), ladder_id, 'ladder:' || gen_random_uuid()::text, n, 'Season ' || n, 'registration', rules, 1,
       opens_at, ends_at from public.seasons, generate_series(2, 3) n`,
  );
  const names = async () => {
    const rules = await loadLadderRules(toInput(database, { params: { slug: 'tanks' } }));
    return [(await look()).season?.name, rules?.season?.name];
  };
  expect(await names()).toEqual(['Season 1', 'Season 1']);
  await set(`public.seasons set status = 'closed' where number = 1`);
  expect(await names()).toEqual(['Season 3', 'Season 3']);
  await database.query('delete from public.seasons where number > 1');
  expect(await look()).toMatchObject({
    ladder: {
      ...{ id: league.ladder.id, slug: 'tanks', name: 'Tanks', format: 'rung', region: 'EU' },
      ...{ zone: 'UTC', is_test: false, game: { slug: 'battlefield6', name: 'Battlefield 6' } },
    },
    summary: 'Two tanks',
    season: { number: 1, status: 'closed', is_demo: false, opens_at: '2026-09-01T00:00:00.000Z' },
  });
  // Without a day on which it was closed, it ended on the planned one.
  expect((await look()).season?.ends_at).toBe('2026-12-31T00:00:00.000Z');
  await set(`public.seasons set status = 'open'`);
});

it('tells the ladder’s admins and the site’s that they are, and others that they are not', async () => {
  const { loner, ladder, kaarna } = league;
  const isAdmin = async (person: TestPerson) => (await look(person)).viewer?.is_admin;
  expect(await isAdmin(loner)).toBe(false);
  for (const id of [ladder.id, null]) {
    await database.query('insert into public.admins (person_id, ladder_id) values ($1, $2)', [
      loner.id,
      id,
    ]);
    expect([await isAdmin(loner), await isAdmin(kaarna.captain)]).toEqual([true, false]);
    await database.query('delete from public.admins');
  }
});

describe('who looks for more than one team', () => {
  const join = (team: TestTeam, person: TestPerson, role: string) =>
    database.query(
      `insert into public.rosters (team_id, person_id, user_id, role, joined_at) values ($1, $2, $3, $4, now())`,
      [team.id, person.id, person.user_id, role],
    );

  it('looks for the one that they lead, and rests for it where they are its captain', async () => {
    const { treadheads, dust, loner } = league;
    await join(treadheads, loner, 'player');
    await keepLadder(database, league);
    const entry = async () => (await look(loner)).viewer?.entry;
    expect(await entry()).toMatchObject({ name: 'Treadheads', role: 'player', resting: null });
    await join(dust, loner, 'co_captain');
    expect(await entry()).toMatchObject({
      ...{ name: 'Dust Devils', role: 'co_captain', may_act: true, resting: null },
    });
    await set(
      `public.rosters set role = 'captain' where person_id = '${loner.id}' and role = 'co_captain'`,
    );
    const rests = { rest: null, may_rest: true, may_leave: true };
    expect(await entry()).toMatchObject({ role: 'captain', resting: rests });
    await set(`public.seasons set status = 'closed'`);
    await keepLadder(database, league);
    expect((await entry())?.resting).toBeNull();
    await set(`public.seasons set status = 'open'`);
    await keepLadder(database, league);
    await database.query('delete from public.rosters where person_id = $1', [loner.id]);
  });

  it('is offered to join with teams that they are captain of and that are still there', async () => {
    const { loner } = league;
    await database.query(
      `insert into public.teams (id, slug, name, tag, name_skeleton, tag_skeleton, zone, locale, founded_at)
       select gen_random_uuid(), slug, initcap(slug), slug, slug, slug, 'UTC', 'en', now() from unnest(array['zed', 'abe']) slug`,
    );
    await database.query(
      `insert into public.rosters (team_id, person_id, user_id, role, joined_at)
       select id, $1, $2, 'captain', now() from public.teams where slug in ('zed', 'abe')`,
      [loner.id, loner.user_id],
    );
    await keepLadder(database, league);
    const offers = async () => (await look(loner)).viewer?.joinable.map(({ name }) => name);
    expect(await offers()).toEqual(['Abe', 'Zed']);
    const abe = `(select id from public.teams where slug = 'abe')`;
    await set(`public.rosters set role = 'co_captain' where team_id = ${abe}`);
    expect(await offers()).toEqual(['Zed']);
    await set(`public.rosters set role = 'captain' where team_id = ${abe}`);
    await set(`public.teams set disbanded_at = now() where slug = 'zed'`);
    expect(await offers()).toEqual(['Abe']);
    await set(`public.seasons set status = 'closed'`);
    await keepLadder(database, league);
    expect(await offers()).toEqual([]);
    await set(`public.seasons set status = 'open'`);
    await keepLadder(database, league);
  });

  it('chooses of as many as may play only where one of them may not', async () => {
    const { loner } = league;
    const people: TestPerson[] = [];
    for (let count = 2; count <= 6; count += 1) {
      const person = await createPerson(database, `Of six ${count}`);
      people.push(person);
      await database.query(
        `insert into public.rosters (team_id, person_id, user_id, role, joined_at)
         select id, $1, $2, 'player', now() from public.teams where slug = 'abe'`,
        [person.id, person.user_id],
      );
    }
    const choose = async () => {
      await keepLadder(database, league);
      const [team] = (await look(loner)).viewer?.joinable ?? [];
      return [team?.people, team?.choice?.maximum ?? null, team?.refusal?.code ?? null];
    };
    expect(await choose()).toEqual([6, null, null]);
    const play = (person: TestPerson | undefined) =>
      database.query(
        `insert into public.entry_players (entry_id, season_id, person_id, eligible_from) values ($1, $2, $3, now())`,
        [league.kaarna.entry_id, league.season_id, person?.id],
      );
    await play(people[0]);
    expect(await choose()).toEqual([6, 6, null]);
    // One is left who may, and two are needed: it says what is wrong with the others.
    for (const person of people.slice(1)) {
      await play(person);
    }
    expect(await choose()).toEqual([6, 6, 'person_in_other_entry']);
  });

  it('chooses of those who have linked the account that its rules ask for', async () => {
    const { loner } = league;
    await database.query(`delete from public.entry_players ep using public.profiles p
      where p.id = ep.person_id and p.username like 'Of six %'`);
    const demand = (identity: string | null) =>
      database.query(
        `update public.seasons set rules = jsonb_set(rules, '{team,identityRequired}', $1)`,
        [JSON.stringify(identity)],
      );
    const choose = async () => {
      await keepLadder(database, league);
      const [team] = (await look(loner)).viewer?.joinable ?? [];
      const roster = team?.choice?.roster.map(({ refusal }) => refusal === null) ?? null;
      return [roster?.filter(Boolean).length ?? null, team?.refusal?.code ?? null];
    };
    await demand('battlenet');
    expect(await choose()).toEqual([0, 'identity_missing']);
    await database.query(
      `insert into public.profile_identities (person_id, kind, handle)
       select id, 'battlenet', username from public.profiles where username = 'Loner' or username ~ '^Of six [23]$'`,
    );
    expect(await choose()).toEqual([3, null]);
    await demand(null);
    expect(await choose()).toEqual([null, null]);
  });
});
