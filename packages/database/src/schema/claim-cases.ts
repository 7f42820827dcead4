import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Case, Run } from './case.ts';
import { type Row, signedIn, type World } from './world.ts';

const ownId = '6f0d3b5e-2d49-4c3e-9b0a-0d7a4d3f5a11';
const otherId = '9c1e7c7a-5f6b-4f7e-8a59-3f1f2f6a2b22';
const claims = { sub: ownId, role: 'authenticated', email: 'wolf@players.example' };

async function set(world: World, settings: Record<string, string>) {
  for (const [name, value] of Object.entries(settings)) {
    await world.query('select set_config($1, $2, true)', [name, value]);
  }
}

const says =
  (call: string, settings: Record<string, string>, expected: unknown): Run =>
  async (world) => {
    await set(world, settings);
    assert.deepEqual(await world.one(`select ${call} as value`), { value: expected });
  };

const all = { 'request.jwt.claims': JSON.stringify(claims) };
/** After a transaction-local set the settings are empty and not null. */
const empty = (single: string) => ({ 'request.jwt.claims': '', [single]: '' });

/** A claim is read from its own setting or out of all of them; its own comes first. */
function claimCase(name: string, single: string, value: string, other: string): Case {
  return {
    object: `function auth.${name}()`,
    lets: {
      'what its own setting says': says(`auth.${name}()`, { [single]: value }, value),
      'what all claims say': says(`auth.${name}()`, { ...all, [single]: '' }, value),
      'its own setting first': says(`auth.${name}()`, { ...all, [single]: other }, other),
    },
    stops: {
      'whoever has no claims': says(`auth.${name}()`, empty(single), null),
      'claims that do not say it': says(
        `auth.${name}()`,
        { 'request.jwt.claims': '{}', [single]: '' },
        null,
      ),
    },
  };
}

/** Somebody who is signed in, with what their token says. */
async function withSession(
  world: World,
  { user = {}, session = {} }: { user?: Row; session?: Row },
) {
  const person = await world.add('auth.users', user);
  const own = await world.add('auth.sessions', { user_id: person.id, ...session });
  const scope = signedIn(person.id, { session_id: own.id });
  return { person, session: own, scope };
}

const require = 'select auth.require_session()';
const endedSession = { code: 'PT401', message: 'JWT session has ended' };

const ended =
  (user: Row): Run =>
  async (world) => {
    const { scope } = await withSession(world, { user });
    await world.stops(endedSession, () => world.as(scope, require));
  };

/** An instant so far from the transaction's own. */
const fromNow = async (world: World, interval: string) =>
  (await world.one<{ at: string }>('select (now() + $1::interval)::text as at', [interval])).at;

/** What says that a league is there. */
const removeLeague = 'alter table public.league_events rename to events_of_others';
const askLeague = async (world: World) =>
  (await world.one<{ has: boolean }>('select auth.has_league() as has')).has;

const hasLeague: Case = {
  object: 'function auth.has_league()',
  lets: {
    'a league': async (world) => {
      assert.equal(await askLeague(world), true);
    },
  },
  stops: {
    'a database without one': async (world) => {
      await world.query(removeLeague);
      assert.equal(await askLeague(world), false);
    },
    'a table of that name elsewhere': async (world) => {
      await world.query('alter table public.league_events set schema extensions');
      assert.equal(await askLeague(world), false);
    },
  },
};

const requireSession: Case = {
  object: 'function auth.require_session(session_id text)',
  lets: {
    'whose session goes on': async (world) => {
      const { scope, session } = await withSession(world, {});
      await world.as(scope, require);
      await world.as(scope, 'select auth.require_session($1)', [session.id]);
      await world.as(scope, 'select auth.require_session($1)', [String(session.id).toUpperCase()]);
    },
    'whose ban is over': async (world) => {
      const banned_until = await fromNow(world, '-1 microsecond');
      const { scope } = await withSession(world, { user: { banned_until } });
      await world.as(scope, require);
    },
    'every token where no league is': async (world) => {
      const { scope } = await withSession(world, {});
      await world.query('delete from auth.sessions');
      await world.query(removeLeague);
      await world.as(scope, require);
      await world.as(scope, 'select auth.require_session($1)', ['x']);
    },
    'keys, which have none': async (world) => {
      for (const role of ['anon', 'authenticated', 'service_role'] as const) {
        await world.as({ role, claims: { role } }, require);
        await world.as({ role, claims: { role, session_id: '' } }, require);
      }
    },
  },
  stops: {
    'whose session has ended': async (world) => {
      const { scope } = await withSession(world, {});
      await world.query('delete from auth.sessions');
      await world.stops(endedSession, () => world.as(scope, require));
    },
    'the session of somebody else': async (world) => {
      const { session } = await withSession(world, {});
      const { person } = await withSession(world, {});
      const scope = signedIn(person.id, { session_id: session.id });
      await world.stops(endedSession, () => world.as(scope, require));
    },
    'another session of somebody who has one': async (world) => {
      const { person } = await withSession(world, {});
      const scope = signedIn(person.id, { session_id: randomUUID() });
      await world.stops(endedSession, () => world.as(scope, require));
    },
    'what is no id': async (world) => {
      const { person, session } = await withSession(world, {});
      const id = String(session.id);
      for (const name of ['x', `${id}0`, `0${id}`, id.slice(1), id.replaceAll('-', '')]) {
        const scope = signedIn(person.id, { session_id: name });
        await world.stops(endedSession, () => world.as(scope, require));
      }
    },
    'who is deleted': ended({ deleted_at: '2020-01-01T00:00:00Z' }),
    'who is banned for good': ended({ banned_until: '2999-01-01T00:00:00Z' }),
    'whose ban ends now': async (world) => {
      await ended({ banned_until: await fromNow(world, '0') })(world);
    },
  },
};

