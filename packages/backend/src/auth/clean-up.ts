import type { Database } from '@muster/database';
import { cleanUpRateLimits } from '../rate-limit.ts';

/** How long what nobody finished is kept; each is far beyond the time for which it is good. */
const statements: readonly string[] = [
  `delete from auth.flow_state where created_at < $1::timestamptz - interval '1 day'
     and coalesce(auth_code_issued_at, created_at) < $1::timestamptz - interval '1 day'`,
  `delete from auth.oauth_client_states where created_at < $1::timestamptz - interval '1 day'`,
  `delete from auth.mfa_challenges where created_at < $1::timestamptz - interval '1 day'`,
  `delete from auth.webauthn_challenges where expires_at < $1::timestamptz - interval '1 day'`,
  `delete from auth.saml_relay_states where created_at < $1::timestamptz - interval '1 day'`,
  'delete from private.auth_saml_assertions where usable_until < $1::timestamptz',
  `delete from auth.sessions where not_after < $1::timestamptz - interval '3 days'`,
  // Only the newest of a session's revoked tokens can still be told from theft.
  `delete from auth.refresh_tokens old where old.revoked
     and old.updated_at < $1::timestamptz - interval '30 days'
     and exists (select from auth.refresh_tokens newer
                 where newer.session_id = old.session_id and newer.parent <> old.token
                   and newer.id > old.id and not newer.revoked)`,
  `delete from private.auth_captcha_answers where answered_at < $1::timestamptz - interval '1 day'`,
  // Those that a session was moved here with, long after it has tokens of the second kind.
  `delete from auth.refresh_tokens old where old.revoked
     and old.updated_at < $1::timestamptz - interval '30 days'
     and exists (select from auth.sessions s
                 where s.id = old.session_id and s.refresh_token_counter > 0)`,
  `delete from private.dev_identity_grants where expires_at < $1::timestamptz`,
];

/** Forgets what is over. Safe at any time and in several processes; a job calls it now and then. */
export async function cleanUpAuth(database: Database, now: Date): Promise<void> {
  for (const statement of statements) {
    await database.query(statement, [now]);
  }
  await cleanUpRateLimits(database, now);
}
