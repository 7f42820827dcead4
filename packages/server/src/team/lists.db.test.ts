import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
import { loadTeam } from './page.ts';
import { loadTeamEdit } from './page-forms.ts';
import { loadTeams } from './page-list.ts';

let own: TestDatabase;
let database: Database;
let league: TestLeague;

beforeAll(async () => {
  own = await createTestDatabase();
  ({ database } = own);
  league = await createTestLeague(database);
});
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(async () => {
  await database.query('delete from public.matches');
});

const seconds = (count: number) => new Date(testNow.getTime() + count * 1000).toISOString();
const look = async (slug = 'kaarna', person?: TestPerson) =>
  (await loadTeam(
    toInput(database, { params: { slug }, ...(person === undefined ? {} : { person }) }),
  )) ?? expect.fail();

describe('the home of a team', () => {
  it('is called by its name in the reader’s language, on its page and in the list', async () => {
    const read = { ...toInput(database, { params: { slug: 'kaarna' } }), locale: 'pt' };
    expect((await loadTeam(read))?.zone_name).toBe('Helsinque');
    const list = await loadTeams({ ...toInput(database, { path: '/teams' }), locale: 'pt' });
    expect(new Set(list?.teams.map(({ zone_name }) => zone_name))).toEqual(new Set(['Helsinque']));
    expect((await look()).zone_name).toBe('Helsinki');
  });
});

describe('the people of a team', () => {
  const join = (person: TestPerson, role: string, joined: string) =>
    database.query(
      `insert into public.rosters (team_id, person_id, user_id, role, joined_at) values ($1, $2, $3, $4, $5)`,
      [league.dust.id, person.id, person.user_id, role, joined],
    );

  it('stand by their role, then as they joined', async () => {
    const add = async (name: string, role: string, joined: string) =>
      join(await createPerson(database, name), role, joined);
    await add('Sub', 'substitute', '2026-01-01');
    await add('Late player', 'player', '2026-09-01');
    await add('Early player', 'player', '2026-02-01');
    await add('Second', 'co_captain', '2026-10-01');
    await add('Other captain', 'captain', '2026-10-01');
    const { members } = await look('dust-devils');
    expect(members.map(({ username }) => username)).toEqual([
      ...['Dust Devils captain', 'Other captain', 'Second'],
      ...['Early player', 'Dust Devils player', 'Late player', 'Sub'],
    ]);
    expect((await look()).members).toHaveLength(2);
  });

  it('that left are the last twenty, who left last first', async () => {
    for (let day = 1; day <= 21; day += 1) {
      const { id } = await createPerson(database, `Former ${day}`);
      await database.query(
        `insert into public.past_rosters (team_id, person_id, role, joined_at, left_at)
         values ($1, $2, 'player', '2025-01-01', $3)`,
        [league.kaarna.id, id, `2026-10-${String(day).padStart(2, '0')}`],
      );
    }
    const { former } = await look();
    expect(former.map(({ username }) => username)).toEqual(
      Array.from({ length: 20 }, (_, place) => `Former ${21 - place}`),
    );
    expect((await look('dust-devils')).former).toEqual([]);
  });
});

/** A season of a ladder of its own, with an entry of the team. */
async function addEntry(
  team: TestTeam,
  season: { opens: string; status?: string; entry?: string; isTest?: boolean; place?: number },
): Promise<string> {
  const { opens, status = 'closed', entry = 'active', isTest = false, place = null } = season;
  const [ladder, id, made] = [randomUUID(), randomUUID(), randomUUID()];
  await database.query(
    `insert into public.ladders (id, slug, game_slug, name, format, position, is_test)
     values ($1::uuid, 'l-' || $1::text, 'battlefield6', $2, 'rung', 5, $3)`,
    [ladder, `Of ${opens}`, isTest],
  );
  await database.query(
    `insert into public.seasons (id, ladder_id, stream, number, name, status, rules, rules_version, opens_at, ends_at, closed_at)
     select $1, $2::uuid, 'ladder:' || $2::text, 1, $3, $4, rules, 1, $5::timestamptz, $5::timestamptz + interval '30 days',
       case when $4 = 'closed' then $5::timestamptz + interval '30 days' end
     from public.seasons where id = $6`,
    [id, ladder, `S ${opens}`, status, opens, league.season_id],
  );
  await database.query(
    `insert into public.entries (id, season_id, team_id, status, joined_at, last_active_at, final_place)
     values ($1, $2, $3, $4, $5, $5, $6)`,
    [made, id, team.id, entry, opens, place],
  );
  return made;
}

