import type { Transaction } from '@muster/database';
import { logAudit } from './audit-log.ts';
import { confirmEmail } from './confirmation.ts';
import type { Auth } from './context.ts';
import { applyEmailChange } from './email-change.ts';
import { forbidden, validationFailed } from './errors.ts';
import {
  createIdentity,
  findIdentity,
  mergeIdentityData,
  removeUnconfirmedIdentities,
  updateProviders,
} from './identities.ts';
import {
  deleteAllTokens,
  findTokenOwner,
  hashCode,
  hashLinkToken,
  type OneTimeTokenType,
} from './one-time-tokens.ts';
import { applyPhoneChange } from './phone-change.ts';
import type { User } from './rows.ts';
import { confirmPhone } from './sign-up.ts';
import { findTestCode } from './sms-code.ts';
import {
  findUserByPhone,
  findUserByPhoneChange,
  getUserById,
  isBanned,
  isEmailConfirmed,
  updateUser,
} from './users.ts';

/** What somebody proves, as the wire names it; `email` leaves open which of two it is. */
export type VerificationType =
  | 'signup'
  | 'invite'
  | 'magiclink'
  | 'recovery'
  | 'email'
  | 'email_change'
  | 'sms'
  | 'phone_change';

const tokenTypes: Readonly<Record<VerificationType, readonly OneTimeTokenType[]>> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_current', 'email_change_token_new'],
  sms: ['confirmation_token'],
  phone_change: ['phone_change_token'],
};

/** A token that was found good, and whose. */
export interface Proof {
  user: User;
  type: VerificationType;
  tokenType: OneTimeTokenType;
}

export function parseVerificationType(text: string): VerificationType {
  if (Object.hasOwn(tokenTypes, text)) {
    return text as VerificationType;
  }
  throw validationFailed('Unsupported verification type');
}

/** What a person presents: the token of a link, or a contact with the code that was sent to it. */
export type Presented = { token: string } | { contact: string; code: string };

/** Finds out whose token it is; throws the same for unknown, used, expired and foreign ones. */
export async function requireProof(
  auth: Auth,
  transaction: Transaction,
  input: { type: VerificationType; presented: Presented },
): Promise<Proof> {
  const { type, presented } = input;
  const isLink = 'token' in presented;
  const refusal = () =>
    forbidden(
      'otp_expired',
      isLink ? 'Email link is invalid or has expired' : 'Token has expired or is invalid',
    );
  const hash = isLink
    ? hashLinkToken(presented.token)
    : hashCode(auth, presented.contact, presented.code);
  const fixed = await findTestProof(auth, transaction, input);
  const proof = fixed ?? (await findSentProof(transaction, { type, hash }));
  if (proof === null) {
    throw refusal();
  }
  if (isBanned(proof.user, auth.clock())) {
    throw forbidden('user_banned', 'User is banned');
  }
  if (fixed === null && isExpired(auth, proof)) {
    throw refusal();
  }
  return proof;
}

/**
 * Two who present one token at once: the second waits for the lock and then finds it used. So it is looked for
 * again: what was read before the lock says nothing of what the first has done meanwhile.
 */
async function findSentProof(
  transaction: Transaction,
  { type, hash }: { type: VerificationType; hash: string },
): Promise<Proof | null> {
  const found = await findTokenOwner(transaction, hash, tokenTypes[type]);
  if (found === null) {
    return null;
  }
  await transaction.query('select id from auth.users where id = $1 for update', [found.userId]);
  const owner = await findTokenOwner(transaction, hash, tokenTypes[type]);
  if (owner === null) {
    return null;
  }
  const user = await getUserById(transaction, owner.userId);
  return { user, type: resolveType(type, owner.type), tokenType: owner.type };
}

function resolveType(type: VerificationType, tokenType: OneTimeTokenType): VerificationType {
  if (type !== 'email') {
    return type;
  }
  return tokenType === 'recovery_token' ? 'magiclink' : 'signup';
}

/** The numbers of the test map are good with their fixed code whenever it is presented. */
async function findTestProof(
  auth: Auth,
  transaction: Transaction,
  { type, presented }: { type: VerificationType; presented: Presented },
): Promise<Proof | null> {
  if ('token' in presented || (type !== 'sms' && type !== 'phone_change')) {
    return null;
  }
  if (findTestCode(auth, presented.contact) !== presented.code) {
    return null;
  }
  const find = type === 'sms' ? findUserByPhone : findUserByPhoneChange;
  const user = await find(transaction, presented.contact, auth.config.jwt.audience);
  const tokenType = type === 'sms' ? 'confirmation_token' : 'phone_change_token';
  return user === null ? null : { user, type, tokenType };
}

