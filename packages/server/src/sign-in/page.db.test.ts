import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { toInput } from '../testing/test-league.ts';
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
