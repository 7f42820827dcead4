import { connect, type Database } from '@muster/database';
import {
  ApiLeague,
  day,
  hour,
  scheduleMatch,
  type TestTeam,
  toScores,
} from '../packages/server/src/testing/api-league.ts';
import { type BenchServer, createMigrated, startBenchServer } from './bench-database.ts';
import { type Contender, compare, type Figure } from './measure.ts';
import {
  createRecordingDatabase,
  recordWrites,
  type Written,
  writeAgain,
} from './recording-database.ts';

/** Challenge, answer, choice of the hour, two check-ins, two reports. */
const commandsOfMatch = 7;
const lanesCount = 10;
/** Enough that connections opened for the round have planned their statements, as those of a running league have. */
const matchesOfRound = 5;

interface Lane {
  slug: string;
  /** The lower of the two comes first, and wins. */
  teams: [TestTeam, TestTeam];
  written: Written[];
}

async function openLanes(own: ApiLeague): Promise<Lane[]> {
  const lanes: Lane[] = [];
  for (let count = 0; count < lanesCount; count += 1) {
    const slug = `ladder-${count}`;
    // Long enough for the matches of all rounds, each of which takes some days.
    await own.addLadder(slug, 'rung', {}, 400);
    const upper = await own.addTeam(`A${100 + count} Riders`, slug);
    const lower = await own.addTeam(`B${100 + count} Riders`, slug);
    lanes.push({ slug, teams: [lower, upper], written: [] });
  }
  return lanes;
}

/** One match on each lane, all at once; the clock moves between the steps for all. */
async function playMatches(own: ApiLeague, lanes: readonly Lane[]): Promise<void> {
  const onEach = <T>(work: (lane: Lane) => Promise<T>): Promise<T[]> =>
    Promise.all(
      lanes.map(async (lane) => {
        let result: T | undefined;
        lane.written.push(
          ...(await recordWrites(async () => {
            result = await work(lane);
          })),
        );
        return result as T;
      }),
    );
  const made = await onEach(({ slug, teams }) => scheduleMatch(own, slug, teams));
  const matches = new Map(lanes.map((lane, index) => [lane, made[index]?.match]));
  const starts = Date.parse(made[0]?.starts_at ?? '');
  own.moveTo(new Date(starts - hour / 4).toISOString());
  await onEach(async (lane) => {
    for (const { captain, player } of lane.teams) {
      const body = { players: [captain.person_id, player.person_id] };
      await own.act(captain, { path: `/matches/${matches.get(lane)}/check-in`, body });
    }
  });
  own.moveTo(new Date(starts + hour).toISOString());
  await onEach(async (lane) => {
    const match = matches.get(lane);
    const maps = await own.database.query<{ map: string }>(
      'select map from public.match_maps where match_id = $1 order by position',
      [match],
    );
    const scores = toScores(
      maps.map(({ map }) => map),
      'challenger',
    );
    for (const { captain } of lane.teams) {
      await own.act(captain, { path: `/matches/${match}/report`, body: { scores } });
    }
  });
  for (const lane of lanes) {
    lane.teams.reverse();
  }
  own.moveTo(new Date(starts + 4 * day).toISOString());
}

async function openWarm(server: BenchServer, name: string): Promise<Database> {
  const database = connect(server.toUrl(name));
  await Promise.all(
    Array.from({ length: lanesCount }, () => database.query('select pg_sleep(0.05)')),
  );
  return database;
}

/** Commands from challenge to confirmed result by the API, on ten ladders at once, beside the same inserts and updates sent by themselves to a copy of the database, a transaction for each command. */
export async function bench(): Promise<Figure[]> {
  await using server = await startBenchServer();
  let inner = await createMigrated(server, 'ours');
  let copy: Database | null = null;
  const database = createRecordingDatabase(() => inner);
  const own = new ApiLeague({ database, url: inner.url, [Symbol.asyncDispose]: async () => {} });
  const lanes = await openLanes(own);
  const ours: Contender = {
    async prepare() {
      await copy?.close();
      if (copy !== null) {
        await server.drop('copy');
      }
      await inner.query('delete from private.rate_limits');
      await inner.close();
      await server.create('copy', 'ours');
      inner = await openWarm(server, 'ours');
      copy = await openWarm(server, 'copy');
      for (const lane of lanes) {
        lane.written = [];
      }
    },
    async run() {
      for (let count = 0; count < matchesOfRound; count += 1) {
        await playMatches(own, lanes);
      }
    },
  };
  const floor: Contender = {
    async run() {
      const target = copy;
      if (target === null) {
        throw new Error('There is no copy to write to.');
      }
      await Promise.all(
        lanes.map(async ({ written }) => {
          for (const writes of written) {
            await target.transaction((transaction) => writeAgain(transaction, writes));
          }
        }),
      );
    },
  };
  const figure = await compare({
    what: 'commands, challenge to confirmed, ten at once; floor: the same rows written directly',
    goal: '0.5',
    times: matchesOfRound * lanesCount * commandsOfMatch,
    rounds: 5,
    ours,
    floor,
  });
  await requireSame(inner, copy);
  await inner.close();
  return [figure];
}

/** The floor counts only if it left the same log. */
async function requireSame(ours: Database, copy: Database | null): Promise<void> {
  const statement =
    'select count(*)::integer as count, max(hash) as last, sum(sequence)::text as sum from public.league_events';
  const [one, other] = [await ours.query(statement), await copy?.query(statement)];
  await copy?.close();
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`The copy differs: ${JSON.stringify([one, other])}`);
  }
}