function isExpired(auth: Auth, { user, type, tokenType }: Proof): boolean {
  const isText = type === 'sms' || type === 'phone_change';
  const { otpExpirySeconds } = isText ? auth.config.sms : auth.config.mailer;
  const sentAt = getSentAt(user, tokenType);
  return sentAt === null || sentAt.getTime() + otpExpirySeconds * 1000 < auth.clock().getTime();
}

function getSentAt(user: User, type: OneTimeTokenType): Date | null {
  switch (type) {
    case 'confirmation_token':
      return user.confirmation_sent_at;
    case 'recovery_token':
      return user.recovery_sent_at;
    case 'reauthentication_token':
      return user.reauthentication_sent_at;
    case 'phone_change_token':
      return user.phone_change_sent_at;
    case 'email_change_token_current':
    case 'email_change_token_new':
      return user.email_change_sent_at;
  }
}

/** Does what the proof is for; null while a change of address still waits for its other half. */
export async function applyProof(
  auth: Auth,
  transaction: Transaction,
  input: { proof: Proof; address: string; phone: string },
): Promise<User | null> {
  const { proof, address } = input;
  const user = await applyByType(auth, transaction, input);
  await logAudit(transaction, {
    actor: user ?? proof.user,
    action: toAction(proof),
    address,
    now: auth.clock(),
    ...(proof.type === 'signup' || proof.type === 'invite'
      ? { traits: { provider: 'email' } }
      : {}),
  });
  return user && updateProviders(transaction, user, auth.clock());
}

function toAction({ type, user }: Proof) {
  if (type === 'email_change' || type === 'phone_change') {
    return 'user_modified';
  }
  const isNew = type === 'sms' ? user.phone_confirmed_at === null : !isEmailConfirmed(user);
  return isNew ? 'user_signedup' : 'login';
}

async function applyByType(
  auth: Auth,
  transaction: Transaction,
  { proof, phone }: { proof: Proof; phone: string },
): Promise<User | null> {
  const { user, type } = proof;
  const now = auth.clock();
  switch (type) {
    case 'email_change':
      return applyEmailChange(auth, transaction, { user, tokenType: proof.tokenType });
    case 'phone_change':
      return applyPhoneChange(auth, transaction, { user, phone: phone || user.phone_change || '' });
    case 'sms':
      return markVerified(transaction, await confirmPhone(transaction, user, now), {
        provider: 'phone',
        now,
      });
    case 'recovery':
    case 'magiclink':
      await deleteAllTokens(transaction, user.id);
      await updateUser(transaction, user.id, { changes: { recovery_token: '' }, now });
      return isEmailConfirmed(user)
        ? getUserById(transaction, user.id)
        : markVerified(transaction, await takeUnprovenAccount(transaction, user, now), {
            provider: 'email',
            now,
          });
    default:
      return markVerified(transaction, await confirmEmail(transaction, user, now), {
        provider: 'email',
        now,
      });
  }
}

/**
 * Gives an account that had never proved its address to the owner of the address. They asked to get in
 * again, not to confirm what somebody else began: so a password or an account elsewhere that was there
 * before must not stay a way in.
 */
async function takeUnprovenAccount(transaction: Transaction, user: User, now: Date): Promise<User> {
  const identity =
    (await findIdentity(transaction, 'email', user.id)) ??
    (await createIdentity(transaction, {
      userId: user.id,
      provider: 'email',
      data: { sub: user.id, email: user.email, email_verified: false, phone_verified: false },
      now,
    }));
  await removeUnconfirmedIdentities(transaction, user, { identity, now });
  const owned = await updateUser(transaction, user.id, {
    changes: { encrypted_password: null },
    now,
  });
  return confirmEmail(transaction, owned, now);
}

async function markVerified(
  transaction: Transaction,
  user: User,
  input: { provider: 'email' | 'phone'; now: Date },
): Promise<User> {
  const { provider, now } = input;
  for (const identity of user.identities) {
    const isSame = identity.identity_data[provider] === user[provider] && user[provider] !== null;
    if (!isSame) {
      continue;
    }
    const data = { [`${provider}_verified`]: true };
    await mergeIdentityData(transaction, identity.id, { data, now });
  }
  return user.is_anonymous
    ? updateUser(transaction, user.id, { changes: { is_anonymous: false }, now })
    : getUserById(transaction, user.id);
}
