import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createPerson, createTestLeague, testNow, toInput } from '../testing/test-league.ts';
import { loadLogin } from './page.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(() => own.database.query('delete from auth.sso_providers'));

const options = { providers: [], email: true, sign_up: true, captcha: true };
const chat = {
  providers: [{ name: 'discord', label: null }],
  email: false,
  sign_up: false,
  captcha: false,
};

it.each([
  ['what the services say', async () => options, options],
  ['the chat platform where they cannot be asked', () => Promise.reject(new Error('away')), chat],
  ['the chat platform where there is nobody to ask', undefined, chat],
])('offers %s', async (_what, readSignIn, offered) => {
  const input = toInput(own.database);
  const data = await loadLogin(readSignIn === undefined ? input : { ...input, readSignIn });
  expect(data).toEqual({ options: offered, has_organisations: false });
});

it.each([
  ['that lets people in', false, true],
  ['of which that was never said', null, true],
  ['that is switched off', true, false],
])('asks for an organisation where there is one %s', async (_what, isDisabled, asks) => {
  const id = randomUUID();
  await own.database.query('insert into auth.sso_providers (id, disabled) values ($1, $2)', [
    id,
    isDisabled,
  ]);
  expect((await loadLogin(toInput(own.database)))?.has_organisations).toBe(false);
  await own.database.query(
    `insert into auth.sso_domains (id, sso_provider_id, domain) values ($1, $2, 'school.example')`,
    [randomUUID(), id],
  );
  expect((await loadLogin(toInput(own.database)))?.has_organisations).toBe(asks);
});

it('names the site’s admins, by name, to who comes from a restore of the last hour', async () => {
  const { database } = own;
  const league = await createTestLeague(database);
  for (const [name, ladder] of [
    ['zoe', null],
    ['Ann', null],
    ['Bo of a ladder', league.ladder.id],
  ] as const) {
    const { id } = await createPerson(database, name);
    await database.query('insert into public.admins (person_id, ladder_id) values ($1, $2)', [
      id,
      ladder,
    ]);
  }
  await database.query(`insert into public.stream_heads (stream) values ('site'), ('team:x')`);
  let sequence = 0;
  const log = async (stream: string, type: string, minutes: number) => {
    sequence += 1;
    await database.query(
      `insert into public.league_events (id, stream, sequence, type, version, at, data, previous_hash, hash)
       values ($1, $2, $3, $4, 1, $5, '{}', repeat('a', 64), repeat('a', 64))`,
      [
        ...[randomUUID(), stream, sequence, type],
        new Date(testNow.getTime() - minutes * 60_000).toISOString(),
      ],
    );
  };
  const read = async (path = '/login?restored') =>
    (await loadLogin(toInput(database, { path })))?.restored ?? null;
  await log('site', 'log_restored', 60);
  await log('site', 'site_admin_granted', 1);
  await log('team:x', 'log_restored', 1);
  expect(await read()).toBeNull();
  await log('site', 'log_restored', 59);
  expect(await read()).toEqual({ admins: ['Ann', 'zoe'] });
  expect(await read('/login')).toBeNull();
});
