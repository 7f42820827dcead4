import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestLeague,
  type TestLeague,
  type TestTeam,
  testNow,
  toInput,
} from '../testing/test-league.ts';
import { listMatters } from '../waiting/matters.ts';
import { loadHome } from './page.ts';

let own: TestDatabase;
let database: Database;
let league: TestLeague;

beforeAll(async () => {
  own = await createTestDatabase();
  ({ database } = own);
  league = await createTestLeague(database);
});
afterAll(() => own[Symbol.asyncDispose]());

const set = (change: string) => database.query(`update ${change}`);
const look = () => loadHome(toInput(database));

describe('a ladder’s first three', () => {
  const top = async () => {
    const ladder = (await look())?.ladders.find(({ slug }) => slug === 'tanks');
    return ladder?.top.map(({ place, name, href }) => `${place} ${name} ${href}`);
  };

  it('stand by their ratings where it has those, and are none where it is against the clock', async () => {
    const { dust, kaarna, treadheads, loner } = league;
    const rate = (team: TestTeam, mu: number | null, sigma: number | null) =>
      database.query('update public.entries set mu = $2, sigma = $3, rung = null where id = $1', [
        ...[team.entry_id, mu, sigma],
      ]);
    await set(`public.ladders set format = 'rating' where slug = 'tanks'`);
    await rate(dust, 30, 1);
    await rate(kaarna, 40, 5);
    await rate(treadheads, 27, 0);
    const [first, second] = ['1 Dust Devils /teams/dust-devils', '1 Treadheads /teams/treadheads'];
    expect(await top()).toEqual([first, second, '3 Kaarna /teams/kaarna']);
    // Without a rating it counts as a newcomer.
    await rate(kaarna, null, null);
    expect(await top()).toEqual([first, second, '3 Kaarna /teams/kaarna']);
    await set(`public.entries set status = 'suspended' where id = '${kaarna.entry_id}'`);
    expect(await top()).toEqual([first, second, '3 Kaarna /teams/kaarna']);
    await set(`public.entries set status = 'left' where id = '${kaarna.entry_id}'`);
    expect(await top()).toEqual([first, second]);
    await set(`public.entries set status = 'active' where id = '${kaarna.entry_id}'`);
    await rate(kaarna, 24, 0);
    await database.query(
      `insert into public.entries (id, season_id, person_id, status, joined_at, last_active_at, mu, sigma)
       values (gen_random_uuid(), $1, $2, 'active', now(), now(), 26, 0)`,
      [league.season_id, loner.id],
    );
    expect(await top()).toEqual([first, second, `3 Loner /profiles/${loner.user_id}`]);
    await set(`public.ladders set format = 'time_attack' where slug = 'tanks'`);
    expect(await top()).toEqual([]);
    await set(`public.ladders set format = 'rung' where slug = 'tanks'`);
    await database.query('delete from public.entries where person_id = $1', [loner.id]);
    await database.query(
      `update public.entries e set mu = null, sigma = null, rung = given.rung
       from (values ($1::uuid, 1), ($2, 2), ($3, 3)) given (id, rung) where e.id = given.id`,
      [treadheads, kaarna, dust].map(({ entry_id }) => entry_id),
    );
  });
});

it('shows nothing that is retired, and of the rest its words', async () => {
  const shown = async () => {
    const { ladders = [], games = [], figures } = (await look()) ?? {};
    const ladder = ladders.find(({ slug }) => slug === 'tanks');
    const game = games.find(({ slug }) => slug === 'battlefield6');
    return { ladder, game, count: figures?.ladders ?? 0 };
  };
  await set(`public.games set picture_path = '/api/game-pictures/ab' where slug = 'battlefield6'`);
  const before = await shown();
  expect(before).toMatchObject({
    ladder: {
      ...{ name: 'Tanks', game: 'BF6', format: 'rung', region: 'EU', summary: 'Two tanks' },
      ...{ is_test: false, is_open: true, opens_at: null },
    },
    game: { name: 'Battlefield 6', tagline: 'Walls', picture: '/api/game-pictures/ab' },
  });
  await set(`public.ladders set retired_at = now() where slug = 'tanks'`);
  expect(await shown()).toEqual({ ...before, ladder: undefined, count: before.count - 1 });
  await set(`public.ladders set retired_at = null`);
  await set(`public.games set retired_at = now() where slug = 'battlefield6'`);
  expect(await shown()).toEqual({ ladder: undefined, game: undefined, count: 0 });
  await set(`public.games set retired_at = null`);
});