const topic: Case = {
  object: 'function realtime.topic()',
  lets: { 'the topic': says('realtime.topic()', { 'realtime.topic': 'ladder:1' }, 'ladder:1') },
  stops: { 'none at all': says('realtime.topic()', { 'realtime.topic': '' }, null) },
};

const shorten = async (world: World, given: unknown, most?: number) =>
  (
    await world.one<{ kept: Record<string, unknown> | null; size: number | null }>(
      `select kept, octet_length(kept::text) as size
       from private.fit_metadata(${most === undefined ? '$1' : '$1, $2'}) as kept`,
      [JSON.stringify(given), ...(most === undefined ? [] : [most])],
    )
  ).kept;

/** What is written as `{"x": "aaa"}`, in so many bytes. */
const ofBytes = (bytes: number) => ({ x: 'a'.repeat(bytes - 9) });

const fitMetadata: Case = {
  object: 'function private.fit_metadata(given jsonb, most integer)',
  lets: {
    'what fits, as it is': async (world) => {
      assert.deepEqual(await shorten(world, ofBytes(16_384)), ofBytes(16_384));
      assert.deepEqual(await shorten(world, ofBytes(20), 20), ofBytes(20));
      assert.equal((await world.one('select private.fit_metadata(null) as kept')).kept, null);
    },
    'first what our code reads': async (world) => {
      const given = { a: 1, picture: 'p'.repeat(20), zone: 'z' };
      assert.deepEqual(await shorten(world, given, 40), { picture: 'p'.repeat(20) });
      assert.deepEqual(await shorten(world, given, 46), { picture: 'p'.repeat(20), a: 1 });
    },
    'all that our code reads': async (world) => {
      const read =
        'sub iss email email_verified phone phone_verified provider providers provider_id name full_name user_name custom_claims picture avatar_url locale is_demo';
      for (const key of read.split(' ')) {
        const size = key.length + 2 + 22 + 4;
        assert.deepEqual(await shorten(world, { a: 1, [key]: 'k'.repeat(20) }, size), {
          [key]: 'k'.repeat(20),
        });
      }
    },
    'then the smallest, and of two of one size the first': async (world) => {
      assert.deepEqual(await shorten(world, { b: 'bbb', a: 'aaaaaa', c: 'ccc' }, 30), {
        b: 'bbb',
        c: 'ccc',
      });
      assert.deepEqual(await shorten(world, { c: 'ccc', b: 'bbb' }, 12), { b: 'bbb' });
    },
    'what is read and has 1,024 bytes with its name': async (world) => {
      const name = 'n'.repeat(1024 - 6 - 2 - 4);
      assert.deepEqual(await shorten(world, { name, a: 'a' }, 1024), { name });
    },
  },
  stops: {
    'what does not fit': async (world) => {
      assert.deepEqual(await shorten(world, ofBytes(16_385)), {});
      assert.deepEqual(await shorten(world, ofBytes(21), 20), {});
    },
    'what is read and is longer than that, behind what is small': async (world) => {
      const name = 'n'.repeat(1025 - 6 - 2 - 4);
      assert.deepEqual(await shorten(world, { name, a: 'a' }, 1025), { a: 'a' });
    },
    'what is one byte too much behind the rest': async (world) => {
      assert.deepEqual(await shorten(world, { a: 1, bb: 22 }, 17), { a: 1 });
      assert.deepEqual(await shorten(world, { a: 1, bb: 22, ccc: 333 }, 17), { a: 1 });
      assert.deepEqual(await shorten(world, { a: 1, bb: 22, ccc: 333 }, 18), { a: 1, bb: 22 });
    },
  },
};

const jwt: Case = {
  object: 'function auth.jwt()',
  lets: {
    'all claims': says('auth.jwt()', all, claims),
    'the older setting first': says(
      'auth.jwt()',
      { ...all, 'request.jwt.claim': '{"sub":"old"}' },
      { sub: 'old' },
    ),
  },
  stops: { 'whoever has none': says('auth.jwt()', empty('request.jwt.claim'), null) },
};

export const claimCases: readonly Case[] = [
  claimCase('uid', 'request.jwt.claim.sub', ownId, otherId),
  claimCase('role', 'request.jwt.claim.role', 'authenticated', 'anon'),
  claimCase('email', 'request.jwt.claim.email', claims.email, 'fox@players.example'),
  jwt,
  hasLeague,
  requireSession,
  topic,
  fitMetadata,
];
