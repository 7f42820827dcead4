import { randomUUID } from 'node:crypto';
import type { Config } from '../config.ts';
import type { League } from '../engine/league.ts';
import { createAddressJudge } from '../network-address.ts';
import { createDemoServer } from './demo-server.ts';
import { createHostFinder, type ResolveHost } from './host.ts';
import { keepHeard } from './keep-heard.ts';
import { type Listed, listAsked, type Outcome } from './listed.ts';
import { createPortalService } from './portal.ts';
import { askServer } from './wire/ask-server.ts';
import { QuerySocket } from './wire/query-socket.ts';

/** So many are asked at the same time; more overflow the socket. */
const atOnce = 64;
/** Longer than the longest round: whoever holds the watch and dies is followed after it. */
const heldSeconds = 60;

export interface ServerWatch {
  /** Asks those that were never asked. */
  askNew: () => Promise<void>;
  /** Asks all others. */
  askAll: () => Promise<void>;
  /** Leaves the watch to another process. */
  close: () => Promise<void>;
}

interface WatchOptions {
  league: League;
  config: Pick<Config, 'serverQueryAllow' | 'portalServiceUrl'>;
  resolve?: ResolveHost;
  fetch?: typeof fetch;
  /** How long a server has for its answer. */
  tryMilliseconds?: number;
}

/** Works on all, so many at a time, in their order. */
async function forEachBounded<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const workers = Array.from({ length: Math.min(atOnce, items.length) }, async () => {
    for (const item of left) {
      await work(item);
    }
  });
  await Promise.all(workers);
}

/**
 * Asks the listed servers and keeps what they say. Of all processes of the league one holds the watch; the
 * others return at once.
 */
export function createServerWatch({
  league: { database, now },
  config,
  resolve,
  fetch: get,
  tryMilliseconds,
}: WatchOptions): ServerWatch {
  const holder = randomUUID();
  const socket = new QuerySocket(tryMilliseconds === undefined ? {} : { tryMilliseconds });
  const isAllowed = createAddressJudge(config.serverQueryAllow);
  const findHost = createHostFinder({ isAllowed, ...(resolve === undefined ? {} : { resolve }) });
  const portal = createPortalService({
    url: config.portalServiceUrl,
    now,
    ...(get === undefined ? {} : { fetch: get }),
  });
  const demo = createDemoServer(now);

  async function hold(): Promise<boolean> {
    const rows = await database.query(
      `insert into private.server_watch as w (id, holder, held_until)
       values (true, $1, $2::timestamptz + interval '${heldSeconds} seconds')
       on conflict (id) do update set holder = excluded.holder, held_until = excluded.held_until
       where w.holder is null or w.holder = $1 or w.held_until < $2
       returning id`,
      [holder, now()],
    );
    return rows.length > 0;
  }

  async function ask({ name, protocol, host, port, is_demo }: Listed): Promise<Outcome> {
    if (protocol === 'portal') {
      return portal.ask(name);
    }
    if (is_demo) {
      return missAs(await askServer(socket, await demo.open(), protocol));
    }
    if (host === null || port === null) {
      return { kind: 'missed', fault: 'unresolved' };
    }
    const found = await findHost(host);
    return found.kind === 'found'
      ? missAs(await askServer(socket, { address: found.address, port }, protocol))
      : { kind: 'missed', fault: found.kind };
  }

  async function askEach(isNew: boolean): Promise<void> {
    const listed = await listAsked(database, { isNew });
    // Looked for every few seconds by every process, and mostly there are none.
    if (isNew && listed.length === 0) {
      return;
    }
    const isHeld = await hold();
    if (!isNew && !(isHeld && listed.some(({ is_demo }) => is_demo))) {
      await demo.close();
    }
    if (!isHeld) {
      return;
    }
    const outcomes = new Map<string, Outcome>();
    await forEachBounded(listed, async (server) => {
      outcomes.set(server.id, await ask(server));
    });
    const heard = listed.flatMap((server) => {
      const outcome = outcomes.get(server.id);
      return outcome === undefined ? [] : [{ server, outcome }];
    });
    await keepHeard(database, heard, { at: now(), isRound: !isNew });
  }

  return {
    askNew: () => askEach(true),
    askAll: () => askEach(false),
    async close() {
      await Promise.all([socket.close(), demo.close()]);
      await database.query(
        'update private.server_watch set holder = null, held_until = null where holder = $1',
        [holder],
      );
    },
  };
}

/** What did not answer was missed. */
function missAs(asked: Awaited<ReturnType<typeof askServer>>): Outcome {
  return asked.kind === 'answered' ? asked : { kind: 'missed', fault: asked.kind };
}
