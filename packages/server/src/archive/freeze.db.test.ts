import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import {
  type ApiLeague,
  createApiLeague,
  startMatch,
  type TestTeam,
  toScores,
} from '../testing/api-league.ts';
import { toInput } from '../testing/test-league.ts';
import { checkArchive } from './check.ts';
import { loadArchive, loadArchives } from './page.ts';
import { loadArchiveDebug } from './page-debug.ts';

let own: ApiLeague;
let admin: Viewer;

beforeAll(async () => {
  own = await createApiLeague();
  admin = await own.addAdmin('Owner');
});
afterAll(() => own[Symbol.asyncDispose]());

const look = (archive: string, part = 'overview') =>
  loadArchive(
    toInput(own.database, { params: { archive }, path: `/archives/${archive}?part=${part}` }),
  );
const debug = async (query: string) =>
  (await loadArchiveDebug(toInput(own.database, { path: `/archives/debug${query}` })))?.chosen;

async function getSeasonId(slug: string): Promise<string> {
  const [row] = await own.database.query<{ season_id: string }>(
    'select season_id from public.season_archives where slug = $1',
    [slug],
  );
  return row?.season_id ?? '';
}

const check = async (slug: string) =>
  checkArchive(own.database, { table: 'season', id: await getSeasonId(slug) });

/** Changes what is frozen, which no one may, and puts it back. */
async function withFault(fault: string, mend: string, work: () => Promise<void>): Promise<void> {
  const apply = (statement: string) =>
    own.database.transaction(async (transaction) => {
      await transaction.query('set local session_replication_role = replica');
      await transaction.query(statement);
    });
  await apply(fault);
  await work();
  await apply(mend);
}

async function playSeason(ladder: string) {
  await own.addLadder(ladder);
  const loser = await own.addTeam(`A${ladder} lost`, ladder);
  const winner = await own.addTeam(`B${ladder} won`, ladder);
  return { loser, winner, ...(await win(ladder, winner, loser)) };
}

/** A match that the challenger wins, as the loser reports. */
async function win(ladder: string, winner: TestTeam, loser: TestTeam) {
  const { match, maps } = await startMatch(own, ladder, [winner, loser]);
  const scores = toScores(maps, 'challenger');
  await own.act(loser.captain, { path: `/matches/${match}/report`, body: { scores } });
  return { match, maps };
}

it('freezes a season as it closes: standing, matches, rosters, trophies and records', async () => {
  const { loser, winner, match, maps } = await playSeason('tanks');
  expect(await look('tanks-season-1')).toBeNull();
  await own.act(admin, { path: '/ladders/tanks/seasons/closing', body: { name: 'Season 1' } });
  const first = { name: winner.name, href: `/teams/${winner.slug}` };
  const second = { name: loser.name, href: `/teams/${loser.slug}` };
  const data = await look('tanks-season-1');
  expect(data).toMatchObject({
    kind: 'season',
    counts: { standing: 2, match: 1, roster: 2 },
    trophies: [
      { place: 1, who: first },
      { place: 2, who: second },
    ],
    standings: [
      { place: 1, who: first, wins: 1, losses: 0 },
      { place: 2, who: second, wins: 0, losses: 1 },
    ],
    records: [
      { kind: 'most_wins', who: first, value: 1 },
      { kind: 'most_matches', value: 1 },
      { kind: 'most_matches', value: 1 },
    ],
  });
  expect((await look('tanks-season-1', 'matches'))?.matches).toMatchObject([
    {
      one: first,
      other: second,
      winner: 'one',
      score: [2, 0],
      is_forfeit: false,
      maps,
      href: `/matches/${match}`,
    },
  ]);
  const rosters = (await look('tanks-season-1', 'rosters'))?.rosters;
  expect(rosters?.map(({ players }) => players.map(({ who, role }) => [who.name, role]))).toEqual(
    [winner, loser].map(({ captain, player }) => [
      [captain.username, 'captain'],
      [player.username, 'player'],
    ]),
  );
  // The line of the log that the match rests on.
  const chosen = await debug('?archive=tanks-season-1&section=match');
  expect(JSON.parse(chosen?.rows[0]?.raw ?? '')).toMatchObject({
    type: 'match_completed',
    match_id: match,
  });
});

