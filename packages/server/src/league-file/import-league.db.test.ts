import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command as exportCommand } from '../commands/export.ts';
import { command as importCommand } from '../commands/import.ts';
import { parseConfig } from '../config.ts';
import { verify } from '../engine/replay/verify.ts';
import { ApiLeague } from '../testing/api-league.ts';
import { catchLines } from '../testing/catch-lines.ts';
import { furnished } from '../testing/furnished.ts';
import { supabaseEnvironment } from '../testing/supabase-environment.ts';
import { FileFault } from './file-fault.ts';
import { toRestoredFrom } from './import-given.ts';
import { importLeague } from './import-league.ts';
import { bringUpToDate } from './make-league.ts';
import { type LeagueFile, openLeagueFile } from './open-league-file.ts';
import { type Doors, openDoors, type Session } from './testing/doors.ts';
import { emptyManifest, makeFile } from './testing/make-file.ts';
import { sealFile } from './testing/seal-file.ts';

let folder: string;
/** A league of few rows, and its file. */
let small: TestDatabase;
let smallPath: string;
const lines = catchLines();
const signal = new AbortController().signal;
const email = 'ann@players.example';
const password = 'correct horse battery';
const friend = { id: '4242', email: 'bea@discord.example' };

/** What people have in their hands when their league is exported. */
interface InHand {
  session: Session;
  factor: Awaited<ReturnType<Doors['addFactor']>>;
  friendId: string;
}

async function letPeopleIn(database: Database): Promise<InHand> {
  // A null of JSON's own, and what lines and strings are escaped by.
  await database.query(
    `insert into private.commands (person_id, command_id, body_hash, status, answer)
     select id, '00000000-0000-7000-8000-000000000000', $1, 200, 'null'
     from public.profiles where username = 'Steward'`,
    ['back\\slash "and" é\nline'],
  );
  const doors = await openDoors(database);
  const session = await doors.signUp(email, password);
  const factor = await doors.addFactor(session);
  expect(await doors.takeSecondStep(session, factor, Date.now())).not.toBeNull();
  const inHand = {
    ...{ session: await doors.signIn(email, password), factor },
    friendId: (await doors.signInWith(friend)).user.id,
  };
  await doors.upload('own', { 'a.txt': 'a text', 'empty.txt': '', 'b.txt': 'x'.repeat(600_000) });
  await doors.close();
  return inHand;
}

