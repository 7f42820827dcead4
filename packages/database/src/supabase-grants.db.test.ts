import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from './connect.ts';
import { listPendingMigrations, migrate } from './migrate.ts';
import { type Grant, listGrants } from './testing/grants.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';
import { backendFolder, leagueFolder } from './testing/migration-folders.ts';
import { pushMigrations } from './testing/push-migrations.ts';
import { type SupabaseServer, startSupabaseServer, toLogin } from './testing/supabase-server.ts';
import type { Database } from './types.ts';

/*
 * Somebody else's Supabase: its services have been there, its login is no superuser, whatever is made in `public`
 * is given to everybody, and its own tool brings the league.
 */

let ours: TestDatabase;
let server: SupabaseServer;
let theirs: Database;

beforeAll(async () => {
  ours = await createTestDatabase();
  server = await startSupabaseServer({ hasServices: true });
  theirs = connect(server.url);
  await pushMigrations(theirs, leagueFolder);
});
afterAll(async () => {
  await theirs?.close();
  await server?.[Symbol.asyncDispose]();
  await ours?.[Symbol.asyncDispose]();
});

/** What our services bring and Supabase's do not. */
async function listOfServices(): Promise<Set<string>> {
  await using alone = await createTestDatabase({ isEmpty: true });
  await migrate(alone.database, [backendFolder]);
  return new Set((await listGrants(alone.database)).map(({ thing }) => thing));
}

const toLines = (grants: readonly Grant[]) =>
  grants.map(({ thing, right_to }) => `${thing}: ${right_to}`);

test('what Supabase’s tool has applied is applied', async () => {
  expect(await listPendingMigrations(theirs, [leagueFolder])).toEqual([]);
  expect((await migrate(theirs, [leagueFolder])).applied).toEqual([]);
});

test('everybody may do to each thing of the league what they may with our services, and no more', async () => {
  const found = await listGrants(theirs);
  const names = new Set(found.map(({ thing }) => thing));
  const ofServices = await listOfServices();
  const wanted = (await listGrants(ours.database)).filter(
    ({ thing }) => names.has(thing) || !ofServices.has(thing),
  );
  expect(toLines(found)).toEqual(toLines(wanted));
});

test('their auth service brings, proves and deletes people', async () => {
  const service = connect(toLogin(server.url, 'supabase_auth_admin'));
  const id = randomUUID();
  const listNames = async () =>
    (await theirs.query<{ username: string }>('select username from public.profiles')).map(
      ({ username }) => username,
    );
  await service.query(
    `insert into users (id, aud, role, email, raw_app_meta_data, raw_user_meta_data)
     values ($1, 'authenticated', 'authenticated', 'aino@league.test', '{"provider":"email"}', '{"full_name":"Aino"}')`,
    [id],
  );
  expect(await listNames()).toEqual([]);
  await service.query('update users set email_confirmed_at = now() where id = $1', [id]);
  expect(await listNames()).toEqual(['Aino']);
  await service.query('delete from users where id = $1', [id]);
  expect(await listNames()).not.toContain('Aino');
  await service.close();
});