describe('where a team stands', () => {
  it('is eight entries: of seasons that run, then those that opened last; none that it has left', async () => {
    const { treadheads } = league;
    await addEntry(treadheads, { opens: '2026-01-01', status: 'open' });
    for (const month of ['02', '05', '03', '04', '06', '07', '08']) {
      await addEntry(treadheads, { opens: `2026-${month}-01` });
    }
    await addEntry(treadheads, { opens: '2026-09-01', entry: 'left' });
    await addEntry(treadheads, { opens: '2026-10-01', entry: 'removed' });
    const shown = async () =>
      (await look('treadheads')).entries.map(({ season }) => [season.name, season.is_running]);
    expect(await shown()).toEqual([
      ['Season 1', true],
      ['S 2026-01-01', true],
      ...['08', '07', '06', '05', '04', '03'].map((month) => [`S 2026-${month}-01`, false]),
    ]);
    await addEntry(treadheads, { opens: '2026-11-01', entry: 'suspended', status: 'registration' });
    expect((await shown())[0]).toEqual(['S 2026-11-01', true]);
  });

  it('counts those who stand with it, and says how it came to its rung', async () => {
    const { dust, kaarna } = league;
    const stand = (team: TestTeam, change: string) =>
      database.query(`update public.entries set ${change} where id = $1`, [team.entry_id]);
    const size = async () => (await look()).entries[0]?.size;
    expect(await size()).toBe(3);
    await stand(dust, `status = 'suspended'`);
    expect(await size()).toBe(3);
    await stand(dust, `status = 'left', rung = null`);
    expect(await size()).toBe(2);
    await stand(dust, `status = 'active', rung = 3`);
    await database.query(
      `insert into public.entry_rungs (entry_id, sequence, at, from_rung, to_rung, cause)
       values ($1, 90, '2026-10-02', 2, 1, 'x'), ($1, 91, '2026-10-03', 1, 2, 'x')`,
      [kaarna.entry_id],
    );
    const [entry] = (await look()).entries;
    expect(entry?.steps.map(({ at, rung }) => [at.slice(0, 10), rung])).toEqual([
      ['2026-09-01', 2],
      ['2026-10-02', 1],
      ['2026-10-03', 2],
    ]);
  });

  it('on a rating ladder is its place among all who stand there, suspended ones too, as in the season’s final order', async () => {
    const rate = (team: TestTeam, mu: number, sigma: number) =>
      database.query('update public.entries set mu = $2, sigma = $3, rung = null where id = $1', [
        team.entry_id,
        mu,
        sigma,
      ]);
    await database.query(`update public.ladders set format = 'rating' where id = $1`, [
      league.ladder.id,
    ]);
    await rate(league.dust, 30, 1);
    await rate(league.kaarna, 27, 0);
    await rate(league.treadheads, 40, 5);
    const place = async (slug = 'kaarna') =>
      (await look(slug)).entries.find(({ season }) => season.name === 'Season 1')?.rung;
    // 27 as well, and 25: equal values share a place.
    expect([await place(), await place('dust-devils'), await place('treadheads')]).toEqual([
      1, 1, 3,
    ]);
    await rate(league.dust, 31, 1);
    expect(await place()).toBe(2);
    await database.query(`update public.entries set status = 'suspended' where id = $1`, [
      league.dust.entry_id,
    ]);
    expect(await place()).toBe(2);
    await database.query(`update public.entries set status = 'removed' where id = $1`, [
      league.dust.entry_id,
    ]);
    expect(await place()).toBe(1);
    const back = `update public.entries e set status = 'active', mu = null, sigma = null, rung = given.rung
      from (values ($1::uuid, 1), ($2, 2), ($3, 3)) given (id, rung) where e.id = given.id`;
    await database.query(
      back,
      [league.treadheads, league.kaarna, league.dust].map(({ entry_id }) => entry_id),
    );
    await database.query(`update public.ladders set format = 'rung' where id = $1`, [
      league.ladder.id,
    ]);
  });

  it('has trophies for the first three places of seasons that are over, the last first', async () => {
    const { dust } = league;
    await addEntry(dust, { opens: '2025-01-01', place: 1 });
    await addEntry(dust, { opens: '2025-03-01', place: 3 });
    await addEntry(dust, { opens: '2025-02-01', place: 2 });
    await addEntry(dust, { opens: '2025-04-01', place: 4 });
    await addEntry(dust, { opens: '2025-05-01', place: 1, isTest: true });
    await addEntry(dust, { opens: '2025-06-01', place: 1, status: 'open' });
    const { trophies } = await look('dust-devils');
    expect(trophies.map(({ place, season }) => [place, season])).toEqual([
      [3, 'S 2025-03-01'],
      [2, 'S 2025-02-01'],
      [1, 'S 2025-01-01'],
    ]);
    expect((await look()).trophies).toEqual([]);
  });
});

