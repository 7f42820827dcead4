import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLeague } from '../engine/league.ts';
import { parseNetworks } from '../network-address.ts';
import { countDemoPlayers } from './demo-server.ts';
import { keepHeard, sweepHistory } from './keep-heard.ts';
import { listAsked, type Outcome } from './listed.ts';
import { type Behaviour, openFakeServer } from './testing/fake-server.ts';
import { createServerWatch } from './watch.ts';

let own: TestDatabase;
let time = Date.parse('2026-11-21T18:03:00.000Z');
const now = () => new Date(time);
const loopback = parseNetworks('127.0.0.0/8') ?? [];
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  own = await createTestDatabase();
});
beforeEach(async () => {
  await own.database.query('delete from public.game_servers');
  await own.database.query('delete from private.server_watch');
});
afterAll(async () => {
  await Promise.all(closing.map((close) => close()));
  await own[Symbol.asyncDispose]();
});

function watch(options: Partial<Parameters<typeof createServerWatch>[0]> = {}) {
  const made = createServerWatch({
    league: createLeague(own.database, now),
    config: { serverQueryAllow: loopback, portalServiceUrl: null },
    ...options,
  });
  closing.push(made.close);
  return made;
}

interface Given {
  host?: string;
  port?: number;
  protocol?: string;
  name?: string;
  is_demo?: boolean;
}

async function list({ host, port, protocol = 'a2s', name = 'x', is_demo = false }: Given) {
  const id = crypto.randomUUID();
  await own.database.query(
    `insert into public.game_servers (id, page, name, protocol, position, is_demo) values ($1, 'chess', $2, $3, 1, $4)`,
    [id, name, protocol, is_demo],
  );
  if (host !== undefined) {
    await own.database.query(
      'insert into private.game_server_addresses (game_server_id, host, query_port) values ($1, $2, $3)',
      [id, host, port],
    );
  }
  return id;
}

async function open(behaviour: Partial<Behaviour> = {}) {
  const server = await openFakeServer(behaviour);
  closing.push(() => server[Symbol.asyncDispose]());
  return { ...server, id: await list({ host: '127.0.0.1', port: server.peer.port }) };
}

const get = async (id: string) => {
  const [row] = await own.database.query<Record<string, unknown>>(
    'select * from public.game_servers where id = $1',
    [id],
  );
  return row ?? {};
};
const getBlindness = async () => {
  const [row] = await own.database.query<{ blind_since: Date | null }>(
    'select blind_since from private.server_watch',
  );
  return row?.blind_since ?? null;
};

describe('a server that answers', () => {
  it('is kept as it says, asked new ones first and the others in rounds', async () => {
    const server = await open({ names: ['Ada', 'Bo'], info: { has_password: true, game_port: 7 } });
    const watching = watch();
    await watching.askAll();
    expect(await get(server.id)).toMatchObject({ asked_at: null });
    await watching.askNew();
    expect(await get(server.id)).toMatchObject({
      ...{ players: 2, max_players: 16, bots: 0, map: 'Earth', version: '1.205', game_port: 7 },
      ...{ has_password: true, people: ['Ada', 'Bo'], misses: 0, fault: null },
      ...{ seen_at: now(), asked_at: now() },
    });
    server.tell({ info: { players: 0, map: 'Moon' } });
    await watching.askNew();
    expect(await get(server.id)).toMatchObject({ map: 'Earth' });
    await watching.askAll();
    expect(await get(server.id)).toMatchObject({ players: 0, map: 'Moon', people: [] });
  });

  it('has a day behind it, the most of each ten minutes', async () => {
    const server = await open({ info: { players: 5 } });
    const watching = watch();
    await watching.askNew();
    server.tell({ info: { players: 2 } });
    await watching.askAll();
    time += 600_000;
    await watching.askAll();
    const listHistory = () =>
      own.database.query('select at, players from private.game_server_history order by at');
    expect(await listHistory()).toEqual([
      { at: new Date(Math.floor((time - 600_000) / 600_000) * 600_000), players: 5 },
      { at: new Date(Math.floor(time / 600_000) * 600_000), players: 2 },
    ]);
    const edge = Math.floor((time - 600_000) / 600_000) * 600_000 + 25 * 3_600_000;
    await sweepHistory(own.database, new Date(edge));
    expect(await listHistory()).toHaveLength(2);
    await sweepHistory(own.database, new Date(edge + 1));
    expect(await listHistory()).toHaveLength(1);
  });

  it('is hinted at when what it says is another, and only then', async () => {
    const server = await open({ info: { players: 1 }, names: ['Ada'] });
    const watching = watch();
    const heard: string[] = [];
    const stop = await own.database.listen('muster_hints', (payload) => heard.push(payload));
    /** What was said until now: the mark comes after it. */
    const listHeard = async () => {
      const mark = crypto.randomUUID();
      await own.database.transaction((transaction) => transaction.notify('muster_hints', mark));
      await expect.poll(() => heard).toContain(mark);
      return heard.splice(0).filter((payload) => payload !== mark);
    };
    await watching.askNew();
    const [first = '', ...others] = await listHeard();
    expect(JSON.parse(first)).toMatchObject({ topic: expect.stringMatching(/^servers:/) });
    // The page, and all pages together.
    expect(others).toHaveLength(1);
    await watching.askAll();
    expect(await listHeard()).toEqual([]);
    server.tell({ names: ['Bo'] });
    await watching.askAll();
    expect(await listHeard()).toHaveLength(2);
    await stop();
  });
});

