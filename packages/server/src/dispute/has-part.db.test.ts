import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toHasPartSql } from '../page/has-part.ts';
import { createMatch, createTestLeague, type TestLeague } from '../testing/test-league.ts';

let own: TestDatabase;
let database: Database;
let league: TestLeague;
let match: string;

beforeAll(async () => {
  own = await createTestDatabase();
  ({ database } = own);
  league = await createTestLeague(database);
  const { kaarna, dust, treadheads } = league;
  match = await createMatch(database, league, {
    ...{ challenger: kaarna, defender: dust, number: 1, status: 'live' },
  });
  // Another match, of which nobody here is asked.
  await createMatch(database, league, {
    ...{ challenger: treadheads, defender: dust, number: 2, status: 'voided' },
    ended_at: '2026-11-01T00:00:00Z',
  });
});
afterAll(() => own[Symbol.asyncDispose]());

async function hasPart(person: string | null): Promise<boolean | undefined> {
  const [row] = await database.query<{ is: boolean }>(
    `select (${toHasPartSql('m')}) as is from public.matches m where m.id = $1 and ($2::uuid is null or true)`,
    [match, person],
  );
  return row?.is;
}

it('a part in a match has who is on a team of it, plays for its entry, was in its lineup, or stands in it alone', async () => {
  const { kaarna, dust, treadheads, loner, season_id } = league;
  expect(await hasPart(kaarna.player.id)).toBe(true);
  expect(await hasPart(dust.captain.id)).toBe(true);
  expect(await hasPart(treadheads.captain.id)).toBe(false);
  expect(await hasPart(null)).toBe(false);
  const clear = () =>
    Promise.all(
      ['public.rosters', 'public.entry_players', 'private.match_lineups'].map((table) =>
        database.query(`delete from ${table} where person_id = $1`, [loner.id]),
      ),
    );
  const ways: [string, string, unknown[]][] = [
    [
      'a roster',
      `insert into public.rosters (team_id, person_id, user_id, role, joined_at) values ($1, $2, $3, 'player', now())`,
      [dust.id, loner.id, loner.user_id],
    ],
    [
      'an entry',
      `insert into public.entry_players (season_id, entry_id, person_id, eligible_from) values ($1, $2, $3, now())`,
      [season_id, dust.entry_id, loner.id],
    ],
    [
      'a lineup',
      `insert into private.match_lineups (match_id, side, person_id) values ($1, 'defender', $2)`,
      [match, loner.id],
    ],
    [
      'a roster elsewhere',
      `insert into public.rosters (team_id, person_id, user_id, role, joined_at) values ($1, $2, $3, 'player', now())`,
      [treadheads.id, loner.id, loner.user_id],
    ],
    [
      'an entry elsewhere',
      `insert into public.entry_players (season_id, entry_id, person_id, eligible_from) values ($1, $2, $3, now())`,
      [season_id, treadheads.entry_id, loner.id],
    ],
  ];
  const found: string[] = [];
  for (const [way, statement, values] of ways) {
    await database.query(statement, values);
    if (await hasPart(loner.id)) {
      found.push(way);
    }
    await clear();
  }
  expect(found).toEqual(['a roster', 'an entry', 'a lineup']);
  await database.query('update public.entries set team_id = null, person_id = $2 where id = $1', [
    kaarna.entry_id,
    loner.id,
  ]);
  expect(await hasPart(loner.id)).toBe(true);
});
