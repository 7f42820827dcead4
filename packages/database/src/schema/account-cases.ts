import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Case, Run } from './case.ts';
import { type Row, signedIn, type World } from './world.ts';

/** What becomes of accounts: their profiles, their second step and its recovery codes. */

const at = '2030-01-01T18:00:00Z';

async function profileOf(world: World, account: Row): Promise<Row | undefined> {
  const [profile] = await world.query(
    'select username, locale, is_demo from public.profiles where user_id = $1',
    [account.id],
  );
  return profile;
}

const signUp = (world: World, { app = {}, own = {}, ...row }: Record<string, unknown>) =>
  world.add('auth.users', {
    raw_app_meta_data: app === null ? null : JSON.stringify(app),
    raw_user_meta_data: own === null ? null : JSON.stringify(own),
    ...row,
  });

/** Who signs up so has this profile at once; none where it says so. */
const gets =
  (account: Record<string, unknown>, expected: Row | undefined): Run =>
  async (world) => {
    assert.deepEqual(await profileOf(world, await signUp(world, account)), expected);
  };

const player = { username: 'Wolf', locale: 'en', is_demo: false };
const own = { name: 'Wolf' };

const afterSignUp: Case = {
  object: 'trigger auth.users.create_profile_after_sign_up',
  lets: {
    'whom a provider vouches for': gets({ own, app: { provider: 'discord' } }, player),
    'whom nothing is said of': gets({ own, app: null }, player),
    'a confirmed address': gets(
      { own, app: { provider: 'email' }, email_confirmed_at: at },
      player,
    ),
    'a confirmed number': gets({ own, app: { provider: 'phone' }, phone_confirmed_at: at }, player),
    'the demonstration': gets(
      { own, app: { provider: 'email', is_demo: true } },
      { ...player, is_demo: true },
    ),
    'each language of ours': async (world) => {
      for (const locale of ['en', 'es', 'fr', 'de', 'pl', 'pt', 'fi']) {
        const account = await signUp(world, { own: { locale } });
        assert.equal((await profileOf(world, account))?.locale, locale);
      }
    },
    'a language of a country': gets(
      { own: { ...own, locale: 'pt-BR' } },
      { ...player, locale: 'pt' },
    ),
    'English for every other': gets({ own: { ...own, locale: 'it-IT' } }, player),
    'a number behind a name that is taken': async (world) => {
      await signUp(world, { own });
      await gets({ own }, { ...player, username: 'Wolf2' })(world);
    },
    'whoever has a profile already': async (world) => {
      const id = randomUUID();
      await world.add('public.profiles', { user_id: id, username: 'Fox' });
      await gets({ own, id }, { ...player, username: 'Fox' })(world);
    },
    'whom somebody is called before in the meantime': async (world) => {
      // A name is free until it is taken: looked for anew, it is another.
      await world.query(`
        create sequence public.tries;
        create or replace function private.find_free_name(wish text) returns text language sql as $$
          select case nextval('public.tries') when 1 then 'Wolf' else 'Wolf2' end $$`);
      await world.add('public.profiles', { username: 'Wolf' });
      await gets({ own }, { ...player, username: 'Wolf2' })(world);
    },
  },
  stops: {
    'an address without its proof': gets({ own, app: { provider: 'email' } }, undefined),
    'a number without its proof': gets({ own, app: { provider: 'phone' } }, undefined),
  },
};

const proofs = ['email_confirmed_at', 'phone_confirmed_at'] as const;

async function unproven(world: World, row: Row = {}) {
  return signUp(world, { own, app: { provider: 'email' }, ...row });
}

const update = (world: World, account: Row, assignment: string) =>
  world.query(`update auth.users set ${assignment} where id = $1`, [account.id]);

const afterProof: Case = {
  object: 'trigger auth.users.create_profile_after_proof',
  lets: Object.fromEntries(
    proofs.map((proof): [string, Run] => [
      `whose proof is ${proof}`,
      async (world) => {
        const account = await unproven(world);
        await update(world, account, `${proof} = now()`);
        assert.deepEqual(await profileOf(world, account), player);
      },
    ]),
  ),
  stops: {
    'who proves nothing': async (world) => {
      const account = await unproven(world);
      await update(world, account, 'email_confirmed_at = null, phone_confirmed_at = null');
      assert.equal(await profileOf(world, account), undefined);
    },
    'who was deleted first': async (world) => {
      const account = await unproven(world, { deleted_at: at });
      await update(world, account, 'email_confirmed_at = now()');
      assert.equal(await profileOf(world, account), undefined);
    },
    ...Object.fromEntries(
      proofs.map((proof): [string, Run] => [
        `who had a proof before: ${proof}`,
        async (world) => {
          const account = await unproven(world, { [proof]: at });
          await world.query('delete from public.profiles');
          await update(world, account, 'email_confirmed_at = now(), phone_confirmed_at = now()');
          assert.equal(await profileOf(world, account), undefined);
        },
      ]),
    ),
  },
};

