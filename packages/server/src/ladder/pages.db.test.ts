import type { Database } from '@muster/database';
import { createTestDatabase } from '@muster/database/testing';
import { describe, expect, it } from 'vitest';
import { loadLadderAdmin } from '../ladder-admin/page.ts';
import { loadLadderLog } from '../log/page.ts';
import { createMatch, createTestLeague, type TestLeague, toInput } from '../testing/test-league.ts';
import { loadLadderRules } from './page-rules.ts';

const params = { slug: 'tanks' };

/** As many lines of a log as are asked for; each third one is of the match. */
async function fillLog(database: Database, league: TestLeague, count: number, match: string) {
  const stream = `ladder:${league.ladder.id}`;
  await database.query('insert into public.stream_heads (stream, sequence) values ($1, $2)', [
    stream,
    count,
  ]);
  await database.query(
    `insert into public.league_events
       (id, stream, sequence, ladder_id, match_id, type, version, actor_id, at, data, previous_hash, hash)
     select gen_random_uuid(), $1, n, $2, case when n % 3 = 0 then $3::uuid end,
       case when n % 3 = 0 then 'checked_in' else 'entry_joined' end, 1, null, '2026-11-01T00:00:00Z',
       jsonb_build_object('entry_id', $4::text, 'by', 'challenger', 'players', '[]'::jsonb,
         'salt', repeat('c', 32)),
       repeat('a', 64), repeat('b', 64)
     from generate_series(1, $5::int) n`,
    [stream, league.ladder.id, match, league.kaarna.entry_id, count],
  );
}

async function createPlayed(database: Database) {
  const league = await createTestLeague(database);
  const match = await createMatch(database, league, {
    challenger: league.kaarna,
    defender: league.treadheads,
    status: 'disputed',
    number: 4,
    deadline: '2026-11-30T20:00:00Z',
  });
  return { league, match };
}

describe('the rules page', () => {
  it('shows the season’s own rules object and what the league wrote', async () => {
    await using test = await createTestDatabase();
    await createTestLeague(test.database);
    const data = await loadLadderRules(toInput(test.database, { params }));
    expect(data).toMatchObject({
      ladder: { name: 'Tanks' },
      season: { rules_version: 1, rules: { challenge: { answerWithin: 'PT72H' } } },
    });
    expect(await loadLadderRules(toInput(test.database, { params: { slug: 'nope' } }))).toBeNull();
  });
});

describe('the log page', () => {
  it('shows the newest events first, page by page, without lineups', async () => {
    await using test = await createTestDatabase();
    const { league, match } = await createPlayed(test.database);
    await fillLog(test.database, league, 130, match);
    const newest = await loadLadderLog(toInput(test.database, { params }));
    expect(newest).toMatchObject({ head: { sequence: 130 }, is_latest: true, older: 71 });
    expect(newest?.lines[0]?.sequence).toBe(130);
    expect(JSON.stringify(newest)).not.toMatch(/players|salt|c{32}/);
    expect(newest?.names.entries[league.kaarna.entry_id]?.name).toBe('Kaarna');
    expect(newest?.names.matches?.[match]).toEqual({
      challenger: league.kaarna.entry_id,
      defender: league.treadheads.entry_id,
    });
    const last = await loadLadderLog(
      toInput(test.database, { params, path: '/ladders/tanks/log?before=11' }),
    );
    expect(last).toMatchObject({ is_latest: false, older: null, lines: { length: 10 } });
  });

  it('shows how one entry came to its rung', async () => {
    await using test = await createTestDatabase();
    const { league, match } = await createPlayed(test.database);
    await fillLog(test.database, league, 9, match);
    const { kaarna } = league;
    const data = await loadLadderLog(
      toInput(test.database, { params, path: `/ladders/tanks/log?entry=${kaarna.entry_id}` }),
    );
    expect(data).toMatchObject({
      entry: { name: 'Kaarna', moves: { 2: { from: null, to: 2 } } },
      lines: [{ sequence: 2 }],
    });
  });

  it('takes a damaged address for the whole log', async () => {
    await using test = await createTestDatabase();
    await createTestLeague(test.database);
    const path = '/ladders/tanks/log?entry=x%27&before=-1';
    expect(await loadLadderLog(toInput(test.database, { params, path }))).toMatchObject({
      entry: null,
      lines: [],
    });
  });
});

describe('the admin desk', () => {
  it('is empty for everybody who does not run the ladder', async () => {
    await using test = await createTestDatabase();
    const { league } = await createPlayed(test.database);
    const person = league.kaarna.captain;
    expect(await loadLadderAdmin(toInput(test.database, { params, person }))).toMatchObject({
      desk: null,
    });
    expect(await loadLadderAdmin(toInput(test.database, { params }))).toMatchObject({ desk: null });
  });
});
