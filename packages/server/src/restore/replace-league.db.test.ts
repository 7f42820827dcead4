import { fileURLToPath } from 'node:url';
import { connect, type Database } from '@muster/database';
import { createTestDatabase, describeCatalogue, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { layContent } from '../content/lay-content.ts';
import { verify } from '../engine/replay/verify.ts';
import { FileFault } from '../league-file/file-fault.ts';
import { toRestoredFrom } from '../league-file/import-given.ts';
import { type LeagueFile, openLeagueFile } from '../league-file/open-league-file.ts';
import { openDoors } from '../league-file/testing/doors.ts';
import { printDoor } from '../setup/door.ts';
import {
  type Hindrance,
  type HindranceCode,
  replaceLeague,
  requireReplaceable,
} from './replace-league.ts';

/** A league of an older Muster. */
const path = fileURLToPath(new URL('../league-file/releases/0.1.0.zip', import.meta.url));
const config = parseConfig({});
const forever = new AbortController().signal;
const print = () => undefined;

let own: TestDatabase;
let file: LeagueFile;
let database: Database;
let before: string;

/** What stands in the database, as far as a restore would touch it. */
async function look(): Promise<string> {
  const tables = await database.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
     where schemaname in ('public', 'private', 'auth', 'storage') order by 1`,
  );
  const each = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::integer as rows from ${name}`,
  );
  // What is counted by several workers comes in no order of its own.
  const counts = await database.query(`${each.join(' union all ')} order by name`);
  return JSON.stringify(counts);
}

beforeAll(async () => {
  own = await createTestDatabase();
  // As a restore is connected, and no server.
  database = connect({ url: own.url, applicationName: 'muster restore' });
  await layContent(database);
  expect(await printDoor(database, new Date())).not.toBeNull();
  file = await openLeagueFile(path, { identities: [], signal: forever });
});
beforeEach(async () => {
  before = await look();
});
afterAll(async () => {
  await file[Symbol.asyncDispose]();
  await database.close();
  await own[Symbol.asyncDispose]();
});

const left = {
  forgotten: [],
  get restored() {
    return toRestoredFrom(file.manifest);
  },
};
const replace = (given: LeagueFile, signal = forever) =>
  replaceLeague(config, database, { file: given, left, print, signal });

