import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import {
  type ApiLeague,
  createApiLeague,
  day,
  hour,
  startMatch,
  type TestTeam,
  toScores,
} from '../testing/api-league.ts';
import { toInput } from '../testing/test-league.ts';
import { loadTeam } from './page.ts';
import { loadTeams } from './page-list.ts';

let own: ApiLeague;
let owner: Viewer;
let home: TestTeam;
let away: TestTeam;

beforeAll(async () => {
  own = await createApiLeague();
  owner = await own.addAdmin('Owner');
  for (const ladder of ['tanks', 'golf']) {
    await own.addLadder(ladder);
  }
  away = await own.addTeam('Away', 'tanks');
  home = await own.addTeam('Home', 'tanks');
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

const pass = (milliseconds: number) =>
  own.moveTo(new Date(own.league.now().getTime() + milliseconds).toISOString());
const look = async (query = '', viewer: Viewer | null = null, slug = 'home') =>
  (await loadTeam({
    ...toInput(own.database, { params: { slug }, path: `/teams/${slug}${query}` }),
    ...{ viewer, now: own.league.now() },
  })) ?? expect.fail();
const then = (at: string) => look(`?at=${at}`);
const before = (at: string) => new Date(Date.parse(at) - 1).toISOString();

describe('a team as it was', () => {
  it('has the results, the place and the trophy of a season from the instant at which that ended', async () => {
    const { match, maps } = await startMatch(own, 'tanks', [home, away]);
    const scores = toScores(maps, 'challenger');
    for (const team of [home, away]) {
      await own.act(team.captain, { path: `/matches/${match}/report`, body: { scores } });
    }
    const played = own.league.now().toISOString();
    pass(hour);
    await own.act(owner, { path: '/ladders/tanks/seasons/closing', body: { name: 'Season 1' } });
    const closed = own.league.now().toISOString();
    pass(hour);
    const body = { team: 'home' };
    await own.act(home.captain, { path: '/ladders/golf/entries', body });
    pass(day);
    const shown = async (at: string) => {
      const { entries, results, trophies } = await then(at);
      return {
        entries: entries.map(({ ladder, season, rung, wins }) => [
          ...[ladder.slug, season.is_running, rung, wins],
        ]),
        results: results.map(({ id }) => id),
        trophies: trophies.map(({ place, season, archive }) => [place, season, archive]),
      };
    };
    const trophies = [[1, 'Season 1', 'tanks-season-1']];
    expect(await shown(before(played))).toMatchObject({ results: [], trophies: [] });
    const tanks = ['tanks', true, 1, 1];
    expect(await shown(before(closed))).toEqual({
      ...{ entries: [tanks], results: [match], trophies: [] },
    });
    const over = ['tanks', false, 1, 1];
    expect(await shown(closed)).toEqual({ entries: [over], results: [match], trophies });
    // Of seasons that run then, before those that are over.
    const now = own.league.now().toISOString();
    expect(await shown(now)).toEqual({
      ...{ entries: [['golf', true, 1, 0], over], results: [match], trophies },
    });
    const [one] = trophies;
    expect((await look()).trophies.map(({ place, archive }) => [place, archive])).toEqual([
      [one?.[0], one?.[2]],
    ]);
    await own.database.query('update public.ladders set is_test = true');
    expect((await shown(now)).trophies).toEqual([]);
    await own.database.query('update public.ladders set is_test = false');
    await own.database.query('update public.entries set final_place = 4 where team_id = $1', [
      home.id,
    ]);
    expect((await shown(now)).trophies).toEqual([]);
  });

  it('has who left it by then, the last twenty of them', async () => {
    const { code } = await own.act(home.captain, { path: '/teams/home/invites' });
    const left: string[] = [];
    for (let count = 1; count <= 21; count += 1) {
      const person = await own.addPerson(`Former ${count}`);
      await own.database.query('delete from private.rate_limits');
      await own.act(person, { path: '/teams/home/join', body: { code } });
      pass(1000);
      const path = `/teams/home/members/${person.person_id}`;
      await own.act(person, { path, method: 'DELETE' });
      left.unshift(person.username);
    }
    const at = own.league.now().toISOString();
    pass(1000);
    const names = async (query = '') => (await look(query)).former.map(({ username }) => username);
    expect(await names(`?at=${at}`)).toEqual(left.slice(0, 20));
    expect(await names()).toEqual(left.slice(0, 20));
    expect((await then(before(at))).former.map(({ username }) => username)).toEqual(left.slice(1));
  });

  it('tells of what became of it only what had by then', async () => {
    const path = '/teams/home/edit';
    const named = own.league.now().toISOString();
    await own.act(home.captain, { path, body: { name: 'Homely' } });
    pass(1000);
    const last = async (at: string) => (await then(at)).changes[0]?.type;
    expect([await last(before(named)), await last(named)]).toEqual(['member_left', 'renamed']);
    expect((await then(before(named))).name).toBe('Home');
  });

  it('is none before it was founded, which is said in place of it', async () => {
    const at = '2026-11-01T00:00:00.000Z';
    const { past } = await then(at);
    expect(past).toMatchObject({ at: null, wrong: at, first: '2026-11-02T12:00:00.000Z' });
  });
});

describe('a team as it is', () => {
  it('offers no invite once it is disbanded', async () => {
    const { captain, slug } = await own.addTeam('Gone', null);
    const { code } = await own.act(captain, { path: `/teams/${slug}/invites` });
    const offer = async () => (await look(`?invite=${code}`, null, slug)).invite;
    expect(await offer()).toEqual({ code, state: 'good' });
    await own.act(captain, { path: `/teams/${slug}/disband` });
    expect(await offer()).toBeNull();
    expect((await look('', captain, slug)).next).toBeNull();
    const response = await own.send(captain, { path: `/teams/${slug}/logo`, method: 'DELETE' });
    expect(response.body.error?.code).toBe('team_disbanded');
  });

  it('says what it wrote of itself, where it is at home and since when it is there, and so does the list', async () => {
    const athome = { about: ' We drive. ', locale: 'pt', zone: 'America/Sao_Paulo' };
    await own.act(away.captain, { path: '/teams/away/edit', body: athome });
    await own.database.query(
      `update public.teams set logo_path = '/api/logos/x' where slug = 'away'`,
    );
    const both = { slug: 'away', name: 'Away', tag: 'AWAY', locale: 'pt', logo: '/api/logos/x' };
    expect(await look('', null, 'away')).toMatchObject({
      ...{ ...both, about: 'We drive.', zone_name: 'São Paulo', is_demo: false },
      ...{ founded_at: '2026-11-02T12:00:00.000Z', disbanded_at: null },
    });
    const list = await loadTeams(toInput(own.database, { path: '/teams?q=away' }));
    expect(list?.teams).toEqual([{ ...both, zone_name: 'São Paulo', people: 2, places: [] }]);
  });

  it.each<[string, object, string | null]>([
    ['edit', { about: 'x'.repeat(2000) }, null],
    ['edit', { about: 'x'.repeat(2001) }, 'about'],
    ['edit', { name: 'x'.repeat(81) }, 'name'],
    ['edit', { tag: 'x'.repeat(81) }, 'tag'],
    ['requests', { words: 'x'.repeat(301) }, 'words'],
    ['invites', { role: 'captain' }, 'role'],
  ])('takes words that are not too long: %s %#', async (path, body, field) => {
    const call = { path: `/teams/home/${path}`, body: { ...body } };
    expect((await own.send(home.captain, call)).body.error?.field ?? null).toBe(field);
  });

  it('has who asks to be let in as they asked, the first of them first', async () => {
    for (const name of ['Zed', 'Abe', 'Mia']) {
      pass(1000);
      const person = await own.addPerson(name);
      await own.act(person, { path: '/teams/home/requests', body: { words: `I am ${name}` } });
    }
    const { viewer } = await look('', home.captain);
    expect(viewer?.requests.map(({ username, words }) => [username, words])).toEqual([
      ['Zed', 'I am Zed'],
      ['Abe', 'I am Abe'],
      ['Mia', 'I am Mia'],
    ]);
    expect(viewer?.requests[2]?.at).toBe(own.league.now().toISOString());
  });

  it('has the last three hundred steps of its rung, the last hundred and twenty of its rating, who may play', async () => {
    const [row] = await own.database.query<{ id: string }>(
      `select e.id from public.entries e join public.seasons s on s.id = e.season_id
       join public.ladders l on l.id = s.ladder_id where l.slug = 'golf'`,
    );
    await own.database.query(
      `insert into public.entry_rungs (entry_id, sequence, at, from_rung, to_rung, cause)
       select $1, 1000 + n, timestamptz '2026-11-20' + n * interval '1 second', n, n + 1, 'x' from generate_series(1, 301) n`,
      [row?.id],
    );
    await own.database.query(
      `insert into public.entry_ratings (entry_id, sequence, at, mu, sigma, cause)
       select $1, 1000 + n, timestamptz '2026-11-20' + n * interval '1 second', n, 1, 'x' from generate_series(1, 121) n`,
      [row?.id],
    );
    await own.database.query(
      `update public.entry_players set eligible_from = case person_id when $2 then timestamptz '2020-01-01' else '2021-01-01' end
       where entry_id = $1`,
      [row?.id, home.player.person_id],
    );
    const [entry] = (await look()).entries;
    expect(entry?.steps.map(({ rung }) => rung)).toEqual(
      Array.from({ length: 300 }, (_, place) => place + 3),
    );
    expect(entry?.ratings.map(({ mu }) => mu)).toEqual(
      Array.from({ length: 120 }, (_, place) => place + 2),
    );
    const ask = async (viewer: Viewer | null) =>
      (await look('', viewer)).entries[0]?.eligible ?? expect.fail();
    const { players, may_drop } = await ask(null);
    expect(players.map(({ username }) => username)).toEqual(['Home player', 'Home captain']);
    expect(may_drop).toEqual([]);
    const third = await own.addPerson('Third');
    await own.database.query(
      `insert into public.rosters (team_id, person_id, user_id, role, joined_at) values ($1, $2, $3, 'player', now())`,
      [home.id, third.person_id, third.user_id],
    );
    expect((await ask(home.captain)).may_add).toEqual([third.person_id]);
    expect((await ask(home.player)).may_add).toEqual([]);
  });
});