it('has of an article its title and what it is about, in the reader’s language', async () => {
  await database.query(
    `insert into public.articles (slug, title, summary, body, published_at)
     values ('one', '{"en":"One","fi":"Yksi"}', '{"en":"About","fi":"Siitä"}', '{"en":"x"}', $1)`,
    [testNow],
  );
  const read = async (locale: string) =>
    (await loadHome({ ...toInput(database), locale }))?.articles;
  expect(await read('en')).toEqual([{ slug: 'one', title: 'One', summary: 'About' }]);
  expect(await read('fi')).toEqual([{ slug: 'one', title: 'Yksi', summary: 'Siitä' }]);
});

describe('what somebody should do', () => {
  const ask = async () => loadHome(toInput(database, { person: league.kaarna.captain }));
  const next = async () => (await ask())?.next?.kind;

  it('is of a team that is there still, and of a season that runs', async () => {
    const entry = `where id = '${league.kaarna.entry_id}'`;
    expect(await next()).toBe('challenge');
    for (const [away, back, kind] of [
      [
        `entries set status = 'suspended' ${entry}`,
        `entries set status = 'active' ${entry}`,
        'challenge',
      ],
      [
        `entries set status = 'left', rung = null ${entry}`,
        `entries set status = 'active', rung = 2 ${entry}`,
        'join_ladder',
      ],
      [`seasons set status = 'closed'`, `seasons set status = 'open'`, 'join_ladder'],
      ['teams set disbanded_at = now()', 'teams set disbanded_at = null', 'find_team'],
    ] as const) {
      await set(`public.${away}`);
      expect([away, await next()]).toEqual([away, kind]);
      await set(`public.${back}`);
    }
  });

  it('names of several teams that one leads the one on the first ladder, and there the first by name', async () => {
    const { kaarna, dust, treadheads, season_id } = league;
    const { id, user_id } = kaarna.captain;
    const [duels, season] = [randomUUID(), randomUUID()];
    await database.query(
      `insert into public.rosters (team_id, person_id, user_id, role, joined_at)
       select unnest($1::uuid[]), $2, $3, 'co_captain', now()`,
      [[treadheads.id, dust.id], id, user_id],
    );
    await database.query(
      `with made as (insert into public.ladders (id, slug, game_slug, name, format, position)
         values ($1, 'duels', 'battlefield6', 'Duels', 'rung', 2))
       insert into public.seasons (id, ladder_id, stream, number, name, status, rules, rules_version, opens_at, ends_at)
       select $2, $1, 'ladder:' || $1::text, 1, 'Duels 1', 'open', rules, 1, opens_at, ends_at
       from public.seasons where id = $3`,
      [duels, season, season_id],
    );
    await database.query(
      `insert into public.entries (id, season_id, team_id, status, rung, joined_at, last_active_at)
       values (gen_random_uuid(), $1, $2, 'active', 1, now(), now())`,
      [season, treadheads.id],
    );
    const step = async () => {
      const first = (await ask())?.next;
      return first?.kind === 'challenge' ? [first.ladder.slug, first.team.name] : first;
    };
    expect(await step()).toEqual(['tanks', 'Dust Devils']);
    await set(`public.ladders set position = 0 where slug = 'duels'`);
    expect(await step()).toEqual(['duels', 'Treadheads']);
    await database.query('delete from public.seasons where id = $1', [season]);
    await database.query('delete from public.ladders where id = $1', [duels]);
    await database.query(
      `delete from public.rosters where person_id = $1 and role = 'co_captain'`,
      [id],
    );
  });

  it('is one thing, with two more beside it', async () => {
    await database.query(
      `insert into private.scrims (id, game_slug, home_team_id, away_team_id, starts_at, zone, agreed_at)
       select gen_random_uuid(), 'battlefield6', $1, $2, $3::timestamptz + n * interval '1 hour', 'UTC', $3
       from generate_series(1, 4) n`,
      [league.kaarna.id, league.dust.id, testNow],
    );
    const matters = await listMatters(database, league.kaarna.captain.id, testNow);
    expect(matters.map(({ kind }) => kind)).toEqual(['scrim', 'scrim', 'scrim', 'scrim']);
    const { next: first, more } = (await ask()) ?? {};
    expect([first, ...(more ?? [])]).toEqual(matters.slice(0, 3));
    await database.query('delete from private.scrims');
  });
});
