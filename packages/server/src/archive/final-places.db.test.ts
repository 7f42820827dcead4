import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LoaderInput, Viewer } from '../context.ts';
import { loadLadder } from '../ladder/page.ts';
import { loadProfile } from '../person/page.ts';
import { loadTeam } from '../team/page.ts';
import { type ApiLeague, createApiLeague, startMatch, toScores } from '../testing/api-league.ts';
import { toInput } from '../testing/test-league.ts';
import { loadArchive } from './page.ts';

let own: ApiLeague;
let admin: Viewer;

beforeAll(async () => {
  own = await createApiLeague();
  admin = await own.addAdmin('Owner');
});
afterAll(() => own[Symbol.asyncDispose]());

const look = (params: Record<string, string>): LoaderInput => toInput(own.database, { params });

async function close(ladder: string): Promise<void> {
  await own.act(admin, { path: `/ladders/${ladder}/seasons/closing`, body: { name: 'Season 1' } });
}

/** The places of each of these seasons as the log has them, by the name that the archive shows. */
async function listPlaces(archive: string): Promise<(string | number | null)[][]> {
  const data = await loadArchive(look({ archive }));
  return (data?.standings ?? []).map(({ place, who, wins }) => [place, who.name, wins]);
}

it('shows a time attack’s final places by its runs, and says them on its drivers’ pages', async () => {
  const timeAttack = { stages: ['Pass'], ranking: 'points', points: [10, 6, 4, 2] };
  await own.addLadder('rally', 'time_attack', { timeAttack });
  const times = { Aino: 90_000, Bram: 70_000, Cleo: 80_000, Dina: 80_000 };
  const drivers = new Map<string, Viewer>();
  for (const [name, time_ms] of Object.entries(times)) {
    const driver = await own.addPerson(name);
    drivers.set(name, driver);
    const { entry } = await own.act(driver, { path: '/ladders/rally/entries' });
    const run = { stage: 'Pass', time_ms, proof: 'https://video.example/run' };
    const made = await own.act(driver, { path: `/entries/${entry}/runs`, body: run });
    await own.act(admin, { path: `/runs/${made.run}/confirmation` });
  }
  await close('rally');
  expect(await listPlaces('rally-season-1')).toEqual([
    [1, 'Bram', null],
    [2, 'Cleo', null],
    [2, 'Dina', null],
    [4, 'Aino', null],
  ]);
  const toTrophies = async (name: string) =>
    (await loadProfile(look({ user_id: drivers.get(name)?.user_id ?? '' })))?.trophies;
  expect(await toTrophies('Dina')).toMatchObject([
    { place: 2, ladder: { slug: 'rally' }, archive: 'rally-season-1' },
  ]);
  expect(await toTrophies('Aino')).toEqual([]);
});

it('gives the winners of a rating ladder their place, as it gives those of a rung ladder theirs', async () => {
  for (const [ladder, format] of [
    ['duels', 'rating'],
    ['tanks', 'rung'],
  ] as const) {
    await own.addLadder(ladder, format);
    const loser = await own.addTeam(`${ladder} lost`, ladder);
    const winner = await own.addTeam(`${format} won`, ladder);
    const before = await loadLadder(look({ slug: ladder }));
    expect(before?.standings.map(({ place }) => place)).toEqual(
      // Nobody has played: equal ratings share a place, rungs are never shared.
      format === 'rating' ? [1, 1] : [1, 2],
    );
    const ownPlace = (await loadTeam(look({ slug: winner.slug })))?.entries[0]?.rung;
    expect(ownPlace).toBe(format === 'rating' ? 1 : 2);
    const { match, maps } = await startMatch(own, ladder, [winner, loser]);
    const scores = toScores(maps, 'challenger');
    await own.act(loser.captain, { path: `/matches/${match}/report`, body: { scores } });
    await close(ladder);
    expect(await listPlaces(`${ladder}-season-1`)).toEqual([
      [1, winner.name, 1],
      [2, loser.name, 0],
    ]);
    const trophy = {
      ladder: { slug: ladder, name: ladder },
      season: 'Season 1',
      archive: `${ladder}-season-1`,
    };
    for (const [team, place] of [
      [winner, 1],
      [loser, 2],
    ] as const) {
      expect((await loadTeam(look({ slug: team.slug })))?.trophies).toEqual([{ place, ...trophy }]);
    }
  }
});
