import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import type { SignInWay } from '@muster/site/pages/sign-in-ways/data.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toInput } from '../testing/test-league.ts';
import { loadSignInStep } from './sign-in-step.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own[Symbol.asyncDispose]());

const way = (provider: SignInWay['provider'], change: Partial<SignInWay> = {}) => ({
  ...{ provider, client_id: 'ours', issuer: null, name: null, is_enabled: true, variables: [] },
  ...change,
});
const offer = (name: string, label: string | null = null) => ({ name, label });

it.each<[string, object, object[], string[]]>([
  ['nothing', {}, [], []],
  ['a way that is set', { ways: [way('discord')] }, [offer('discord')], ['Discord']],
  ['what stands in for one', { ways: [] }, [offer('discord')], []],
  ['another way beside it', { ways: [way('github')] }, [offer('discord')], []],
  ['a way that is off', { ways: [way('discord', { is_enabled: false })] }, [offer('discord')], []],
  ['one without a client', { ways: [way('discord', { client_id: null })] }, [offer('discord')], []],
  ['Steam, which needs none', { ways: [] }, [offer('steam')], ['Steam']],
  ['one with a name of its own', { ways: [way('oidc')] }, [offer('oidc', 'Club')], ['Club']],
  ['what Supabase lets in', { is_hosted: true, ways: [] }, [offer('apple')], ['apple']],
])('is done by a provider that lets people in: %s', async (_what, described, providers, facts) => {
  const step = await loadSignInStep({
    ...toInput(own.database),
    readSignIn: async () => JSON.parse(JSON.stringify({ providers, email: true })),
    readSignInWays: async () =>
      JSON.parse(
        JSON.stringify({
          redirect_address: '',
          site_url: null,
          came_to: '',
          is_hosted: false,
          ways: [],
          ...described,
        }),
      ),
  });
  expect([step.is_done, step.facts]).toEqual([facts.length > 0, facts]);
});

it('stands open where the services know no ways of their own', async () => {
  const step = await loadSignInStep(toInput(own.database));
  expect(step).toEqual({ is_done: false, facts: [], data: null });
});

it('says of services that cannot be asked that they let nobody in', async () => {
  const described = {
    redirect_address: '',
    site_url: null,
    came_to: '',
    is_hosted: false,
    ways: [],
  };
  const step = await loadSignInStep({
    ...toInput(own.database),
    readSignIn: () => Promise.reject(new Error('away')),
    readSignInWays: async () => described,
  });
  expect(step).toEqual({
    ...{ is_done: false, facts: [] },
    data: { ...described, may_change: false, providers: [], has_email: false },
  });
});
