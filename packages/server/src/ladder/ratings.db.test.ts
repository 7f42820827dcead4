import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import {
  createDefaultRules,
  type Entry,
  type EntryRating,
  emptyLadder,
  getFormat,
  getRatingAt,
  type LadderState,
  ratingParameters,
} from '@muster/league';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toEntryRow } from '../engine/project/entries.ts';
import { upsertRows } from '../engine/project/rows.ts';
import { loadGame } from '../game/page.ts';
import { loadHome } from '../home/page.ts';
import { loadTeam } from '../team/page.ts';
import { loadTeams } from '../team/page-list.ts';
import { createApiLeague, startMatch, toScores } from '../testing/api-league.ts';
import { createTestLeague, type TestLeague, testNow, toInput } from '../testing/test-league.ts';
import { loadLadder } from './page.ts';
import {
  ratedValueSql,
  sigmaSql,
  toGrowthSql,
  toRatedEntriesSql,
  toRatedValue,
} from './ratings.ts';

const week = 7 * 86_400_000;
const now = testNow.getTime();

/** How long ago each skill was computed last; one of them only after the instant. */
const idle = [0, week - 1, week, week + 1, 2 * week - 1, 2 * week, 8 * week, 400 * week, -week];
/** An idle first falls behind a second that plays; two are the same; the last is a newcomer's. */
const skills = [
  { mu: 31, sigma: 2 },
  { mu: 30.9, sigma: 2 },
  { mu: 27.3, sigma: 1.1 },
  { mu: 27.3, sigma: 1.1 },
  { mu: 24.123456789, sigma: 6.54321 },
  ratingParameters,
];
const statuses = ['active', 'active', 'suspended', 'active', 'left', 'active', 'removed'] as const;

const toId = (kind: string, index: number) =>
  `00000000-0000-4000-8000-${kind}${String(index).padStart(9, '0')}`;

function createEntry(index: number, rating: EntryRating | null): Entry {
  const at = '2026-09-01T00:00:00.000Z';
  return {
    ...{ id: toId('eee', index), season_id: league.season_id, team_id: toId('bbb', index) },
    ...{ person_id: null, name: `Rated ${index}`, status: statuses[index % 7] ?? 'active' },
    ...{ rung: null, joined_at: at, players: [], streak: 0, rating },
    record: { wins: 0, losses: 0, draws: 0, forfeits_won: 0, forfeits_lost: 0 },
    ...{ immune_until: null, suspended_until: null, rests: [], strikes: [], declined: [] },
    ...{ challenges_made: 0, met: {}, challenging: null, challenged_by: null, active_at: at },
    ...{ challenged_at: null, idle_warned_at: null, idle_dropped_at: null },
  };
}

const listEntries = () => [
  ...idle.flatMap((ago, row) =>
    skills.map(({ mu, sigma }, column) => {
      const at = new Date(now - ago).toISOString();
      return createEntry(row * skills.length + column, { mu, sigma, matches: 3, at });
    }),
  ),
  // Never rated: it counts as a newcomer.
  createEntry(77, null),
];

function createState(idleGrowth: number): LadderState {
  const rules = createDefaultRules();
  return {
    ...emptyLadder,
    ladder: {
      ...{ id: league.ladder.id, name: 'Tanks', game: 'battlefield6', format: 'rating' },
      ...{ zone: 'UTC', is_test: false },
    },
    season: {
      ...{ id: league.season_id, name: 'Season 1', status: 'open', rules_version: 1 },
      rules: { ...rules, rating: { ...rules.rating, idleGrowth } },
      ...{ starts_at: '2026-09-01T00:00:00.000Z', ends_at: '2026-12-31T00:00:00.000Z' },
      opened_at: null,
    },
    entries: Object.fromEntries(listEntries().map((entry) => [entry.id, entry])),
  };
}

let own: TestDatabase;
let league: TestLeague;

beforeAll(async () => {
  own = await createTestDatabase();
  league = await createTestLeague(own.database);
  await own.database.query('delete from public.entries');
  await own.database.query(`update public.ladders set format = 'rating'`);
  const entries = listEntries();
  await own.database.query(
    `insert into public.teams (id, slug, name, tag, name_skeleton, tag_skeleton, zone, locale, founded_at)
     select id, 'rated-' || n, 'Rated ' || n, 'R' || n, 'rated ' || n, 'r' || n, 'UTC', 'en', now()
     from unnest($1::uuid[], $2::int[]) given (id, n)`,
    [entries.map(({ team_id }) => team_id), entries.map(({ id }) => Number(id.slice(-9)))],
  );
  await own.database.transaction(async (transaction) => {
    const rows = entries.map((entry) => toEntryRow(entry, ''));
    await upsertRows(transaction, 'public.entries', ['id'], rows);
  });
});
afterAll(() => own[Symbol.asyncDispose]());

