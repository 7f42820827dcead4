import { createHash } from 'node:crypto';
import type { Database } from '@muster/database';
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as v from 'valibot';
import type { VerifyCaptcha } from './messages.ts';

/** About a quarter of a second of a phone's work; the server's check is one two-hundredth of it. */
const rounds = 2000;
const keyPrefix = '00';
const lifetimeSeconds = 600;
const maximumLength = 4000;

/** A captcha that asks the browser for work instead of the person for pictures, and asks nobody else. */
export interface Altcha {
  createChallenge(): Promise<Challenge>;
  verify: VerifyCaptcha;
}

const SolutionBody = v.object({
  challenge: v.object({ parameters: v.looseObject({ nonce: v.string() }), signature: v.string() }),
  solution: v.object({ counter: v.number(), derivedKey: v.string() }),
});

/** `secret` is the league's own: with it everybody could write themselves easy questions. */
export function createAltcha(input: {
  database: Database;
  secret: string;
  clock?: () => Date;
}): Altcha {
  const { database, secret, clock = () => new Date() } = input;
  return {
    createChallenge: () =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: rounds,
        keyPrefix: keyPrefix,
        deriveKey,
        expiresAt: new Date(clock().getTime() + lifetimeSeconds * 1000),
        hmacSignatureSecret: secret,
      }),
    async verify(token) {
      const given = parseToken(token);
      if (given === null) {
        return false;
      }
      const { verified } = await verifySolution({
        // The signature is over every parameter as it came.
        challenge: given.challenge as unknown as Challenge,
        solution: given.solution,
        deriveKey,
        hmacSignatureSecret: secret,
      });
      return verified && (await takeNonce(database, given.challenge.parameters.nonce, clock()));
    },
  };
}

function parseToken(token: string): v.InferOutput<typeof SolutionBody> | null {
  if (token.length > maximumLength) {
    return null;
  }
  try {
    const json: unknown = JSON.parse(Buffer.from(token, 'base64').toString('utf8'));
    const parsed = v.safeParse(SolutionBody, json);
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/** Each question may be answered once; of two who bring the same answer at once, one is let through. */
async function takeNonce(database: Database, nonce: string, now: Date): Promise<boolean> {
  const rows = await database.query(
    `insert into private.auth_captcha_answers (challenge_hash, answered_at) values ($1, $2)
     on conflict do nothing returning 1`,
    [createHash('sha256').update(nonce).digest('hex'), now],
  );
  return rows.length > 0;
}
