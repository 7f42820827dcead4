import { setImmediate } from 'node:timers/promises';
import type { Database } from '@muster/database';
import {
  type FormatName,
  getRosterLimits,
  type PlayedLadder,
  parseRules,
  simulateSeasons,
} from '@muster/league';
import { toNamedId } from '../content/named-id.ts';
import { getStartingContent } from '../content/starting-content.ts';
import { toRegion } from './season.ts';
import { writeHappened, writePeople } from './write-simulation.ts';

export interface SeedOptions {
  teams: number;
  people: number;
  matches: number;
  seasons: number;
  seed: number;
  /** Until when it is played. */
  now: Date;
}

interface SeedProgress {
  onProgress: (line: () => string) => void;
  signal: AbortSignal;
}

export interface Seeded {
  matches: number;
  events: number;
}

/** The part of a region's teams that joins a ladder. */
const share = 0.5;
/** Of so many teams people drive against the clock: matches are what is asked for. */
const driving = 10;
const day = 86_400_000;
/** How many matches a team that joins a ladder makes there in a day by the usual habits: measured, and rather fewer. */
const matchesADay = 0.1;
/** The part of all teams that a region has. */
const parts = { europe: 5 / 8, america: 3 / 8, everywhere: 1 };
/** A season's days beside those in which challenges are made. */
const daysAround = 21;

/** The ladders that a league plays, with the rules that ship with them. */
export async function listPlayed(
  database: Pick<Database, 'query'>,
  { teams }: Pick<SeedOptions, 'teams'>,
): Promise<PlayedLadder[]> {
  const { ladders } = getStartingContent();
  const rules = new Map(
    ladders.map((ladder) => [toNamedId(`ladder:${ladder.slug}`), ladder.rules]),
  );
  const rows = await database.query<{
    id: string;
    name: string;
    game: string;
    format: FormatName;
    zone: string;
    region: string;
  }>(
    `select l.id, l.name, l.game_slug as game, l.format, l.zone, l.region from public.ladders l
     join public.games g on g.slug = l.game_slug and g.retired_at is null
     where l.retired_at is null and not l.is_test order by l.position, l.id`,
  );
  return rows.map(({ id, region, zone, ...ladder }) => ({
    ...ladder,
    zone,
    ladder_id: id,
    is_test: false,
    rules: rules.get(id) ?? {},
    region: region.includes('+') ? 'everywhere' : toRegion(zone),
    share: ladder.format === 'time_attack' ? Math.min(share, driving / teams) : share,
  }));
}

/** How many teams a ladder has, if it takes teams that are no larger. */
function countEntries(
  { teams, people }: Pick<SeedOptions, 'teams' | 'people'>,
  { format, region, rules }: PlayedLadder,
): number {
  const parsed = parseRules(rules);
  const smallest = parsed.ok ? getRosterLimits(parsed.rules).minimum : 1;
  const isOpen = format !== 'time_attack' && smallest < people / teams;
  return isOpen ? teams * parts[region] * share : 0;
}

/** About how many days it takes to play so much; infinite where no ladder takes such teams. */
export function estimateDays(
  options: Pick<SeedOptions, 'teams' | 'people' | 'matches' | 'seasons'>,
  ladders: readonly PlayedLadder[],
): number {
  const entries = ladders.reduce((sum, ladder) => sum + countEntries(options, ladder), 0);
  return Math.ceil(options.matches / (entries * matchesADay) + options.seasons * daysAround);
}

/** Whether nobody and nothing of a league is there yet but its content. */
export async function isUnpeopled(database: Pick<Database, 'query'>): Promise<boolean> {
  const [found] = await database.query(
    `select 1 where exists (select from public.profiles) or exists (select from public.seasons)
       or exists (select from public.league_events)`,
  );
  return found === undefined;
}

/** Fills a league that has its content and nothing else by the rules of its ladders, in one transaction. */
export function seedLeague(
  database: Database,
  options: SeedOptions & { ladders: readonly PlayedLadder[] },
  { onProgress, signal }: SeedProgress,
): Promise<Seeded> {
  const { now, matches: wanted, ladders } = options;
  const ends = Math.floor(now.getTime() / 1000) * 1000;
  const { steps, ...cast } = simulateSeasons({
    ...options,
    starts_at: new Date(ends - estimateDays(options, ladders) * day).toISOString(),
    ends_at: new Date(ends).toISOString(),
  });
  return database.transaction(
    async (transaction) => {
      await writePeople(transaction, cast, { isDemo: false });
      // The rules have judged who may judge; the matches by which the database would are written after their log.
      await transaction.query('alter table public.league_events disable trigger guard_ruling');
      const seeded = { matches: 0, events: 0 };
      for (const { season, matches, turn } of steps) {
        signal.throwIfAborted();
        onProgress(() => `Season ${season} of ${options.seasons}: ${matches} of ${wanted} matches`);
        if (turn !== null) {
          const how = {
            isDemo: false,
            toStream: (name: (typeof turn.log)[number]['stream']) => name,
          };
          seeded.events += await writeHappened(transaction, turn, how);
        }
        seeded.matches = matches;
        // Playing waits for nothing: whoever wants to end it has their turn here.
        await setImmediate();
      }
      await transaction.query('alter table public.league_events enable trigger guard_ruling');
      return seeded;
    },
    { statementTimeout: 0 },
  );
}
