import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGateway } from '../gateway.ts';
import { serve, type TestServer } from '../testing/serve.ts';
import { createWorld, type World } from '../testing/world.ts';
import { createRest } from './create-rest.ts';
import type { Rest } from './types.ts';

/** What people may call themselves, however they say it: by REST nothing of ours but the database judges. */

let world: World;
let rest: Rest;
let server: TestServer;

beforeAll(async () => {
  world = await createWorld();
  rest = await createRest({ database: world.database });
  const gateway = createGateway({
    auth: { fetch: () => new Response(null, { status: 404 }) },
    rest,
    apiKeys: world.apiKeys,
    verify: world.verify,
  });
  server = await serve(gateway.fetch);
  expect((await rename('ann', 'Arbiter')).error).toBeNull();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rest.close();
  await world[Symbol.asyncDispose]();
});

function rename(who: 'ann' | 'bob', username: string) {
  const { token, userId } = world[who];
  const client = createClient(server.url, world.apiKeys.anon, { accessToken: async () => token });
  return client
    .from('profiles')
    .update({ username })
    .eq('user_id', userId)
    .select('username')
    .single();
}

async function findName(who: 'ann' | 'bob') {
  const [row] = await world.database.query<{ username: string }>(
    'select username from profiles where user_id = $1',
    [world[who].userId],
  );
  return row?.username;
}

test.each([
  ['name_taken', 'arbiter', 'Arbiter'],
  ['name_confusable', 'Аrbiter', 'Arbiter'],
  ['name_confusable', 'Ａrbiter', 'Arbiter'],
  ['name_confusable', 'Árbîter', 'Arbiter'],
  ['name_confusable', 'A r-b.i_t+e r', 'Arbiter'],
  ['name_confusable', 'Arb1ter', 'Arbiter'],
  ['name_invalid', 'Arb\u200biter', '2-32'],
  ['name_invalid', 'Arb\u202eiter', '2-32'],
  ['name_invalid', 'Some\u2066one', '2-32'],
  ['name_invalid', 'Some\u00adone', '2-32'],
  ['name_invalid', 'Some\u3164one', '2-32'],
  ['name_invalid', 'Some\tone\u0007', '2-32'],
  ['name_invalid', '!!!', '2-32'],
  ['name_invalid', 'x', '2-32'],
  ['name_invalid', 'x'.repeat(33), '2-32'],
])('%s: %j beside Arbiter, over REST', async (code, username, details) => {
  const before = await findName('bob');
  const { error, status } = await rename('bob', username);
  expect(status).toBe(code === 'name_invalid' ? 400 : 409);
  expect(error).toMatchObject({ message: code, details });
  expect(await findName('bob')).toBe(before);
});

test.each([
  ['x'.repeat(2), 'xx'],
  ['x'.repeat(32), 'x'.repeat(32)],
  ['  Arbiters   of  Bob ', 'Arbiters of Bob'],
  ['e\u0301cole', 'école'],
  ['Judge 👩', 'Judge 👩'],
])('%j is a name', async (given, kept) => {
  expect((await rename('bob', given)).data).toEqual({ username: kept });
});

test('one may write one’s own name otherwise, and takes nobody’s by it', async () => {
  expect((await rename('ann', 'ARBITER')).error).toBeNull();
  expect((await rename('ann', 'Arb1ter')).error).toBeNull();
  expect((await rename('bob', 'Arbiter')).error?.message).toBe('name_confusable');
  expect((await rename('ann', 'Ann again')).error).toBeNull();
  // What is given up is free.
  expect((await rename('bob', 'Arbiter')).error).toBeNull();
});

test('what an admin took is refused until it is given back, to others where it was hidden alone', async () => {
  const take = async (hides: boolean) => {
    await world.database.query(
      `insert into private.renames (id, person_id, from_name, to_name, reason, hides, at)
       select gen_random_uuid(), id, 'Vile one', 'Kind one', 'Rude.', $2, now() from profiles where user_id = $1`,
      [world.bob.userId, hides],
    );
    await world.database.query(`update profiles set username = 'Kind one' where user_id = $1`, [
      world.bob.userId,
    ]);
  };
  const giveBack = () => world.database.query('update private.renames set undone_at = now()');
  const refused = { status: 400, error: { message: 'name_removed' } };
  expect((await rename('bob', 'Vile one')).error).toBeNull();
  await take(false);
  expect(await rename('bob', 'Vile one')).toMatchObject(refused);
  expect(await rename('bob', 'V1LE ONE')).toMatchObject(refused);
  expect(await findName('bob')).toBe('Kind one');
  expect((await rename('ann', 'Vile one')).error).toBeNull();
  expect((await rename('ann', 'Ann again')).error).toBeNull();
  await take(true);
  expect(await rename('ann', 'Vile one')).toMatchObject(refused);
  await giveBack();
  expect((await rename('bob', 'Vile one')).error).toBeNull();
});

test('of two who take look-alike names at once one has it', async () => {
  for (let round = 0; round < 8; round += 1) {
    const answers = await Promise.all([
      rename('ann', `Round${round}x`),
      rename('bob', `Rоund${round}x`),
    ]);
    const failed = answers.filter(({ error }) => error !== null);
    expect(failed).toHaveLength(1);
    expect(failed[0]).toMatchObject({ status: 409, error: { message: 'name_confusable' } });
    await rename('ann', 'Between');
    await rename('bob', 'Meanwhile');
  }
});

test('who is gone leaves their name free', async () => {
  const { error } = await rename('ann', 'Leaver');
  expect(error).toBeNull();
  await world.database.query('delete from auth.users where id = $1', [world.ann.userId]);
  expect((await rename('bob', 'Leaver')).data).toEqual({ username: 'Leaver' });
});
