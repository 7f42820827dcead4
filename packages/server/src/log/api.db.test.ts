import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { LeagueEvent, StreamName } from '@muster/league';
import { verifyChain } from '@muster/league/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { executeAsSystem } from '../engine/execute.ts';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';

const edits = 1100;
let own: ApiLeague;
let server: Server;
let origin: string;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  const [ladder] = await own.database.query<{ stream: StreamName<'ladder'> }>(
    'select stream from public.seasons',
  );
  const stream = ladder?.stream ?? 'ladder:';
  await executeAsSystem(own.league, async (unit) => {
    await unit.hold([stream]);
    for (let edit = 1; edit <= edits; edit += 1) {
      const command = { type: 'edit_ladder', name: `Täñks 🏔 ${edit}`, zone: 'UTC' } as const;
      await unit.decideLadder(stream, command, { isSystem: true });
    }
  });
  server = createServer(getRequestListener(own.app.fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await own[Symbol.asyncDispose]();
});

async function read(query = ''): Promise<LeagueEvent[]> {
  const response = await fetch(`${origin}/api/ladders/tanks/log.ndjson${query}`);
  expect(response.status).toBe(200);
  const text = await response.text();
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

it('is read whole over the network, however long it is, and its chain holds', async () => {
  const events = await read();
  expect(events).toHaveLength(edits + 4);
  expect(verifyChain(events)).toBeNull();
  expect(await read(`?after=${edits}`)).toEqual(events.slice(edits));
  expect(await read('?after=999999')).toEqual([]);
});

it('names a wrong query, and an unknown ladder', async () => {
  for (const after of ['-1', 'x', '1.5', '9'.repeat(30)]) {
    const response = await fetch(`${origin}/api/ladders/tanks/log.ndjson?after=${after}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { field: 'after' } });
  }
  expect((await fetch(`${origin}/api/ladders/nowhere/log.ndjson`)).status).toBe(404);
  expect((await fetch(`${origin}/api/icons/mdi.json?icons=trophy`)).status).toBe(200);
});

it('turns away over the network what is too large or comes from elsewhere', async () => {
  const send = (headers: Record<string, string>, body: string) =>
    fetch(`${origin}/api/teams`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  expect((await send({ origin }, '{}')).status).toBe(401);
  expect((await send({ origin: 'http://127.0.0.1:1' }, '{}')).status).toBe(403);
  expect((await send({ origin }, `{"name":"${'x'.repeat(100_000)}"}`)).status).toBe(413);
});
