import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resolveAuthConfig } from './config.ts';
import { createIdentity } from './identities.ts';
import { decideLinking, getPrimaryEmail } from './linking.ts';
import { createUser } from './users.ts';

/** To whom an account elsewhere belongs that comes with these addresses. */

let own: TestDatabase;
const now = new Date('2026-11-20T19:00:00.000Z');
const people = new Map<string, string>();

beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(async () => {
  await own.database.query('delete from auth.users');
  people.clear();
});

interface Identity {
  provider: string;
  email: string;
  verified: boolean;
}

/** Somebody with an address of their own, and accounts elsewhere. */
async function add(
  name: string,
  email: string | null,
  identities: readonly Identity[] = [],
  more: { isSsoUser?: boolean; audience?: string } = {},
) {
  const user = await createUser(own.database, {
    email,
    phone: null,
    audience: 'authenticated',
    role: 'authenticated',
    encryptedPassword: null,
    appMetadata: {},
    userMetadata: {},
    ...more,
    now,
  });
  people.set(user.id, name);
  for (const { provider, email: claimed, verified } of identities) {
    const data = { sub: `${name}-${provider}`, email: claimed, email_verified: verified };
    await createIdentity(own.database, { userId: user.id, provider, data, now });
  }
}

/** Who is found for somebody who comes with these addresses; the first is the primary one. */
async function decide(
  emails: readonly [email: string, verified: boolean][],
  { provider = 'discord', sub = 'new', autoconfirm = false } = {},
) {
  const user = {
    emails: emails.map(([email, verified], index) => ({ email, verified, primary: index === 0 })),
    claims: { iss: 'https://idp.example', sub },
  };
  const config = resolveAuthConfig({ mailer: { autoconfirm } });
  const decision = await own.database.transaction((transaction) =>
    decideLinking(transaction, config, { provider, user, audience: 'authenticated' }),
  );
  switch (decision.kind) {
    case 'create':
      return `create ${decision.email}${decision.isSso ? ' by sso' : ''}`;
    case 'ambiguous':
      return 'ambiguous';
    default:
      return `${decision.kind} ${people.get(decision.user.id)}`;
  }
}

const discord = (email: string, verified = true) => ({ provider: 'discord', email, verified });

describe('an account', () => {
  it('that is known is whose it was, whatever its address is now', async () => {
    await add('ann', 'ann@a.example', [discord('ann@a.example')]);
    await add('bea', 'bea@a.example');
    expect(await decide([['bea@a.example', true]], { sub: 'ann-discord' })).toBe('existing ann');
    // Of another provider the same id is another account.
    expect(
      await decide([['new@a.example', true]], { sub: 'ann-discord', provider: 'github' }),
    ).toBe('create new@a.example');
  });

  it.each<[string, [string, boolean][], string]>([
    ['a verified address that nobody has', [['New@A.example', true]], 'create new@a.example'],
    ['a verified address that somebody has', [['ANN@a.example', true]], 'link ann'],
    ['an address that is only claimed', [['ann@a.example', false]], 'create null'],
    [
      'an address that is only claimed and nobody’s',
      [['new@a.example', false]],
      'create new@a.example',
    ],
    [
      'a verified address behind one that is only claimed',
      [
        ['bea@a.example', false],
        ['ann@a.example', true],
      ],
      'link ann',
    ],
    [
      'two addresses of two people',
      [
        ['ann@a.example', true],
        ['bea@a.example', true],
      ],
      'ambiguous',
    ],
    [
      'two addresses of one person',
      [
        ['ann@a.example', true],
        ['ann@b.example', true],
      ],
      'link ann',
    ],
    ['no address', [], 'create null'],
  ])('with %s', async (_what, emails, decision) => {
    await add('ann', 'ann@a.example', [
      discord('ann@a.example'),
      { provider: 'github', email: 'ann@b.example', verified: true },
    ]);
    await add('bea', 'bea@a.example', [discord('bea@a.example')]);
    expect(await decide(emails)).toBe(decision);
  });

  it.each<[string, Identity[], string]>([
    ['proved', [discord('shared@a.example')], 'link ann'],
    ['only claimed', [discord('shared@a.example', false)], 'create shared@a.example'],
    [
      'from single sign-on',
      [{ provider: 'sso:1', email: 'shared@a.example', verified: true }],
      'create shared@a.example',
    ],
  ])('with an address that another’s account elsewhere has %s', async (_what, list, decision) => {
    await add('ann', 'ann@a.example', list);
    expect(await decide([['shared@a.example', true]])).toBe(decision);
  });

  it('with an address that somebody has whom single sign-on let in, is a new person’s', async () => {
    await add('ann', 'ann@a.example', [], { isSsoUser: true });
    expect(await decide([['ann@a.example', true]])).toBe('create ann@a.example');
    await add('bea', 'bea@a.example', [], { audience: 'elsewhere' });
    expect(await decide([['bea@a.example', true]])).toBe('create bea@a.example');
  });

  it('is believed without proof where the league asks nobody for any', async () => {
    await add('ann', 'ann@a.example');
    expect(await decide([['ann@a.example', false]], { autoconfirm: true })).toBe('link ann');
  });

  it('of single sign-on is linked to nobody', async () => {
    await add('ann', 'ann@a.example', [discord('ann@a.example')]);
    const emails: [string, boolean][] = [['Ann@a.example', true]];
    expect(await decide(emails, { provider: 'sso:1' })).toBe('create ann@a.example by sso');
  });
});

describe('the address that counts', () => {
  const email = (name: string, primary: boolean) => ({ email: name, verified: true, primary });
  it.each([
    ['the primary one', [email('a', false), email('b', true), email('c', false)], 'b'],
    ['the last where none is', [email('a', false), email('b', false)], 'b'],
    ['none of none', [], undefined],
  ])('is %s', (_what, emails, expected) => {
    const claims = { iss: 'i', sub: 's' };
    expect(getPrimaryEmail({ emails, claims })?.email).toBe(expected);
  });
});