describe('the matches of a team', () => {
  let number = 0;
  const add = (status: string, about: { starts?: number; ended?: number; out?: boolean } = {}) => {
    number += 1;
    const { starts, ended, out = true } = about;
    const sides = out
      ? { challenger: league.kaarna, defender: league.treadheads }
      : { challenger: league.treadheads, defender: league.kaarna };
    return createMatch(database, league, {
      ...{ ...sides, status, number },
      ...(starts === undefined ? {} : { starts_at: seconds(starts) }),
      ...(ended === undefined ? {} : { ended_at: seconds(ended) }),
    });
  };

  it('that are open stand by their hour, those without one last; none of a season that is over', async () => {
    const none = await add('disputed');
    const late = await add('scheduled', { starts: 20 });
    const soon = await add('scheduled', { starts: 10, out: false });
    await add('cancelled', { ended: -1 });
    const list = async () => (await look()).open_matches.map(({ id, own_side }) => [id, own_side]);
    expect(await list()).toEqual([
      [soon, 'defender'],
      [late, 'challenger'],
      [none, 'challenger'],
    ]);
    expect((await look('dust-devils')).open_matches).toEqual([]);
    await database.query(`update public.seasons set status = 'closed' where id = $1`, [
      league.season_id,
    ]);
    expect(await list()).toEqual([]);
    await database.query(`update public.seasons set status = 'open' where id = $1`, [
      league.season_id,
    ]);
  });

  it('that have a result are the last ten of both sides', async () => {
    const ids: string[] = [];
    for (const age of [3, 9, 1, 12, 6, 2, 11, 5, 8, 4, 10, 7]) {
      const status = age % 2 === 0 ? 'completed' : 'forfeited';
      ids[age] = await add(status, { ended: -age, out: age % 3 === 0 });
    }
    await add('voided', { ended: 0 });
    expect((await look()).results.map(({ id }) => id)).toEqual(ids.slice(1, 11));
    expect((await look('dust-devils')).results).toEqual([]);
  });
});

describe('the scrims of a team', () => {
  it('are the next ten, and from two hours after their start on no more', async () => {
    const add = async (starts: number) => {
      const id = randomUUID();
      await database.query(
        `insert into private.scrims (id, game_slug, home_team_id, away_team_id, starts_at, zone, agreed_at)
         values ($1, 'battlefield6', $2, $3, $4, 'UTC', now())`,
        [id, league.kaarna.id, league.treadheads.id, seconds(starts)],
      );
      return id;
    };
    const ids: string[] = [await add(-7199)];
    await add(-7200);
    for (let day = 10; day >= 1; day -= 1) {
      ids[day] = await add(day);
    }
    expect((await look()).scrims.map(({ id }) => id)).toEqual(ids.slice(0, 10));
    expect((await look('dust-devils')).scrims).toEqual([]);
  });
});

