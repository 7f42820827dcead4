import { randomUUID } from 'node:crypto';
import type { Claims } from '@muster/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../testing/world.ts';
import { authorizeListening } from './authorize.ts';
import type { HintTopic } from './topics.ts';

let world: World;
let mine: string;
let yours: string;

beforeAll(async () => {
  world = await createWorld();
  const open = async (userId: string) => {
    const id = randomUUID();
    await world.database.query('insert into auth.sessions (id, user_id) values ($1, $2)', [
      id,
      userId,
    ]);
    return id;
  };
  mine = await open(world.ann.userId);
  yours = await open(world.bob.userId);
});
afterAll(() => world[Symbol.asyncDispose]());

/** Whether somebody may listen whose token claims this; null for who has none. */
function ask(topic: HintTopic, claims: Claims | null) {
  return authorizeListening(topic, claims === null ? null : 'token', {
    database: world.database,
    verify: async (token) => {
      if (claims === null || token !== 'token') {
        throw new Error('no such token');
      }
      return claims;
    },
  });
}

describe('what is public', () => {
  test.each(['ladder', 'match', 'team', 'servers', 'case'] as const)(
    'a %s: anybody, for as long as they like',
    async (kind) => {
      const topic = { kind, id: randomUUID() };
      expect(await ask(topic, null)).toEqual({ ok: true, until: null });
      expect(await ask(topic, { sub: world.ann.userId, exp: 1 })).toEqual({
        ok: true,
        until: null,
      });
    },
  );
});

describe('what is Ann’s', () => {
  const topic = () => ({ kind: 'person', id: world.ann.profileId }) as const;
  const session = (id: string) => ({ sub: world.ann.userId, session_id: id, exp: 2_000 });

  test.each<[string, () => Claims, number | null]>([
    ['her token until it is over', () => ({ sub: world.ann.userId, exp: 2_000 }), 2_000_000],
    ['her session', () => session(mine), 2_000_000],
  ])('%s', async (_who, toClaims, until) => {
    expect(await ask(topic(), toClaims())).toEqual({ ok: true, until });
  });

  test.each<[string, () => Claims | null]>([
    ['nobody', () => null],
    ['a token of hers that is never over', () => ({ sub: world.ann.userId })],
    ['a token of no one', () => ({ role: 'anon', exp: 2_000 })],
    ['the operator’s key', () => ({ role: 'service_role', exp: 2_000 })],
    ['a number', () => ({ sub: 7, exp: 2_000 }) as unknown as Claims],
    ['Bob', () => ({ sub: world.bob.userId, exp: 2_000 })],
    ['her profile for her account', () => ({ sub: world.ann.profileId, exp: 2_000 })],
    ['her with a session that is over', () => session(randomUUID())],
    ['her with Bob’s session', () => session(yours)],
  ])('not %s', async (_who, toClaims) => {
    const permission = await ask(topic(), toClaims());
    expect(permission).toEqual({ ok: false, reason: expect.stringContaining('Unauthorized') });
  });

  test('nothing that is about nobody', async () => {
    const claims = { sub: world.ann.userId, exp: 2_000 };
    expect((await ask({ kind: 'person', id: randomUUID() }, claims)).ok).toBe(false);
  });
});
