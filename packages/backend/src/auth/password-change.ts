import type { Transaction } from '@muster/database';
import type { Auth, Caller } from './context.ts';
import { badRequest, unprocessable } from './errors.ts';
import { isSameText } from './flow-state.ts';
import { deleteAllTokens, deleteToken, hashCode } from './one-time-tokens.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { requireStrongPassword } from './password-strength.ts';
import { requireContactAllowance } from './rate-limit.ts';
import type { User } from './rows.ts';
import { deleteSessions } from './sessions.ts';
import { updateUser } from './users.ts';

/** What comes with a new password. */
export interface PasswordChange {
  password: string;
  currentPassword: string;
  nonce: string;
}

const recentSeconds = 86_400;

/** Checks a new password with everything that may be asked for beside it, and hashes it. */
export async function requireNewPassword(
  auth: Auth,
  caller: Caller,
  input: PasswordChange,
): Promise<string> {
  const { user } = caller;
  await requireStrongPassword(auth, input.password);
  // Whoever came by somebody's session must not find out by trying what they do not know.
  if (input.nonce !== '' || input.currentPassword !== '') {
    await requireContactAllowance(auth, 'contact', `change:${user.id}`);
  }
  await requireReauthentication(auth, caller, input.nonce);
  await requireCurrentPassword(auth, caller, input.currentPassword);
  if (user.encrypted_password && (await verifyPassword(user.encrypted_password, input.password))) {
    throw unprocessable('same_password', 'New password should be different from the old password.');
  }
  return hashPassword(input.password);
}

async function requireReauthentication(auth: Auth, caller: Caller, nonce: string): Promise<void> {
  if (!auth.config.security.updatePasswordRequireReauthentication) {
    return;
  }
  const { session, user } = caller;
  const now = auth.clock().getTime();
  if (session !== null && now <= session.created_at.getTime() + recentSeconds * 1000) {
    return;
  }
  if (nonce === '') {
    throw badRequest('reauthentication_needed', 'Password update requires reauthentication');
  }
  if (!isNonceRight(auth, user, nonce)) {
    throw unprocessable('reauthentication_not_valid', 'Nonce has expired or is invalid');
  }
  await deleteToken(auth.database, user.id, 'reauthentication_token');
  await updateUser(auth.database, user.id, {
    changes: { reauthentication_token: '' },
    now: auth.clock(),
  });
}

function isNonceRight(auth: Auth, user: User, nonce: string): boolean {
  const { reauthentication_token: stored, reauthentication_sent_at: sentAt } = user;
  const contact = user.email || user.phone || '';
  if (!stored || sentAt === null || contact === '') {
    return false;
  }
  const { otpExpirySeconds } = user.email ? auth.config.mailer : auth.config.sms;
  const isFresh = sentAt.getTime() + otpExpirySeconds * 1000 >= auth.clock().getTime();
  return isFresh && isSameText(hashCode(auth, contact, nonce), stored);
}

/** A session that began with a forgotten password cannot know the old one. */
async function requireCurrentPassword(
  auth: Auth,
  { user, session }: Caller,
  current: string,
): Promise<void> {
  const isRecovery = session?.amr.some((entry) => entry.method === 'recovery') ?? false;
  const isAsked = auth.config.security.updatePasswordRequireCurrentPassword;
  if (!isAsked || isRecovery || !user.encrypted_password) {
    return;
  }
  const message = 'Current password required when setting new password.';
  if (current === '') {
    throw badRequest('current_password_required', message);
  }
  if (!(await verifyPassword(user.encrypted_password, current))) {
    throw badRequest('current_password_invalid', message);
  }
}

/** Stores a new password; everything that was sent out and every other session ends with the old one. */
export async function changePassword(
  transaction: Transaction,
  user: User,
  input: { hash: string; keptSessionId: string | null; now: Date },
): Promise<User> {
  await deleteAllTokens(transaction, user.id);
  await deleteSessions(transaction, {
    userId: user.id,
    sessionId: input.keptSessionId,
    scope: 'others',
  });
  return updateUser(transaction, user.id, {
    changes: {
      encrypted_password: input.hash,
      confirmation_token: '',
      confirmation_sent_at: null,
      recovery_token: '',
      recovery_sent_at: null,
      email_change_token_current: '',
      email_change_token_new: '',
      email_change_sent_at: null,
      phone_change_token: '',
      phone_change_sent_at: null,
      reauthentication_token: '',
      reauthentication_sent_at: null,
    },
    now: input.now,
  });
}
