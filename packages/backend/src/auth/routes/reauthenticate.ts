import type { Transaction } from '@muster/database';
import type { Context } from 'hono';
import { logAudit } from '../audit-log.ts';
import { requireInterval, sendCode } from '../confirmation.ts';
import type { Auth, AuthEnv } from '../context.ts';
import { unprocessable, validationFailed } from '../errors.ts';
import { toLinkTarget } from '../mail-link.ts';
import { getClientInfo } from '../request.ts';
import type { User } from '../rows.ts';
import { sendSmsCode } from '../sms-code.ts';
import { updateUser } from '../users.ts';
import { toMessageAnswer } from './otp.ts';

/** GET /reauthenticate: sends a code that proves, for a change of password, that it is still the owner. */
export async function handleReauthenticate(
  auth: Auth,
  context: Context<AuthEnv>,
): Promise<Response> {
  const { user } = context.get('caller');
  requireProvedContact(user);
  const now = auth.clock();
  const messageId = await auth.database.transaction(async (transaction) => {
    await logAudit(transaction, {
      actor: user,
      action: 'user_reauthenticate_requested',
      address: getClientInfo(context).address,
      now,
    });
    return user.email
      ? sendByMail(auth, transaction, { context, user })
      : sendByText(auth, transaction, { context, user });
  });
  return context.json(toMessageAnswer(messageId));
}

function requireProvedContact(user: User): void {
  if (!user.email && !user.phone) {
    throw validationFailed('Reauthentication requires the user to have an email or a phone number');
  }
  if (user.email && user.email_confirmed_at === null) {
    throw unprocessable('email_not_confirmed', 'Please verify your email first.');
  }
  if (!user.email && user.phone_confirmed_at === null) {
    throw unprocessable('phone_not_confirmed', 'Please verify your phone first.');
  }
}

async function sendByMail(
  auth: Auth,
  transaction: Transaction,
  { context, user }: { context: Context<AuthEnv>; user: User },
): Promise<string> {
  await requireInterval(auth, transaction, {
    userId: user.id,
    column: 'reauthentication_sent_at',
  });
  const now = auth.clock();
  const { hash } = await sendCode(auth, transaction, {
    user,
    link: toLinkTarget(auth, context, { isPkce: false }),
    kind: 'reauthentication',
    type: 'reauthentication_token',
    verification: 'reauthentication',
    to: user.email ?? '',
  });
  await updateUser(transaction, user.id, {
    changes: { reauthentication_token: hash, reauthentication_sent_at: now },
    now,
  });
  return '';
}

async function sendByText(
  auth: Auth,
  transaction: Transaction,
  { context, user }: { context: Context<AuthEnv>; user: User },
): Promise<string> {
  const { messageId } = await sendSmsCode(auth, transaction, {
    user,
    phone: user.phone ?? '',
    kind: 'reauthentication',
    channel: 'sms',
    address: getClientInfo(context).address,
  });
  return messageId;
}
