import type { Context } from 'hono';
import * as v from 'valibot';
import { logAudit } from '../audit-log.ts';
import { requireInterval, sendCode } from '../confirmation.ts';
import { parseChannel, parseEmail, parsePhone } from '../contacts.ts';
import type { Auth, AuthEnv } from '../context.ts';
import { badRequest, unprocessable, validationFailed } from '../errors.ts';
import { type Challenge, createFlowState, requireChallenge } from '../flow-state.ts';
import { toLinkTarget } from '../mail-link.ts';
import {
  captchaEntry,
  getClientInfo,
  optionalRecord,
  optionalText,
  parseBody,
  pkceEntries,
} from '../request.ts';
import type { User } from '../rows.ts';
import { findByContact, isContactConfirmed, type SignUp, signUp } from '../sign-up.ts';
import { sendSmsCode } from '../sms-code.ts';
import { retryBeaten } from '../transaction.ts';
import { updateUser } from '../users.ts';
import { requireSignups } from './signup.ts';

const OtpBody = v.object({
  email: optionalText,
  phone: optionalText,
  channel: optionalText,
  create_user: v.nullish(v.boolean()),
  data: optionalRecord,
  ...pkceEntries,
  ...captchaEntry,
});

type OtpFields = v.InferOutput<typeof OtpBody>;

/** POST /otp: sends a code by mail or text; who has no account gets one unless `create_user` is false. */
export async function handleOtp(auth: Auth, context: Context<AuthEnv>): Promise<Response> {
  const body = await parseBody(context, OtpBody);
  if (body.email !== '' && body.phone !== '') {
    throw validationFailed('Only an email address or phone number should be provided');
  }
  if (body.email !== '' && body.channel !== '') {
    throw validationFailed('Channel should only be specified with Phone OTP');
  }
  if (body.email === '' && body.phone === '') {
    throw validationFailed('One of email or phone must be set');
  }
  return sendOtp(auth, context, { body, provider: body.email === '' ? 'phone' : 'email' });
}

/** POST /magiclink: the older name of `/otp` by mail. */
export async function handleMagicLink(auth: Auth, context: Context<AuthEnv>): Promise<Response> {
  const body = await parseBody(context, OtpBody);
  if (body.email === '') {
    throw unprocessable('validation_failed', 'Password recovery requires an email');
  }
  return sendOtp(auth, context, { body: { ...body, create_user: true }, provider: 'email' });
}

async function sendOtp(
  auth: Auth,
  context: Context<AuthEnv>,
  { body, provider }: { body: OtpFields; provider: SignUp['provider'] },
): Promise<Response> {
  requireProvider(auth, provider);
  const challenge = { challenge: body.code_challenge, method: body.code_challenge_method };
  requireChallenge(challenge);
  const input: SignUp = {
    provider,
    contact: provider === 'email' ? parseEmail(body.email) : parsePhone(body.phone),
    channel: parseChannel(provider === 'email' ? '' : body.channel),
    password: null,
    data: body.data ?? {},
    challenge,
    client: getClientInfo(context),
    link: toLinkTarget(auth, context, { isPkce: challenge.challenge !== '' }),
  };
  const user = await retryBeaten(async () => {
    const existing = await findByContact(auth, input);
    if (existing === null && body.create_user === false) {
      throw unprocessable('otp_disabled', 'Signups not allowed for otp');
    }
    return existing !== null && isContactConfirmed(existing, provider)
      ? existing
      : openAccount(auth, input, existing);
  });
  // Where nothing has to be proved the sign-up sent nothing, so the code goes out now.
  if (user === null) {
    return context.json({});
  }
  return provider === 'email'
    ? sendLink(auth, context, { user, input })
    : sendText(auth, context, { user, input });
}

function requireProvider(auth: Auth, provider: SignUp['provider']): void {
  if (provider === 'email' && !auth.config.external.email.enabled) {
    throw unprocessable('email_provider_disabled', 'Email logins are disabled');
  }
  if (provider === 'phone' && !auth.config.external.phone.enabled) {
    throw badRequest('phone_provider_disabled', 'Unsupported phone provider');
  }
}

/** Signs somebody up; the proof that this asks for is the code itself, else the person is returned. */
async function openAccount(auth: Auth, input: SignUp, existing: User | null): Promise<User | null> {
  requireSignups(auth);
  const user = await auth.database.transaction((transaction) =>
    signUp(auth, transaction, { ...input, existing, keepsPassword: false }),
  );
  return isContactConfirmed(user, input.provider) ? user : null;
}

async function sendLink(
  auth: Auth,
  context: Context<AuthEnv>,
  { user, input }: { user: User; input: SignUp },
): Promise<Response> {
  const now = auth.clock();
  await auth.database.transaction(async (transaction) => {
    await beginMailFlow(transaction, { challenge: input.challenge, user, now, kind: 'magiclink' });
    await logAudit(transaction, {
      actor: user,
      action: 'user_recovery_requested',
      address: input.client.address,
      now,
    });
    // The same timer as for a forgotten password, which sends the same kind of code.
    await requireInterval(auth, transaction, { userId: user.id, column: 'recovery_sent_at' });
    const { hash } = await sendCode(auth, transaction, {
      user,
      link: input.link,
      kind: 'magic_link',
      type: 'recovery_token',
      verification: 'magiclink',
      to: user.email ?? '',
    });
    await updateUser(transaction, user.id, {
      changes: { recovery_token: hash, recovery_sent_at: now },
      now,
    });
  });
  return context.json({});
}

/** Remembers the challenge of somebody who waits for a mail. */
export async function beginMailFlow(
  transaction: Parameters<typeof createFlowState>[0],
  input: {
    challenge: Challenge;
    user: User;
    now: Date;
    kind: 'magiclink' | 'recovery' | 'email_change' | 'email/signup';
  },
): Promise<void> {
  if (input.challenge.challenge === '') {
    return;
  }
  await createFlowState(transaction, {
    ...input.challenge,
    providerType: input.kind,
    authenticationMethod: input.kind,
    userId: input.user.id,
    now: input.now,
  });
}

async function sendText(
  auth: Auth,
  context: Context<AuthEnv>,
  { user, input }: { user: User; input: SignUp },
): Promise<Response> {
  const sent = await auth.database.transaction(async (transaction) => {
    await logAudit(transaction, {
      actor: user,
      action: 'user_recovery_requested',
      address: input.client.address,
      now: auth.clock(),
      traits: { channel: input.channel },
    });
    return sendSmsCode(auth, transaction, {
      user,
      phone: input.contact,
      kind: 'confirmation',
      channel: input.channel,
      address: input.client.address,
    });
  });
  return context.json(toMessageAnswer(sent.messageId));
}

export function toMessageAnswer(messageId: string): Record<string, string> {
  return messageId === '' ? {} : { message_id: messageId };
}
