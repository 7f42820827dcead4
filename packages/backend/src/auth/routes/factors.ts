import type { Context } from 'hono';
import * as v from 'valibot';
import { tellOwner } from '../account-notices.ts';
import { logAudit } from '../audit-log.ts';
import { requireSecondFactor } from '../authenticate.ts';
import { requireTimeSince } from '../confirmation.ts';
import { parseChannel, parsePhone } from '../contacts.ts';
import type { Auth, AuthEnv } from '../context.ts';
import { notFound, unprocessable, validationFailed } from '../errors.ts';
import {
  type Challenge,
  createChallenge,
  createFactor,
  deleteFactor,
  deleteStaleFactors,
  findFactor,
  getChallengeExpiry,
  lockLastChallenge,
} from '../factors.ts';
import { createCode, hashCode } from '../one-time-tokens.ts';
import { getSiteUrl } from '../origins.ts';
import { countSms } from '../rate-limit.ts';
import { getClientInfo, isUuid, optionalText, parseBody } from '../request.ts';
import type { Factor, FactorType, User } from '../rows.ts';
import { findTestCode, sendText } from '../sms-code.ts';
import { issuerLength, nameLength, requireLength } from '../stored-bounds.ts';
import { createTotp } from '../totp.ts';
import { getUserById } from '../users.ts';
import { createFactorCeremony } from '../webauthn-factor.ts';

/** How long a factor that was never shown to work is kept. */
const staleAfterSeconds = 300;

const enrolmentOff: Readonly<Record<FactorType, string>> = {
  totp: 'TOTP',
  phone: 'Phone',
  webauthn: 'WebAuthn',
};

/** The factor of the caller that the address names. */
export async function requireFactor(auth: Auth, context: Context<AuthEnv>): Promise<Factor> {
  const id = context.req.param('factorId') ?? '';
  if (!isUuid(id)) {
    throw notFound('validation_failed', 'factor_id must be an UUID');
  }
  const factor = await findFactor(auth.database, context.get('caller').user.id, id);
  if (factor === null) {
    throw notFound('mfa_factor_not_found', 'Factor not found');
  }
  return factor;
}

const EnrolBody = v.object({
  factor_type: optionalText,
  friendly_name: optionalText,
  issuer: optionalText,
  phone: optionalText,
});

type EnrolFields = v.InferOutput<typeof EnrolBody>;

/** POST /factors: begins a second factor; it counts once it has been shown to work. */
export async function handleEnrolFactor(auth: Auth, context: Context<AuthEnv>): Promise<Response> {
  const body = await parseBody(context, EnrolBody);
  const type = requireType(auth, body.factor_type);
  requireLength('friendly_name', body.friendly_name, nameLength);
  requireLength('issuer', body.issuer, issuerLength);
  const { user } = context.get('caller');
  const phone = type === 'phone' ? requirePhone(body.phone) : null;
  const totp =
    type === 'totp'
      ? await createTotp({
          issuer: body.issuer || new URL(getSiteUrl(auth.config, context)).host,
          account: user.email || user.phone || user.id,
        })
      : null;
  const factor = await auth.database.transaction(async (transaction) => {
    await transaction.query('select id from auth.users where id = $1 for update', [user.id]);
    await deleteStaleFactors(
      transaction,
      new Date(auth.clock().getTime() - staleAfterSeconds * 1000),
    );
    const current = await getUserById(transaction, user.id);
    requireRoom(auth, context, { user: current, body, phone });
    for (const earlier of current.factors) {
      const isSamePhone = phone !== null && earlier.phone === phone;
      if (isSamePhone && earlier.status === 'unverified') {
        await deleteFactor(transaction, earlier.id);
      }
    }
    const made = await createFactor(auth, transaction, {
      userId: user.id,
      type,
      friendlyName: body.friendly_name,
      secret: totp?.secret ?? null,
      phone,
      now: auth.clock(),
    });
    await logAudit(transaction, {
      actor: user,
      action: 'factor_in_progress',
      address: getClientInfo(context).address,
      now: auth.clock(),
      traits: { factor_id: made.id },
    });
    return made;
  });
  return context.json({
    id: factor.id,
    type,
    friendly_name: factor.friendly_name ?? '',
    ...(totp === null
      ? {}
      : { totp: { qr_code: totp.qrCode, secret: totp.secret, uri: totp.uri } }),
    ...(phone === null ? {} : { phone }),
  });
}

function requireType(auth: Auth, text: string): FactorType {
  if (text !== 'totp' && text !== 'phone' && text !== 'webauthn') {
    throw validationFailed('factor_type needs to be totp, phone, or webauthn');
  }
  if (!auth.config.mfa[text].enrollEnabled) {
    throw unprocessable(
      `mfa_${text}_enroll_not_enabled`,
      `MFA enroll is disabled for ${enrolmentOff[text]}`,
    );
  }
  return text;
}

