import { connect, type Database } from '@muster/database';
import { type LeagueEvent, type StreamName, toCanonicalJson, toHash } from '@muster/league';
import type { LoaderInput } from '../packages/server/src/context.ts';
import { verify } from '../packages/server/src/engine/replay/verify.ts';
import { listEvents } from '../packages/server/src/engine/streams.ts';
import { loadLadder } from '../packages/server/src/ladder/page.ts';
import { createMigrated, startBenchServer } from './bench-database.ts';
import { compare, type Figure, findGrowth } from './measure.ts';
import { writeYear, year } from './simulated-year.ts';

/** So many teams have about 10,000, 32,000 and 100,000 events in a year. */
const teams = [30, 95, 300] as const;
const day = 24 * 3600 * 1000;
const looks = 10;
const page = 5000;

async function requireVerified(database: Database): Promise<void> {
  const { difference } = await verify(database);
  if (difference !== null) {
    throw new Error(`The log differs: ${JSON.stringify(difference)}`);
  }
}

/** Reads every stream as the verification does, and hashes its lines. */
async function readAndHash(database: Database): Promise<void> {
  const heads = await database.query<{ stream: StreamName }>(
    'select stream from public.stream_heads',
  );
  for (const { stream } of heads) {
    let events: LeagueEvent[] = [];
    do {
      events = await listEvents(database, stream, events.at(-1)?.sequence ?? 0, page);
      for (const { hash: _hash, ...line } of events) {
        toHash(toCanonicalJson(line));
      }
    } while (events.length === page);
  }
}

/** Looks at the ladder's page as it was at one instant after another, none of which was asked for before. */
function createLooks(database: Database) {
  let asked = 0;
  const load = async (search: string) => {
    const input: LoaderInput = {
      database,
      viewer: null,
      locale: 'en',
      zone: 'UTC',
      now: new Date(year.end),
      params: { slug: year.slug },
      url: new URL(`http://localhost/ladders/${year.slug}${search}`),
    };
    if ((await loadLadder(input)) === null) {
      throw new Error('There is no such page');
    }
  };
  return {
    present: () => load(''),
    past() {
      asked += 1;
      const part = (asked * Math.SQRT2) % 1;
      const from = year.start + 30 * day;
      const at = new Date(from + part * (year.end - from));
      return load(`?at=${at.toISOString()}`);
    },
  };
}

async function repeat(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    await work();
  }
}

/** `muster verify` of a year's log beside reading and hashing the same lines, and a ladder's page as it was, once somebody has looked back at it. */
export async function bench(): Promise<Figure[]> {
  await using server = await startBenchServer();
  const years: { database: Database; events: number }[] = [];
  for (const count of teams) {
    const name = `year_${count}`;
    await (await createMigrated(server, name)).close();
    const database = connect({ url: server.toUrl(name), statementTimeout: 0 });
    years.push({ database, events: await writeYear(database, count) });
  }
  const [, , largest] = years;
  if (largest === undefined) {
    throw new Error('There is no year to measure.');
  }
  const { present, past } = createLooks(largest.database);
  const size = largest.events.toLocaleString('en');
  const figures = [
    await compare({
      what: `verify, events of a log of ${size}; floor: reading and hashing the same lines`,
      goal: '0.5',
      times: largest.events,
      rounds: 3,
      ours: { run: () => requireVerified(largest.database) },
      floor: { run: () => readAndHash(largest.database) },
    }),
    await findGrowth({
      what: 'verify, events',
      goal: '1',
      sizes: years.map(({ events }) => events),
      async getSeconds(events) {
        const { database } = years.find((one) => one.events === events) ?? largest;
        const started = performance.now();
        await requireVerified(database);
        return (performance.now() - started) / 1000;
      },
    }),
    await compare({
      what: `ladder page data at an instant (?at=), log of ${size} events; floor: the present page`,
      goal: '',
      times: looks,
      ours: { run: (times) => repeat(times, past) },
      floor: { run: (times) => repeat(times, present) },
    }),
  ];
  for (const { database } of years) {
    await database.close();
  }
  return figures;
}
