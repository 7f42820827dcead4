import { connect, proveSessions } from '@muster/database';
import { startPooler } from '@muster/database/testing';
import { expect, test } from 'vitest';
import { createWorld } from '../testing/world.ts';
import { createRest } from './create-rest.ts';
import type { RestCaller } from './types.ts';

test('reads and writes under the rights of each through a pooler that shares sessions by the transaction', async () => {
  await using world = await createWorld();
  await using pooler = await startPooler(world.database.url, { mode: 'transaction', size: 3 });
  const url = pooler.toUrl(world.database.url);
  const database = connect({ url, sessions: await proveSessions({ url }) });
  const errors: unknown[] = [];
  const rest = await createRest({ database, onError: (error) => errors.push(error) });
  const send = async (caller: RestCaller, path: string, init: RequestInit = {}) => {
    const answer = await rest.answer(new Request(`http://localhost/rest/v1/${path}`, init), caller);
    return [answer.status, await answer.json()];
  };
  const toCaller = (userId: string): RestCaller => ({
    role: 'authenticated',
    claims: { sub: userId, role: 'authenticated' },
  });
  const anybody: RestCaller = { role: 'anon', claims: { role: 'anon' } };
  const rename = (userId: string, owner: string, name: string) =>
    send(toCaller(userId), `profiles?user_id=eq.${owner}&select=username`, {
      method: 'PATCH',
      headers: { prefer: 'return=representation', 'content-type': 'application/json' },
      body: JSON.stringify({ username: name }),
    });

  for (let round = 0; round < 6; round += 1) {
    const [ann, bob] = [`Ann${round}`, `Bob${round}`];
    // Each for themselves at once, over the same few sessions, and beside them one who may not.
    expect(
      await Promise.all([
        rename(world.ann.userId, world.ann.userId, ann),
        rename(world.bob.userId, world.bob.userId, bob),
        rename(world.bob.userId, world.ann.userId, 'Robbed'),
        send(anybody, 'teams?select=name'),
      ]),
    ).toEqual([
      [200, [{ username: ann }]],
      [200, [{ username: bob }]],
      [200, []],
      [200, [{ name: 'Reds' }]],
    ]);
    const read = Array.from({ length: 6 }, () =>
      send(anybody, `profiles?select=username&user_id=eq.${world.ann.userId}`),
    );
    expect(await Promise.all(read)).toEqual(read.map(() => [200, [{ username: ann }]]));
  }
  expect(errors).toEqual([]);
  await rest.close();
  await database.close();
});
