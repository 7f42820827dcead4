import { createHash } from 'node:crypto';
import type { Transaction } from '@muster/database';
import { logAudit } from './audit-log.ts';
import { deleteAllTokens } from './one-time-tokens.ts';
import type { User } from './rows.ts';
import { deleteSessions } from './sessions.ts';
import { updateUser } from './users.ts';

/** Deletes a person with everything in `auth` that is theirs. */
export async function deleteUser(transaction: Transaction, user: Pick<User, 'id'>): Promise<void> {
  await transaction.query('delete from auth.flow_state where user_id = $1', [user.id]);
  await transaction.query('delete from auth.users where id = $1', [user.id]);
}

const nobody = { email: null, phone: null, is_sso_user: false, raw_user_meta_data: null };

/** Deletes a person at their own wish: the audit log then knows them by their id alone. */
export async function deleteAccount(
  transaction: Transaction,
  userId: string,
  now: Date,
): Promise<void> {
  await transaction.query(
    `update auth.audit_log_entries set ip_address = '',
       payload = (payload::jsonb - '{actor_username,actor_name,traits}'::text[])::json
     where payload ->> 'actor_id' = $1`,
    [userId],
  );
  const actor = { ...nobody, id: userId };
  await logAudit(transaction, { actor, action: 'user_deleted', address: '', now });
  await deleteUser(transaction, { id: userId });
}

/**
 * Leaves the row and nothing by which the person could be known or let in. The contacts become hashes,
 * so that they stay unique and can be used again.
 */
export async function softDeleteUser(
  transaction: Transaction,
  user: User,
  now: Date,
): Promise<void> {
  if (user.deleted_at !== null) {
    return;
  }
  const obscure = (value: string | null, length: number) =>
    value ? toHash(user.id, value).slice(0, length) : value;
  for (const identity of user.identities) {
    await transaction.query(
      `update auth.identities set provider_id = $2, identity_data = '{}', updated_at = $3
       where id = $1`,
      [identity.id, toHash(user.id, identity.provider_id), now],
    );
  }
  await deleteAllTokens(transaction, user.id);
  await deleteSessions(transaction, { userId: user.id, sessionId: null, scope: 'global' });
  await transaction.query('delete from auth.mfa_factors where user_id = $1', [user.id]);
  await transaction.query('delete from auth.webauthn_credentials where user_id = $1', [user.id]);
  await transaction.query('delete from auth.flow_state where user_id = $1', [user.id]);
  await updateUser(transaction, user.id, {
    changes: {
      email: obscure(user.email, 255),
      phone: obscure(user.phone, 15),
      email_change: '',
      phone_change: '',
      encrypted_password: null,
      confirmation_token: '',
      recovery_token: '',
      email_change_token_current: '',
      email_change_token_new: '',
      phone_change_token: '',
      reauthentication_token: '',
      raw_user_meta_data: {},
      raw_app_meta_data: {},
      deleted_at: now,
    },
    now,
  });
}

function toHash(id: string, value: string): string {
  return createHash('sha256').update(`${id}${value}`).digest('base64url');
}
