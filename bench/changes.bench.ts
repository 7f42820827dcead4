import { createServer } from 'node:http';
import { createBackend } from '@muster/backend';
import type { Database } from '@muster/database';
import { signAccessToken } from '../packages/backend/src/auth/access-token.ts';
import { loadAuthKeys } from '../packages/backend/src/auth/keys.ts';
import { openBareFanOut } from './bare-fan-out.ts';
import { withBenchDatabase } from './bench-database.ts';
import { type Contender, compare, type Figure } from './measure.ts';
import { listenOnPort, openWatchers } from './open-watchers.ts';

const sockets = 1000;
const people = 10;
const changesOfRound = 40;
const rowsOfTable = 100;
const writesOfRound = 100 * rowsOfTable;
const topic = 'realtime:scores';

interface Closing extends Contender {
  close(): Promise<void>;
}

/** A table as people make them: row level security by a claim, and a row of everybody. */
async function prepare(database: Database): Promise<void> {
  for (const name of ['scores', 'idle', 'outside']) {
    await database.query(`
      create table ${name} (id int primary key, club text, points int not null, note text);
      insert into ${name} select g, null, 0, repeat('x', 100) from generate_series(1, ${rowsOfTable}) g;
      alter table ${name} enable row level security;
      create policy "everybody’s, and the own club’s" on ${name} for select to authenticated
        using (club is null or club = auth.jwt() ->> 'club');
      grant select on ${name} to authenticated`);
  }
  await database.query('alter publication supabase_realtime add table scores, idle');
}

async function openOurs(database: Database): Promise<Closing> {
  const backend = await createBackend({
    database,
    config: { realtime: { socketsOfOne: sockets, allowsPublic: true } },
  });
  const keys = await loadAuthKeys({ database });
  const now = Math.floor(Date.now() / 1000);
  const tokens = await Promise.all(
    Array.from({ length: people }, (_, index) =>
      signAccessToken(keys, {
        sub: `00000000-0000-4000-8000-00000000000${index}`,
        role: 'authenticated',
        aud: 'authenticated',
        iat: now,
        exp: now + 3600,
        club: `club ${index}`,
      }),
    ),
  );
  const wanted = [{ event: '*', schema: 'public', table: 'scores' }];
  const joins = tokens.map((token) =>
    JSON.stringify([
      '1',
      '1',
      topic,
      'phx_join',
      { config: { postgres_changes: wanted }, access_token: token },
    ]),
  );
  const server = createServer();
  server.on('upgrade', (request, socket, head) => backend.handleUpgrade(request, socket, head));
  const url = `${await listenOnPort(server)}/realtime/v1/websocket?vsn=2.0.0&apikey=${backend.apiKeys.anon}`;
  const watchers = await openWatchers({
    url,
    joins,
    sockets,
    answer: 'Subscribed to PostgreSQL',
    counted: '"postgres_changes",{"ids"',
  });
  return {
    async run(times) {
      const done = watchers.wait(times / sockets);
      for (let sent = 0; sent < times; sent += sockets) {
        await database.query('update scores set points = points + 1 where id = $1', [1]);
      }
      await done;
    },
    async close() {
      await watchers.stop();
      await backend.close();
      server.close();
    },
  };
}

/** A change as large as those that are measured. */
const sample = {
  type: 'UPDATE',
  schema: 'public',
  table: 'scores',
  commit_timestamp: '2026-11-25T04:00:00.000Z',
  columns: ['id', 'club', 'points', 'note'].map((name) => ({ name, type: 'int4' })),
  record: { id: 1, club: null, points: 100, note: 'x'.repeat(100) },
  old_record: { id: 1 },
  errors: null,
};

/** Writes a hundred rows a statement, so that what a row costs is not hidden by what a commit does. */
function toWriter(database: Database, table: string): Contender {
  return {
    async run(times) {
      for (let count = 0; count < times; count += rowsOfTable) {
        await database.query(`update ${table} set points = points + 1`);
      }
    },
  };
}

/** A changed row to those who listen, and what a write costs while nobody does. */
export async function bench(): Promise<Figure[]> {
  return withBenchDatabase(async (database) => {
    await prepare(database);
    const ours = await openOurs(database);
    const bytes = Buffer.from(
      JSON.stringify([null, null, topic, 'postgres_changes', { ids: [1234567890], data: sample }]),
    );
    const floor = await openBareFanOut(bytes, sockets);
    const told = await compare({
      what: 'realtime, messages of changed rows to 1,000 subscribers of ten different claims (from UPDATE to the last of them); floor: bare ws',
      goal: '',
      times: sockets * changesOfRound,
      ours,
      floor,
    });
    await floor.close();
    const unheard = await compare({
      what: 'realtime, rows written to a published table that nobody listens to; floor: the same table outside the publication',
      goal: '1',
      times: writesOfRound,
      rounds: 15,
      ours: toWriter(database, 'idle'),
      floor: toWriter(database, 'outside'),
    });
    await ours.close();
    return [told, unheard];
  });
}
