import type { Transaction } from '@muster/database';
import type { Context } from 'hono';
import * as v from 'valibot';
import { tellOwner } from '../account-notices.ts';
import { activateRefreshToken } from '../active-refresh-token.ts';
import { logAudit } from '../audit-log.ts';
import { requireSecondFactor } from '../authenticate.ts';
import type { Auth, AuthEnv, Caller } from '../context.ts';
import { forbidden, unprocessable, validationFailed } from '../errors.ts';
import { findFactorSecret } from '../factor-secret.ts';
import { type Challenge, findChallenge, getChallengeExpiry } from '../factors.ts';
import { isSameText } from '../flow-state.ts';
import { hashCode } from '../one-time-tokens.ts';
import { getExternalUrl } from '../origins.ts';
import { requireContactAllowance } from '../rate-limit.ts';
import { getClientInfo, isUuid, optionalText, parseBody } from '../request.ts';
import type { Factor, Session } from '../rows.ts';
import { addMethod, findUserWithSession, type IssuedTokens, issueTokens } from '../sessions.ts';
import { findTotpStep } from '../totp.ts';
import { KeptFailure, transactKeeping } from '../transaction.ts';
import {
  FactorCeremonyBody,
  requireCredential,
  requireFactorCeremony,
} from '../webauthn-factor.ts';
import { requireFactor, requireVerifiable } from './factors.ts';
import { answerTokens } from './signup.ts';

const VerifyFactorBody = v.object({
  challenge_id: optionalText,
  code: optionalText,
  webauthn: FactorCeremonyBody,
});

type VerifyFactorFields = v.InferOutput<typeof VerifyFactorBody>;

/** POST /factors/{id}/verify: shows that a factor works, and lifts the session to two factors. */
export async function handleVerifyFactor(auth: Auth, context: Context<AuthEnv>): Promise<Response> {
  const factor = await requireFactor(auth, context);
  const body = await parseBody(context, VerifyFactorBody);
  if (factor.factor_type === 'webauthn') {
    requireCredential(body.webauthn);
  } else if (body.code === '') {
    throw validationFailed('Code needs to be non-empty');
  }
  requireVerifiable(auth, factor.factor_type);
  await requireContactAllowance(auth, 'contact', `factor:${factor.id}`);
  const caller = context.get('caller');
  if (caller.session === null) {
    throw forbidden('session_not_found', 'A factor can only be verified within a session');
  }
  const session = caller.session;
  // Else a factor that was begun before the owner had one would lift whoever began it past theirs.
  if (factor.status === 'unverified') {
    requireSecondFactor(caller, 'AAL2 required to verify a new factor');
  }
  const issued = await transactKeeping(auth.database, async (transaction) => {
    const challenge = await requireChallenge(auth, transaction, { context, factor, body });
    if (challenge instanceof KeptFailure) {
      return challenge;
    }
    await requireAnswer(auth, transaction, { context, factor, challenge, body });
    return liftSession(auth, transaction, { context, factor, challenge, caller, session });
  });
  return answerTokens(context, issued);
}

const methods = { totp: 'totp', phone: 'mfa/phone', webauthn: 'mfa/webauthn' } as const;

