import { setImmediate } from 'node:timers/promises';
import type { Database } from '@muster/database';
import type { Simulation, StreamName } from '@muster/league';
import { toNamedId } from '../content/named-id.ts';
import { getStartingContent } from '../content/starting-content.ts';
import { toKind } from '../engine/kinds/kinds.ts';
import { createProgress, type Progress } from '../league-file/progress.ts';
import { playDemoSeason } from './season.ts';
import { writeHappened, writePeople } from './write-simulation.ts';

interface DemoOptions {
  now: Date;
  onProgress?: (line: string) => void;
  /** Ends it, and everything is taken back. */
  signal?: AbortSignal;
}

export async function hasDemo(database: Database): Promise<boolean> {
  const rows = await database.query('select 1 from public.seasons where is_demo limit 1');
  return rows.length > 0;
}

/** Ladders that ship and have, or had, a season of their own: no demonstration is played there any more. By name. */
export async function listTaken(database: Database): Promise<string[]> {
  const ladders = getStartingContent().ladders.map(({ slug }) => toNamedId(`ladder:${slug}`));
  const rows = await database.query<{ name: string }>(
    `select l.name from public.ladders l where l.id = any($1::uuid[]) and exists (
       select from public.seasons s where s.ladder_id = l.id and not s.is_demo)
     order by l.position, l.id`,
    [ladders],
  );
  return rows.map(({ name }) => name);
}

/** Writes a simulated season, people and all, in one transaction. Its ladders must be there. Returns how many events. */
export function writeSimulation(
  database: Database,
  simulation: Simulation,
  how: { progress?: Progress; signal?: AbortSignal } = {},
): Promise<number> {
  const seasons = new Map(
    Object.entries(simulation.ladders).map(([id, { season }]) => [`ladder:${id}`, season?.id]),
  );
  // The demonstration's season has a stream of its own, so that it can be dropped whole.
  const toStream = (name: StreamName): StreamName =>
    toKind(name) === 'ladder' ? `ladder:${seasons.get(name) ?? ''}` : name;
  return database.transaction(async (transaction) => {
    await writePeople(transaction, simulation, { isDemo: true });
    return writeHappened(transaction, simulation, { ...how, isDemo: true, toStream });
  });
}

/** Plays the demonstration season and writes it, people and all, in one transaction. */
export async function loadDemo(
  database: Database,
  { now, onProgress = () => {}, signal = new AbortController().signal }: DemoOptions,
): Promise<void> {
  onProgress('Playing the demonstration season by the rules of the ladders ...');
  const simulation = playDemoSeason(now);
  // Playing waits for nothing: whoever wants to end it has their turn here.
  await setImmediate();
  signal.throwIfAborted();
  const how = { progress: createProgress(onProgress), signal };
  const events = await writeSimulation(database, simulation, how);
  onProgress(
    `  ${simulation.teams.length} teams, ${simulation.people.length} people, ${events} events`,
  );
}
