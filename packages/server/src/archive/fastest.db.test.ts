import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { loadProfile } from '../person/page.ts';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';
import { toInput } from '../testing/test-league.ts';
import { checkArchive } from './check.ts';
import { loadArchive } from './page.ts';

/** Whose runs make a record and a trophy of a time attack. */

let own: ApiLeague;
let admin: Viewer;

beforeAll(async () => {
  own = await createApiLeague();
  admin = await own.addAdmin('Owner');
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

interface Driver {
  person: Viewer;
  entry: string;
}

async function addRally(ladder: string): Promise<void> {
  const timeAttack = { stages: ['Pass', 'Forest'], ranking: 'points', points: [10, 6, 4] };
  await own.addLadder(ladder, 'time_attack', { timeAttack });
}

async function addDriver(ladder: string, name: string): Promise<Driver> {
  const person = await own.addPerson(name);
  const { entry } = await own.act(person, { path: `/ladders/${ladder}/entries` });
  return { person, entry: String(entry) };
}

/** A run, with the word of an admin, of another driver, or of nobody. */
async function drive(
  { person, entry }: Driver,
  { stage = 'Pass', time_ms, by }: { stage?: string; time_ms: number; by: Viewer | null },
): Promise<void> {
  const body = { stage, time_ms, proof: 'https://video.example/run' };
  const { run } = await own.act(person, { path: `/entries/${entry}/runs`, body });
  if (by !== null) {
    await own.act(by, { path: `/runs/${run}/confirmation` });
  }
}

async function close(ladder: string) {
  const body = { name: 'Season 1' };
  await own.act(admin, { path: `/ladders/${ladder}/seasons/closing`, body });
  const archive = `${ladder}-season-1`;
  const data = await loadArchive(toInput(own.database, { params: { archive } }));
  return {
    records: data?.records.map(({ title, who, value }) => [title, who.name, value]),
    trophies: data?.trophies.map(({ place, who }) => [place, who.name]),
    places: data?.standings.map(({ place, who }) => [place, who.name]),
  };
}

async function check(ladder: string) {
  const [row] = await own.database.query<{ id: string }>(
    'select season_id as id from public.season_archives where slug = $1',
    [`${ladder}-season-1`],
  );
  return checkArchive(own.database, { table: 'season', id: row?.id ?? '' });
}

/** How many trophies the profile shows. */
async function countTrophies({ person }: Driver): Promise<number | undefined> {
  const params = { user_id: person.user_id };
  return (await loadProfile(toInput(own.database, { params })))?.trophies.length;
}

it('keeps as a stage’s fastest the run that an admin verified, not a faster one that waits for that', async () => {
  await addRally('pass');
  const aino = await addDriver('pass', 'Aino');
  const bram = await addDriver('pass', 'Bram');
  const cleo = await addDriver('pass', 'Cleo');
  const dina = await addDriver('pass', 'Dina');
  await drive(aino, { time_ms: 80_000, by: admin });
  await drive(aino, { time_ms: 85_000, by: admin });
  await drive(bram, { time_ms: 79_999, by: cleo.person });
  await drive(cleo, { time_ms: 80_001, by: aino.person });
  await drive(dina, { time_ms: 80_002, by: null });
  // No admin has verified one of this stage.
  await drive(bram, { stage: 'Forest', time_ms: 90_000, by: cleo.person });
  const { records, trophies, places } = await close('pass');
  expect(records).toEqual([['Pass', 'Aino', 80_000]]);
  expect(places).toEqual([
    [1, 'Aino'],
    [2, 'Cleo'],
    [3, 'Bram'],
    [3, 'Dina'],
  ]);
  expect(trophies).toEqual([
    [1, 'Aino'],
    [2, 'Cleo'],
  ]);
  expect(await check('pass')).toEqual([]);
  const counts = await Promise.all([aino, cleo, bram, dina].map(countTrophies));
  expect(counts).toEqual([1, 1, 0, 0]);
});

it('shares a record between equal runs that count, and names nobody twice', async () => {
  await addRally('twins');
  const eero = await addDriver('twins', 'Eero');
  const fay = await addDriver('twins', 'Fay');
  await drive(eero, { time_ms: 80_000, by: admin });
  await drive(eero, { time_ms: 80_000, by: admin });
  await drive(fay, { time_ms: 80_000, by: eero.person });
  const { records } = await close('twins');
  expect(records?.toSorted()).toEqual([
    ['Pass', 'Eero', 80_000],
    ['Pass', 'Fay', 80_000],
  ]);
  expect(await check('twins')).toEqual([]);
});

it('keeps no record and no trophy of who has left, and holds their run against nobody', async () => {
  await addRally('left');
  const hal = await addDriver('left', 'Hal');
  const ida = await addDriver('left', 'Ida');
  await addDriver('left', 'Jon');
  await drive(hal, { time_ms: 60_000, by: admin });
  await drive(hal, { time_ms: 80_000, by: admin });
  await drive(ida, { time_ms: 80_000, by: admin });
  await drive(ida, { time_ms: 70_000, by: hal.person });
  await own.act(hal.person, { path: `/ladders/left/entries/${hal.entry}`, method: 'DELETE' });
  expect(await close('left')).toEqual({
    records: [['Pass', 'Ida', 80_000]],
    trophies: [[1, 'Ida']],
    places: [
      [1, 'Ida'],
      [2, 'Jon'],
    ],
  });
  expect(await check('left')).toEqual([]);
});

it('gives no trophy where nobody has a run that counts', async () => {
  await addRally('none');
  const kai = await addDriver('none', 'Kai');
  const lea = await addDriver('none', 'Lea');
  await drive(kai, { time_ms: 60_000, by: null });
  // As slow as what an admin has verified in other seasons.
  await drive(lea, { time_ms: 90_000, by: kai.person });
  expect(await close('none')).toMatchObject({ records: [], trophies: [] });
  expect(await check('none')).toEqual([]);
});

it('checks an archive from before that was asked by what was asked then', async () => {
  await addRally('before');
  const mia = await addDriver('before', 'Mia');
  const nils = await addDriver('before', 'Nils');
  await drive(mia, { time_ms: 80_000, by: admin });
  await drive(nils, { time_ms: 70_000, by: mia.person });
  await close('before');
  expect(await check('before')).toEqual([]);
  await own.database.transaction(async (transaction) => {
    await transaction.query('set local session_replication_role = replica');
    await transaction.query(
      `update public.season_archives set is_of_counting_runs = false where slug = 'before-season-1'`,
    );
  });
  const fastest = (driver: Driver) => `record fastest_run Pass ${driver.person.person_id}`;
  expect(await check('before')).toEqual([
    { code: 'surplus', about: fastest(mia), place: { section: 'record', position: 1 } },
    { code: 'missing', about: `trophy ${nils.person.person_id}` },
    { code: 'missing', about: fastest(nils) },
  ]);
});
