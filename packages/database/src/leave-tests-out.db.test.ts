import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';
import { backendFolder, leagueFolder, migrationFolders } from './testing/migration-folders.ts';

/** What becomes of figures that counted test ladders too. */

const leftOutSince = '20260123010100';
let given: TestDatabase;

const query = (text: string) => given.database.query(text);
const toId = (kind: string, of: string) => `md5('${kind} ${of}')::uuid`;

/** A ladder with a season, an entry of two wins and a draw, and a ruling of one judge. */
async function addLadder(slug: string, is_test: boolean, hours: number): Promise<void> {
  const [ladder, season] = [toId('ladder', slug), toId('season', slug)];
  await query(`insert into public.ladders (id, slug, game_slug, name, format, position, is_test)
    values (${ladder}, '${slug}', 'game', '${slug}', 'rung', 1, ${is_test})`);
  await query(`insert into public.seasons (id, ladder_id, stream, number, name, status, rules, rules_version, opens_at)
    values (${season}, ${ladder}, 'ladder:' || ${ladder}, 1, 'Season', 'open', '{}', 1, now())`);
  await query(`insert into public.entries (id, season_id, person_id, status, wins, draws, joined_at, last_active_at)
    values (${toId('entry', slug)}, ${season}, (select id from public.profiles), 'active', 2, 1, now(), now())`);
  await query(`insert into public.stream_heads (stream) values ('ladder:' || ${ladder})`);
  await query(`insert into public.league_events (id, stream, sequence, ladder_id, type, version, at, data, previous_hash, hash)
    values (${toId('event', slug)}, 'ladder:' || ${ladder}, 1, ${ladder}, 'ruling_given', 1, date_trunc('milliseconds', now()), '{}',
      repeat('0', 64), md5('${slug}') || md5('${slug}'))`);
  await query(`insert into private.rulings (event_id, dispute_id, actor_id, hours)
    values (${toId('event', slug)}, ${toId('dispute', slug)}, ${toId('judge', 'one')}, ${hours})`);
}

const readFigures = async () => ({
  sides: await query(
    `select sum(change)::integer as sum from private.figure_changes where figure = 'sides_of_results'`,
  ),
  rulings: await query('select rulings, median_hours from private.ruling_figures order by whose'),
});

beforeAll(async () => {
  given = await createTestDatabase({ isEmpty: true });
  const only = (await readdir(leagueFolder.path)).filter((name) => name < leftOutSince);
  await migrate(given.database, [backendFolder, { ...leagueFolder, only }]);
  await query(`insert into public.games (slug, name, short_name, position, has_casual_page, tagline, about, facts, maps, modes)
    values ('game', 'Game', 'G', 1, true, '{}', '{}', '[]', '{}', '{}')`);
  await query(`insert into public.profiles (username) values ('⸺')`);
  await addLadder('played', false, 3);
  await addLadder('tried', true, 9);
});
afterAll(() => given[Symbol.asyncDispose]());

test('figures are counted once more, without what was tried on test ladders', async () => {
  const both = { rulings: 2, median_hours: 6 };
  expect(await readFigures()).toEqual({ sides: [{ sum: 10 }], rulings: [both, both] });
  await migrate(given.database, migrationFolders);
  const one = { rulings: 1, median_hours: 3 };
  expect(await readFigures()).toEqual({ sides: [{ sum: 5 }], rulings: [one, one] });
});
