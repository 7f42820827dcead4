import type { Database } from '@muster/database';
import type { StreamName } from '@muster/league';
import { layContent } from '../content/lay-content.ts';
import { toNamedId } from '../content/named-id.ts';
import { getStartingContent } from '../content/starting-content.ts';
import { executeAsSystem } from '../engine/execute.ts';
import type { League } from '../engine/league.ts';
import { closeDemoSeason } from './close-season.ts';
import { loadDemo } from './demo.ts';
import { listUnopened, openFirstSeasons } from './first-seasons.ts';
import { furnishBoards } from './furnish-boards.ts';
import { furnishCases } from './furnish-cases.ts';
import { furnishEvidence } from './furnish-evidence.ts';
import { furnishServers } from './furnish-servers.ts';

/** Its demonstration season is over, so that the archives have one with trophies. */
const endedLadder = 'paintballers-5v5-na';

interface FurnishOptions {
  onProgress?: (line: string) => void;
}

/** Whether a league has never had a season: the first furnishing plays a whole one for it. */
export async function isUnfurnished(database: Database): Promise<boolean> {
  const [any] = await database.query('select 1 from public.seasons limit 1');
  return any === undefined;
}

/** The demonstration is played on the ladders that ship: who has taken them away plays none. */
async function hasStartingLadders(database: Database): Promise<boolean> {
  const { ladders } = getStartingContent();
  const ids = ladders.map(({ slug }) => toNamedId(`ladder:${slug}`));
  const there = await database.query('select 1 from public.ladders where id = any($1::uuid[])', [
    ids,
  ]);
  return there.length > 0 && there.length === ids.length;
}

/** The steward of the demonstration has ended one of its seasons. */
async function endOneSeason(league: League): Promise<void> {
  const [steward] = await league.database.query<{ id: string }>(
    `select id from public.profiles where is_demo and username = 'Steward'`,
  );
  const stream: StreamName<'ladder'> = `ladder:${toNamedId(`demo:${endedLadder}`)}`;
  await executeAsSystem(league, async (unit) => {
    await unit.hold([stream]);
    await closeDemoSeason(unit, stream, steward?.id ?? null);
  });
}

/** Opens a season on each ladder of the starting content that has never had one. */
async function openNewLadders(league: League): Promise<void> {
  const ladders = await listUnopened(league.database, { afterDemo: false });
  for (const ladder of ladders) {
    await executeAsSystem(league, (unit) => openFirstSeasons(unit, [ladder]));
  }
}

/** Brings content and seasons to a league: a new one gets the demonstration season on every ladder. */
export async function furnishLeague(
  league: League,
  { onProgress = () => {} }: FurnishOptions = {},
): Promise<void> {
  await layContent(league.database);
  if ((await isUnfurnished(league.database)) && (await hasStartingLadders(league.database))) {
    await loadDemo(league.database, { now: league.now(), onProgress });
    await endOneSeason(league);
  }
  await openNewLadders(league);
  await furnishBoards(league);
  await furnishEvidence(league);
  await furnishServers(league);
  await furnishCases(league);
}