describe('a server that does not', () => {
  it('is silent after three misses, since the first of them', async () => {
    const server = await open();
    await open();
    const watching = watch({ tryMilliseconds: 300 });
    await watching.askNew();
    server.tell({ isSilent: true });
    const since = now();
    for (const misses of [1, 2, 3]) {
      await watching.askAll();
      time += 30_000;
      expect(await get(server.id)).toMatchObject({
        misses,
        silent_since: since,
        fault: 'silent',
        players: 2,
      });
    }
    expect(await getBlindness()).toBeNull();
    server.tell({ isSilent: false });
    await watching.askAll();
    expect(await get(server.id)).toMatchObject({ misses: 0, silent_since: null, fault: null });
  });

  it('is silent though it is the only one', async () => {
    const server = await open();
    const watching = watch({ tryMilliseconds: 300 });
    await watching.askNew();
    server.tell({ isSilent: true });
    await watching.askAll();
    expect(await get(server.id)).toMatchObject({ misses: 1 });
    expect(await getBlindness()).toBeNull();
  });

  it('at the same time as all others says nothing of any', async () => {
    const [one, other] = [await open(), await open()];
    const watching = watch({ tryMilliseconds: 300 });
    await watching.askNew();
    for (const server of [one, other]) {
      server.tell({ isSilent: true });
    }
    const since = now();
    for (const _round of [1, 2, 3, 4]) {
      await watching.askAll();
      time += 30_000;
    }
    expect(await get(one.id)).toMatchObject({ misses: 0, silent_since: null });
    expect(await getBlindness()).toEqual(since);
    one.tell({ isSilent: false });
    await watching.askAll();
    expect(await getBlindness()).toBeNull();
    expect(await get(other.id)).toMatchObject({ misses: 1 });
  });

  it('is not asked where it may not be: a name that leads to this machine', async () => {
    const server = await open();
    const named = await list({ host: 'play.example', port: server.peer.port });
    const asked = server.asked.length;
    const config = { serverQueryAllow: [], portalServiceUrl: null };
    await watch({ config, resolve: async () => ['127.0.0.1'] }).askNew();
    expect(await get(named)).toMatchObject({ fault: 'not_allowed', misses: 1, players: null });
    expect(await get(server.id)).toMatchObject({ fault: 'not_allowed' });
    expect(server.asked).toHaveLength(asked);
  });

  it('waits for no name that had no address the last time', async () => {
    const server = await open();
    await own.database.query('delete from public.game_servers');
    for (const host of ['gone.example', 'here.example']) {
      await list({ host, port: server.peer.port });
    }
    const resolved: string[] = [];
    const resolve = async (host: string) => {
      resolved.push(host);
      return host === 'here.example' ? ['127.0.0.1'] : [];
    };
    const watching = watch({ resolve });
    await watching.askNew();
    resolved.length = 0;
    await watching.askAll();
    expect(resolved).toEqual(['here.example', 'gone.example']);
  });

  it('goes on under the name that has no address, and is found once it has', async () => {
    const server = await open();
    const named = await list({ host: 'play.example', port: server.peer.port });
    const answers: string[][] = [[], ['127.0.0.1']];
    const watching = watch({ resolve: async () => answers.shift() ?? [] });
    await watching.askNew();
    expect(await get(named)).toMatchObject({ fault: 'unresolved', misses: 1 });
    await watching.askAll();
    expect(await get(named)).toMatchObject({ fault: null, misses: 0, players: 2 });
  });
});

