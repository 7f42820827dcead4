import type { Transaction } from '@muster/database';
import type { Context } from 'hono';
import * as v from 'valibot';
import type { Auth, AuthEnv } from './context.ts';
import { unprocessable, validationFailed } from './errors.ts';
import type { Challenge } from './factors.ts';
import type { Factor } from './rows.ts';
import {
  CredentialBody,
  createAuthenticationOptions,
  createRegistrationOptions,
  getRelyingParty,
  type StoredCredential,
  verifyAssertion,
  verifyRegistration,
} from './webauthn.ts';

/** What `auth.mfa_factors.web_authn_credential` holds. */
const Kept = v.object({
  id: v.string(),
  public_key: v.string(),
  counter: v.number(),
  transports: v.array(v.string()),
});

/** What a browser must do next: make a credential while the factor is new, else use the one it made. */
export async function createFactorCeremony(
  auth: Auth,
  context: Context<AuthEnv>,
  factor: Factor,
): Promise<{ challenge: string; answer: Record<string, unknown> }> {
  const party = getRelyingParty(auth, context);
  if (factor.status === 'unverified') {
    const { user } = context.get('caller');
    const options = await createRegistrationOptions(auth, party, {
      user,
      excluded: [],
      isDiscoverable: false,
    });
    return toCeremony('create', options);
  }
  const options = await createAuthenticationOptions(auth, party, [toStored(factor).id]);
  return toCeremony('request', options);
}

function toCeremony(type: 'create' | 'request', options: { challenge: string }) {
  return {
    challenge: options.challenge,
    answer: { webauthn: { type, credential_options: { publicKey: options } } },
  };
}

export const FactorCeremonyBody = v.nullish(
  v.looseObject({ type: v.nullish(v.string()), credential_response: v.nullish(CredentialBody) }),
);

/** Verifies the browser's answer and keeps the credential or its counter. */
export async function requireFactorCeremony(
  auth: Auth,
  transaction: Transaction,
  input: {
    context: Context<AuthEnv>;
    factor: Factor;
    challenge: Challenge;
    ceremony: v.InferOutput<typeof FactorCeremonyBody>;
  },
): Promise<void> {
  const { factor, ceremony } = input;
  const credential = requireCredential(ceremony);
  const expected = factor.status === 'unverified' ? 'create' : 'request';
  if (ceremony?.type !== expected) {
    throw validationFailed('WebAuthn type must be create or request');
  }
  const challenge = String(input.challenge.web_authn_session_data?.challenge ?? '');
  const party = getRelyingParty(auth, input.context);
  const failed = (thrown: unknown) => {
    throw unprocessable('mfa_verification_failed', 'WebAuthn verification failed', thrown);
  };
  if (expected === 'create') {
    const proved = await verifyRegistration(party, { credential, challenge }).catch(failed);
    return keep(transaction, factor, proved);
  }
  const stored = toStored(factor);
  const counter = await verifyAssertion(party, { credential, challenge, stored }).catch(failed);
  return keep(transaction, factor, { ...stored, counter });
}

export function requireCredential(ceremony: v.InferOutput<typeof FactorCeremonyBody>) {
  if (!ceremony) {
    throw validationFailed('WebAuthn config required');
  }
  if (!ceremony.credential_response) {
    throw validationFailed('credential_response required');
  }
  return ceremony.credential_response;
}

async function keep(
  transaction: Transaction,
  factor: Factor,
  credential: StoredCredential & { aaguid?: string },
): Promise<void> {
  await transaction.query(
    `update auth.mfa_factors set web_authn_credential = $2::jsonb,
       web_authn_aaguid = coalesce($3::uuid, web_authn_aaguid) where id = $1`,
    [
      factor.id,
      JSON.stringify({
        id: credential.id,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: credential.transports,
      }),
      credential.aaguid || null,
    ],
  );
}

function toStored(factor: Factor): StoredCredential {
  const kept = v.parse(Kept, factor.web_authn_credential);
  return {
    id: kept.id,
    publicKey: new Uint8Array(Buffer.from(kept.public_key, 'base64url')),
    counter: kept.counter,
    transports: kept.transports,
  };
}
