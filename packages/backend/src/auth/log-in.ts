import type { Transaction } from '@muster/database';
import type { Context } from 'hono';
import { logAudit } from './audit-log.ts';
import type { Auth, AuthEnv } from './context.ts';
import { getExternalUrl } from './origins.ts';
import { getClientInfo } from './request.ts';
import type { AuthenticationMethod, User } from './rows.ts';
import { type IssuedTokens, openSession } from './sessions.ts';

interface Login {
  context: Context<AuthEnv>;
  user: User;
  method: AuthenticationMethod;
  /** What the log says of it beside who and from where. */
  traits: Record<string, unknown>;
}

/** Logs that somebody who has proved who they are signs in, and opens their session. */
export async function logIn(
  auth: Auth,
  transaction: Transaction,
  { context, user, method, traits }: Login,
): Promise<IssuedTokens> {
  const client = getClientInfo(context);
  await logAudit(transaction, {
    actor: user,
    action: 'login',
    address: client.address,
    now: auth.clock(),
    traits,
  });
  const issuer = getExternalUrl(auth.config, context);
  return openSession(auth, transaction, { user, method, client, issuer });
}