async function grow(idleGrowth: number, closedAt: string | null = null): Promise<LadderState> {
  const state = createState(idleGrowth);
  await own.database.query('update public.seasons set rules = $1, closed_at = $2', [
    JSON.stringify(state.season?.rules),
    closedAt,
  ]);
  return state;
}

/** Who stands where, as the rules have it. */
const listPlaces = (state: LadderState, at: string) =>
  getFormat(state)
    .standings(state, at)
    .map(({ entry_id, place }) => [entry_id, place] as const);

describe('what the database says of a rating', () => {
  const season = 'select id from public.seasons';
  const instants = [0, 1, week - 1, week, 30 * week].map((later) =>
    new Date(now + later).toISOString(),
  );

  it.each([0, 0.2, 5])('is what the rules say, to the bit, where a week counts %d', async (a) => {
    const state = await grow(a);
    for (const at of instants) {
      const rows = await own.database.query<{ id: string; sigma: number; value: number }>(
        `select e.id, ${sigmaSql} as sigma, ${ratedValueSql} as value
         from (${toGrowthSql(season, '$1')}) growth join public.entries e using (season_id)`,
        [at],
      );
      expect(rows).toHaveLength(idle.length * skills.length + 1);
      for (const row of rows) {
        const entry = state.entries[row.id] ?? expect.fail();
        const rating = entry.rating && getRatingAt(state, entry, at);
        expect(row).toEqual({
          id: entry.id,
          sigma: rating?.sigma ?? null,
          value: toRatedValue(rating ?? { mu: null, sigma: null }),
        });
      }
    }
  });

  it.each([0, 0.2, 5])('gives the places of the rules where a week counts %d', async (a) => {
    const state = await grow(a);
    for (const at of instants) {
      const rows = await own.database.query<{ id: string; place: number }>(
        `select id, place from (${toRatedEntriesSql(season, '$1')}) rated order by place, id`,
        [at],
      );
      const places = listPlaces(state, at);
      expect(rows.map(({ id, place }) => [id, place])).toEqual(places);
      expect(new Set(places.map(([, place]) => place)).size).toBeLessThan(places.length);
    }
  });

  it('grows no further than to the closing of the season', async () => {
    const read = async (at: string) =>
      own.database.query(
        `select e.id, ${sigmaSql} as sigma, rated.place
         from (${toGrowthSql(season, '$1')}) growth join public.entries e using (season_id)
         join (${toRatedEntriesSql(season, '$1')}) rated on rated.id = e.id order by e.id`,
        [at],
      );
    const closing = new Date(now + 3 * week).toISOString();
    await grow(0.2);
    const [before, then, after] = [
      await read(new Date(now).toISOString()),
      await read(closing),
      await read(new Date(now + 30 * week).toISOString()),
    ];
    expect(then).not.toEqual(before);
    expect(then).not.toEqual(after);
    await grow(0.2, closing);
    expect(await read(new Date(now).toISOString())).toEqual(before);
    expect(await read(closing)).toEqual(then);
    expect(await read(new Date(now + 30 * week).toISOString())).toEqual(then);
  });
});

