import { type Database, installJobQueue } from '@muster/database';
import { createTestDatabase } from '@muster/database/testing';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { rememberServedUrl } from '../served-url.ts';
import { catchLines } from '../testing/catch-lines.ts';
import { command as keys } from './keys.ts';
import { command } from './status.ts';

const lines = catchLines();

function run(environment: Record<string, string>, output?: string): Promise<number> {
  const values = output === undefined ? {} : { output };
  return command.run(parseConfig(environment), { values, positionals: [] });
}

async function withLeague(work: (url: string, database: Database) => Promise<void>): Promise<void> {
  await using own = await createTestDatabase();
  await installJobQueue(own.database);
  await work(own.url, own.database);
}

const find = (name: string) => lines.find((line) => line.startsWith(name));

describe('muster status', () => {
  it('says how a league is that is well, and none of its secrets', () =>
    withLeague(async (url) => {
      const site = 'https://league.example';
      expect(await run({ DATABASE_URL: url, SITE_URL: site, JWT_SECRET: 's'.repeat(40) })).toBe(0);
      expect(lines.map((line) => line.split(/ {2,}/)[0])).toEqual([
        'Database',
        'Migrations',
        'Sign-in',
        'Mail',
        'Jobs',
        'Admins',
      ]);
      for (const line of lines) {
        expect(line).toMatch(/^\S+ +ok {2}/);
      }
      expect(find('Mail')).toContain('none goes out: set SMTP_URL');
      expect(find('Admins')).toMatch(/open https:\/\/league\.example\/setup\/[\w-]{32} /);
      expect(lines.join('\n')).not.toMatch(/eyJ|KEY|SECRET=|ssss|postgres(ql)?:\/\//);
    }));

  it('says where the last start served, which its own environment need not know', () =>
    withLeague(async (url, database) => {
      const readAddresses = async (more = {}) => {
        lines.length = 0;
        await run({ DATABASE_URL: url, ...more });
        await run({ DATABASE_URL: url, ...more }, 'env');
        return [
          / open (\S+)\/setup\//.exec(find('Admins') ?? '')?.[1],
          /"(.*)"/.exec(find('API_URL') ?? '')?.[1],
        ];
      };
      const both = (address: string) => [address, address];
      expect(await readAddresses({ PORT: '3900' })).toEqual(both('http://localhost:3900'));
      await rememberServedUrl(database, 'http://localhost:3901');
      expect(await readAddresses()).toEqual(both('http://localhost:3901'));
      await rememberServedUrl(database, 'http://localhost:3902');
      expect(await readAddresses()).toEqual(both('http://localhost:3902'));
      const site = 'https://league.example';
      expect(await readAddresses({ SITE_URL: site })).toEqual(both(site));
    }));

  it('prints keys when they are asked for', () =>
    withLeague(async (url) => {
      expect(await run({ DATABASE_URL: url }, 'env')).toBe(0);
      expect(lines.map((line) => line.split('=')[0])).toEqual([
        'API_URL',
        'ANON_KEY',
        'SERVICE_ROLE_KEY',
        'JWT_SECRET',
        'DB_URL',
      ]);
      await expect(run({ DATABASE_URL: url }, 'json')).rejects.toThrow('status takes -o env');
    }));

  it('is not well where nobody can sign in, unless an organisation lets its people in', () =>
    withLeague(async (url, database) => {
      const league = { DATABASE_URL: url, HOST: '192.0.2.1' };
      expect(await run(league)).toBe(1);
      expect(find('Sign-in')).toContain('NOT OK  nobody can sign in: enter a way at /setup');
      expect(find('Admins')).toContain('nobody yet: set SITE_URL to an https address');
      await database.query(
        `with provider as (insert into auth.sso_providers (id) values (gen_random_uuid()) returning id)
         insert into auth.sso_domains (id, sso_provider_id, domain)
         select gen_random_uuid(), id, 'school.example' from provider`,
      );
      lines.length = 0;
      expect(await run(league)).toBe(0);
      expect(find('Sign-in')).toContain('ok  by organisations');
    }));

  it('counts the admins once there are some', () =>
    withLeague(async (url, database) => {
      await database.query(
        `insert into auth.users (id, aud, role) values (gen_random_uuid(), 'authenticated', 'authenticated')`,
      );
      await database.query('insert into public.admins (person_id) select id from public.profiles');
      expect(await run({ DATABASE_URL: url })).toBe(0);
      expect(find('Admins')).toBe('Admins      ok  1 of the site');
    }));

  it('is not well without its database, or with one that a newer version made', async () => {
    expect(await run({ DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/league' })).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^Database +NOT OK {2}The database does not answer/);
    expect(lines[0]).not.toContain('hunter2');
    await withLeague(async (url, database) => {
      await database.query(
        `insert into private.migrations values ('league', '29990101000000_x.sql', '')`,
      );
      expect(await run({ DATABASE_URL: url })).toBe(1);
      expect(find('Migrations')).toContain(
        'NOT OK  The database has the migration 29990101000000_x.sql',
      );
    });
  });

  it('names what is to be applied and applies nothing', () =>
    withLeague(async (url, database) => {
      const [last] = await database.query<{ name: string }>(
        `delete from private.migrations where name = (
           select max(name) from private.migrations where folder = 'league') returning name`,
      );
      expect(await run({ DATABASE_URL: url })).toBe(1);
      expect(find('Migrations')).toContain(`NOT OK  ${last?.name} to be applied`);
      expect(lines).toHaveLength(2);
      expect(
        await database.query('select from private.migrations where name = $1', [last?.name]),
      ).toEqual([]);
    }));

  it.each([
    ["interval '9 minutes'", 0, 'ok  1 waiting, taken by 0 processes'],
    [
      "interval '11 minutes'",
      1,
      'NOT OK  1 waiting, taken by 0 processes; 1 late by more than 10 minutes',
    ],
  ])('a job that should have run %s ago gives %i', (age, code, line) =>
    withLeague(async (url, database) => {
      await database.query(`select graphile_worker.add_job('x', run_at := now() - ${age})`);
      expect(await run({ DATABASE_URL: url })).toBe(code);
      expect(find('Jobs')).toContain(line);
    }),
  );

  it('tells of jobs that have failed for the last time, for a day', () =>
    withLeague(async (url, database) => {
      await database.query(`select graphile_worker.add_job('x', max_attempts := 1)`);
      const fail = (age: string) =>
        database.query(
          `update graphile_worker._private_jobs set attempts = 1, updated_at = now() - $1::interval`,
          [age],
        );
      await fail('23 hours');
      expect(await run({ DATABASE_URL: url })).toBe(1);
      expect(find('Jobs')).toContain('1 failed for the last time within a day');
      lines.length = 0;
      await fail('25 hours');
      expect(await run({ DATABASE_URL: url })).toBe(0);
    }));

  it.each([
    ['9 minutes', 0],
    ['11 minutes', 1],
  ])('a mail that has waited for %s gives %i', (age, code) =>
    withLeague(async (url, database) => {
      await database.query(
        `insert into private.mails (id, kind, recipient, locale, text_body, state, created_at)
         values (gen_random_uuid(), 'x', 'a@b.example', 'en', '', 'queued', now() - $1::interval)`,
        [age],
      );
      expect(await run({ DATABASE_URL: url, SMTP_URL: 'smtp://u:hunter2@mail.example' })).toBe(
        code,
      );
      expect(find('Mail')).toContain('by mail.example; in a day 0 sent, 0 refused, 0 unsure');
      expect(find('Mail')).not.toContain('hunter2');
    }),
  );
});

describe('what muster status counts', () => {
  it('are the mails of a day by what became of them, where mail goes out at all', () =>
    withLeague(async (url, database) => {
      const states = { sent: 3, refused: 2, unsure: 1, kept: 1 };
      for (const [state, count] of Object.entries(states)) {
        for (const age of ['23 hours', '25 hours']) {
          await database.query(
            `insert into private.mails (id, kind, recipient, locale, text_body, state, answer, created_at)
             select gen_random_uuid(), 'x', 'a@b.example', 'en', case $1 when 'kept' then '' end, $1, '', now() - $2::interval
             from generate_series(1, $3)`,
            [state, age, count],
          );
        }
      }
      await database.query(
        `insert into private.mails (id, kind, recipient, locale, text_body, state, created_at)
         values (gen_random_uuid(), 'x', 'a@b.example', 'en', '', 'queued', now() - interval '25 hours')`,
      );
      const server = { DATABASE_URL: url, SMTP_URL: 'smtp://mail.example' };
      expect(await run(server)).toBe(0);
      expect(find('Mail')).toMatch(/ok {2}by mail\.example; in a day 3 sent, 2 refused, 1 unsure$/);
      lines.length = 0;
      await run({ DATABASE_URL: url });
      expect(find('Mail')).toContain('ok  kept in /dev/mail, for this machine');
    }));

  it('are the processes that were heard within two minutes, and no job that one has in hand', () =>
    withLeague(async (url, database) => {
      await database.query(
        `select graphile_worker.add_job('x', run_at := now() - interval '1 hour')`,
      );
      await database.query(
        `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a'`,
      );
      await database.query(
        `insert into private.job_workers (id, seen_at) values ('a', now() - interval '1 minute'),
           ('gone', now() - interval '3 minutes')`,
      );
      expect(await run({ DATABASE_URL: url })).toBe(0);
      expect(find('Jobs')).toMatch(/ok {2}1 waiting, taken by 1 process$/);
      lines.length = 0;
      await database.query(`update private.job_workers set seen_at = now()`);
      await run({ DATABASE_URL: url });
      expect(find('Jobs')).toMatch(/ok {2}1 waiting, taken by 2 processes$/);
      lines.length = 0;
      await database.query('drop schema graphile_worker cascade');
      expect(await run({ DATABASE_URL: url })).toBe(1);
      expect(find('Jobs')).toContain('NOT OK  no queue yet: start makes it');
    }));

  it('are the migrations that wait behind the next', () =>
    withLeague(async (url, database) => {
      const gone = await database.query<{ name: string }>(
        `delete from private.migrations where name in (
           select name from private.migrations where folder = 'league' order by name desc limit 3) returning name`,
      );
      const [next] = gone.map(({ name }) => name).toSorted();
      expect(await run({ DATABASE_URL: url })).toBe(1);
      expect(find('Migrations')).toContain(`NOT OK  ${next} and 2 more to be applied`);
    }));
});

describe('muster keys', () => {
  /** A league's own database, and what the command says there. */
  async function withKeys(
    work: (run: (...words: string[]) => Promise<string>, database: Database) => Promise<void>,
  ) {
    await using own = await createTestDatabase();
    const config = parseConfig({ DATABASE_URL: own.url });
    await work(async (...positionals) => {
      lines.length = 0;
      expect(await keys.run(config, { values: {}, positionals })).toBe(0);
      return lines.join('\n');
    }, own.database);
  }

  it('signs with a new key of the kind that is named, however it is written, and of the usual where none is', () =>
    withKeys(async (run) => {
      const said = (algorithm: string) =>
        new RegExp(
          `^The ${algorithm} key \\S+ signs from now on; running servers follow within half a minute\\.$`,
        );
      expect(await run('rotate')).toMatch(said('ES256'));
      expect(await run('rotate', 'rs256')).toMatch(said('RS256'));
      expect(await run('rotate', 'HS256')).toMatch(said('HS256'));
    }));

  it('brings into the clear what is sealed, of sessions and of second steps', () =>
    withKeys(async (run) => {
      expect(await run('unseal')).toMatch(
        /^The keys of 0 sessions and the secrets of 0 authenticators now stand in the clear/,
      );
    }));

  it.each([
    [[], 'keys takes rotate or unseal.'],
    [['burn'], 'keys takes rotate or unseal.'],
    [['constructor'], 'keys takes rotate or unseal.'],
    [['rotate', 'none'], 'keys rotate takes ES256, RS256, HS256 or nothing.'],
  ])('takes no %j', (words, why) =>
    withKeys(async (run, database) => {
      await expect(run(...words)).rejects.toThrow(why);
      expect(await database.query('select 1 from private.secrets')).toEqual([]);
    }),
  );

  it('leaves alone the keys of somebody else’s services', async () => {
    const config = parseConfig({
      ...{ SUPABASE_URL: 'http://localhost:1', SUPABASE_ANON_KEY: 'a' },
      ...{ SUPABASE_SERVICE_ROLE_KEY: 'b', DATABASE_URL: 'postgres://localhost:1/none' },
    });
    await expect(keys.run(config, { values: {}, positionals: ['rotate'] })).rejects.toThrow(
      'The keys are those of the Supabase that SUPABASE_URL names.',
    );
  });
});
