import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from './connect.ts';
import { startEmbedded } from './embedded/start-embedded.ts';
import { openAside } from './open-aside.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

const nowhere = { dataDir: '' };

describe('beside a PostgreSQL that is given', () => {
  let own: TestDatabase;
  beforeEach(async () => {
    own = await createTestDatabase({ isEmpty: true });
  });
  afterEach(() => own[Symbol.asyncDispose]());

  const listAside = async () => {
    const rows = await own.database.query<{ name: string }>(
      `select d.datname as name from pg_database d, pg_database own
       where own.datname = current_database() and d.datname = 'muster_aside_' || own.oid`,
    );
    return rows.length;
  };

  it('is an empty database that nobody else may enter, and is gone at the end', async () => {
    const aside = await openAside({ ...nowhere, databaseUrl: own.url });
    await aside.database.query('create table here (id integer)');
    expect(
      await own.database.query(
        `select has_database_privilege('public', d.oid, 'connect') as may from pg_database d, pg_database own
         where own.datname = current_database() and d.datname = 'muster_aside_' || own.oid`,
      ),
    ).toEqual([{ may: false }]);
    await Promise.all([aside.close(), aside.close()]);
    expect(await listAside()).toBe(0);
    await expect(aside.database.query('select 1')).rejects.toThrow();
  });

  it('ends what is done in it', async () => {
    const aside = await openAside({ ...nowhere, databaseUrl: own.url });
    const waiting = aside.database.query('select pg_sleep(600)');
    await aside.database.query('select 1');
    const ended = expect(waiting).rejects.toThrow();
    await aside.close();
    await ended;
    expect(await listAside()).toBe(0);
  });

  it('is one at a time, and takes away what a killed process has left', async () => {
    const [{ name = '' } = {}] = await own.database.query<{ name: string }>(
      `select 'muster_aside_' || oid as name from pg_database where datname = current_database()`,
    );
    await own.database.query(`create database ${name}`);
    const first = await openAside({ ...nowhere, databaseUrl: own.url });
    expect(await first.database.query('select 1 as is_here')).toEqual([{ is_here: 1 }]);
    await expect(openAside({ ...nowhere, databaseUrl: own.url })).rejects.toThrow(
      expect.objectContaining({ code: 'busy' }),
    );
    expect(await listAside()).toBe(1);
    await first.close();
    await (await openAside({ ...nowhere, databaseUrl: own.url })).close();
    expect(await listAside()).toBe(0);
  });

  it('is none where the login may not create one', async () => {
    const role = `aside_${Date.now()}`;
    await own.database.query(`create role ${role} login`);
    try {
      const address = new URL(own.url);
      address.username = role;
      const databaseUrl = address.href;
      await expect(openAside({ ...nowhere, databaseUrl })).rejects.toThrow(
        expect.objectContaining({ code: 'no_right' }),
      );
      await own.database.query(`alter role ${role} createdb`);
      await (await openAside({ ...nowhere, databaseUrl })).close();
    } finally {
      await own.database.query(`drop role ${role}`);
    }
    expect(await listAside()).toBe(0);
  });
});

describe('beside an embedded one', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'muster-aside-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('is a server of its own, one at a time, of which nothing is left', async () => {
    const aside = await openAside({ databaseUrl: null, dataDir });
    await aside.database.query('create table here (id integer)');
    await expect(openAside({ databaseUrl: null, dataDir })).rejects.toThrow(
      expect.objectContaining({ code: 'busy' }),
    );
    await aside.close();
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('begins anew where an earlier one was left', async () => {
    const left = await startEmbedded({ dataDir: join(dataDir, 'aside'), isDurable: false });
    const database = connect(left.url);
    await database.query('create table here (id integer)');
    await database.close();
    await left.stop();
    const aside = await openAside({ databaseUrl: null, dataDir });
    expect(await aside.database.query(`select to_regclass('here') as here`)).toEqual([
      { here: null },
    ]);
    await aside.close();
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
