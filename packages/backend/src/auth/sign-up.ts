import type { Transaction } from '@muster/database';
import { logAudit } from './audit-log.ts';
import { confirmEmail, sendConfirmation } from './confirmation.ts';
import type { SmsChannel } from './contacts.ts';
import type { Auth } from './context.ts';
import { type Challenge, createFlowState } from './flow-state.ts';
import { createIdentity, findIdentity, removeUnconfirmedIdentities } from './identities.ts';
import type { LinkTarget } from './mail-link.ts';
import { deleteAllTokens } from './one-time-tokens.ts';
import { verifyPassword } from './password-hash.ts';
import type { ClientInfo } from './request.ts';
import type { User } from './rows.ts';
import { sendSmsCode } from './sms-code.ts';
import { toBoundRefusal } from './stored-bounds.ts';
import { createUser, findUserByEmail, findUserByPhone, getUserById, updateUser } from './users.ts';

/** Somebody who wants an account by an address or a phone number. */
export interface SignUp {
  provider: 'email' | 'phone';
  /** The address or number, parsed. */
  contact: string;
  /** Null for somebody who signs up by a code alone. */
  password: { plain: string; hash: string } | null;
  data: Record<string, unknown>;
  challenge: Challenge;
  channel: SmsChannel;
  client: ClientInfo;
  link: LinkTarget;
}

export async function findByContact(
  auth: Auth,
  input: Pick<SignUp, 'provider' | 'contact'>,
): Promise<User | null> {
  const find = input.provider === 'email' ? findUserByEmail : findUserByPhone;
  return find(auth.database, input.contact, auth.config.jwt.audience);
}

/** Whether the contact by which somebody signs up is proved already. */
export function isContactConfirmed(user: User, provider: SignUp['provider']): boolean {
  return (provider === 'email' ? user.email_confirmed_at : user.phone_confirmed_at) !== null;
}

/** Makes the account, or takes up the one whose contact was never proved, and asks for the proof. */
export async function signUp(
  auth: Auth,
  transaction: Transaction,
  input: SignUp & { existing: User | null; keepsPassword: boolean },
): Promise<User> {
  const account =
    input.existing === null
      ? await createAccount(auth, transaction, input)
      : await dropForeignPassword(auth, transaction, input.existing, input.keepsPassword);
  const user = await ensureIdentity(auth, transaction, { ...input, account });
  return input.provider === 'email'
    ? proveEmail(auth, transaction, { ...input, account: user })
    : provePhone(auth, transaction, { ...input, account: user });
}

/** Whether what was given is the password that the unproved account already has. */
export async function isSamePassword(existing: User | null, input: SignUp): Promise<boolean> {
  if (existing === null || input.password === null) {
    return false;
  }
  return verifyPassword(existing.encrypted_password, input.password.plain);
}

async function createAccount(auth: Auth, transaction: Transaction, input: SignUp): Promise<User> {
  return createUser(transaction, {
    email: input.provider === 'email' ? input.contact : null,
    phone: input.provider === 'phone' ? input.contact : null,
    audience: auth.config.jwt.audience,
    role: auth.config.jwt.defaultRole,
    encryptedPassword: input.password?.hash ?? null,
    appMetadata: { provider: input.provider, providers: [input.provider] },
    userMetadata: input.data,
    now: auth.clock(),
  });
}

/**
 * Two who sign up with one unproved address cannot both be its owner, and whoever proves it must not
 * find the other's password in the account. So a second, different password voids the first: the owner
 * is let in by the proof and sets a new one.
 */
async function dropForeignPassword(
  auth: Auth,
  transaction: Transaction,
  existing: User,
  keepsPassword: boolean,
): Promise<User> {
  if (keepsPassword || existing.encrypted_password === null) {
    return existing;
  }
  return updateUser(transaction, existing.id, {
    changes: { encrypted_password: null },
    now: auth.clock(),
  });
}

async function ensureIdentity(
  auth: Auth,
  transaction: Transaction,
  input: SignUp & { account: User },
): Promise<User> {
  const { account, provider, contact } = input;
  if ((await findIdentity(transaction, provider, account.id)) !== null) {
    return account;
  }
  const now = auth.clock();
  // An address or number here is one that the account has: another would be somebody's claim.
  const { email: _email, phone: _phone, ...data } = input.data;
  const identity = await createIdentity(transaction, {
    userId: account.id,
    provider,
    data: {
      ...data,
      sub: account.id,
      [provider]: contact,
      email_verified: false,
      phone_verified: false,
    },
    isOwnData: true,
    now,
  }).catch((thrown) => {
    throw toBoundRefusal(thrown) ?? thrown;
  });
  return removeUnconfirmedIdentities(transaction, account, { identity, now });
}

async function proveEmail(
  auth: Auth,
  transaction: Transaction,
  input: SignUp & { account: User },
): Promise<User> {
  const { account, challenge, client } = input;
  const now = auth.clock();
  const audit = {
    actor: account,
    address: client.address,
    now,
    traits: { provider: 'email' },
  };
  if (auth.config.mailer.autoconfirm) {
    await logAudit(transaction, { ...audit, action: 'user_signedup' });
    return confirmEmail(transaction, account, now);
  }
  await logAudit(transaction, { ...audit, action: 'user_confirmation_requested' });
  if (challenge.challenge !== '') {
    await createFlowState(transaction, {
      ...challenge,
      providerType: 'email',
      authenticationMethod: 'email/signup',
      userId: account.id,
      now,
    });
  }
  return sendConfirmation(auth, transaction, { user: account, link: input.link });
}

async function provePhone(
  auth: Auth,
  transaction: Transaction,
  input: SignUp & { account: User },
): Promise<User> {
  const { account, client, channel } = input;
  const now = auth.clock();
  const audit = {
    actor: account,
    address: client.address,
    now,
    traits: { provider: 'phone', channel },
  };
  if (auth.config.sms.autoconfirm) {
    await logAudit(transaction, { ...audit, action: 'user_signedup' });
    return confirmPhone(transaction, account, now);
  }
  await logAudit(transaction, { ...audit, action: 'user_confirmation_requested' });
  await sendSmsCode(auth, transaction, {
    user: account,
    phone: input.contact,
    kind: 'confirmation',
    channel,
    address: client.address,
  });
  return getUserById(transaction, account.id);
}

/** Marks a person's number as proved; whatever was sent to them before is void. */
export async function confirmPhone(transaction: Transaction, user: User, now: Date): Promise<User> {
  await deleteAllTokens(transaction, user.id);
  return updateUser(transaction, user.id, {
    changes: { confirmation_token: '', phone_confirmed_at: now },
    now,
  });
}
