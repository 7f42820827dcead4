import type { Transaction } from '@muster/database';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { tellOwner } from './account-notices.ts';
import { type AuthConfigInput, resolveAuthConfig } from './config.ts';
import type { Auth, AuthEnv } from './context.ts';
import type { AuthMail, NoticeKind } from './messages.ts';
import type { User } from './rows.ts';

/** Who is told of what was done to their account. */

type Notifications = NonNullable<NonNullable<AuthConfigInput['mailer']>['notifications']>;

const ann = {
  email: 'ann@a.example',
  email_confirmed_at: new Date(0),
  raw_user_meta_data: { locale: 'de', name: 'Ann' },
};

async function tell(kind: NoticeKind, notifications: Notifications, user: object = {}) {
  const mails: AuthMail[] = [];
  const auth = {
    config: resolveAuthConfig({ siteUrl: 'https://league.test', mailer: { notifications } }),
    sendMail: async (mail: AuthMail) => {
      mails.push(mail);
    },
  } as unknown as Auth;
  const app = new Hono<AuthEnv>();
  app.get('/', async (context) => {
    const owner = Object.assign({} as User, ann, user);
    await tellOwner(auth, {} as Transaction, { context, user: owner, kind });
    return context.body(null);
  });
  await app.request('/', { headers: { 'accept-language': 'fi' } });
  return mails;
}

const all = { passwordChanged: true, factorAdded: true, factorRemoved: true };

it.each([
  ['password_changed', 'passwordChanged'],
  ['factor_added', 'factorAdded'],
  ['factor_removed', 'factorRemoved'],
] as const)('of %s where the league wants that said', async (kind, name) => {
  expect(await tell(kind, { [name]: true })).toEqual([
    {
      kind,
      to: 'ann@a.example',
      code: '',
      link: '',
      siteUrl: 'https://league.test',
      newEmail: null,
      locale: 'de',
      acceptLanguage: 'fi',
      userMetadata: { locale: 'de', name: 'Ann' },
    },
  ]);
  expect(await tell(kind, { ...all, [name]: false })).toEqual([]);
});

describe('nobody is told', () => {
  it.each([
    ['without an address', { email: null }],
    ['with an empty one', { email: '' }],
    ['whose address is not proved', { email_confirmed_at: null }],
  ])('%s', async (_who, user) => {
    expect(await tell('password_changed', all, user)).toEqual([]);
  });
});

it('somebody of whom nothing is known is told all the same', async () => {
  const [mail] = await tell('factor_added', all, { raw_user_meta_data: null });
  expect(mail).toMatchObject({ to: 'ann@a.example', locale: null });
  expect(mail?.userMetadata).toEqual({});
});