describe('a league that is nobody’s stays whole', () => {
  it.each<[string, HindranceCode, string, string]>([
    [
      'somebody has an account',
      'people_here',
      `insert into auth.users (id, aud, role) values ('00000000-0000-4000-8000-000000000001', 'authenticated', 'authenticated')`,
      `delete from auth.users`,
    ],
    [
      'somebody has an account and no profile yet',
      'people_here',
      `insert into auth.users (id, aud, role) values ('00000000-0000-4000-8000-000000000001', 'authenticated', 'authenticated');
       delete from public.profiles`,
      `delete from auth.users`,
    ],
    [
      'somebody of the demonstration has been given the office',
      'people_here',
      `insert into auth.users (id, aud, role) values ('00000000-0000-4000-8000-000000000001', 'authenticated', 'authenticated');
       update public.profiles set is_demo = true;
       insert into public.admins (person_id) select id from public.profiles`,
      `delete from public.admins; delete from auth.users`,
    ],
    [
      'another process serves it',
      'served_elsewhere',
      `insert into private.job_workers (id, seen_at) values ('other', now() - interval '1 minute 50 seconds')`,
      `delete from private.job_workers`,
    ],
    [
      'its schemas have somebody else’s table',
      'other_tables',
      `create table public.diary (id integer)`,
      `drop table public.diary`,
    ],
  ])('where %s', async (_what, code, make, unmake) => {
    await database.query(make);
    const there = await look();
    const refused = await replace(file).catch((error: unknown) => error);
    expect((refused as Hindrance).code).toBe(code);
    expect(await look()).toBe(there);
    await database.query(unmake);
    await database.query('delete from public.profiles');
  });

  it('though not for whom the demonstration has made up, who may have accounts and run a ladder', async () => {
    await database.query(
      `insert into auth.users (id, aud, role) values ('00000000-0000-4000-8000-000000000001', 'authenticated', 'authenticated');
       update public.profiles set is_demo = true`,
    );
    await database.query(
      'insert into public.admins (person_id, ladder_id) select p.id, l.id from public.profiles p, public.ladders l limit 1',
    );
    expect(await database.query('select 1 from public.admins')).toHaveLength(1);
    await requireReplaceable(database, 0);
    await database.query('delete from public.admins; delete from auth.users');
    await database.query('delete from public.profiles');
  });

  it('where another program of ours is connected, though it shows no sign of life', async () => {
    const other = connect(own.url);
    await other.query('select 1');
    expect((await replace(file).catch((error: unknown) => error)) as Hindrance).toMatchObject({
      code: 'served_elsewhere',
    });
    await other.close();
    expect(await look()).toBe(before);
  });

  it('where somebody is at work in its tables', async () => {
    const other = connect({ url: own.url, applicationName: 'somebody' });
    await other.transaction(async (transaction) => {
      await transaction.query('lock table public.games in access share mode');
      expect(await replace(file).catch((error: unknown) => error)).toMatchObject({
        ...{ code: 'served_elsewhere', message: 'Somebody is at work in the database.' },
      });
    });
    await other.close();
    expect(await look()).toBe(before);
  });

  // At its first part everything is the same with a connection that is cut there, below.
  it('where the file breaks off at its last part', async () => {
    const at = file.manifest.tables.flatMap((table) => table.path ?? []).at(-1);
    const broken: LeagueFile = {
      ...file,
      read(name) {
        if (name === at) {
          throw new FileFault('the disk does not give it back');
        }
        return file.read(name);
      },
    };
    await expect(replace(broken)).rejects.toThrow('the disk does not give it back');
    expect(await look()).toBe(before);
  });

  it('where it is told to stop', async () => {
    await expect(replace(file, AbortSignal.abort(new Error('told')))).rejects.toThrow('told');
    expect(await look()).toBe(before);
  });

  it('where its connection is cut', async () => {
    const cut: LeagueFile = {
      ...file,
      async *read(name) {
        await database.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()`,
        );
        yield* file.read(name);
      },
    };
    await expect(replace(cut)).rejects.toThrow();
    expect(await look()).toBe(before);
  });
});

describe('the league of a backup in its place', () => {
  beforeAll(async () => {
    // One that has died two minutes ago holds nobody up, nor does what stands beside the league's schemas.
    await database.query(
      `insert into private.job_workers (id, seen_at) values ('dead', now() - interval '2 minutes 1 second')`,
    );
    await database.query('create schema forum; create table forum.posts (id integer)');
    await replace(file);
  });

  it('has the tables that a new database gets, and what stood beside them', async () => {
    await using fresh = await createTestDatabase();
    await database.query('drop schema forum cascade');
    expect(await describeCatalogue(database)).toBe(await describeCatalogue(fresh.database));
  });

  it('is verified, says that it was restored, and has nothing of the one before', async () => {
    expect(await verify(database)).toMatchObject({ difference: null });
    const [last] = await database.query<{ type: string }>(
      `select type from public.league_events where stream = 'site' order by sequence desc limit 1`,
    );
    expect(last?.type).toBe('log_restored');
    expect(await database.query('select * from private.setup')).toEqual([]);
  });

  it('lets in whom it knew, and gives back what they stored', async () => {
    const doors = await openDoors(database);
    const session = await doors.signIn('ann@league.example', 'a lantern in the rain');
    expect(await doors.isValid(session)).toBe(true);
    expect(await doors.download('kept/words.txt')).toBe('Kept words');
    await doors.close();
  });

  it('is replaced by no other', async () => {
    await expect(replace(file)).rejects.toThrow('Somebody has an account or an office');
  });
});