const run = (command: typeof importCommand, url: string, [file, values = {}]: [string, object?]) =>
  command.run(parseConfig({ DATABASE_URL: url }), { values: { ...values }, positionals: [file] });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-import-'));
  small = await createTestDatabase();
  await new ApiLeague(small).addLadder('tanks');
  const doors = await openDoors(small.database);
  await doors.signUp(email, password);
  await doors.upload('own', { 'a.txt': 'a text', 'b.txt': 'x'.repeat(600_000) });
  await doors.close();
  smallPath = join(folder, 'small.zip');
  await run(exportCommand, small.url, [smallPath]);
});
afterAll(async () => {
  await small[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const isMigrated = async ({ database }: TestDatabase) =>
  (await database.query(`select 1 where to_regclass('private.migrations') is not null`)).length > 0;

describe('a league that was exported, sealed, and imported into an empty database', () => {
  let own: TestDatabase;
  let there: TestDatabase;
  let path: string;
  let inHand: InHand;
  beforeAll(async () => {
    own = await createTestDatabase({ world: furnished });
    inHand = await letPeopleIn(own.database);
    path = join(folder, 'league.zip');
    await run(exportCommand, own.url, [path]);
    there = await createTestDatabase({ isEmpty: true });
    const [sealed, key] = [join(folder, 'league.age'), join(folder, 'key.txt')];
    writeFileSync(key, (await sealFile(path, sealed)).right);
    expect(await run(importCommand, there.url, [sealed, { identity: key }])).toBe(0);
  });
  afterAll(async () => {
    await own[Symbol.asyncDispose]();
    await there[Symbol.asyncDispose]();
  });

  it('gives the same bytes when it is exported again', async () => {
    const again = join(folder, 'again.zip');
    await run(exportCommand, there.url, [again]);
    expect(readFileSync(again).equals(readFileSync(path))).toBe(true);
  });

  it('replays to its tables', async () => {
    const found = await verify(there.database);
    expect(found.difference).toBeNull();
    expect(found.events).toBeGreaterThan(10_000);
  });

  it('sends nothing and has no job', async () => {
    for (const table of [
      'graphile_worker._private_jobs',
      'private.mails',
      'private.webhook_posts',
    ]) {
      expect(await there.database.query(`select * from ${table}`)).toEqual([]);
    }
  });

  it('fires its triggers again', async () => {
    const off = await there.database.query(
      `select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'`,
    );
    expect(off).toEqual([]);
    await expect(there.database.query('delete from public.league_events')).rejects.toThrow();
  });

  it('counts on where the other had come to', async () => {
    const insert = `insert into private.former_names (person_id, username, until)
      select id, username, now() from public.profiles limit 1 returning id`;
    const [last] = await there.database.query<{ id: string | null }>(
      'select max(id) as id from private.former_names',
    );
    const [row] = await there.database.query<{ id: string }>(insert);
    expect(Number(row?.id)).toBeGreaterThan(Number(last?.id ?? 0));
    await there.database.query('delete from private.former_names where id = $1', [row?.id]);
  });

  it('remembers which codes of second steps were used, so that none is taken twice', async () => {
    const used = 'select factor_id, step from private.auth_totp_steps';
    const steps = await there.database.query(used);
    expect(steps).toHaveLength(1);
    expect(steps).toEqual(await own.database.query(used));
  });

  it('opens by session, password, second step and provider, and hands out its files', async () => {
    const doors = await openDoors(there.database);
    const { session, factor, friendId } = inHand;
    expect(await doors.isValid(session)).toBe(true);
    expect((await doors.refresh(session.refresh_token)).user.id).toBe(session.user.id);
    const signedIn = await doors.signIn(email, password);
    expect(await doors.takeSecondStep(signedIn, factor, Date.now() + 30_000)).not.toBeNull();
    expect((await doors.signInWith(friend)).user.id).toBe(friendId);
    expect(await doors.download('own/a.txt')).toBe('a text');
    expect(await doors.download('own/empty.txt')).toBe('');
    expect(await doors.download('own/b.txt')).toBe('x'.repeat(600_000));
    await doors.close();
  });
});

it('brings stored files home last: who stops that has the whole league, and goes on by hand', async () => {
  await using there = await createTestDatabase();
  await run(importCommand, there.url, [smallPath]);
  const config = parseConfig({ STORAGE_DIR: join(folder, 'home'), STORAGE_HOME: 'directory' });
  const listHomes = () =>
    there.database.query(
      'select home, count(*)::integer as files from private.stored_bytes group by home',
    );
  const [kept] = await listHomes();
  expect(kept).toMatchObject({ home: 'database' });
  const told: string[] = [];
  const print = (line: string) => told.push(line);
  await bringUpToDate(config, there.database, { print, signal: AbortSignal.abort() });
  expect(told).toEqual([
    'Stopped: files stay in the database until npx muster storage move directory.',
  ]);
  expect(await listHomes()).toEqual([kept]);
  await bringUpToDate(config, there.database, { print, signal });
  expect(told.at(-1)).toBe(
    `${kept?.files} stored files moved to the home directory, 0 could not be.`,
  );
  expect(await listHomes()).toEqual([{ home: 'directory', files: kept?.files }]);
  // Whoever writes it out elsewhere must say where they lie.
  await expect(run(exportCommand, there.url, [join(folder, 'homeless.zip')])).rejects.toThrow(
    'the home directory, where stored files lie, is not configured here',
  );
});

describe('an import that is refused', () => {
  it('leaves a database that holds a league as it is', async () => {
    const count = () => small.database.query('select count(*) from auth.users');
    const users = await count();
    await expect(run(importCommand, small.url, [smallPath])).rejects.toThrow(
      'The database holds a league already (',
    );
    expect(await count()).toEqual(users);
    await using begun = await createTestDatabase();
    await begun.database.query(
      "insert into public.games (slug, name, short_name, position) values ('chess', 'Chess', 'Chess', 1)",
    );
    await expect(run(importCommand, begun.url, [smallPath])).rejects.toThrow(
      'public.games has rows',
    );
  });

  it('does not touch the database where the file is wrong', async () => {
    await using empty = await createTestDatabase({ isEmpty: true });
    const wrong = join(folder, 'wrong.zip');
    const bytes = readFileSync(smallPath);
    const at = bytes.indexOf('tables/public.ladders.ndjson') + 60;
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    writeFileSync(wrong, bytes);
    await expect(run(importCommand, empty.url, [wrong])).rejects.toThrow(`${wrong}: `);
    writeFileSync(wrong, bytes.subarray(0, bytes.length / 2));
    await expect(run(importCommand, empty.url, [wrong])).rejects.toThrow(`${wrong}: the zip`);
    const newer = { migrations: { league: ['29990101000000_of_tomorrow.sql'] } };
    await makeFile(wrong, {}, newer);
    await expect(run(importCommand, empty.url, [wrong])).rejects.toThrow(
      `${wrong}: a newer Muster wrote it (29990101000000_of_tomorrow.sql)`,
    );
    expect(await isMigrated(empty)).toBe(false);
  });

  it('refuses a file that is older than the tables that are there already', async () => {
    await using migrated = await createTestDatabase();
    const older = join(folder, 'older.zip');
    await makeFile(older, {}, { migrations: {} });
    await expect(run(importCommand, migrated.url, [older])).rejects.toThrow(
      'The database is further than the file (',
    );
  });

  /** The league's file with other content at some paths. */
  const withOther = (file: LeagueFile, change: (path: string, text: string) => string) => ({
    ...file,
    async *read(at: string) {
      const text = Buffer.concat(await Array.fromAsync(file.read(at))).toString();
      yield Buffer.from(change(at, text));
    },
  });

  it.each<[string, string, (text: string) => string, string]>([
    [
      'a row twice',
      'tables/public.ladders.ndjson',
      (text) => text + text,
      'has a row that is refused',
    ],
    [
      'a row without what it refers to',
      'tables/public.games.ndjson',
      (text) => text.split('\n').slice(1).join('\n'),
      'public.games has',
    ],
    [
      'no JSON',
      'tables/public.ladders.ndjson',
      (text) => text.replace('{', ''),
      'has a row that is',
    ],
    ['half a line', 'tables/public.ladders.ndjson', (text) => text.slice(0, -5), 'in the middle'],
    [
      'a type that is none',
      'tables/public.ladders.ndjson',
      (text) => text.replace('"id":"', '"id":"x'),
      'has a row',
    ],
  ])('takes everything back for %s', async (_, at, change, words) => {
    await using migrated = await createTestDatabase();
    await using file = await openLeagueFile(smallPath, { identities: [], signal });
    const other = withOther(file, (found, text) => (found === at ? change(text) : text));
    const made = importLeague(migrated.database, other, { progress: () => undefined, signal });
    await expect(made).rejects.toThrow(FileFault);
    await expect(made).rejects.toThrow(words);
    expect(await migrated.database.query('select 1 from public.games')).toEqual([]);
  });

  it.each<[string, (tables: LeagueFile['manifest']['tables']) => typeof tables, string]>([
    [
      'without a table',
      (tables) => tables.filter(({ name }) => name !== 'public.games'),
      'the table public.games is missing',
    ],
    [
      'with another table',
      (tables) => [...tables, { name: 'public.todos', path: null, columns: [], rows: 0 }],
      "public.todos is no table that a league's file keeps",
    ],
    [
      'with a column less',
      (tables) =>
        tables.map((table) =>
          table.name === 'public.games' ? { ...table, columns: table.columns.slice(1) } : table,
        ),
      'the table public.games has other columns there than here',
    ],
  ])('takes no file of other tables: %s', async (_what, change, words) => {
    await using migrated = await createTestDatabase();
    await using file = await openLeagueFile(smallPath, { identities: [], signal });
    const manifest = { ...file.manifest, tables: change(file.manifest.tables) };
    const other = { ...file, manifest };
    const made = importLeague(migrated.database, other, { progress: () => undefined, signal });
    await expect(made).rejects.toThrow(FileFault);
    await expect(made).rejects.toThrow(words);
  });

  it('takes no file without what people have uploaded, as long as its row says, and nothing beside it', async () => {
    await using migrated = await createTestDatabase();
    await using file = await openLeagueFile(smallPath, { identities: [], signal });
    const { files, entries } = file.manifest;
    const size = (at: string) => entries.find((entry) => entry.path === at)?.size ?? 0;
    const [kept = expect.fail()] = files.filter(({ path: at }) => size(at) === 6);
    const stranger = '00000000-0000-4000-8000-000000000000';
    const words = `its files are not those of its rows (${kept.id})`;
    const wrong: [Partial<LeagueFile['manifest']>, string][] = [
      [{ files: files.filter((one) => one !== kept) }, words],
      [
        { entries: entries.map((one) => (one.path === kept.path ? { ...one, size: 7 } : one)) },
        words,
      ],
      [{ files: [...files, { ...kept, id: stranger }] }, `${kept.path} belongs to no row`],
      [
        { files: [...files, { ...kept, table: 'private.files', id: stranger }] },
        `${kept.path} belongs to no row`,
      ],
    ];
    for (const [more, told] of wrong) {
      const other = { ...file, manifest: { ...file.manifest, ...more } };
      const made = importLeague(migrated.database, other, { progress: () => undefined, signal });
      await expect(made).rejects.toThrow(FileFault);
      await expect(made).rejects.toThrow(told);
      expect(await migrated.database.query('select 1 from storage.objects')).toEqual([]);
    }
  });

  it('takes everything back when it is stopped, and can be begun anew', async () => {
    await using migrated = await createTestDatabase();
    await using file = await openLeagueFile(smallPath, { identities: [], signal });
    const stopping = new AbortController();
    const stopped = withOther(file, (at, text) => {
      if (at === 'tables/public.ladders.ndjson') {
        stopping.abort(new Error('stopped'));
      }
      return text;
    });
    const options = { progress: () => undefined, signal: stopping.signal };
    await expect(importLeague(migrated.database, stopped, options)).rejects.toThrow('stopped');
    expect(await migrated.database.query('select 1 from public.games')).toEqual([]);
    // What the program writes before anybody has come makes no league, and goes.
    await migrated.database.query('insert into private.heartbeats (beat_at) values (now())');
    await migrated.database.query(
      `insert into private.server_ends (ended_at, reason) values (now(), 'stopped')`,
    );
    await importLeague(migrated.database, file, { progress: () => undefined, signal });
    expect((await verify(migrated.database)).difference).toBeNull();
    for (const table of ['private.heartbeats', 'private.server_ends', 'private.secrets']) {
      const rows = `select * from ${table} t order by t::text`;
      expect(await migrated.database.query(rows)).toEqual(await small.database.query(rows));
    }
  });

  it('waits for nobody who is at work in the database', async () => {
    await using migrated = await createTestDatabase();
    await using file = await openLeagueFile(smallPath, { identities: [], signal });
    await migrated.database.transaction(async (transaction) => {
      await transaction.query('lock table public.games in row exclusive mode');
      await expect(
        importLeague(migrated.database, file, { progress: () => undefined, signal }),
      ).rejects.toThrow('stop the server first');
    });
  });

  it('says what it takes', async () => {
    const none = importCommand.run(parseConfig({}), { values: {}, positionals: [] });
    await expect(none).rejects.toThrow('import takes FILE');
    expect(lines).toEqual([]);
    const config = parseConfig({ DATABASE_URL: small.url, ...supabaseEnvironment });
    await expect(
      importCommand.run(config, { values: {}, positionals: [smallPath] }),
    ).rejects.toThrow('A league moves to Supabase by PostgreSQL’s own tools, not by a file.');
  });
});

it('says of a league whose site has no event that nothing came before', () => {
  expect(toRestoredFrom({ ...emptyManifest, instant: null })).toEqual({
    ...{ instant: null, sequence: 0, hash: '0'.repeat(64) },
  });
  const hash = 'a'.repeat(64);
  const streams = [
    { stream: 'ladder:x', path: 'x', sequence: 3, hash: 'b'.repeat(64) },
    { stream: 'site', path: 'y', sequence: 7, hash },
  ];
  const instant = '2026-11-25T04:25:47.000Z';
  expect(toRestoredFrom({ ...emptyManifest, instant, streams })).toEqual({
    ...{ instant, sequence: 7, hash },
  });
});
