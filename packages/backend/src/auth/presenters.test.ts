import { describe, expect, it } from 'vitest';
import { presentFactor, presentUser } from './presenters.ts';
import type { Factor, Identity, User } from './rows.ts';

/** What is told of somebody, and what never is. */

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 19, minute));

const identity: Identity = {
  id: 'i-row',
  provider_id: 'i-there',
  user_id: 'u',
  identity_data: { sub: 'i-there' },
  provider: 'discord',
  last_sign_in_at: at(1),
  created_at: at(2),
  updated_at: at(3),
  email: 'ann@there.example',
};

const factor: Factor = {
  id: 'f',
  user_id: 'u',
  friendly_name: 'Phone',
  factor_type: 'phone',
  status: 'verified',
  created_at: at(4),
  updated_at: at(5),
  secret: 'secret',
  phone: '15550001111',
  last_challenged_at: at(6),
  web_authn_credential: { id: 'secret' },
  web_authn_aaguid: 'secret',
};

const user: User = {
  id: 'u',
  aud: 'authenticated',
  role: 'member',
  email: 'ann@a.example',
  encrypted_password: 'secret',
  email_confirmed_at: at(10),
  invited_at: at(11),
  confirmation_token: 'secret',
  confirmation_sent_at: at(12),
  recovery_token: 'secret',
  recovery_sent_at: at(13),
  email_change_token_new: 'secret',
  email_change: 'new@a.example',
  email_change_sent_at: at(14),
  last_sign_in_at: at(15),
  raw_app_meta_data: { provider: 'discord' },
  raw_user_meta_data: { name: 'Ann' },
  created_at: at(16),
  updated_at: at(17),
  phone: '15550002222',
  phone_confirmed_at: at(18),
  phone_change: '15550003333',
  phone_change_token: 'secret',
  phone_change_sent_at: at(19),
  confirmed_at: at(20),
  email_change_token_current: 'secret',
  email_change_confirm_status: 1,
  banned_until: at(21),
  reauthentication_token: 'secret',
  reauthentication_sent_at: at(22),
  is_sso_user: true,
  deleted_at: at(23),
  is_anonymous: false,
  identities: [identity],
  factors: [factor],
};

const shownFactor = {
  id: 'f',
  created_at: at(4),
  updated_at: at(5),
  status: 'verified',
  friendly_name: 'Phone',
  factor_type: 'phone',
  phone: '15550001111',
  last_challenged_at: at(6),
};

describe('somebody of whom all is known', () => {
  it('is told of without what is secret', () => {
    expect(presentUser(user)).toEqual({
      id: 'u',
      aud: 'authenticated',
      role: 'member',
      email: 'ann@a.example',
      email_confirmed_at: at(10),
      invited_at: at(11),
      phone: '15550002222',
      phone_confirmed_at: at(18),
      confirmation_sent_at: at(12),
      confirmed_at: at(20),
      recovery_sent_at: at(13),
      new_email: 'new@a.example',
      email_change_sent_at: at(14),
      new_phone: '15550003333',
      phone_change_sent_at: at(19),
      reauthentication_sent_at: at(22),
      last_sign_in_at: at(15),
      app_metadata: { provider: 'discord' },
      user_metadata: { name: 'Ann' },
      factors: [shownFactor],
      identities: [
        {
          identity_id: 'i-row',
          id: 'i-there',
          user_id: 'u',
          identity_data: { sub: 'i-there' },
          provider: 'discord',
          last_sign_in_at: at(1),
          created_at: at(2),
          updated_at: at(3),
          email: 'ann@there.example',
        },
      ],
      created_at: at(16),
      updated_at: at(17),
      banned_until: at(21),
      deleted_at: at(23),
      is_anonymous: false,
    });
  });
});

describe('somebody of whom little is known', () => {
  it('has empty contacts, and nothing else that is empty', () => {
    const nothing = Object.fromEntries(
      Object.keys(user).map((key) => [key, key.endsWith('_change') ? '' : null]),
    );
    const nobody = { ...user, ...nothing, id: 'u', created_at: at(16), updated_at: at(17) };
    const presented = presentUser({ ...nobody, is_anonymous: true, identities: [], factors: [] });
    expect(presented).toStrictEqual({
      id: 'u',
      aud: '',
      role: '',
      email: '',
      phone: '',
      app_metadata: {},
      user_metadata: {},
      identities: [],
      created_at: at(16),
      updated_at: at(17),
      is_anonymous: true,
    });
  });
});

describe('a factor', () => {
  it('without a name or a number has none', () => {
    const bare = { ...factor, friendly_name: '', phone: null, last_challenged_at: null };
    expect(presentFactor(bare)).toStrictEqual({
      id: 'f',
      created_at: at(4),
      updated_at: at(5),
      status: 'verified',
      factor_type: 'phone',
    });
  });
});
