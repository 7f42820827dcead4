import type { Context } from 'hono';
import * as v from 'valibot';
import { logAudit } from '../audit-log.ts';
import { requireInterval, sendCode } from '../confirmation.ts';
import { parseEmail } from '../contacts.ts';
import type { Auth, AuthEnv } from '../context.ts';
import { badRequest, validationFailed } from '../errors.ts';
import { requireChallenge } from '../flow-state.ts';
import { toLinkTarget } from '../mail-link.ts';
import { captchaEntry, getClientInfo, optionalText, parseBody, pkceEntries } from '../request.ts';
import { findUserByEmail, updateUser } from '../users.ts';
import { beginMailFlow } from './otp.ts';

const RecoverBody = v.object({ email: optionalText, ...pkceEntries, ...captchaEntry });

/** POST /recover: sends a link to set a new password, and never says whether the address is known. */
export async function handleRecover(auth: Auth, context: Context<AuthEnv>): Promise<Response> {
  const body = await parseBody(context, RecoverBody);
  if (!auth.config.external.email.enabled) {
    throw badRequest('email_provider_disabled', 'Email logins are disabled');
  }
  if (body.email === '') {
    throw validationFailed('Password recovery requires an email');
  }
  const email = parseEmail(body.email);
  const challenge = { challenge: body.code_challenge, method: body.code_challenge_method };
  requireChallenge(challenge);
  const user = await findUserByEmail(auth.database, email, auth.config.jwt.audience);
  if (user === null) {
    return context.json({});
  }
  const link = toLinkTarget(auth, context, { isPkce: challenge.challenge !== '' });
  const now = auth.clock();
  await auth.database.transaction(async (transaction) => {
    await beginMailFlow(transaction, { challenge, user, now, kind: 'recovery' });
    await logAudit(transaction, {
      actor: user,
      action: 'user_recovery_requested',
      address: getClientInfo(context).address,
      now,
    });
    await requireInterval(auth, transaction, { userId: user.id, column: 'recovery_sent_at' });
    const { hash } = await sendCode(auth, transaction, {
      user,
      link,
      kind: 'recovery',
      type: 'recovery_token',
      verification: 'recovery',
      to: email,
    });
    await updateUser(transaction, user.id, {
      changes: { recovery_token: hash, recovery_sent_at: now },
      now,
    });
  });
  return context.json({});
}
