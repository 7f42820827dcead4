import type { Transaction } from '@muster/database';
import type { Context } from 'hono';
import * as v from 'valibot';
import { logAudit } from '../audit-log.ts';
import { sendConfirmation } from '../confirmation.ts';
import { parseEmail, parsePhone } from '../contacts.ts';
import type { Auth, AuthEnv } from '../context.ts';
import { sendEmailChange } from '../email-change.ts';
import { badRequest, validationFailed } from '../errors.ts';
import { type Challenge, requireChallenge } from '../flow-state.ts';
import { toLinkTarget } from '../mail-link.ts';
import { captchaEntry, getClientInfo, optionalText, parseBody, pkceEntries } from '../request.ts';
import type { User } from '../rows.ts';
import { findByContact } from '../sign-up.ts';
import { sendSmsCode, type TextedCode } from '../sms-code.ts';
import { beginMailFlow, toMessageAnswer } from './otp.ts';

const ResendBody = v.object({
  type: optionalText,
  email: optionalText,
  phone: optionalText,
  ...pkceEntries,
  ...captchaEntry,
});

type ResendFields = v.InferOutput<typeof ResendBody>;
type ResendType = 'signup' | 'email_change' | 'sms' | 'phone_change';

/** POST /resend: sends what is waited for once more; where nothing is, it says so to nobody. */
export async function handleResend(auth: Auth, context: Context<AuthEnv>): Promise<Response> {
  const body = await parseBody(context, ResendBody);
  const { type, provider, contact } = parseResend(auth, body);
  const challenge = { challenge: body.code_challenge, method: body.code_challenge_method };
  requireChallenge(challenge);
  const user = await findByContact(auth, { provider, contact });
  if (user === null || !isPending(user, type)) {
    return context.json({});
  }
  const messageId = await auth.database.transaction((transaction) =>
    resend(auth, transaction, { context, user, type, challenge }),
  );
  return context.json(toMessageAnswer(messageId));
}

function parseResend(
  auth: Auth,
  body: ResendFields,
): { type: ResendType; provider: 'email' | 'phone'; contact: string } {
  const type = requireType(body.type);
  const isMail = type === 'signup' || type === 'email_change';
  if (isMail && body.email === '' && body.phone !== '') {
    throw validationFailed('Type provided requires an email address');
  }
  if (!isMail && body.phone === '' && body.email !== '') {
    throw validationFailed('Type provided requires a phone number');
  }
  if (body.email !== '' && body.phone !== '') {
    throw validationFailed('Only an email address or phone number should be provided.');
  }
  if (body.email === '' && body.phone === '') {
    throw validationFailed('Missing email address or phone number');
  }
  if (isMail && !auth.config.external.email.enabled) {
    throw badRequest('email_provider_disabled', 'Email logins are disabled');
  }
  if (!isMail && !auth.config.external.phone.enabled) {
    throw badRequest('phone_provider_disabled', 'Phone logins are disabled');
  }
  return isMail
    ? { type, provider: 'email', contact: parseEmail(body.email) }
    : { type, provider: 'phone', contact: parsePhone(body.phone) };
}

function requireType(text: string): ResendType {
  if (text === 'signup' || text === 'email_change') {
    return text;
  }
  if (text === 'sms' || text === 'phone_change') {
    return text;
  }
  throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change');
}

function isPending(user: User, type: ResendType): boolean {
  switch (type) {
    case 'signup':
      return user.email_confirmed_at === null;
    case 'sms':
      return user.phone_confirmed_at === null;
    case 'email_change':
      return Boolean(user.email_change);
    case 'phone_change':
      return Boolean(user.phone_change);
  }
}

async function resend(
  auth: Auth,
  transaction: Transaction,
  input: { context: Context<AuthEnv>; user: User; type: ResendType; challenge: Challenge },
): Promise<string> {
  const { context, user, type, challenge } = input;
  const now = auth.clock();
  const audit = { actor: user, address: getClientInfo(context).address, now };
  const link = toLinkTarget(auth, context, { isPkce: challenge.challenge !== '' });
  switch (type) {
    case 'signup':
      await logAudit(transaction, { ...audit, action: 'user_confirmation_requested' });
      await beginMailFlow(transaction, { challenge, user, now, kind: 'email/signup' });
      await sendConfirmation(auth, transaction, { user, link });
      return '';
    case 'email_change':
      await logAudit(transaction, { ...audit, action: 'user_confirmation_requested' });
      await beginMailFlow(transaction, { challenge, user, now, kind: 'email_change' });
      await sendEmailChange(auth, transaction, { user, email: user.email_change ?? '', link });
      return '';
    case 'sms':
      await logAudit(transaction, { ...audit, action: 'user_recovery_requested' });
      return sendAgain(auth, transaction, {
        user,
        phone: user.phone ?? '',
        kind: 'confirmation',
        address: audit.address,
      });
    case 'phone_change':
      await logAudit(transaction, { ...audit, action: 'user_confirmation_requested' });
      return sendAgain(auth, transaction, {
        user,
        phone: user.phone_change ?? '',
        kind: 'phone_change',
        address: audit.address,
      });
  }
}

async function sendAgain(
  auth: Auth,
  transaction: Transaction,
  input: Omit<TextedCode, 'channel'>,
): Promise<string> {
  const { messageId } = await sendSmsCode(auth, transaction, { ...input, channel: 'sms' });
  return messageId;
}
