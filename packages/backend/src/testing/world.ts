import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import { createTestDatabase } from '@muster/database/testing';
import { SignJWT } from 'jose';
import { type ApiKeys, loadApiKeys } from '../api-keys.ts';
import { signAccessToken, verifyAccessToken } from '../auth/access-token.ts';
import { type AuthKeys, loadAuthKeys } from '../auth/keys.ts';

/** The few people and the team that the backend's tests share. */
export interface World {
  database: Database;
  keys: AuthKeys;
  apiKeys: ApiKeys;
  ann: Person;
  bob: Person;
  teamId: string;
  verify(token: string): ReturnType<typeof verifyAccessToken>;
  [Symbol.asyncDispose](): Promise<void>;
}

interface Person {
  userId: string;
  profileId: string;
  token: string;
}

const hour = 3600;

/** Two people with accounts, one of them captain of a team, in a database of their own. */
export async function createWorld(): Promise<World> {
  const test = await createTestDatabase();
  const { database } = test;
  const keys = await loadAuthKeys({ database });
  const ann = await createPerson(database, keys, 'Ann');
  const bob = await createPerson(database, keys, 'Bob');
  const teamId = randomUUID();
  await database.query(
    `insert into teams (id, slug, name, tag, name_skeleton, tag_skeleton, zone, locale, founded_at)
     values ($1, 'reds', 'Reds', 'RED', 'reds', 'red', 'Europe/Helsinki', 'fi', '2026-01-02T03:04:05.678Z')`,
    [teamId],
  );
  await database.query(
    `insert into rosters (team_id, person_id, user_id, role, joined_at)
     values ($1, $2, $3, 'captain', '2026-01-02T03:04:05Z')`,
    [teamId, ann.profileId, ann.userId],
  );
  return {
    database,
    keys,
    apiKeys: await loadApiKeys(database, keys),
    ann,
    bob,
    teamId,
    verify: (token) => verifyAccessToken(keys, token),
    [Symbol.asyncDispose]: () => test[Symbol.asyncDispose](),
  };
}

async function createPerson(database: Database, keys: AuthKeys, name: string): Promise<Person> {
  const userId = randomUUID();
  await database.query(
    `insert into auth.users (id, aud, role, email, raw_user_meta_data, raw_app_meta_data)
     values ($1, 'authenticated', 'authenticated', $2, $3, '{}')`,
    [userId, `${name.toLowerCase()}@example.org`, JSON.stringify({ full_name: name })],
  );
  const [profile] = await database.query<{ id: string }>(
    'select id from profiles where user_id = $1',
    [userId],
  );
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: userId, role: 'authenticated', aud: 'authenticated', iat: now };
  return {
    userId,
    profileId: profile?.id ?? '',
    token: await signAccessToken(keys, { ...claims, exp: now + hour }),
  };
}

/** A token with the league's shared secret, for claims that the auth service would not sign. */
export async function signWithSecret(
  keys: AuthKeys,
  claims: Record<string, unknown>,
): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(keys.secret);
}
