import { loadSealingKey } from '@muster/backend';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createWaysReader, keepWay, type StoredWay } from './stored-ways.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(() => own.database.query('delete from private.sign_in_ways'));

const toWay = (provider: StoredWay['provider'], more: Partial<StoredWay> = {}): StoredWay => ({
  ...{ provider, client_id: 'ours', client_secret: `secret of ${provider}` },
  ...{ issuer: null, name: null, is_enabled: true },
  ...more,
});

async function keep(...ways: StoredWay[]): Promise<void> {
  const sealing = await loadSealingKey(own.database);
  for (const way of ways) {
    await own.database.transaction((transaction) => keepWay(transaction, way, sealing));
  }
}
const read = () => createWaysReader(own.database)();

it('ways to sign in are read as they were entered, in one order', async () => {
  expect(await read()).toEqual([]);
  const club = toWay('oidc', { issuer: 'https://id.test', name: 'Club', is_enabled: false });
  await keep(club, toWay('github'), toWay('discord'));
  expect(await read()).toEqual([toWay('discord'), toWay('github'), club]);
});

it('a way that is entered again stands in the place of the one before, with all that is said of it', async () => {
  await keep(toWay('oidc', { issuer: 'https://one.test', name: 'One' }), toWay('github'));
  const next = toWay('oidc', {
    ...{ client_id: 'other', client_secret: 'another', issuer: 'https://two.test', name: 'Two' },
    is_enabled: false,
  });
  await keep(next);
  expect(await read()).toEqual([toWay('github'), next]);
});

it('a way whose secret is not ours to read, or is another’s, lets nobody in and keeps no other from it', async () => {
  await keep(toWay('discord'), toWay('github'), toWay('google'));
  await own.database.query(
    `update private.sign_in_ways set client_secret = '{"key_id":"another"}' where provider = 'google'`,
  );
  expect(await read()).toEqual([toWay('discord'), toWay('github')]);
  // What is sealed for one row opens in no other.
  await own.database.query(
    `update private.sign_in_ways set client_secret = (select client_secret from private.sign_in_ways where provider = 'discord')
     where provider = 'github'`,
  );
  expect(await read()).toEqual([toWay('discord')]);
});