it('is asked by one process of all, and by another once that one is gone', async () => {
  const server = await open();
  const [first, second] = [watch(), watch()];
  await first.askNew();
  const asked = server.asked.length;
  await second.askAll();
  expect(server.asked).toHaveLength(asked);
  await first.close();
  await second.askAll();
  expect(server.asked.length).toBeGreaterThan(asked);
  const third = watch();
  const before = server.asked.length;
  time += 60_000;
  await third.askAll();
  expect(server.asked).toHaveLength(before);
  time += 1;
  await third.askAll();
  expect(server.asked.length).toBeGreaterThan(before);
});

it('leaves retired ones and those that are only announced alone', async () => {
  const server = await open();
  await own.database.query('update public.game_servers set retired_at = now()');
  const manual = await list({ host: '127.0.0.1', port: server.peer.port, protocol: 'manual' });
  const watching = watch();
  await watching.askNew();
  await watching.askAll();
  expect(server.asked).toHaveLength(0);
  expect(await get(manual)).toMatchObject({ asked_at: null });
});

describe('what was asked before', () => {
  const claim = {
    ...{ players: 5, max_players: 16, bots: 0, map: 'Earth', has_password: false, version: '' },
    ...{ game_port: null, people: ['Ada'] },
  };
  const answer: Outcome = { kind: 'answered', ping: 1, claim };
  const missed: Outcome = { kind: 'missed', fault: 'silent' };
  const listHistory = (id: string) =>
    own.database.query(
      'select players from private.game_server_history where game_server_id = $1',
      [id],
    );

  it.each<[string, number, string]>([
    ['is retired', 0, 'update public.game_servers set retired_at = now() where id = $1'],
    [
      ...(['has another host', 0] as const),
      `update private.game_server_addresses set host = '1.1.1.1' where game_server_id = $1`,
    ],
    [
      ...(['has another port', 0] as const),
      'update private.game_server_addresses set query_port = 9 where game_server_id = $1',
    ],
    [
      ...(['has no address', 0] as const),
      'delete from private.game_server_addresses where game_server_id = $1',
    ],
    [
      ...(['is asked otherwise', 0] as const),
      `update public.game_servers set protocol = 'quake2' where id = $1`,
    ],
    ['has another name', 1, `update public.game_servers set name = 'y' where id = $1`],
  ])('is kept for one that %s by now, or not: %i', async (_what, kept, change) => {
    const id = await list({ host: '127.0.0.1', port: 27_016 });
    const [server] = await listAsked(own.database, { isNew: true });
    if (server === undefined) {
      expect.fail();
    }
    await own.database.query(change, [id]);
    const about = { at: now(), isRound: false };
    await keepHeard(own.database, [{ server, outcome: missed }], about);
    expect(await get(id)).toMatchObject({ misses: kept, asked_at: kept === 0 ? null : now() });
    await keepHeard(own.database, [{ server, outcome: answer }], about);
    expect(await get(id)).toMatchObject({ players: kept === 0 ? null : 5 });
    expect(await listHistory(id)).toHaveLength(kept);
  });
});

it("asks the demonstration's own server, though nothing of this machine is allowed", async () => {
  const id = await list({ is_demo: true });
  const config = { serverQueryAllow: [], portalServiceUrl: null };
  const watching = watch({ config });
  await watching.askNew();
  expect(await get(id)).toMatchObject({
    players: countDemoPlayers(now()),
    max_players: 16,
    misses: 0,
  });
});

it('asks the service of Portal where it is switched on, once a minute', async () => {
  const id = await list({ protocol: 'portal', name: 'Our house' });
  await watch().askNew();
  expect(await get(id)).toMatchObject({ fault: 'unavailable' });
  await own.database.query(
    'update public.game_servers set asked_at = null, misses = 0, silent_since = null',
  );
  await own.database.query('delete from private.server_watch');
  const asked: string[] = [];
  const answer = {
    servers: [{ prefix: 'Our house', playerAmount: 60, maxPlayers: 64, currentMap: 'Orbital' }],
  };
  const config = { serverQueryAllow: [], portalServiceUrl: 'http://service.example/bf2042' };
  const fetchStub: typeof fetch = async (url) => {
    asked.push(String(url));
    return Response.json(answer);
  };
  const watching = watch({ config, fetch: fetchStub });
  await watching.askNew();
  await watching.askAll();
  expect(asked).toEqual(['http://service.example/bf2042/servers/?name=Our+house&limit=20']);
  expect(await get(id)).toMatchObject({
    players: 60,
    max_players: 64,
    map: 'Orbital',
    fault: null,
  });
});
