import { readFile, writeFile } from 'node:fs/promises';
import { connect, type Database } from '@muster/database';
import { createTestDatabase } from '@muster/database/testing';
import { expect, test, vi } from 'vitest';
import { createRest } from './create-rest.ts';
import { toLoginUrl } from './login-url.ts';
import { openRequestLogin } from './request-login.ts';

interface Login {
  login: string;
  inherits: boolean;
  roles: string[];
}

async function describeLogin(url: string): Promise<Login | undefined> {
  const connection = connect({ url, maxConnections: 1 });
  try {
    const [row] = await connection.query<Login>(
      `select session_user::text as login, rolinherit as inherits,
         array(select roleid::regrole::text from pg_auth_members m where m.member = r.oid order by 1) as roles
       from pg_roles r where rolname = session_user`,
    );
    return row;
  } finally {
    await connection.close();
  }
}

/** Makes the server ask for passwords in one database, for all but its owner. */
async function askPasswords(database: Database): Promise<() => Promise<void>> {
  const [row] = await database.query<{ file: string; name: string }>(
    `select current_setting('hba_file') as file, current_database() as name`,
  );
  const { file = '', name = '' } = row ?? {};
  const rule = `local ${name} all scram-sha-256`;
  const [owner] = await database.query<{ name: string }>('select current_user::text as name');
  const before = await readFile(file, 'utf8');
  await writeFile(file, `local ${name} ${owner?.name} trust\n${rule}\n${before}`);
  await reload(database);
  const guess = toLoginUrl(database.url, { user: 'authenticator', password: 'guessed' });
  await vi.waitFor(() => expect(describeLogin(guess)).rejects.toThrow(/password/), 10_000);
  return async () => {
    const now = await readFile(file, 'utf8');
    await writeFile(file, now.replace(`local ${name} ${owner?.name} trust\n${rule}\n`, ''));
    await reload(database);
  };
}

async function reload(database: Database): Promise<void> {
  await database.query('select pg_reload_conf()');
}

test('where no password is asked, requests log in as authenticator', async () => {
  await using league = await createTestDatabase();
  expect(await describeLogin(await openRequestLogin(league.database))).toEqual({
    login: 'authenticator',
    inherits: false,
    roles: ['anon', 'authenticated', 'service_role'],
  });
});

test('where one is asked, requests log in as a role made for the database', async () => {
  await using league = await createTestDatabase();
  const restore = await askPasswords(league.database);
  try {
    // Two processes that start at once must end up with the same login.
    const urls = await Promise.all([
      openRequestLogin(league.database),
      openRequestLogin(league.database),
    ]);
    expect(urls[0]).toBe(urls[1]);
    const login = await describeLogin(urls[0] ?? '');
    expect(login).toEqual({
      login: expect.stringMatching(/^muster_rest_\d+$/),
      inherits: false,
      roles: ['anon', 'authenticated', 'service_role'],
    });

    // Whoever changed the password by hand finds it mended at the next start.
    await league.database.query(`alter role ${login?.login} password 'changed'`);
    expect(await openRequestLogin(league.database)).toBe(urls[0]);

    const rest = await createRest({ database: league.database });
    const request = new Request('http://localhost/rest/v1/profiles?select=username');
    const answer = await rest.answer(request, { role: 'anon', claims: { role: 'anon' } });
    expect([answer.status, await answer.json()]).toEqual([200, []]);
    await rest.close();
  } finally {
    await restore();
    const [role] = await league.database.query<{ name: string }>(
      `select rolname as name from pg_roles where rolname like 'muster_rest_%'`,
    );
    if (role) {
      await league.database.query(`drop role ${role.name}`);
    }
  }
});

test('a login of its own sees nothing before it takes a role', async () => {
  await using league = await createTestDatabase();
  const connection = connect(await openRequestLogin(league.database));
  for (const table of ['public.profiles', 'private.secrets', 'auth.users']) {
    await expect(connection.query(`select * from ${table}`)).rejects.toThrow(/permission denied/);
  }
  for (const role of ['postgres', 'pg_read_all_data']) {
    await expect(connection.query(`set role ${role}`)).rejects.toThrow();
  }
  await connection.close();
});

test('a server that is away is told as such, and not as one that lets nobody in', async () => {
  await using league = await createTestDatabase();
  // The same database, at an address at which nobody answers.
  const away = new Proxy(league.database, {
    get(target, name) {
      if (name === 'url') {
        return 'postgres://127.0.0.1:1/nowhere';
      }
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  await expect(openRequestLogin(away)).rejects.toMatchObject({ reason: 'away' });
});
