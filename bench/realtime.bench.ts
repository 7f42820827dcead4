import { createServer } from 'node:http';
import { createBackend, hintChannel, toHintPayload } from '@muster/backend';
import type { Database } from '@muster/database';
import { openBareFanOut } from './bare-fan-out.ts';
import { withBenchDatabase } from './bench-database.ts';
import { compare, type Figure, findGrowth } from './measure.ts';
import { listenOnPort, openWatchers } from './open-watchers.ts';

/** How many watch the match. */
const sizes = [250, 500, 1000] as const;
const most = 1000;
const hintsOfRound = 40;
const match = '0197d0a0-0000-7000-8000-000000000002';
const topic = `match:${match}`;

async function openOurs(database: Database, sockets: number) {
  const backend = await createBackend({
    database,
    // All of them come from this machine.
    config: { realtime: { socketsOfOne: most } },
  });
  const server = createServer();
  server.on('upgrade', (request, socket, head) => backend.handleUpgrade(request, socket, head));
  const url = `${await listenOnPort(server)}/realtime/v1/websocket?vsn=2.0.0&apikey=${backend.apiKeys.anon}`;
  const join = JSON.stringify(['1', '1', `realtime:${topic}`, 'phx_join', { config: {} }]);
  const watchers = await openWatchers({
    url,
    joins: [join],
    sockets,
    answer: 'phx_reply',
    counted: '"hint"',
  });
  let version = 0;
  return {
    async run(times: number) {
      const done = watchers.wait(times / sockets);
      for (let sent = 0; sent < times; sent += sockets) {
        version += 1;
        const payload = toHintPayload({ topic, id: match, version });
        await database.query('select pg_notify($1, $2)', [hintChannel, payload]);
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

/** Hints from their NOTIFY to the last of 1,000 watchers of one match, beside a bare ws server that sends the same bytes. */
export async function bench(): Promise<Figure[]> {
  return withBenchDatabase(async (database) => {
    const ours = await openOurs(database, most);
    const payload = { type: 'broadcast', event: 'hint', payload: { id: match, version: 100 } };
    const bytes = Buffer.from(
      JSON.stringify([null, null, `realtime:${topic}`, 'broadcast', payload]),
    );
    const floor = await openBareFanOut(bytes, most);
    const figure = await compare({
      what: 'realtime, messages to 1,000 watchers of one match (from NOTIFY to the last watcher); floor: bare ws',
      goal: '0.7',
      times: most * hintsOfRound,
      ours,
      floor,
    });
    await ours.close();
    await floor.close();
    const growth = await findGrowth({
      what: 'realtime, the hints of a round to all watchers of a match',
      goal: '1',
      sizes,
      async getSeconds(size) {
        const some = await openOurs(database, size);
        await some.run(size);
        const started = performance.now();
        await some.run(size * hintsOfRound);
        const seconds = (performance.now() - started) / 1000;
        await some.close();
        return seconds;
      },
    });
    return [figure, growth];
  });
}
