import type { Transaction } from '@muster/database';
import type { Context } from 'hono';
import * as v from 'valibot';
import { tellOwner } from '../account-notices.ts';
import { logAdminAudit } from '../audit-log.ts';
import { parsePhone } from '../contacts.ts';
import type { Auth, AuthEnv } from '../context.ts';
import { notFound } from '../errors.ts';
import { deleteFactor, findFactor } from '../factors.ts';
import { presentFactor } from '../presenters.ts';
import { isUuid, optionalText, parseBody } from '../request.ts';
import type { Factor, User } from '../rows.ts';
import { nameLength, requireLength } from '../stored-bounds.ts';
import { requireTarget } from './admin-users.ts';

/** GET /admin/users/{id}/factors */
export async function handleAdminListFactors(
  auth: Auth,
  context: Context<AuthEnv>,
): Promise<Response> {
  const user = await requireTarget(auth, context);
  return context.json(user.factors.map(presentFactor));
}

const FactorBody = v.object({ friendly_name: optionalText, phone: optionalText });

/** PUT /admin/users/{id}/factors/{factor_id} */
export async function handleAdminUpdateFactor(
  auth: Auth,
  context: Context<AuthEnv>,
): Promise<Response> {
  const factor = await requireFactorOf(auth, context, await requireTarget(auth, context));
  const body = await parseBody(context, FactorBody);
  requireLength('friendly_name', body.friendly_name, nameLength);
  const phone = body.phone !== '' && factor.factor_type === 'phone' ? parsePhone(body.phone) : null;
  const [updated] = await auth.database.transaction(async (transaction) => {
    await audit(auth, transaction, { context, factor, action: 'factor_updated' });
    return transaction.query<Factor>(
      `update auth.mfa_factors set friendly_name = coalesce(nullif($2, ''), friendly_name),
         phone = coalesce($3, phone), updated_at = $4 where id = $1 returning *`,
      [factor.id, body.friendly_name, phone, auth.clock()],
    );
  });
  return context.json(presentFactor(updated ?? factor));
}

/** DELETE /admin/users/{id}/factors/{factor_id} */
export async function handleAdminDeleteFactor(
  auth: Auth,
  context: Context<AuthEnv>,
): Promise<Response> {
  const user = await requireTarget(auth, context);
  const factor = await requireFactorOf(auth, context, user);
  await auth.database.transaction(async (transaction) => {
    await audit(auth, transaction, { context, factor, action: 'factor_deleted' });
    await deleteFactor(transaction, factor.id);
    if (factor.status === 'verified') {
      await tellOwner(auth, transaction, { context, user, kind: 'factor_removed' });
    }
  });
  return context.json(presentFactor(factor));
}

async function requireFactorOf(auth: Auth, context: Context<AuthEnv>, user: User): Promise<Factor> {
  const id = context.req.param('factorId') ?? '';
  if (!isUuid(id)) {
    throw notFound('validation_failed', 'factor_id must be an UUID');
  }
  const factor = await findFactor(auth.database, user.id, id);
  if (factor === null) {
    throw notFound('mfa_factor_not_found', 'Factor not found');
  }
  return factor;
}

async function audit(
  auth: Auth,
  transaction: Transaction,
  input: {
    context: Context<AuthEnv>;
    factor: Factor;
    action: 'factor_updated' | 'factor_deleted';
  },
): Promise<void> {
  const { context, factor, action } = input;
  const traits = { user_id: factor.user_id, factor_id: factor.id };
  await logAdminAudit(auth, transaction, { context, action, traits });
}
