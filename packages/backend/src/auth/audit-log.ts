import type { Queryable, Transaction } from '@muster/database';
import type { Context } from 'hono';
import type { Auth, AuthEnv } from './context.ts';
import { getClientInfo } from './request.ts';
import { type AuditActor, nilInstance } from './rows.ts';

/** What is logged, and the kind that Supabase files it under. */
const logTypes = {
  login: 'account',
  logout: 'account',
  invite_accepted: 'account',
  user_signedup: 'team',
  user_invited: 'team',
  user_deleted: 'team',
  token_revoked: 'token',
  token_refreshed: 'token',
  user_modified: 'user',
  user_recovery_requested: 'user',
  user_reauthenticate_requested: 'user',
  user_confirmation_requested: 'user',
  user_repeated_signup: 'user',
  user_updated_password: 'user',
  identity_linked: 'user',
  identity_unlinked: 'user',
  factor_in_progress: 'factor',
  factor_unenrolled: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
  factor_deleted: 'factor',
  factor_updated: 'factor',
  passkey_created: 'user',
  passkey_updated: 'user',
  passkey_deleted: 'user',
  sso_provider_created: 'team',
  sso_provider_updated: 'team',
  sso_provider_deleted: 'team',
  oauth_client_created: 'team',
  oauth_client_updated: 'team',
  oauth_client_deleted: 'team',
} as const;

type AuditAction = keyof typeof logTypes;

const actorNameLength = 255;

/** Who acts in admin calls with a key: no person. */
export const keyHolder: AuditActor = {
  id: nilInstance,
  email: 'service_role',
  phone: null,
  is_sso_user: false,
  raw_user_meta_data: null,
};

export interface AuditEntry {
  actor: AuditActor;
  action: AuditAction;
  address: string;
  now: Date;
  traits?: Record<string, unknown>;
}

/** Writes what happened into `auth.audit_log_entries`, in the transaction in which it happens. */
export async function logAudit(queryable: Queryable, entry: AuditEntry): Promise<void> {
  const { actor } = entry;
  const name = toActorName(actor);
  const payload = {
    actor_id: actor.id,
    actor_via_sso: actor.is_sso_user,
    actor_username: actor.phone || actor.email || '',
    action: entry.action,
    log_type: logTypes[entry.action],
    ...(name === undefined ? {} : { actor_name: name }),
    ...(entry.traits === undefined ? {} : { traits: entry.traits }),
  };
  await queryable.query(
    `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
     values ($1, $2, $3::json, $4, $5)`,
    [nilInstance, crypto.randomUUID(), JSON.stringify(payload), entry.now, entry.address],
  );
}

/** What somebody calls themselves in their metadata, which may be anything. */
function toActorName({ raw_user_meta_data: metadata }: AuditActor): string | undefined {
  const name = metadata?.full_name;
  return typeof name === 'string' ? name.slice(0, actorNameLength) : undefined;
}

/** Writes what an admin did: the person whose token it was, or the service's key. */
export async function logAdminAudit(
  auth: Auth,
  transaction: Transaction,
  entry: { context: Context<AuthEnv>; action: AuditAction; traits: Record<string, unknown> },
): Promise<void> {
  await logAudit(transaction, {
    actor: entry.context.get('admin'),
    action: entry.action,
    address: getClientInfo(entry.context).address,
    now: auth.clock(),
    traits: entry.traits,
  });
}

/** Writes what a person did to their account outside this service; nothing of somebody who is gone. */
export async function logPersonAudit(
  transaction: Transaction,
  userId: string,
  entry: Omit<AuditEntry, 'actor'>,
): Promise<void> {
  const [actor] = await transaction.query<AuditActor>(
    'select id, email, phone, is_sso_user, raw_user_meta_data from auth.users where id = $1',
    [userId],
  );
  if (actor !== undefined) {
    await logAudit(transaction, { ...entry, actor });
  }
}