/** Somebody with a second factor, and how a change of their profile by a token with these claims ends. */
async function change(world: World, status: string | null, claims: Row, text = `locale = 'fi'`) {
  const account = await signUp(world, { own });
  if (status !== null) {
    await world.add('auth.mfa_factors', { user_id: account.id, status });
  }
  return () =>
    world.as(
      signedIn(account.id, claims),
      `update public.profiles set ${text} where user_id = $1 returning 1`,
      [account.id],
    );
}

const passes =
  (status: string | null, claims: Row): Run =>
  async (world) => {
    const rows = await (await change(world, status, claims))();
    assert.equal(rows.length, 1);
  };

const owed = { code: '42501', message: 'The second step of signing in is still to come.' };
const owes =
  (claims: Row, text?: string): Run =>
  async (world) => {
    await world.stops(owed, await change(world, 'verified', claims, text));
  };

const secondStep: Case = {
  object: 'trigger public.profiles.require_second_step',
  lets: {
    'who has done both steps': passes('verified', { aal: 'aal2' }),
    'who has no factor': passes(null, { aal: 'aal1' }),
    'whose factor is not verified yet': passes('unverified', { aal: 'aal1' }),
    'who has no factor while others do': async (world) => {
      await world.add('auth.mfa_factors', { status: 'verified' });
      await passes(null, { aal: 'aal1' })(world);
    },
    'the server itself': async (world) => {
      const account = await signUp(world, { own });
      await world.add('auth.mfa_factors', { user_id: account.id, status: 'verified' });
      await world.query(`update public.profiles set locale = 'fi'`);
    },
    'whoever has the rights to change others': async (world) => {
      const account = await signUp(world, { own });
      await world.add('auth.mfa_factors', { user_id: account.id, status: 'verified' });
      const service = { role: 'service_role', claims: { sub: randomUUID() } } as const;
      const changed = await world.as(
        service,
        `update public.profiles set locale = 'fi' returning locale`,
      );
      assert.deepEqual(changed, [{ locale: 'fi' }]);
    },
  },
  stops: {
    'who owes the second step': owes({ aal: 'aal1' }),
    'who owes it, in a name': owes({ aal: 'aal1' }, `username = 'Fox'`),
    'a token that does not say': owes({}),
  },
};

/** Somebody with recovery codes and factors, of which one goes: how many codes are left. */
async function codesAfter(world: World, removed: string, kept: readonly string[]): Promise<number> {
  const user = await world.add('auth.users');
  const factor = await world.add('auth.mfa_factors', { user_id: user.id, status: removed });
  for (const status of kept) {
    await world.add('auth.mfa_factors', { user_id: user.id, status });
  }
  await world.add('private.recovery_codes', { user_id: user.id });
  await world.add('private.recovery_codes', { user_id: user.id });
  await world.query('delete from auth.mfa_factors where id = $1', [factor.id]);
  const { codes } = await world.one<{ codes: number }>(
    'select count(*)::integer as codes from private.recovery_codes where user_id = $1',
    [user.id],
  );
  return codes;
}

const leaves =
  (codes: number, removed: string, kept: readonly string[]): Run =>
  async (world) => {
    assert.equal(await codesAfter(world, removed, kept), codes);
  };

const recoveryCodes: Case = {
  object: 'trigger auth.mfa_factors.drop_recovery_codes_with_the_last_factor',
  lets: {
    'the codes go with the last factor': leaves(0, 'verified', []),
    'one that was never verified does not keep them': leaves(0, 'verified', ['unverified']),
    'nor one of somebody else': async (world) => {
      await world.add('auth.mfa_factors', { status: 'verified' });
      await leaves(0, 'verified', [])(world);
    },
  },
  stops: {
    'while another factor is there': leaves(2, 'verified', ['verified']),
    'when what goes was never verified': leaves(2, 'unverified', []),
    'for anybody else': async (world) => {
      const other = await world.add('private.recovery_codes');
      await leaves(0, 'verified', [])(world);
      await world.one('select 1 from private.recovery_codes where user_id = $1', [other.user_id]);
    },
  },
};

export const accountCases: readonly Case[] = [afterSignUp, afterProof, secondStep, recoveryCodes];
