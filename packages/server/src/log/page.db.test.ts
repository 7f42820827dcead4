import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestLeague, type TestLeague, toInput } from '../testing/test-league.ts';
import { loadLadderLog } from './page.ts';

let own: TestDatabase;
let database: Database;
let league: TestLeague;
let stream: string;

beforeEach(async () => {
  own = await createTestDatabase();
  ({ database } = own);
  league = await createTestLeague(database);
  stream = `ladder:${league.ladder.id}`;
});
afterEach(() => own[Symbol.asyncDispose]());

async function fill(count: number, data: object = {}, of = stream): Promise<void> {
  await database.query(
    'insert into public.stream_heads (stream, sequence, hash) values ($1, $2, $3)',
    [of, count, 'b'.repeat(64)],
  );
  await database.query(
    `insert into public.league_events
       (id, stream, sequence, ladder_id, match_id, type, version, actor_id, at, data, previous_hash, hash)
     select gen_random_uuid(), $1, n, $2, null, 'ladder_edited', 1, $3, '2026-11-01T00:00:00Z', $4,
       repeat('a', 64), repeat('b', 64)
     from generate_series(1, $5::int) n`,
    [of, league.ladder.id, league.loner.id, JSON.stringify(data), count],
  );
}

const look = async (query = '') =>
  (await loadLadderLog(
    toInput(database, { params: { slug: 'tanks' }, path: `/ladders/tanks/log${query}` }),
  )) ?? expect.fail();
const numbers = ({ lines }: Awaited<ReturnType<typeof look>>) =>
  lines.map(({ sequence }) => sequence);

describe('a page of the log', () => {
  it.each([
    [60, null],
    [61, 2],
  ])('of %i lines has sixty, the newest first, and leads on from %s', async (count, older) => {
    await fill(count);
    const data = await look();
    expect(numbers(data)).toEqual(Array.from({ length: 60 }, (_, place) => count - place));
    expect([data.older, data.is_latest]).toEqual([older, true]);
    expect(data.head).toEqual({ stream, sequence: count, hash: 'b'.repeat(64) });
  });

  it('goes on before the line that the address names', async () => {
    await fill(70);
    const data = await look('?before=11');
    expect(numbers(data)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect([data.older, data.is_latest]).toEqual([null, false]);
    expect(numbers(await look('?before=1'))).toEqual([]);
  });

  it('is of this ladder alone, and says who acted and why', async () => {
    const text = randomUUID();
    await database.query(
      `insert into private.event_texts (id, salt, text) values ($1, 'salt', 'Too late.')`,
      [text],
    );
    await fill(2, { text: { text_id: text }, players: ['x'], salt: 'y', name: 'Tanks' });
    await fill(3, {}, `ladder:${randomUUID()}`);
    const data = await look();
    expect(numbers(data)).toEqual([2, 1]);
    expect(data.lines[0]).toMatchObject({
      reason: 'Too late.',
      data: { text: { text_id: text }, name: 'Tanks' },
      actor_id: league.loner.id,
    });
    expect(Object.keys(data.lines[0]?.data ?? {}).sort()).toEqual(['name', 'text']);
    expect(data.names.people).toEqual({
      [league.loner.id]: { username: 'Loner', user_id: league.loner.user_id },
    });
  });

  it('is empty of a ladder without one, and names no ladder that is not there', async () => {
    expect(await look()).toMatchObject({ head: null, lines: [], older: null, entry: null });
    const params = { slug: 'none' };
    expect(await loadLadderLog(toInput(database, { params }))).toBeNull();
  });
});

describe('the way of one entry', () => {
  const rate = (sequence: number, from: [number, number] | null, mu: number) =>
    database.query(
      `insert into public.entry_ratings (entry_id, sequence, at, from_mu, from_sigma, mu, sigma, cause)
       values ($1, $2, '2026-11-01', $3, $4, $5, 8, 'x')`,
      [league.kaarna.entry_id, sequence, from?.[0] ?? null, from?.[1] ?? null, mu],
    );
  const climb = (entry: string, sequence: number) =>
    database.query(
      `insert into public.entry_rungs (entry_id, sequence, at, from_rung, to_rung, cause)
       values ($1, $2, '2026-11-01', 3, 2, 'x')`,
      [entry, sequence],
    );

  it('is what moved it or its rating, and nothing that moved others', async () => {
    await fill(9);
    await climb(league.kaarna.entry_id, 5);
    await climb(league.dust.entry_id, 6);
    await rate(7, null, 25);
    await rate(8, [25, 8.5], 26);
    const query = `?entry=${league.kaarna.entry_id}`;
    const data = await look(query);
    expect(numbers(data)).toEqual([8, 7, 5, 2]);
    expect(data.entry).toMatchObject({
      name: 'Kaarna',
      href: '/teams/kaarna',
      moves: { 5: { from: 3, to: 2 } },
      ratings: {
        7: { from: null, to: { mu: 25, sigma: 8 } },
        8: { from: { mu: 25, sigma: 8.5 }, to: { mu: 26, sigma: 8 } },
      },
    });
    expect(numbers(await look(`${query}&before=7`))).toEqual([5, 2]);
    expect(numbers(await look(`${query}&before=8`))).toEqual([7, 5, 2]);
    expect((await look(`?entry=${randomUUID()}`)).entry).toBeNull();
  });
});
