import { type Transaction, toUnavailable } from '@muster/database';
import { requireInterval } from './confirmation.ts';
import type { SmsChannel } from './contacts.ts';
import type { Auth } from './context.ts';
import { unprocessable } from './errors.ts';
import { createCode, hashCode, storeToken } from './one-time-tokens.ts';
import { type Asker, countSms } from './rate-limit.ts';
import type { User } from './rows.ts';
import { type UserChanges, updateUser } from './users.ts';

export type SmsCodeKind = 'confirmation' | 'phone_change' | 'reauthentication';

interface SmsCodeColumns {
  type: 'confirmation_token' | 'phone_change_token' | 'reauthentication_token';
  sentAt: 'confirmation_sent_at' | 'phone_change_sent_at' | 'reauthentication_sent_at';
}

const columns: Readonly<Record<SmsCodeKind, SmsCodeColumns>> = {
  confirmation: { type: 'confirmation_token', sentAt: 'confirmation_sent_at' },
  phone_change: { type: 'phone_change_token', sentAt: 'phone_change_sent_at' },
  reauthentication: { type: 'reauthentication_token', sentAt: 'reauthentication_sent_at' },
};

export interface TextedCode {
  user: User;
  phone: string;
  kind: SmsCodeKind;
  channel: SmsChannel;
  /** Where the request comes from. */
  address: string;
}

function toAsker({ user, kind, address }: TextedCode): Asker {
  // The other kinds are for people who are signed in.
  const isProved = user.phone_confirmed_at !== null || kind !== 'confirmation';
  return { address, isProved: isProved && !user.is_anonymous };
}

/** Texts a code to a phone and returns the carrier's id for the message. */
export async function sendSmsCode(
  auth: Auth,
  transaction: Transaction,
  input: TextedCode,
): Promise<{ messageId: string; user: User }> {
  const { user, phone, kind } = input;
  const { type, sentAt } = columns[kind];
  await requireInterval(auth, transaction, {
    userId: user.id,
    column: sentAt,
    seconds: auth.config.sms.maxFrequencySeconds,
    code: 'over_sms_send_rate_limit',
  });
  const { code, messageId } = await deliver(auth, transaction, input);
  const hash = hashCode(auth, phone, code);
  const now = auth.clock();
  await storeToken(transaction, { userId: user.id, type, hash, contact: phone, now });
  const changes: UserChanges = {
    [type]: hash,
    [sentAt]: now,
    ...(kind === 'phone_change' ? { phone_change: phone } : {}),
  };
  return { messageId, user: await updateUser(transaction, user.id, { changes, now }) };
}

/** Numbers of the test map get their fixed code, and no message. */
async function deliver(
  auth: Auth,
  transaction: Transaction,
  input: TextedCode,
): Promise<{ code: string; messageId: string }> {
  const fixed = findTestCode(auth, input.phone);
  if (fixed !== null) {
    return { code: fixed, messageId: 'test-otp' };
  }
  if (!auth.config.sms.autoconfirm) {
    await countSms(auth, transaction, toAsker(input));
  }
  const code = createCode(auth.config.sms.otpLength);
  return { code, messageId: await sendText(auth, transaction, { ...input, code }) };
}

export async function sendText(
  auth: Auth,
  transaction: Transaction,
  input: { phone: string; channel: SmsChannel; kind: string; code: string },
): Promise<string> {
  const text = auth.config.sms.template.replace(/\{\{\s*\.Code\s*\}\}/g, input.code);
  try {
    const { phone, channel, code } = input;
    return (await auth.sendSms({ phone, channel, code, text }, transaction)) ?? '';
  } catch (thrown) {
    if (toUnavailable(thrown) !== null) {
      throw thrown;
    }
    throw unprocessable('sms_send_failed', `Error sending ${input.kind} OTP to provider`, thrown);
  }
}

export function findTestCode(auth: Auth, phone: string): string | null {
  const { testOtp } = auth.config.sms;
  return Object.hasOwn(testOtp, phone) ? (testOtp[phone] ?? null) : null;
}
