import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keepLadder } from '../testing/keep-ladder.ts';
import { createTestLeague, type TestLeague, testNow, toInput } from '../testing/test-league.ts';
import { loadProfile } from './page.ts';
import { loadRatedEntries, loadSanctions, loadStanding } from './standing.ts';

let own: TestDatabase;
let database: Database;
let league: TestLeague;

beforeAll(async () => {
  own = await createTestDatabase();
  ({ database } = own);
  league = await createTestLeague(database);
});
afterAll(() => own[Symbol.asyncDispose]());

const now = testNow.toISOString();
const seconds = (count: number) => new Date(testNow.getTime() + count * 1000).toISOString();

describe('what is in force against somebody', () => {
  interface Sanction {
    person?: string;
    starts?: number;
    ends?: number | null;
    lifted?: boolean;
    ladder?: string | null;
  }

  async function addSanction(kind: string, sanction: Sanction = {}): Promise<void> {
    const { person = league.loner.id, starts = -60, ends = 60, lifted = false } = sanction;
    const text = randomUUID();
    await database.query(
      `insert into private.event_texts (id, salt, text) values ($1, 'salt', $2)`,
      [text, `Because of ${kind}.`],
    );
    await database.query(
      `insert into public.sanctions (id, person_id, ladder_id, kind, given_by, starts_at, ends_at, text_id, is_lifted)
       values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        person,
        sanction.ladder ?? null,
        kind,
        league.dust.captain.id,
        seconds(starts),
        ends === null ? null : seconds(ends),
        text,
        lifted,
      ],
    );
  }
  const list = async (person = league.loner.id) =>
    (await loadSanctions(database, person, testNow)).map(({ kind }) => kind);

  beforeEach(async () => {
    await database.query('delete from public.sanctions');
  });

  it.each<[string, Sanction, boolean]>([
    ['that has begun', { starts: -1 }, true],
    ['that begins now', { starts: 0 }, true],
    ['that will begin', { starts: 1 }, false],
    ['that will end', { ends: 1 }, true],
    ['that ends now', { ends: 0 }, false],
    ['that has ended', { ends: -1 }, false],
    ['for good', { ends: null }, true],
    ['for good that will begin', { starts: 1, ends: null }, false],
    ['that was lifted', { lifted: true }, false],
    ['for good that was lifted', { ends: null, lifted: true }, false],
  ])('counts a ban %s', async (_what, sanction, counts) => {
    await addSanction('ban', sanction);
    await addSanction('mute', { ...sanction, person: league.kaarna.captain.id });
    expect(await list()).toEqual(counts ? ['ban'] : []);
  });

  it('begins with what is for good, then what ends last, then what began first', async () => {
    await addSanction('mute', { ends: 60 });
    await addSanction('strike', { ends: 120, starts: -10 });
    await addSanction('suspension', { ends: 120, starts: -20 });
    await addSanction('ban', { ends: null });
    expect(await list()).toEqual(['ban', 'suspension', 'strike', 'mute']);
  });

  it('says by whom, why, from when to when, and on which ladder', async () => {
    await addSanction('ban', { ladder: league.ladder.id });
    await addSanction('mute', { ends: null });
    const about = { by: league.dust.captain.username, from: seconds(-60) };
    expect(await loadSanctions(database, league.loner.id, testNow)).toEqual([
      { ...about, kind: 'mute', until: null, ladder: null, reason: 'Because of mute.' },
      {
        ...about,
        kind: 'ban',
        until: seconds(60),
        ladder: { slug: 'tanks', name: 'Tanks' },
        reason: 'Because of ban.',
      },
    ]);
  });
});

describe('what the rules hold for or against one’s entry', () => {
  const keep = async (change: object) => {
    await keepLadder(database, league);
    await database.query('update private.stream_members set state = state || $2 where id = $1', [
      league.kaarna.entry_id,
      JSON.stringify(change),
    ]);
  };
  const strike = (lapses: number, lifted = false) => ({
    strikes: [{ id: 's', reason: 'no_show', at: seconds(-9), lapses_at: seconds(lapses), lifted }],
  });
  const rest = (status: string, until: number) => ({
    rests: [{ from: seconds(-5), until: seconds(until), status }],
  });
  const players = (who: 'captain' | 'player', wait: number) => ({
    players: [{ person_id: league.kaarna[who].id, eligible_from: seconds(wait) }],
  });

  it.each<[string, () => object, object[]]>([
    ['nothing', () => ({}), []],
    [
      'a strike that will lapse',
      () => strike(1),
      [
        {
          kind: 'strike_no_show',
          from: seconds(-9),
          until: seconds(1),
          rule: 'strikes.lapseAfter',
        },
      ],
    ],
    ['a strike that lapses now', () => strike(0), []],
    ['a strike that was lifted', () => strike(1, true), []],
    [
      'a suspension',
      () => ({ status: 'suspended', suspended_until: seconds(9) }),
      [{ kind: 'suspended', from: null, until: seconds(9), rule: 'strikes.suspension' }],
    ],
    [
      'a rest',
      () => rest('running', 1),
      [{ kind: 'resting', from: seconds(-5), until: seconds(1), rule: 'rest.days' }],
    ],
    [
      'a rest that was announced',
      () => rest('announced', 1),
      [{ kind: 'rest_announced', from: seconds(-5), until: seconds(1), rule: 'rest.days' }],
    ],
    ['a rest that ends now', () => rest('running', 0), []],
    ['a rest that was ended', () => rest('over', 1), []],
    [
      'immunity',
      () => ({ immune_until: seconds(1) }),
      [{ kind: 'immune', from: null, until: seconds(1), rule: 'challenge.immunity' }],
    ],
    ['immunity that ends now', () => ({ immune_until: now }), []],
    [
      'the wait after a transfer',
      () => players('player', 1),
      [{ kind: 'transfer', from: null, until: seconds(1), rule: 'transfer.wait' }],
    ],
    ['the wait after a transfer that ends now', () => players('player', 0), []],
    ['somebody else’s wait', () => players('captain', 1), []],
  ])('%s', async (_what, toChange, items) => {
    await keep(toChange());
    const about = {
      entry: { name: 'Kaarna', href: '/teams/kaarna' },
      ladder: { slug: 'tanks', name: 'Tanks' },
    };
    const found = await loadStanding(database, league.kaarna.player.id, testNow);
    expect(found).toEqual(items.map((item) => ({ ...about, ...item })));
  });

  it('is for oneself to read, of the entries that one plays for in seasons that run', async () => {
    await keep({ immune_until: seconds(1) });
    const { player } = league.kaarna;
    const look = async (person: typeof player) =>
      (await loadProfile(toInput(database, { person, params: { user_id: player.user_id } })))
        ?.standing;
    expect(await look(player)).toMatchObject([{ kind: 'immune' }]);
    expect(await look(league.kaarna.captain)).toBeNull();
    const count = async () => (await loadStanding(database, player.id, testNow)).length;
    const standAs = (status: string, rung: number | null) =>
      database.query('update public.entries set status = $2, rung = $3 where id = $1', [
        league.kaarna.entry_id,
        status,
        rung,
      ]);
    expect(await loadStanding(database, league.loner.id, testNow)).toEqual([]);
    await standAs('suspended', 2);
    expect(await count()).toBe(1);
    await standAs('left', null);
    expect(await count()).toBe(0);
    await standAs('active', 2);
    const end = (status: string) =>
      database.query('update public.seasons set status = $1', [status]);
    await end('closed');
    expect(await count()).toBe(0);
    await end('open');
    expect(await count()).toBe(1);
  });
});

it('names each of one’s entries as its ladder does, the ladders in their order; who drives alone by name', async () => {
  const { loner, kaarna, ladder } = league;
  await keepLadder(database, league);
  const [alone, season, entry] = [randomUUID(), randomUUID(), randomUUID()];
  await database.query(
    `insert into public.ladders (id, slug, game_slug, name, format, position) values ($1, 'rally', 'battlefield6', 'Rally', 'rung', 0)`,
    [alone],
  );
  await database.query(
    `insert into public.seasons (id, ladder_id, stream, number, name, status, rules, rules_version, opens_at, ends_at)
     select $1, $2::uuid, 'ladder:' || $2::text, 1, 'S', 'open', rules, 1, opens_at, ends_at from public.seasons limit 1`,
    [season, alone],
  );
  await database.query(
    `insert into public.entries (id, season_id, person_id, status, joined_at, last_active_at)
     values ($1, $2, $3, 'active', '2026-09-01', '2026-09-01')`,
    [entry, season, loner.id],
  );
  for (const [of, into] of [
    [kaarna.entry_id, league.season_id],
    [entry, season],
  ]) {
    await database.query(
      `insert into public.entry_players (season_id, entry_id, person_id, eligible_from) values ($1, $2, $3, '2026-09-01')`,
      [into, of, loner.id],
    );
  }
  await database.query('insert into public.stream_heads (stream) values ($1)', [`ladder:${alone}`]);
  const state = { status: 'active', strikes: [], rests: [], players: [], immune_until: seconds(9) };
  // Whatever else has the id of an entry is none.
  for (const collection of ['entries', 'matches']) {
    await database.query(
      'insert into private.stream_members (stream, collection, id, state) values ($1, $2, $3, $4)',
      [`ladder:${alone}`, collection, entry, JSON.stringify(state)],
    );
  }
  await database.query('update private.stream_members set state = state || $2 where id = $1', [
    kaarna.entry_id,
    JSON.stringify({ immune_until: seconds(9) }),
  ]);
  const items = await loadStanding(database, loner.id, testNow);
  expect(items.map((item) => [item.entry, item.ladder, item.kind])).toEqual([
    [{ name: 'Loner', href: null }, { slug: 'rally', name: 'Rally' }, 'immune'],
    [{ name: 'Kaarna', href: '/teams/kaarna' }, { slug: ladder.slug, name: 'Tanks' }, 'immune'],
  ]);
  await database.query('delete from public.entry_players where person_id = $1', [loner.id]);
  await database.query('delete from public.entries where id = $1', [entry]);
  await database.query('delete from public.seasons where id = $1', [season]);
});

describe('the ratings of the entries that one played for', () => {
  const rate = (entry: string, ...values: number[]) =>
    database.query(
      `with given as (update public.entries set mu = 25, sigma = 8 where id = $1)
       insert into public.entry_ratings (entry_id, sequence, at, mu, sigma, cause)
       select $1, n, '2026-11-01T00:00:00Z', mu, 8, 'result'
       from unnest($2::float8[]) with ordinality as given (mu, n)`,
      [entry, values],
    );

  /** A season that is over, on a ladder of its own, that Kaarna's player played in. */
  async function addPast(name: string, closed: string, { isTest = false, points = 2 } = {}) {
    const [ladder, season, entry] = [randomUUID(), randomUUID(), randomUUID()];
    await database.query(
      `insert into public.ladders (id, slug, game_slug, name, format, position, is_test)
       values ($1, $2, 'battlefield6', $2, 'rating', 2, $3)`,
      [ladder, name, isTest],
    );
    await database.query(
      `insert into public.seasons (id, ladder_id, stream, number, name, status, rules, rules_version, opens_at, ends_at, closed_at)
       select $1, $2::uuid, 'ladder:' || $2::text, 1, 'Past', 'closed', rules, 1, '2025-01-01', $3, $3
       from public.seasons limit 1`,
      [season, ladder, closed],
    );
    await database.query(
      `insert into public.entries (id, season_id, team_id, status, joined_at, last_active_at)
       values ($1, $2, $3, 'active', '2025-01-01', '2025-01-01')`,
      [entry, season, league.kaarna.id],
    );
    await database.query(
      `insert into public.entry_players (season_id, entry_id, person_id, eligible_from) values ($1, $2, $3, '2025-01-01')`,
      [season, entry, league.kaarna.player.id],
    );
    if (points > 0) {
      await rate(entry, ...Array.from({ length: points }, (_, index) => 20 + index));
    }
  }

  it('has the present season first, then those that ended last; four, none of a test ladder', async () => {
    await rate(league.kaarna.entry_id, 25, 26);
    await rate(league.dust.entry_id, 25, 26);
    await addPast('oldest', '2025-02-01T00:00:00Z');
    await addPast('newest', '2025-06-01T00:00:00Z');
    await addPast('test', '2025-09-01T00:00:00Z', { isTest: true });
    await addPast('single', '2025-05-01T00:00:00Z', { points: 1 });
    const list = async () => {
      const found = await loadRatedEntries(database, league.kaarna.player.id, testNow);
      return found.map(({ ladder, is_running }) => [ladder.slug, is_running]);
    };
    expect(await list()).toEqual([
      ['tanks', true],
      ['newest', false],
      ['oldest', false],
    ]);
    await addPast('unrated', '2025-08-01T00:00:00Z', { points: 0 });
    await addPast('middle', '2025-05-02T00:00:00Z');
    expect(await list()).toEqual([
      ['tanks', true],
      ['newest', false],
      ['middle', false],
    ]);
    const [first] = await loadRatedEntries(database, league.kaarna.player.id, testNow);
    expect(first).toMatchObject({
      entry_id: league.kaarna.entry_id,
      name: 'Kaarna',
      season: 'Season 1',
      points: [
        { mu: 25, match_id: null },
        { mu: 26, match_id: null },
      ],
    });
    await database.query(
      `update public.seasons set is_demo = true
       where id = (select season_id from public.entries where id = $1)`,
      [league.kaarna.entry_id],
    );
    const [demo] = await loadRatedEntries(database, league.kaarna.player.id, testNow);
    expect(demo).toMatchObject({ entry_id: league.kaarna.entry_id, season: null });
  });

  it('ends with what idle weeks came to by now, as long as the entry stands there', async () => {
    const week = 7 * 86_400;
    const [last] = await loadRatedEntries(database, league.kaarna.player.id, testNow);
    const set = (status: string, at: string) =>
      database.query(
        'update public.entries set rung = null, status = $2, rated_at = $3 where id = $1',
        [...[league.kaarna.entry_id, status, at]],
      );
    const read = async () => {
      const [rated] = await loadRatedEntries(database, league.kaarna.player.id, testNow);
      return rated?.points.slice(last?.points.length);
    };
    await set('active', seconds(1 - week));
    expect(await read()).toEqual([]);
    await set('active', seconds(-week));
    const sigma = Math.sqrt(8 * 8 + 0.2 * 0.2);
    const grown = [{ at: testNow.toISOString(), mu: 25, sigma, match_id: null }];
    expect(await read()).toEqual(grown);
    await set('suspended', seconds(-week));
    expect(await read()).toEqual(grown);
    await set('left', seconds(-week));
    expect(await read()).toEqual([]);
    await set('active', testNow.toISOString());
  });
});
