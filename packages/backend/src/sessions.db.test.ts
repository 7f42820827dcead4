import { createServer, connect as dial, type NetConnectOpts } from 'node:net';
import { join } from 'node:path';
import { connect, type Database, migrate, openJobPool } from '@muster/database';
import { createTestDatabase } from '@muster/database/testing';
import { expect, it } from 'vitest';
import { createRest } from './rest/create-rest.ts';

/** Where the server of an address listens. */
function toPlace(url: string): NetConnectOpts {
  const address = new URL(url);
  const folder = address.searchParams.get('host');
  return folder === null
    ? { host: address.hostname, port: Number(address.port || '5432') }
    : { path: join(folder, `.s.PGSQL.${address.port || '5432'}`) };
}

/** Another way to a database, which keeps what each connection sends. */
async function openWatchedWay(url: string) {
  const sent: string[] = [];
  const server = createServer((client) => {
    const place = sent.push('') - 1;
    const upstream = dial(toPlace(url));
    client.on('data', (bytes) => {
      sent[place] += bytes.toString('latin1');
    });
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const listening = server.address();
  const port = typeof listening === 'object' && listening !== null ? listening.port : 0;
  const watched = new URL(url);
  watched.searchParams.delete('host');
  watched.host = `127.0.0.1:${port}`;
  return {
    url: watched.href,
    sent,
    /** What a connection of this name has sent. */
    find: (name: string) => sent.find((text) => text.includes(`application_name\0${name}\0`)) ?? '',
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const showJit = (database: Pick<Database, 'query'>) => database.query<{ jit: string }>('show jit');

it('turns the compiler of statements off on every connection to a database that has it on', async () => {
  await using given = await createTestDatabase();
  const [named] = await given.database.query<{ name: string }>(
    `select format('%I', current_database()) as name`,
  );
  await given.database.query(`alter database ${named?.name} set jit = on`);
  const way = await openWatchedWay(given.url);
  const pool = connect({ url: way.url, applicationName: 'pool' });
  expect(await showJit(pool)).toEqual([{ jit: 'off' }]);
  expect(await pool.transaction(showJit, { readOnly: true })).toEqual([{ jit: 'off' }]);

  const jobs = openJobPool(way.url, 1);
  expect((await jobs.query('show jit')).rows).toEqual([{ jit: 'off' }]);
  await jobs.end();

  const listening = connect({ url: way.url, applicationName: 'listener' });
  await listening.listen('topic', () => undefined);
  await migrate(pool, []).catch(() => undefined);
  const rest = await createRest({ database: pool });
  const request = new Request('http://localhost/ladders?select=slug');
  await rest.answer(request, { role: 'anon', claims: {} });
  for (const name of ['pool', 'muster jobs', 'listener', 'muster migrate', 'muster rest']) {
    await expect.poll(() => way.find(name)).toContain('set jit = off');
  }
  // Nobody's first statement is another one.
  for (const text of way.sent) {
    const statement = /set jit = off|\bselect\b|\blisten\b|\bbegin\b/.exec(text)?.[0];
    expect(statement ?? 'set jit = off').toBe('set jit = off');
  }
  await Promise.all([rest.close(), listening.close()]);
  await pool.close();
  await way.close();
});
