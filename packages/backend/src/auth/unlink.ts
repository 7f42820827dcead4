import type { Transaction } from '@muster/database';
import type { Auth } from './context.ts';
import { unprocessable } from './errors.ts';
import { deleteIdentity, updateProviders } from './identities.ts';
import { deleteAllTokens } from './one-time-tokens.ts';
import type { Identity, User } from './rows.ts';
import { findUserByEmail, getUserById, updateUser } from './users.ts';

/** Takes an identity away; the person's address or number then comes from what is left. */
export async function unlinkIdentity(
  auth: Auth,
  transaction: Transaction,
  input: { user: User; identity: Identity },
): Promise<User> {
  const { user, identity } = input;
  const now = auth.clock();
  await deleteIdentity(transaction, identity.id);
  const left = await getUserById(transaction, user.id);
  const changed =
    identity.provider === 'phone'
      ? await updateUser(transaction, user.id, {
          changes: { phone: null, phone_confirmed_at: null },
          now,
        })
      : await takeEmailFromIdentities(auth, transaction, left);
  return updateProviders(transaction, changed, now);
}

/**
 * Keeps the address if an identity still has it, else takes the first one that is nobody else's,
 * verified ones first. What was sent to the old address is void.
 */
async function takeEmailFromIdentities(
  auth: Auth,
  transaction: Transaction,
  user: User,
): Promise<User> {
  if (user.identities.some((identity) => identity.email === user.email)) {
    return user;
  }
  const identities = [...user.identities].sort((left, right) => toRank(left) - toRank(right));
  const chosen = await findFree(transaction, user, identities);
  if (chosen === null) {
    throw unprocessable(
      'email_conflict_identity_not_deletable',
      'Unable to unlink identity due to email conflict',
    );
  }
  await deleteAllTokens(transaction, user.id);
  const isProved = isVerified(chosen) || auth.config.mailer.autoconfirm;
  return updateUser(transaction, user.id, {
    changes: {
      email: chosen.email,
      ...(chosen.email === null || !isProved ? { email_confirmed_at: null } : {}),
      email_change: '',
      email_change_token_current: '',
      email_change_token_new: '',
      confirmation_token: '',
      recovery_token: '',
      reauthentication_token: '',
    },
    now: auth.clock(),
  });
}

function toRank(identity: Identity): number {
  if (identity.email === null) {
    return 2;
  }
  return isVerified(identity) ? 0 : 1;
}

function isVerified(identity: Identity): boolean {
  return identity.identity_data.email_verified === true;
}

async function findFree(
  transaction: Transaction,
  user: User,
  identities: readonly Identity[],
): Promise<Identity | null> {
  for (const identity of identities) {
    if (identity.email === null) {
      return identity;
    }
    const owner = await findUserByEmail(transaction, identity.email, user.aud ?? '');
    if (owner === null || owner.id === user.id) {
      return identity;
    }
  }
  return null;
}