async function requireChallenge(
  auth: Auth,
  transaction: Transaction,
  input: {
    context: Context<AuthEnv>;
    factor: Factor;
    body: VerifyFactorFields;
  },
): Promise<Challenge | KeptFailure> {
  const id = input.body.challenge_id;
  const challenge = isUuid(id) ? await findChallenge(transaction, input.factor.id, id) : null;
  if (challenge === null) {
    throw unprocessable(
      'mfa_factor_not_found',
      'MFA factor with the provided challenge ID not found',
    );
  }
  const { address } = getClientInfo(input.context);
  if (challenge.verified_at !== null || challenge.ip_address !== address) {
    throw unprocessable('mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
  }
  if (getChallengeExpiry(auth, challenge) >= auth.clock()) {
    return challenge;
  }
  await transaction.query('delete from auth.mfa_challenges where id = $1', [challenge.id]);
  return new KeptFailure(
    unprocessable(
      'mfa_challenge_expired',
      `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`,
    ),
  );
}

async function requireAnswer(
  auth: Auth,
  transaction: Transaction,
  input: {
    context: Context<AuthEnv>;
    factor: Factor;
    challenge: Challenge;
    body: VerifyFactorFields;
  },
): Promise<void> {
  const { factor, challenge, body } = input;
  if (factor.factor_type !== 'webauthn') {
    return requireRightCode(auth, transaction, { factor, challenge, code: body.code });
  }
  return requireFactorCeremony(auth, transaction, { ...input, ceremony: body.webauthn });
}

async function requireRightCode(
  auth: Auth,
  transaction: Transaction,
  input: { factor: Factor; challenge: Challenge; code: string },
): Promise<void> {
  const { factor, challenge, code } = input;
  if (factor.factor_type === 'totp') {
    const secret = findFactorSecret(auth, factor);
    const step = secret === null ? null : findTotpStep(secret, code, auth.clock());
    if (step !== null && (await consumeStep(transaction, factor.id, step))) {
      return;
    }
    throw unprocessable('mfa_verification_failed', 'Invalid TOTP code entered');
  }
  const isRight = isSameText(hashCode(auth, factor.phone ?? '', code), challenge.otp_code ?? '');
  if (factor.factor_type === 'phone' && isRight) {
    return;
  }
  throw unprocessable('mfa_verification_failed', 'Invalid MFA Phone code entered');
}

/** Whether a step is newer than the last one used; then it is used up. */
async function consumeStep(
  transaction: Transaction,
  factorId: string,
  step: number,
): Promise<boolean> {
  const rows = await transaction.query(
    `insert into private.auth_totp_steps as used (factor_id, step) values ($1, $2)
     on conflict (factor_id) do update set step = excluded.step where used.step < excluded.step
     returning step`,
    [factorId, step],
  );
  return rows.length > 0;
}

/** The session gets a new refresh token; sessions with one factor end, other attempts are forgotten. */
async function liftSession(
  auth: Auth,
  transaction: Transaction,
  input: {
    context: Context<AuthEnv>;
    factor: Factor;
    challenge: Challenge;
    caller: Caller;
    session: Session;
  },
): Promise<IssuedTokens> {
  const { context, factor, challenge, caller, session } = input;
  const now = auth.clock();
  const userId = caller.user.id;
  const before = await lockSession(transaction, { userId, sessionId: session.id });
  await confirmFactor(transaction, { factor, challenge, now });
  await addMethod(transaction, {
    sessionId: session.id,
    method: methods[factor.factor_type],
    now,
  });
  await transaction.query(
    `update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = $3 where id = $1`,
    [session.id, factor.id, now],
  );
  await transaction.query(`delete from auth.sessions where user_id = $1 and aal < 'aal2'`, [
    userId,
  ]);
  // Who holds the token that one factor gave must not come by the new one with it.
  const { refreshToken } = await activateRefreshToken(auth, transaction, {
    session: before,
    client: getClientInfo(context),
    step: 2,
  });
  await logAudit(transaction, {
    actor: caller.user,
    action: 'verification_attempted',
    address: getClientInfo(context).address,
    now,
    traits: {
      factor_id: factor.id,
      challenge_id: challenge.id,
      factor_type: factor.factor_type,
    },
  });
  if (factor.status === 'unverified') {
    await tellOwner(auth, transaction, { context, user: caller.user, kind: 'factor_added' });
  }
  const lifted = await findUserWithSession(transaction, { userId, sessionId: session.id });
  if (lifted?.session == null) {
    throw new Error('the session vanished during the request');
  }
  const issuer = getExternalUrl(auth.config, context);
  return issueTokens(auth, { user: lifted.user, session: lifted.session, refreshToken, issuer });
}

/** The session as it stands once nobody else can refresh it. */
async function lockSession(
  transaction: Transaction,
  input: { userId: string; sessionId: string },
): Promise<Session> {
  await transaction.query('select from auth.sessions where id = $1 for update', [input.sessionId]);
  const found = await findUserWithSession(transaction, input);
  if (found?.session == null) {
    throw forbidden('session_not_found', 'Session from session_id claim in JWT does not exist');
  }
  return found.session;
}

/** The factor counts from now on; others of its kind that were never finished are forgotten. */
async function confirmFactor(
  transaction: Transaction,
  input: { factor: Factor; challenge: Challenge; now: Date },
): Promise<void> {
  const { factor, challenge, now } = input;
  await transaction.query('update auth.mfa_challenges set verified_at = $2 where id = $1', [
    challenge.id,
    now,
  ]);
  await transaction.query(
    `update auth.mfa_factors set status = 'verified', updated_at = $2 where id = $1`,
    [factor.id, now],
  );
  await transaction.query(
    `delete from auth.mfa_factors where user_id = $1 and factor_type = $2 and status = 'unverified'`,
    [factor.user_id, factor.factor_type],
  );
}
