import { connect, type Database, migrate } from '@muster/database';
import {
  backendFolder,
  createTestDatabase,
  leagueFolder,
  listGrants,
  pushMigrations,
  startSupabaseServer,
} from '@muster/database/testing';
import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { startSmtpSink } from '../mail/testing/smtp-sink.ts';
import { startBackend } from './backend-process.ts';

const secret = 'a secret that is long enough for tests';

type Client = Awaited<ReturnType<typeof openClient>>;

/** Somebody without an account, by the official client. */
async function openClient(url: string, database: Database) {
  const [row] = await database.query<{ value: string }>(
    `select value from private.secrets where name = 'publishable_key'`,
  );
  return createClient(url, row?.value ?? '', { auth: { persistSession: false } });
}

/** Makes, changes and drops tables while the backend runs. */
async function tryTables(client: Client, database: Database): Promise<void> {
  expect((await client.from('todos').select()).error?.code).toBe('PGRST205');
  await database.query(`
    create table todos (id bigint generated always as identity primary key, task text not null);
    create function double(n integer) returns integer language sql as 'select n * 2';`);
  expect(await client.from('todos').insert({ task: 'wash up' }).select()).toMatchObject({
    status: 201,
    data: [{ id: 1, task: 'wash up' }],
  });
  expect((await client.rpc('double', { n: 21 })).data).toBe(42);
  await database.query('alter table todos add done boolean not null default false');
  expect((await client.from('todos').select('task,done')).data).toEqual([
    { task: 'wash up', done: false },
  ]);
  await database.query(`
    create table notes (id integer primary key, todo bigint references todos, text text);
    insert into notes values (7, 1, 'with soap')`);
  expect((await client.from('todos').select('task,notes(text)')).data).toEqual([
    { task: 'wash up', notes: [{ text: 'with soap' }] },
  ]);
  await database.query('drop table notes; alter table todos drop column done');
  expect((await client.from('notes').select()).error?.code).toBe('PGRST205');
  expect((await client.from('todos').select('done')).error?.code).toBe('42703');
  expect(await database.query(`select to_regclass('public.ladders') as found`)).toEqual([
    { found: null },
  ]);
  await database.query('drop table todos; drop function double');
}

test('on a database without a league new tables are everybody’s and seen without being told; a league that comes later has its grants as narrow as anywhere, and they stay so', async () => {
  await using server = await startSupabaseServer();
  const database = connect(server.url);
  {
    await using backend = await startBackend(server.url, { SMTP_URL: '', JWT_SECRET: secret });
    const client = await openClient(backend.url, database);
    await tryTables(client, database);
    await pushMigrations(database, leagueFolder);
    expect((await client.from('ladders').select('slug')).error).toBeNull();
  }
  await using backend = await startBackend(server.url, { SMTP_URL: '', JWT_SECRET: secret });
  await using ours = await createTestDatabase();
  expect(await listGrants(database)).toEqual(await listGrants(ours.database));
  await database.query('create table public.todos (id integer primary key)');
  const client = await openClient(backend.url, database);
  const refused = await client.from('todos').select();
  expect([refused.status, refused.error?.code]).toEqual([401, '42501']);
  expect((await client.from('profiles').insert({ username: 'Nobody' })).error?.code).toBe('42501');
  expect((await migrate(database, [backendFolder, leagueFolder])).applied).toEqual([]);
  await database.close();
});

/** As Supabase's image has them before its services have come, who are to fill them. */
const emptySchemas = `
  create schema auth;
  grant all on schema auth to supabase_auth_admin;
  create schema storage;
  grant all on schema storage to supabase_storage_admin;
  create schema realtime;
  grant all on schema realtime to postgres;
  grant usage on schema auth, storage, realtime to postgres, anon, authenticated, service_role;`;

test('an empty schema that is closed to the login ends the start by its name, and stays empty; those that somebody else has laid for services are filled', async () => {
  await using server = await startSupabaseServer();
  const owner = connect(server.ownerUrl);
  await owner.query('create schema auth');
  await expect(startBackend(server.url, { SMTP_URL: '', JWT_SECRET: secret })).rejects.toThrow(
    'create_auth.sql: permission denied for schema auth',
  );
  const made = await owner.query(
    `select relname from pg_class where relnamespace = 'auth'::regnamespace`,
  );
  expect(made).toEqual([]);
  await owner.query('drop schema auth');
  await owner.query(emptySchemas);
  await owner.close();
  await using backend = await startBackend(server.url, { SMTP_URL: '', JWT_SECRET: secret });
  const signedUp = await backend.signUp('aino@league.test');
  expect(signedUp.status).toBe(200);
  const database = connect(server.url);
  await database.query(`
    insert into storage.buckets (id, name) values ('notes', 'notes');
    create policy "everybody writes" on storage.objects for insert with check (bucket_id = 'notes');
    create policy "everybody reads" on storage.objects for select using (bucket_id = 'notes')`);
  const files = (await openClient(backend.url, database)).storage.from('notes');
  expect((await files.upload('a.txt', 'one')).error).toBeNull();
  expect(await (await files.download('a.txt')).data?.text()).toBe('one');
  await database.close();
});

test('without a league mail goes to the mail server at once, which may refuse it', async () => {
  await using own = await createTestDatabase({ isEmpty: true });
  await using sink = await startSmtpSink();
  await using backend = await startBackend(own.url, { SMTP_URL: sink.url });
  expect((await backend.signUp('aino@league.test')).status).toBe(200);
  expect(sink.mails.map(({ to, email }) => [to, email.subject])).toEqual([
    [['aino@league.test'], 'Vahvista osoitteesi'],
  ]);
  sink.mood = 'refuse';
  expect((await backend.signUp('bertha@league.test')).status).toBe(500);
  const people = await own.database.query('select email from auth.users');
  expect(people).toEqual([{ email: 'aino@league.test' }]);
});
