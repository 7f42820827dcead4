import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { verify } from '../engine/replay/verify.ts';
import { scheduleMatch } from '../testing/api-league.ts';
import { type Cast, createCast } from '../testing/cast.ts';
import { loadPeople } from './page-people.ts';
import { loadPersonAdmin } from './page-person.ts';

let cast: Cast;
let steward: Viewer;
let judge: Viewer;
let match: string;

beforeAll(async () => {
  cast = await createCast();
  const { own, home, away, people } = cast;
  steward = people['site admin'] ?? home.captain;
  judge = people["the ladder's admin"] ?? home.captain;
  ({ match } = await scheduleMatch(own, 'tanks', [home, away]));
});
afterAll(async () => {
  expect(await verify(cast.own.database)).toMatchObject({ difference: null });
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

const toInput = (viewer: Viewer | null, path: string, params = {}) => ({
  ...{ database: cast.own.database, viewer, now: cast.own.league.now(), params },
  ...{ url: new URL(path, 'http://localhost:3000'), locale: 'en', zone: 'UTC' },
});
const list = (viewer: Viewer | null, query = '') =>
  loadPeople(toInput(viewer, `/admins/people${query}`));
const open = (viewer: Viewer | null, username: string) =>
  loadPersonAdmin(toInput(viewer, '/admins/people/x', { username }));
const names = async (viewer: Viewer | null, query = '') =>
  (await list(viewer, query))?.people.map(({ username }) => username) ?? null;

const ban = (who: Viewer, person: Viewer, more = {}) =>
  cast.own.act(who, {
    path: '/sanctions',
    body: { person: person.person_id, kind: 'ban', reason: 'Cheats.', ...more },
  });

describe('a name that somebody does not remember rightly', () => {
  it.each([
    ['a letter in the wrong place', 'Strangre', ['Stranger'], true],
    ['one too few', 'Strnger', ['Stranger'], true],
    ['found as it is, and nobody else', 'Stranger', ['Stranger'], false],
    ['like none', 'Xyzzyplugh', [], false],
  ])('is found near: %s', async (_what, words, found, isAlike) => {
    expect(await names(steward, `?q=${words}`)).toEqual(found);
    expect((await list(steward, `?q=${words}`))?.is_alike).toBe(isAlike);
  });

  it('is nobody’s whom the office does not reach', async () => {
    expect(await names(judge, '?q=Strangre')).toEqual([]);
    expect(await names(steward, '?q=Strangre&show=sanctioned')).toEqual([]);
  });
});

describe('the people of the league', () => {
  it('are all a site admin’s, those of a ladder its admins’, and nobody else’s', async () => {
    const seen: Record<string, string> = {};
    for (const [name, viewer] of Object.entries(cast.people)) {
      const found = await names(viewer);
      const own = found?.includes('Home player') === true ? 'players' : 'nobody';
      const page = (await open(viewer, 'Home player')) === null ? '' : ' and a page';
      seen[name] =
        found === null ? 'no page' : found.includes('Stranger') ? `all${page}` : own + page;
    }
    const none = Object.fromEntries(Object.keys(seen).map((name) => [name, 'no page']));
    expect(seen).toEqual({
      ...none,
      'site admin': 'all and a page',
      "the ladder's admin": 'players and a page',
      "another ladder's admin": 'nobody',
    });
    expect(await open(judge, 'Stranger')).toBeNull();
    expect(await open(steward, 'Nobody at all')).toBeNull();
  });

  it('are found by a part of the name, by look-alike letters, and by what they were or are called elsewhere', async () => {
    const { own } = cast;
    const person = await own.addPerson('Oldname');
    await own.database.query(`update public.profiles set username = 'Newname' where id = $1`, [
      person.person_id,
    ]);
    await own.database.query(
      `insert into public.profile_identities (person_id, kind, handle) values ($1, 'steam', 'gamer_77')`,
      [person.person_id],
    );
    await own.database.query(
      `insert into auth.identities (id, user_id, provider, provider_id, identity_data)
       values (gen_random_uuid(), $1, 'discord', '112233445566', '{"full_name": "chatty", "custom_claims": {"global_name": "Lord Quiet"}}')`,
      [person.user_id],
    );
    for (const words of ['ewnam', 'oldna', 'gamer_77', '112233445566', 'chatt', 'd qui']) {
      expect([words, await names(steward, `?q=${words}`)]).toEqual([words, ['Newname']]);
    }
    expect(await names(steward, '?q=N€wname')).toEqual(['Newname']);
    expect((await list(steward, '?q=oldna'))?.people[0]?.known_as).toBe('Oldname');
    expect((await list(steward, '?q=chatt'))?.people[0]?.known_as).toBe('Lord Quiet');
    expect(await names(steward, '?q=11223344556')).toEqual([]);
    expect(await names(steward, '?q=%25')).toEqual([]);
    expect(await names(judge, '?q=chatt')).toEqual([]);
  });

  it('are sorted out by office and by what holds', async () => {
    const person = await cast.own.addPerson('Punished');
    const until = cast.own.at(2);
    await ban(steward, person, { until });
    expect(await names(steward, '?show=sanctioned')).toEqual(['Punished']);
    expect(await names(steward, '?show=editors')).toEqual(['Editor']);
    expect(await names(steward, '?show=admins')).toEqual(['Golf judge', 'Judge', 'Steward']);
    expect(await names(steward, '?show=appeals')).toEqual([]);
    const late = { ...toInput(steward, '/admins/people?show=sanctioned'), now: new Date(until) };
    expect((await loadPeople(late))?.people).toEqual([]);
    expect(await list(steward, '?page=9')).toMatchObject({ page: 1, pages: 1 });
  });
});

describe('what a ban would do', () => {
  it('is said before, by the rules, and is what it does', async () => {
    const { own, home, people } = cast;
    const before = await open(steward, home.captain.username);
    expect(before?.after).toEqual({
      drives: [],
      offices: 0,
      teams: [
        {
          ...{ slug: home.slug, name: 'Home', outcome: 'passes', heir: 'Home co_captain' },
          matches: [{ id: match, opponent: 'Away', ends: null }],
        },
      ],
    });
    await ban(steward, home.captain, { until: own.at(3) });
    const roles = await own.database.query(
      `select p.username from public.rosters r join public.profiles p on p.id = r.person_id
       where r.team_id = $1 and r.role = 'captain'`,
      [home.id],
    );
    expect(roles).toEqual([{ username: 'Home co_captain' }]);
    const heir = people['co-captain'] ?? home.player;
    const [row] = await own.database.query<{ version: number; ended_at: Date | null }>(
      'select version, ended_at from public.matches where id = $1',
      [match],
    );
    expect(row?.ended_at).toBeNull();
    // The heir acts for the team in the match that went on.
    await own.act(heir, {
      path: `/matches/${match}/messages`,
      body: { text: 'We are still here.' },
    });
  });

  it('says on one ladder who may act there, and whether nobody may', async () => {
    const { away } = cast;
    const [first] = (await open(judge, away.captain.username))?.ladders ?? [];
    expect(first).toMatchObject({
      slug: 'tanks',
      team: { name: 'Away' },
      leaders: [],
      matches: [{ id: match, opponent: 'Home' }],
    });
    const player = (await open(judge, away.player.username))?.ladders[0];
    expect(player?.leaders).toEqual(['Away captain']);
    await ban(steward, away.captain, { ladder: first?.id, until: cast.own.at(1) });
    expect((await open(judge, away.player.username))?.ladders[0]?.leaders).toEqual([]);
  });

  it('ends a team that nobody is left of, and forfeits its match', async () => {
    const { own } = cast;
    const lone = await own.addTeam('Lone', 'tanks');
    const other = await own.addTeam('Other', 'tanks');
    const { match: theirs } = await scheduleMatch(own, 'tanks', [other, lone]);
    await ban(steward, lone.player);
    expect((await open(steward, lone.captain.username))?.after.teams).toMatchObject([
      { outcome: 'disbands', heir: null, matches: [{ id: theirs, ends: 'forfeited' }] },
    ]);
    await ban(steward, lone.captain);
    expect(
      await own.database.query('select status, winner from public.matches where id = $1', [theirs]),
    ).toEqual([{ status: 'forfeited', winner: 'challenger' }]);
  });

  it('stands beside what others got, with the length', async () => {
    const page = await open(steward, 'Stranger');
    const given = page?.precedents.find(({ username }) => username === 'Punished');
    expect(given).toMatchObject({ kind: 'ban', days: 2, reason: 'Cheats.' });
    const own = (await open(steward, 'Punished'))?.precedents.map(({ username }) => username);
    expect(own).not.toContain('Punished');
  });
});
