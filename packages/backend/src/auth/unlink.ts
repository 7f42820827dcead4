import type { Transaction } from '@muster/database';
import { logAudit } from './audit-log.ts';
import { AuthError, unprocessable } from './errors.ts';
import { deleteIdentity, updateProviders } from './identities.ts';
import { deleteAllTokens } from './one-time-tokens.ts';
import type { Identity, User } from './rows.ts';
import { findUserByEmail, getUserById, updateUser } from './users.ts';

interface Unlinking {
  /** As it is while nobody else changes it: its row is locked. */
  user: User;
  identity: Identity;
  /** From where, for the audit log; empty where nobody says. */
  address: string;
  /** Whether an address counts as proved that nobody has proved. */
  autoconfirm: boolean;
  now: Date;
}

/** Takes an identity away; the person's address or number then comes from what is left. */
export async function unlinkIdentity(
  transaction: Transaction,
  { user, identity, address, autoconfirm, now }: Unlinking,
): Promise<User> {
  const { id, provider, provider_id } = identity;
  await logAudit(transaction, {
    actor: user,
    action: 'identity_unlinked',
    address,
    now,
    traits: { identity_id: id, provider, provider_id },
  });
  await deleteIdentity(transaction, identity.id);
  const left = await getUserById(transaction, user.id);
  const changed =
    identity.provider === 'phone'
      ? await updateUser(transaction, user.id, {
          changes: { phone: null, phone_confirmed_at: null },
          now,
        })
      : await takeEmailFromIdentities(transaction, left, { autoconfirm, now });
  return updateProviders(transaction, changed, now);
}

/**
 * Keeps the address if an identity still has it, else takes the first one that is nobody else's,
 * verified ones first. What was sent to the old address is void.
 */
async function takeEmailFromIdentities(
  transaction: Transaction,
  user: User,
  { autoconfirm, now }: Pick<Unlinking, 'autoconfirm' | 'now'>,
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
  const isProved = isVerified(chosen) || autoconfirm;
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
    now,
  });
}

/**
 * Takes away all that somebody has linked of one provider, but never the last way in. Of `taken`, an address that would
 * be left and is somebody else's, and of anything but `unlinked`, nothing may stay: the caller rolls back.
 */
export async function unlinkProvider(
  transaction: Transaction,
  {
    userId,
    provider,
    ...how
  }: { userId: string; provider: string } & Omit<Unlinking, 'user' | 'identity'>,
): Promise<'unlinked' | 'not_linked' | 'last' | 'taken'> {
  // Locked, so that two requests at once cannot take the last two.
  await transaction.query('select id from auth.users where id = $1 for update', [userId]);
  let user = await getUserById(transaction, userId);
  const theirs = user.identities.filter((identity) => identity.provider === provider);
  if (theirs.length === 0) {
    return 'not_linked';
  }
  if (theirs.length === user.identities.length) {
    return 'last';
  }
  try {
    for (const identity of theirs) {
      user = await unlinkIdentity(transaction, { ...how, user, identity });
    }
  } catch (error) {
    if (error instanceof AuthError && error.code === 'email_conflict_identity_not_deletable') {
      return 'taken';
    }
    throw error;
  }
  return 'unlinked';
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
