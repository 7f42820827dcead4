import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import type { MigrationFolder } from './migration-files.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';
import { migrationFolders } from './testing/migration-folders.ts';

/** What becomes of people from before names and metadata were bounded. */

const boundedSince = '20260110';
let home = '';
let given: TestDatabase;

/** The migrations as they were before. */
async function listEarlier(): Promise<MigrationFolder[]> {
  return Promise.all(
    migrationFolders.map(async ({ label, path }) => {
      const copy = join(home, label);
      await mkdir(copy);
      for (const name of await readdir(path)) {
        if (name < boundedSince) {
          await copyFile(join(path, name), join(copy, name));
        }
      }
      return { label, path: copy };
    }),
  );
}

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

async function addPerson(
  number: number,
  person: { username: string; isConfirmed?: boolean; metadata?: object },
): Promise<void> {
  const { username, isConfirmed = true, metadata = {} } = person;
  await given.database.query(
    `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
     values ($1, 'authenticated', 'authenticated', $2, $3, '{"provider":"email"}', $4)`,
    [
      idOf(number),
      `p${number}@players.example`,
      isConfirmed ? new Date() : null,
      JSON.stringify(metadata),
    ],
  );
  await given.database.query(
    `update public.profiles set username = $2, created_at = now() + make_interval(secs => $3) where user_id = $1`,
    [idOf(number), username, number],
  );
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'upgrade-'));
  given = await createTestDatabase({ isEmpty: true });
  await migrate(given.database, await listEarlier());
  await addPerson(1, { username: 'Arbiter' });
  await addPerson(2, { username: 'Аrbiter' });
  await addPerson(3, { username: 'Wo\u200blf' });
  await addPerson(4, { username: 'Wolf' });
  await addPerson(5, { username: '\u202eevil' });
  await addPerson(6, { username: '\u3164\u3164' });
  await addPerson(7, { username: 'p7', isConfirmed: false });
  await addPerson(8, { username: 'p8', isConfirmed: false });
  // The league holds on to this one: they founded a team.
  await given.database.query(
    `insert into public.teams (id, slug, name, tag, name_skeleton, tag_skeleton, zone, locale, founder_id, founded_at)
     select gen_random_uuid(), 'reds', 'Reds', 'RED', 'reds', 'red', 'UTC', 'en', id, now()
     from public.profiles where user_id = $1`,
    [idOf(8)],
  );
  await given.database.query(
    `insert into public.teams (id, slug, name, tag, name_skeleton, tag_skeleton, zone, locale, founded_at)
     values (gen_random_uuid(), 'hidden', $1, $2, 'hidden', 'h', 'UTC', 'en', now())`,
    ['Hid\u200bden', '\u202eH'],
  );
  await addPerson(9, {
    username: 'Large',
    metadata: { full_name: 'Large', x: 'x'.repeat(100_000) },
  });
  await given.database.query(
    `insert into public.profile_identities (person_id, kind, handle)
     select id, k, h from public.profiles, (values ('steam', 'a\u200bb'), ('ea', '\u200b'), ('xbox', 'Fine')) v (k, h)
     where user_id = $1`,
    [idOf(1)],
  );
  await migrate(given.database, migrationFolders);
});
afterAll(async () => {
  await given?.[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true });
});

async function listNames() {
  const rows = await given.database.query<{ user_id: string; username: string }>(
    'select user_id, username from public.profiles',
  );
  return Object.fromEntries(rows.map((row) => [Number(row.user_id.slice(-4)), row.username]));
}

test('names keep what is seen of them, and the oldest of those that look alike is the one to be told from', async () => {
  const names = await listNames();
  expect(names).toMatchObject({ 1: 'Arbiter', 2: 'Аrbiter', 4: 'Wolf', 5: 'evil', 9: 'Large' });
  expect(names[3]).toBe('Wolf2');
  expect(names[6]).toMatch(/^player\d+$/);
  const take = (number: number, username: string) =>
    given.database.query('update public.profiles set username = $2 where user_id = $1', [
      idOf(number),
      username,
    ]);
  await expect(take(4, 'Arbitеr')).rejects.toThrow('name_confusable');
  // Who has such a name may keep it, but not choose it.
  await given.database.query(`update public.profiles set locale = 'fi' where user_id = $1`, [
    idOf(2),
  ]);
  await take(2, 'Аrbiter');
  await expect(take(2, 'Аrbitеr')).rejects.toThrow('name_confusable');
});

test('who never confirmed a sign-up is nobody again, or somebody without a part of their address', async () => {
  const names = await listNames();
  expect(names[7]).toBeUndefined();
  expect(names[8]).toMatch(/^player\d+$/);
  await given.database.query(
    'update auth.users set email_confirmed_at = now() where id = any ($1)',
    [[idOf(7), idOf(8)]],
  );
  const after = await listNames();
  expect(after[7]).toMatch(/^player\d+$/);
  expect(after[8]).toBe(names[8]);
});

test('metadata that is too large keeps what fits', async () => {
  const [row] = await given.database.query<{ data: object }>(
    'select raw_user_meta_data as data from auth.users where id = $1',
    [idOf(9)],
  );
  expect(row?.data).toEqual({ full_name: 'Large' });
});

test('teams keep the names that the log says, until they take others', async () => {
  const rename = (column: string, to: string) =>
    given.database.query<{ name: string }>(
      `update public.teams set ${column} = $1 where slug = 'hidden' returning name`,
      [to],
    );
  expect(await rename('about', 'About us')).toEqual([{ name: 'Hid\u200bden' }]);
  expect(await rename('name', 'Hid\u200bden')).toEqual([{ name: 'Hid\u200bden' }]);
  await expect(rename('name', 'Hid\u200bd')).rejects.toThrow('name_invalid');
  await expect(rename('tag', '\u202eHH')).rejects.toThrow('tag_invalid');
  expect(await rename('name', 'Seen')).toEqual([{ name: 'Seen' }]);
});

test('names in games keep what is seen of them', async () => {
  const rows = await given.database.query<{ kind: string; handle: string }>(
    'select kind, handle from public.profile_identities order by kind',
  );
  expect(rows).toEqual([
    { kind: 'steam', handle: 'ab' },
    { kind: 'xbox', handle: 'Fine' },
  ]);
});
