import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestLeague, type TestLeague, toInput } from '../testing/test-league.ts';
import { hasFreshSignIn, isSiteAdmin, mayChangeWays } from './who.ts';

let own: TestDatabase;
let league: TestLeague;
const now = new Date('2026-11-21T18:00:00.000Z');
const minute = 60_000;

beforeAll(async () => {
  own = await createTestDatabase();
  league = await createTestLeague(own.database);
});
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(() => own.database.query('delete from auth.sessions; delete from public.admins'));

const toAgo = (milliseconds: number) => new Date(now.getTime() - milliseconds);
const toViewer = (session_id?: string) => {
  const { viewer } = toInput(own.database, { person: league.loner });
  return { ...(viewer ?? expect.fail()), ...(session_id === undefined ? {} : { session_id }) };
};

/** A session begun so long ago, with a second step so long ago where there was one. */
async function begin(
  ago: number,
  { step, userId = toViewer().user_id }: { step?: number; userId?: string } = {},
): Promise<string> {
  const id = randomUUID();
  await own.database.query('insert into auth.users (id) values ($1) on conflict do nothing', [
    userId,
  ]);
  await own.database.query(
    'insert into auth.sessions (id, user_id, created_at) values ($1, $2, $3)',
    [id, userId, toAgo(ago)],
  );
  for (const age of step === undefined ? [] : [step, 60 * minute]) {
    await own.database.query(
      `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
       values (gen_random_uuid(), $1, $2, $2, $3)`,
      [id, toAgo(age), `${age}`],
    );
  }
  return id;
}

describe('a sign-in is fresh', () => {
  it.each<[string, number, number | undefined, boolean]>([
    ['just under ten minutes after it', 10 * minute - 1, undefined, true],
    ['at ten minutes', 10 * minute, undefined, false],
    ['just under ten minutes after its last step', 50 * minute, 10 * minute - 1, true],
    ['at ten minutes after that', 50 * minute, 10 * minute, false],
  ])('%s', async (_when, ago, step, isFresh) => {
    const session = await begin(ago, step === undefined ? {} : { step });
    expect(await hasFreshSignIn(own.database, toViewer(session), now)).toBe(isFresh);
    const asked = { ...toInput(own.database), viewer: toViewer(session), now };
    expect(await mayChangeWays(asked)).toBe(isFresh);
  });

  it('in one’s own session alone', async () => {
    const { captain } = league.dust;
    const other = toInput(own.database, { person: captain }).viewer ?? expect.fail();
    const theirs = await begin(minute, { userId: other.user_id });
    expect(await hasFreshSignIn(own.database, { ...other, session_id: theirs }, now)).toBe(true);
    expect(await hasFreshSignIn(own.database, toViewer(theirs), now)).toBe(false);
    expect(await hasFreshSignIn(own.database, toViewer(randomUUID()), now)).toBe(false);
    expect(await hasFreshSignIn(own.database, toViewer(), now)).toBe(false);
  });
});

it('whoever sets the league up changes its ways to sign in without one, and nobody else', async () => {
  const asked = { ...toInput(own.database), viewer: null, now };
  expect(await mayChangeWays(asked)).toBe(false);
  expect(await mayChangeWays({ ...asked, sets_up: true })).toBe(true);
  expect(await mayChangeWays({ ...asked, viewer: toViewer() })).toBe(false);
});

describe('the site’s admin', () => {
  const give = (ladder: string | null) =>
    own.database.query('insert into public.admins (person_id, ladder_id) values ($1, $2)', [
      league.loner.id,
      ladder,
    ]);
  const isAdmin = () => isSiteAdmin(own.database, league.loner.id, now);

  it('is of no ladder', async () => {
    expect(await isAdmin()).toBe(false);
    await give(league.ladder.id);
    expect(await isAdmin()).toBe(false);
    await give(null);
    expect(await isAdmin()).toBe(true);
    expect(await isSiteAdmin(own.database, league.dust.captain.id, now)).toBe(false);
  });

  it('does nothing while a ban holds', async () => {
    await give(null);
    await own.database.query(
      `insert into public.sanctions (id, person_id, kind, starts_at, ends_at, text_id)
       values (gen_random_uuid(), $1, 'ban', $2, $3, gen_random_uuid())`,
      [league.loner.id, toAgo(minute), now],
    );
    expect(await isAdmin()).toBe(true);
    await own.database.query('update public.sanctions set ends_at = $1', [toAgo(-1)]);
    expect(await isAdmin()).toBe(false);
  });
});