it('keeps its records in one order: wins, matches, then the longest row of wins', async () => {
  await own.addLadder('row');
  const losers = [await own.addTeam('First lost', 'row'), await own.addTeam('Then lost', 'row')];
  const winner = await own.addTeam('Twice won', 'row');
  for (const loser of losers.toReversed()) {
    await win('row', winner, loser);
  }
  await own.act(admin, { path: '/ladders/row/seasons/closing', body: { name: 'Season 1' } });
  const who = { name: winner.name, href: `/teams/${winner.slug}` };
  expect((await look('row-season-1'))?.records).toMatchObject([
    { kind: 'most_wins', who, value: 2 },
    { kind: 'most_matches', who, value: 2 },
    { kind: 'longest_streak', who, value: 2 },
  ]);
});

it('holds against its own log, and says what does not', async () => {
  const { match } = await playSeason('guns');
  await own.act(admin, { path: '/ladders/guns/seasons/closing', body: { name: 'Season 1' } });
  expect(await check('guns-season-1')).toEqual([]);
  const id = await getSeasonId('guns-season-1');
  const toNumber = (by: number, section: string) =>
    `update public.season_archives set counts = jsonb_set(counts, '{${section}}', '${by}') where season_id = '${id}'`;
  await withFault(toNumber(3, 'match'), toNumber(1, 'match'), async () => {
    expect(await check('guns-season-1')).toEqual([{ code: 'counts', about: 'match: 1' }]);
  });
  const toHead = (step: string) =>
    `update public.season_archives set sequence = sequence ${step} where season_id = '${id}'`;
  await withFault(toHead('- 1'), toHead('+ 1'), async () => {
    expect(await check('guns-season-1')).toMatchObject([{ code: 'head' }]);
  });
  const toMatch = (from: string, to: string) =>
    `update public.season_archive_rows set content = replace(content::text, '"match": "${from}', '"match": "${to}')::jsonb
     where season_id = '${id}' and section = 'match'`;
  const start = match.slice(0, 8);
  await withFault(toMatch(start, 'ffffffff'), toMatch('ffffffff', start), async () => {
    expect(await check('guns-season-1')).toMatchObject([
      { code: 'content_hash' },
      { code: 'surplus', place: { section: 'match', position: 1 } },
      { code: 'missing', about: `match ${match}` },
    ]);
  });
  expect(await check('guns-season-1')).toEqual([]);
  expect((await debug('?archive=guns-season-1'))?.check).toBeNull();
  expect((await debug('?archive=guns-season-1&check=1'))?.check).toEqual([]);
});

it('forgets who leaves the league and holds all the same; a rename changes nothing', async () => {
  const { winner } = await playSeason('jets');
  await own.act(admin, { path: '/ladders/jets/seasons/closing', body: { name: 'Season 1' } });
  await own.database.query(`update public.teams set name = 'Other' where id = $1`, [winner.id]);
  await own.database.query(`update public.profiles set username = 'Newname' where id = $1`, [
    winner.captain.person_id,
  ]);
  await own.database.query('delete from auth.users where id = $1', [winner.player.user_id]);
  const roster = (await look('jets-season-1', 'rosters'))?.rosters[0];
  expect(roster?.who.name).toBe(winner.name);
  expect(roster?.players.map(({ who }) => who)).toEqual([
    {
      name: winner.captain.username,
      tag: null,
      href: `/profiles/${winner.captain.user_id}`,
    },
    { name: null, tag: null, href: null },
  ]);
  expect(await check('jets-season-1')).toEqual([]);
});