describe('the list of teams', () => {
  const list = async (path: string) =>
    (await loadTeams(toInput(database, { path }))) ?? expect.fail();
  const names = async (path: string) => (await list(path)).teams.map(({ name }) => name);
  const addTeams = (count: number) =>
    database.query(
      `insert into public.teams (id, slug, name, tag, name_skeleton, tag_skeleton, zone, locale, founder_id, founded_at)
       select gen_random_uuid(), 'x-' || n, 'x Team ' || lpad(n::text, 2, '0'), 'T' || n, 'x-' || n, 't' || n, 'UTC', 'fi', $1, now()
       from generate_series(1, $2::integer) n`,
      [league.loner.id, count],
    );

  it('is fifty a page, by name without regard to case', async () => {
    await addTeams(49);
    await database.query(`update public.teams set tag = 'QU7' where id = $1`, [league.kaarna.id]);
    const first = await list('/teams');
    expect([first.total, first.limit, first.from]).toEqual([52, 50, 1]);
    expect(first.teams).toHaveLength(50);
    expect(first.teams.slice(0, 4).map(({ name }) => name)).toEqual([
      ...['Dust Devils', 'Kaarna', 'Treadheads', 'x Team 01'],
    ]);
    expect(await names('/teams?from=51')).toEqual(['x Team 48', 'x Team 49']);
    expect(await names('/teams?from=52')).toEqual(['x Team 49']);
    expect(await names('/teams?from=0')).toHaveLength(50);
  });

  it.each([
    ['a letter of a name', 'k', ['Kaarna']],
    ['a letter of a tag', 'q', ['Kaarna']],
    ['a word of a name', 'devil', ['Dust Devils']],
    ['a word of a tag', 'qu7', ['Kaarna']],
    ['two words with room around them', ' dust devils ', ['Dust Devils']],
    ['a sign of patterns', '_', []],
  ])('finds %s', async (_what, query, found) => {
    const path = `/teams?q=${encodeURIComponent(query)}`;
    const groups = new Set((await names(path)).map((name) => name.replace(/ \d+$/, '')));
    expect([...groups]).toEqual(found);
    const { total, teams, query: shown } = await list(path);
    expect([total, shown]).toEqual([teams.length, query.trim()]);
  });

  it.each([
    ['a letter that is missing', 'tredheads', ['Treadheads']],
    ['two words run into one', 'dustdevil', ['Dust Devils']],
    ['a beginning', 'karna', ['Kaarna']],
    ['the nearest first', 'dust tevils', ['Dust Devils']],
    ['nothing near', 'polar bears', []],
    ['signs alone', "%' or 1=1 --", []],
    ['very many words', 'e '.repeat(500), []],
    ['a part of a character', '\ud83d', []],
  ])('gives those near it for %s', async (_what, query, near) => {
    const path = `/teams?${new URLSearchParams({ q: query })}`;
    const { teams, alike, total } = await list(path);
    expect([teams, total]).toEqual([[], 0]);
    expect(alike.map(({ name }) => name)).toEqual(near);
  });

  it('gives nobody near where somebody is called so', async () => {
    expect((await list('/teams?q=devil')).alike).toEqual([]);
    expect((await list('/teams')).alike).toEqual([]);
  });

  it('has no team that is disbanded, nor has its form', async () => {
    const disband = (at: string | null) =>
      database.query('update public.teams set disbanded_at = $2 where id = $1', [
        league.kaarna.id,
        at,
      ]);
    const person = league.kaarna.captain;
    const form = () => loadTeamEdit(toInput(database, { person, params: { slug: 'kaarna' } }));
    expect((await form())?.fields).not.toBeNull();
    await disband(seconds(-1));
    expect(await names('/teams?q=kaarna')).toEqual([]);
    expect(await names('/teams?q=k')).toEqual([]);
    expect(await names('/teams')).not.toContain('Kaarna');
    expect(await form()).toBeNull();
    await disband(null);
  });

  it('says where each stands: in seasons that are open, on ladders that count', async () => {
    const places = async () =>
      (await list('/teams?q=treadheads')).teams[0]?.places.map(({ name, rung }) => [name, rung]);
    expect(await places()).toEqual([
      ['Tanks', 1],
      ['Of 2026-01-01', null],
    ]);
    const set = (change: string) => database.query(`update ${change}`);
    const one = `where id = '${league.ladder.id}'`;
    await set(`public.ladders set is_test = true ${one}`);
    expect(await places()).toEqual([['Of 2026-01-01', null]]);
    await set(`public.ladders set is_test = false ${one}`);
    await set(
      `public.entries set status = 'left', rung = null where id = '${league.treadheads.entry_id}'`,
    );
    expect(await places()).toEqual([['Of 2026-01-01', null]]);
  });
});
