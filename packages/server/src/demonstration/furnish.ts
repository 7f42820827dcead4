import type { Database } from '@muster/database';
import type { StreamName } from '@muster/league';
import type { LadderContent } from '../content/content-kinds.ts';
import { layContent } from '../content/lay-content.ts';
import { toNamedId } from '../content/named-id.ts';
import { getStartingContent } from '../content/starting-content.ts';
import { executeAsSystem } from '../engine/execute.ts';
import type { League } from '../engine/league.ts';
import { keepText } from '../engine/texts.ts';
import { hasDemo, loadDemo } from './demo.ts';
import { furnishBoards } from './furnish-boards.ts';
import { clearDemoCases, furnishCases } from './furnish-cases.ts';
import { furnishEvidence } from './furnish-evidence.ts';
import { clearDemoServers, furnishServers } from './furnish-servers.ts';

/** Its demonstration season is over, so that the archives have one with trophies. */
const endedLadder = 'paintballers-5v5-na';
const seasonDays = 120;
const day = 24 * 3600 * 1000;

interface FurnishOptions {
  onProgress?: (line: string) => void;
}

/** The ladders that the league still has of those it began with, and that never had a season. */
async function listUnopened(league: League): Promise<LadderContent[]> {
  const rows = await league.database.query<{ id: string }>(
    `select id from public.ladders l where l.retired_at is null
       and not exists (select 1 from public.seasons s where s.ladder_id = l.id)`,
  );
  const ids = new Set(rows.map(({ id }) => id));
  return getStartingContent().ladders.filter(({ slug }) => ids.has(toNamedId(`ladder:${slug}`)));
}

/** Opens the first season of a ladder of the content, with the content's rules. */
async function openFirstSeason(league: League, ladder: LadderContent): Promise<void> {
  const id = toNamedId(`ladder:${ladder.slug}`);
  const stream: StreamName<'ladder'> = `ladder:${id}`;
  const { name, game, format, zone, is_test, rules } = ladder;
  await executeAsSystem(league, async (unit) => {
    await unit.hold([stream]);
    const system = { isSystem: true };
    if (unit.ladder(stream).ladder === null) {
      await unit.decideLadder(
        stream,
        { type: 'create_ladder', ladder_id: id, name, game, format, zone, is_test },
        system,
      );
    }
    const starts = Date.parse(unit.at);
    await unit.decideLadder(stream, { type: 'edit_rules', rules }, system);
    await unit.decideLadder(
      stream,
      {
        type: 'plan_season',
        season_id: toNamedId(`season:${ladder.slug}:1:${unit.at}`),
        name: '1',
        starts_at: unit.at,
        ends_at: new Date(starts + seasonDays * day).toISOString(),
      },
      system,
    );
    await unit.decideLadder(stream, { type: 'open_season' }, system);
  });
}

/** Opens a season on each ladder of the starting content that has never had one. */
export async function openFirstSeasons(league: League): Promise<void> {
  for (const ladder of await listUnopened(league)) {
    await openFirstSeason(league, ladder);
  }
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

async function closeSeason(
  league: League,
  stream: StreamName<'ladder'>,
  authorId: string | null,
): Promise<void> {
  await executeAsSystem(league, async (unit) => {
    await unit.hold([stream]);
    const text = 'The demonstration season is over.';
    const written = { text, authorId, matchId: null, at: unit.at };
    const reason = await keepText(unit.transaction, written);
    const command = { type: 'close_season', void_open: true, reason } as const;
    await unit.decideLadder(stream, command, { isSystem: true });
  });
}

/** The steward of the demonstration has ended one of its seasons. */
async function endOneSeason(league: League): Promise<void> {
  const [steward] = await league.database.query<{ id: string }>(
    `select id from public.profiles where is_demo and username = 'Steward'`,
  );
  await closeSeason(league, `ladder:${toNamedId(`demo:${endedLadder}`)}`, steward?.id ?? null);
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
  await openFirstSeasons(league);
  await furnishBoards(league);
  await furnishEvidence(league);
  await furnishServers(league);
  await furnishCases(league);
}

/** Whether somebody who is no figure of the demonstration has acted in its season, or is on one of its teams. */
async function hasRealPeople(league: League): Promise<boolean> {
  const rows = await league.database.query(
    `select 1 from public.league_events e
     join public.profiles p on p.id = e.actor_id and not p.is_demo
     where e.stream in (select stream from public.seasons where is_demo
       union select 'team:' || id from public.teams where is_demo)
     limit 1`,
  );
  return rows.length > 0;
}

async function endDemo(league: League): Promise<void> {
  const seasons = await league.database.query<{ stream: StreamName<'ladder'> }>(
    `select stream from public.seasons where is_demo and status <> 'closed'`,
  );
  for (const { stream } of seasons) {
    await closeSeason(league, stream, null);
  }
}

/**
 * Takes the demonstration season away and opens the real ones. It is dropped whole; if a real person
 * has acted in it, it is ended and kept instead. Returns what became of it.
 */
export async function clearDemo(league: League): Promise<'none' | 'dropped' | 'ended'> {
  if (!(await hasDemo(league.database))) {
    return 'none';
  }
  await clearDemoServers(league);
  const isKept = await hasRealPeople(league);
  if (isKept) {
    await endDemo(league);
  } else {
    const ladders = await league.database.query<{ id: string }>(
      'select distinct ladder_id as id from public.seasons where is_demo',
    );
    await executeAsSystem(league, async (unit) => {
      await clearDemoCases(unit.transaction);
      await unit.transaction.query('select private.clear_demo()');
    });
    await executeAsSystem(league, async (unit) => {
      await unit.hold(['site']);
      const ladder_ids = ladders.map(({ id }) => id);
      await unit.decideSite({ type: 'clear_demo', ladder_ids }, { isSystem: true });
    });
  }
  await openFirstSeasons(league);
  return isKept ? 'ended' : 'dropped';
}