describe('every page', () => {
  const toNumber = (id: string) => Number(id.slice(-9));

  it.each([0, week])('says the places of the rules, as the closing would, %d ms on', async (ms) => {
    const state = await grow(0.2);
    const at = new Date(now + ms);
    const places = listPlaces(state, at.toISOString());
    const look = { ...toInput(own.database, { params: { slug: 'tanks' } }), now: at };
    const ladder = await loadLadder(look);
    expect(ladder?.standings.map(({ entry_id, place }) => [entry_id, place])).toEqual(places);
    for (const { entry_id, rating } of ladder?.standings ?? []) {
      const entry = state.entries[entry_id] ?? expect.fail();
      const grown = entry.rating && getRatingAt(state, entry, at.toISOString());
      expect(rating).toEqual(
        grown && {
          ...{ mu: grown.mu, sigma: grown.sigma, value: grown.mu - 3 * grown.sigma },
          is_provisional: true,
        },
      );
    }
    const expected = new Map(places.map(([id, place]) => [`rated-${toNumber(id)}`, place]));
    const list = await loadTeams({ ...look, url: new URL('http://localhost/teams?q=rated') });
    expect(list?.teams.map((team) => [team.slug, team.places[0]?.rung])).toEqual(
      list?.teams.map(({ slug }) => [slug, expected.get(slug)]),
    );
    for (const slug of ['rated-0', 'rated-1', 'rated-2', 'rated-4', 'rated-37', 'rated-77']) {
      const team = await loadTeam({ ...look, params: { slug } });
      expect([slug, team?.entries[0]?.rung]).toEqual([slug, expected.get(slug)]);
    }
    const first = places.slice(0, 3).map(([id, place]) => `${place} Rated ${toNumber(id)}`);
    const home = await loadHome(look);
    const game = await loadGame({ ...look, params: { game: 'battlefield6' } });
    for (const lines of [home?.ladders, game?.ladders]) {
      expect(lines?.[0]?.top.map(({ place, name }) => `${place} ${name}`)).toEqual(first);
    }
  });

  it('lets who was idle for weeks fall behind who was not', async () => {
    await grow(0.2);
    const { standings = [] } =
      (await loadLadder({ ...toInput(own.database, { params: { slug: 'tanks' } }) })) ?? {};
    const find = (index: number) =>
      standings.findIndex(({ entry_id }) => entry_id === toId('eee', index));
    // 31 less three times 2, eight weeks ago, and 30.9 less as much, just now.
    const [idleOne, playing] = [idle.indexOf(8 * week) * skills.length, 1];
    expect(find(playing)).toBeLessThan(find(idleOne));
    expect(standings[find(idleOne)]?.rating?.sigma.toFixed(4)).toBe('2.0785');
  });

  it('shows in a team’s chart what idle weeks made of it, and nothing where there were none', async () => {
    await grow(0.2);
    const last = async (slug: string) =>
      (await loadTeam({ ...toInput(own.database, { params: { slug } }) }))?.entries[0]?.ratings;
    const find = (ago: number, skill: number) =>
      `rated-${idle.indexOf(ago) * skills.length + skill}`;
    expect(await last(find(week - 1, 1))).toEqual([]);
    const [point, ...more] = (await last(find(8 * week, 0))) ?? [];
    expect(more).toEqual([]);
    expect(point).toMatchObject({ at: testNow.toISOString(), mu: 31, match_id: null });
    expect(point?.sigma.toFixed(4)).toBe('2.0785');
  });
});

it('stands in the past as it stood then, and once the season has closed as it stood at the closing', async () => {
  await using api = await createApiLeague();
  const admin = await api.addAdmin('Owner');
  await api.addLadder('duels', 'rating');
  const loser = await api.addTeam('Lost', 'duels');
  const winner = await api.addTeam('Won', 'duels');
  const pass = (milliseconds: number) =>
    api.moveTo(new Date(api.league.now().getTime() + milliseconds).toISOString());
  const look = async (at: string | null) => {
    const query = at === null ? '' : `?at=${at}`;
    const ask = (slug: string, path: string) => ({
      ...toInput(api.database, { params: { slug }, path: `${path}${query}` }),
      now: api.league.now(),
    });
    const ladder = await loadLadder(ask('duels', '/ladders/duels'));
    const team = await loadTeam(ask(winner.slug, `/teams/${winner.slug}`));
    const points = team?.entries[0]?.ratings ?? [];
    const last = points.at(-1);
    return [ladder?.standings[0]?.rating?.sigma, last?.sigma, last?.at, points.length];
  };
  const { match, maps } = await startMatch(api, 'duels', [winner, loser]);
  const scores = toScores(maps, 'challenger');
  await api.act(loser.captain, { path: `/matches/${match}/report`, body: { scores } });
  const played = api.league.now().toISOString();
  const [sigma = 0] = await look(null);
  expect(await look(null)).toEqual([sigma, sigma, played, 2]);
  pass(week);
  const grown = Math.sqrt(Number(sigma) ** 2 + 0.2 ** 2);
  const later = api.league.now().toISOString();
  const about = expect.closeTo(grown, 12);
  expect(await look(null)).toEqual([about, about, later, 3]);
  const seen = await look(null);
  pass(week);
  await api.act(admin, { path: '/ladders/duels/seasons/closing', body: { name: 'Season 1' } });
  const closed = api.league.now().toISOString();
  const final = await look(null);
  expect(final).toEqual([final[0], final[0], closed, 3]);
  expect(final[0]).toBeGreaterThan(Number(seen[0]));
  pass(6 * week);
  expect(await look(null)).toEqual(final);
  expect(await look(api.league.now().toISOString())).toEqual(final);
  expect(await look(closed)).toEqual(final);
  expect(await look(later)).toEqual(seen);
  expect(await look(played)).toEqual([sigma, sigma, played, 2]);
});
