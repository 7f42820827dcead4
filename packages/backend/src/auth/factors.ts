import type { Queryable, Transaction } from '@muster/database';
import type { Auth } from './context.ts';
import { sealFactorSecret } from './factor-secret.ts';
import type { Factor, FactorType } from './rows.ts';

/** A row of `auth.mfa_challenges`. */
export interface Challenge {
  id: string;
  factor_id: string;
  created_at: Date;
  verified_at: Date | null;
  ip_address: string;
  otp_code: string | null;
  web_authn_session_data: Record<string, unknown> | null;
}

const challengeColumns = `id, factor_id, created_at, verified_at, host(ip_address) as ip_address,
  otp_code, web_authn_session_data`;

export async function createFactor(
  auth: Auth,
  queryable: Queryable,
  input: {
    userId: string;
    type: FactorType;
    friendlyName: string;
    secret: string | null;
    phone: string | null;
    now: Date;
  },
): Promise<Factor> {
  const id = crypto.randomUUID();
  const [factor] = await queryable.query<Factor>(
    `insert into auth.mfa_factors
       (id, user_id, friendly_name, factor_type, status, secret, phone, created_at, updated_at)
     values ($1, $2, $3, $4, 'unverified', $5, $6, $7, $7) returning *`,
    [
      id,
      input.userId,
      input.friendlyName,
      input.type,
      input.secret === null ? null : sealFactorSecret(auth, id, input.secret),
      input.phone,
      input.now,
    ],
  );
  if (factor === undefined) {
    throw new Error('the factor was not stored');
  }
  return factor;
}

export async function findFactor(
  queryable: Queryable,
  userId: string,
  id: string,
): Promise<Factor | null> {
  const [factor] = await queryable.query<Factor>(
    'select * from auth.mfa_factors where id = $1 and user_id = $2',
    [id, userId],
  );
  return factor ?? null;
}

export async function deleteFactor(queryable: Queryable, id: string): Promise<void> {
  await queryable.query('delete from auth.mfa_factors where id = $1', [id]);
}

/** When a factor was last asked for; of two who ask at once the second waits here for the first. */
export async function lockLastChallenge(
  transaction: Transaction,
  id: string,
): Promise<Date | null> {
  const [factor] = await transaction.query<{ last_challenged_at: Date | null }>(
    'select last_challenged_at from auth.mfa_factors where id = $1 for update',
    [id],
  );
  return factor?.last_challenged_at ?? null;
}

/** Forgets factors that were begun and never shown to work. */
export async function deleteStaleFactors(queryable: Queryable, before: Date): Promise<void> {
  await queryable.query(
    `delete from auth.mfa_factors f where f.status = 'unverified' and f.created_at < $1
     and not exists (
       select from auth.mfa_challenges c where c.factor_id = f.id and c.created_at >= $1)`,
    [before],
  );
}

/** The instant of a challenge is unique in the table, so one that is taken moves on by a microsecond. */
export async function createChallenge(
  transaction: Transaction,
  input: {
    factor: Factor;
    address: string;
    code: string | null;
    /** What a WebAuthn ceremony must answer. */
    ceremony: { challenge: string } | null;
    now: Date;
  },
): Promise<Challenge> {
  // Those that can be answered no more: an hour is far beyond that, however long they are good.
  await transaction.query(
    `delete from auth.mfa_challenges where factor_id = $1
     and created_at < $2::timestamptz - interval '1 hour'`,
    [input.factor.id, input.now],
  );
  const [challenge] = await transaction.query<Challenge>(
    `insert into auth.mfa_challenges
       (id, factor_id, created_at, ip_address, otp_code, web_authn_session_data)
     values ($1, $2, $3, $4, $5, $6::jsonb)
     returning ${challengeColumns}`,
    [
      crypto.randomUUID(),
      input.factor.id,
      input.now,
      input.address,
      input.code,
      input.ceremony === null ? null : JSON.stringify({ challenge: input.ceremony.challenge }),
    ],
  );
  if (challenge === undefined) {
    throw new Error('the challenge was not stored');
  }
  // One after the other, so that each sees what those before it have taken.
  await transaction.query(`select pg_advisory_xact_lock(hashtext('auth.mfa_factors'))`);
  await transaction.query(
    `update auth.mfa_factors set last_challenged_at = (
       select coalesce(max(last_challenged_at) + interval '1 microsecond', $2) from auth.mfa_factors
       where last_challenged_at >= $2 and last_challenged_at < $2::timestamptz + interval '1 millisecond')
     where id = $1`,
    [input.factor.id, input.now],
  );
  return challenge;
}

/** Finds a challenge and locks it: of two answers to it, the second sees what the first made of it. */
export async function findChallenge(
  queryable: Queryable,
  factorId: string,
  id: string,
): Promise<Challenge | null> {
  const [challenge] = await queryable.query<Challenge>(
    `select ${challengeColumns} from auth.mfa_challenges where id = $1 and factor_id = $2 for update`,
    [id, factorId],
  );
  return challenge ?? null;
}

export function getChallengeExpiry(auth: Auth, challenge: Challenge): Date {
  return new Date(challenge.created_at.getTime() + auth.config.mfa.challengeExpirySeconds * 1000);
}