it('masks a name that an admin hid, and shows it again where that was undone', async () => {
  const { winner } = await playSeason('masks');
  await own.act(admin, { path: '/ladders/masks/seasons/closing', body: { name: 'Season 1' } });
  const { captain } = winner;
  await own.database.query(
    `insert into private.renames (id, person_id, team_id, from_name, to_name, reason, hides, at)
     values (gen_random_uuid(), null, $1, $2, 'Other', 'r', true, now()),
       (gen_random_uuid(), $3, null, $4, 'Other', 'r', true, now())`,
    [winner.id, winner.name, captain.person_id, captain.username],
  );
  const first = async () => {
    const roster = (await look('masks-season-1', 'rosters'))?.rosters[0];
    return [roster?.who.name, ...(roster?.players.map(({ who }) => who.name) ?? [])];
  };
  const { username } = winner.player;
  expect(await first()).toEqual(['***', '***', username]);
  await own.database.query('update private.renames set undone_at = now()');
  expect(await first()).toEqual([winner.name, captain.username, username]);
  await own.database.query('update private.renames set undone_at = null, hides = false');
  expect(await first()).toEqual([winner.name, captain.username, username]);
  expect(await check('masks-season-1')).toEqual([]);
});

it('keeps the runs and the fastest of a time attack', async () => {
  const timeAttack = { stages: ['Pass'], ranking: 'points', points: [10, 6] };
  await own.addLadder('rally', 'time_attack', { timeAttack });
  for (const [name, time_ms] of Object.entries({ Aino: 90_000, Bram: 70_000 })) {
    const driver = await own.addPerson(name);
    const { entry } = await own.act(driver, { path: '/ladders/rally/entries' });
    const run = { stage: 'Pass', time_ms, proof: 'https://video.example/run' };
    const made = await own.act(driver, { path: `/entries/${entry}/runs`, body: run });
    await own.act(admin, { path: `/runs/${made.run}/confirmation` });
  }
  await own.act(admin, { path: '/ladders/rally/seasons/closing', body: { name: 'Season 1' } });
  const data = await look('rally-season-1');
  expect(data?.records).toMatchObject([
    { kind: 'fastest_run', title: 'Pass', who: { name: 'Bram' }, value: 70_000 },
  ]);
  expect(data?.standings[0]?.wins).toBeNull();
  expect((await look('rally-season-1', 'runs'))?.runs).toMatchObject([
    { stage: 'Pass', who: { name: 'Bram' }, time_ms: 70_000 },
    { who: { name: 'Aino' }, time_ms: 90_000 },
  ]);
  expect(await check('rally-season-1')).toEqual([]);
});

it('gives a season an address of its own where another ladder had its name', async () => {
  await playSeason('ships');
  await own.act(admin, { path: '/ladders/ships/seasons/closing', body: { name: 'Season 1' } });
  await own.database.query(`update public.ladders set slug = 'boats' where slug = 'ships'`);
  await own.addLadder('ships');
  await own.act(admin, { path: '/ladders/ships/seasons/closing', body: { name: 'Season 1' } });
  expect((await look('ships-season-1'))?.ladder?.slug).toBe('boats');
  expect((await look('ships-season-1-2'))?.ladder?.slug).toBe('ships');
});

it('is chosen by year, game and ladder, and is one page of many', async () => {
  await own.addLadder('choice');
  await own.act(admin, { path: '/ladders/choice/seasons/closing', body: { name: 'Season 1' } });
  const choose = async (query: string) => {
    const found = await loadArchives(toInput(own.database, { path: `/archives${query}` }));
    return found?.archives.map(({ slug }) => slug) ?? [];
  };
  const year = new Date(own.league.now()).getUTCFullYear();
  expect(await choose('?ladder=choice')).toEqual(['choice-season-1']);
  expect(await choose(`?ladder=choice&year=${year}`)).toEqual(['choice-season-1']);
  expect(await choose(`?ladder=choice&year=${year - 1}`)).toEqual([]);
  expect(await choose('?ladder=choice&game=battlefield6')).toEqual(['choice-season-1']);
  expect(await choose('?ladder=choice&game=none')).toEqual([]);
  await own.database.query(
    `insert into public.archives (slug, title, closed_at)
     select 'many-' || n, '{"en":"Many"}', '1999-01-01'::timestamptz + n * interval '1 minute' from generate_series(1, 3000) n`,
  );
  expect(await choose('?year=1999')).toHaveLength(50);
  expect((await choose('?year=1999')).at(0)).toBe('many-3000');
  expect(await choose('?year=1999&from=2951')).toHaveLength(50);
  expect((await choose('?year=1999&from=3000')).at(-1)).toBe('many-1');
  expect(await choose('?year=1999&from=3001')).toEqual([]);
});
