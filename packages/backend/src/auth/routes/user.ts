import type { Context } from 'hono';
import * as v from 'valibot';
import { logAudit } from '../audit-log.ts';
import type { Auth, AuthEnv } from '../context.ts';
import { forbidden, validationFailed } from '../errors.ts';
import { presentUser } from '../presenters.ts';
import { getClientInfo, optionalRecord, parseBody } from '../request.ts';
import { mergeMetadata, updateUser } from '../users.ts';

/** GET /user: the person whose token it is. */
export function handleGetUser(auth: Auth, context: Context<AuthEnv>): Response {
  const { claims, user } = context.get('caller');
  const audience = Array.isArray(claims.aud) ? claims.aud[0] : claims.aud;
  if (audience !== auth.config.jwt.audience) {
    throw validationFailed("Token audience doesn't match request audience");
  }
  return context.json(presentUser(user));
}

const UserBody = v.object({ data: optionalRecord, app_metadata: optionalRecord });

/** PUT /user: the person changes what is theirs to change. */
export async function handleUpdateUser(auth: Auth, context: Context<AuthEnv>): Promise<Response> {
  const body = await parseBody(context, UserBody);
  const { user } = context.get('caller');
  if (body.app_metadata) {
    throw forbidden('not_admin', 'Updating app_metadata requires admin privileges');
  }
  const now = auth.clock();
  const updated = await auth.database.transaction(async (transaction) => {
    const metadata = mergeMetadata(user.raw_user_meta_data, body.data ?? {});
    const changed = await updateUser(transaction, user.id, {
      changes: body.data ? { raw_user_meta_data: metadata } : {},
      now,
    });
    await logAudit(transaction, {
      actor: changed,
      action: 'user_modified',
      address: getClientInfo(context).address,
      now,
    });
    return changed;
  });
  return context.json(presentUser(updated));
}