function requirePhone(typed: string): string {
  if (typed === '') {
    throw validationFailed('Phone number required to enroll Phone factor');
  }
  return parsePhone(typed);
}

function requireRoom(
  auth: Auth,
  context: Context<AuthEnv>,
  input: { user: User; body: EnrolFields; phone: string | null },
): void {
  const { user, body, phone } = input;
  const name = body.friendly_name;
  if (user.factors.some((factor) => (factor.friendly_name ?? '') === name)) {
    throw unprocessable(
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${name}" for this user already exists`,
    );
  }
  const verified = user.factors.filter((factor) => factor.status === 'verified');
  if (phone !== null && verified.some((factor) => factor.phone === phone)) {
    throw unprocessable(
      'mfa_verified_factor_exists',
      'A verified phone factor already exists, unenroll the existing factor to continue',
    );
  }
  if (user.factors.length >= auth.config.mfa.maxEnrolledFactors) {
    throw unprocessable(
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    );
  }
  const { session } = context.get('caller');
  requireSecondFactor({ user, session }, 'AAL2 required to enroll a new factor');
}

const ChallengeBody = v.object({ channel: optionalText });

/** POST /factors/{id}/challenge: opens an attempt at a factor; a phone gets its code now. */
export async function handleChallengeFactor(
  auth: Auth,
  context: Context<AuthEnv>,
): Promise<Response> {
  const factor = await requireFactor(auth, context);
  const body = await parseBody(context, ChallengeBody);
  requireVerifiable(auth, factor.factor_type);
  const channel = parseChannel(body.channel);
  const { user } = context.get('caller');
  const address = getClientInfo(context).address;
  const now = auth.clock();
  const ceremony =
    factor.factor_type === 'webauthn' ? await createFactorCeremony(auth, context, factor) : null;
  const challenge = await auth.database.transaction(async (transaction): Promise<Challenge> => {
    let code: string | null = null;
    if (factor.factor_type === 'phone') {
      requireTimeSince(auth, await lockLastChallenge(transaction, factor.id), {
        seconds: auth.config.mfa.phone.maxFrequencySeconds,
        code: 'over_sms_send_rate_limit',
      });
      const phone = factor.phone ?? '';
      const fixed = findTestCode(auth, phone);
      const plain = fixed ?? createCode(auth.config.mfa.phone.otpLength);
      if (fixed === null) {
        await countSms(auth, transaction, { address, isProved: !user.is_anonymous });
        await sendText(auth, transaction, { phone, channel, kind: 'mfa', code: plain });
      }
      code = hashCode(auth, phone, plain);
    }
    await logAudit(transaction, {
      actor: user,
      action: 'challenge_created',
      address,
      now,
      traits: { factor_id: factor.id, factor_status: factor.status },
    });
    return createChallenge(transaction, { factor, address, code, ceremony, now });
  });
  return context.json({
    id: challenge.id,
    type: factor.factor_type,
    expires_at: Math.floor(getChallengeExpiry(auth, challenge).getTime() / 1000),
    ...ceremony?.answer,
  });
}

export function requireVerifiable(auth: Auth, type: FactorType): void {
  if (auth.config.mfa[type].verifyEnabled) {
    return;
  }
  throw unprocessable(
    `mfa_${type}_verify_not_enabled`,
    `MFA verification is disabled for ${enrolmentOff[type]}`,
  );
}

/** DELETE /factors/{id}: gives a factor up; sessions that rested on it fall back to one factor. */
export async function handleDeleteFactor(auth: Auth, context: Context<AuthEnv>): Promise<Response> {
  const factor = await requireFactor(auth, context);
  const { session, user } = context.get('caller');
  if (factor.status === 'verified' && session?.aal !== 'aal2') {
    throw unprocessable('insufficient_aal', 'AAL2 required to unenroll verified factor');
  }
  await auth.database.transaction(async (transaction) => {
    await deleteFactor(transaction, factor.id);
    await transaction.query(
      `update auth.sessions set aal = 'aal1', factor_id = null, updated_at = $2 where factor_id = $1`,
      [factor.id, auth.clock()],
    );
    await logAudit(transaction, {
      actor: user,
      action: 'factor_unenrolled',
      address: getClientInfo(context).address,
      now: auth.clock(),
      traits: { factor_id: factor.id, factor_status: factor.status, session_id: session?.id },
    });
    if (factor.status === 'verified') {
      await tellOwner(auth, transaction, { context, user, kind: 'factor_removed' });
    }
  });
  return context.json({ id: factor.id });
}
