import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Context } from 'hono';
import * as v from 'valibot';
import type { Auth, AuthEnv } from './context.ts';
import { badRequest, validationFailed } from './errors.ts';
import { getSiteUrl } from './origins.ts';
import type { User } from './rows.ts';
import { credentialIdBytes, publicKeyBytes } from './stored-bounds.ts';

/** On whose behalf ceremonies run: never what a request says, or any site could ask for our keys. */
export interface RelyingParty {
  id: string;
  name: string;
  origins: string[];
}

/** A credential as it is kept, whichever table it is in. */
export interface StoredCredential {
  /** base64url */
  id: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: string[];
}

/** What a registration proved. */
export interface RegisteredCredential extends StoredCredential {
  aaguid: string;
  attestationType: string;
  isBackupEligible: boolean;
  isBackedUp: boolean;
}

export function getRelyingParty(auth: Auth, context: Context<AuthEnv>): RelyingParty {
  const { rpId, rpName, rpOrigins } = auth.config.webauthn;
  const site = new URL(getSiteUrl(auth.config, context));
  return {
    id: rpId ?? site.hostname,
    name: rpName,
    origins: rpOrigins.length === 0 ? [site.origin] : [...rpOrigins],
  };
}

export async function createRegistrationOptions(
  auth: Auth,
  party: RelyingParty,
  input: { user: User; excluded: readonly string[]; isDiscoverable: boolean },
) {
  const { user, excluded, isDiscoverable } = input;
  const name = user.email || user.phone || user.id;
  return generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: new TextEncoder().encode(user.id),
    userName: name,
    userDisplayName: name,
    timeout: auth.config.webauthn.challengeExpirySeconds * 1000,
    attestationType: 'none',
    excludeCredentials: excluded.map((id) => ({ id })),
    authenticatorSelection: {
      residentKey: isDiscoverable ? 'required' : 'preferred',
      userVerification: 'preferred',
    },
    supportedAlgorithmIDs: [-7, -257],
  });
}

/** Without allowed ids the authenticator offers whatever it holds for us. */
export async function createAuthenticationOptions(
  auth: Auth,
  party: RelyingParty,
  allowed: readonly string[],
) {
  return generateAuthenticationOptions({
    rpID: party.id,
    timeout: auth.config.webauthn.challengeExpirySeconds * 1000,
    userVerification: 'preferred',
    ...(allowed.length === 0 ? {} : { allowCredentials: allowed.map((id) => ({ id })) }),
  });
}

/** The parts of a browser's answer that we look at ourselves; the library judges the rest. */
export const CredentialBody = v.looseObject({
  id: v.string(),
  response: v.looseObject({ userHandle: v.nullish(v.string()) }),
});

export type CredentialFields = v.InferOutput<typeof CredentialBody>;

/** The ways to an authenticator that browsers name; what else a request says is not kept. */
const transports: readonly string[] = [
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
];

function requireCredentialSize({ id, publicKey }: { id: string; publicKey: Uint8Array }): void {
  if (
    Buffer.byteLength(id, 'base64url') <= credentialIdBytes &&
    publicKey.length <= publicKeyBytes
  ) {
    return;
  }
  throw validationFailed(
    `credential must have an id of ${credentialIdBytes} bytes and a public key of ${publicKeyBytes} bytes or less`,
  );
}

const toExpected = (party: RelyingParty, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: party.origins,
  expectedRPID: party.id,
  requireUserVerification: false,
});

export async function verifyRegistration(
  party: RelyingParty,
  input: { credential: CredentialFields; challenge: string },
): Promise<RegisteredCredential> {
  const outcome = await verifyRegistrationResponse({
    response: input.credential as unknown as RegistrationResponseJSON,
    ...toExpected(party, input.challenge),
  }).catch((thrown) => {
    throw verificationFailed(thrown);
  });
  if (!outcome.verified) {
    throw verificationFailed();
  }
  const { credential, aaguid, fmt, credentialDeviceType, credentialBackedUp } =
    outcome.registrationInfo;
  requireCredentialSize(credential);
  return {
    id: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: (credential.transports ?? []).filter((way) => transports.includes(way)),
    aaguid,
    attestationType: fmt,
    isBackupEligible: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
  };
}

/** Verifies an assertion and returns the authenticator's new counter. */
export async function verifyAssertion(
  party: RelyingParty,
  input: { credential: CredentialFields; challenge: string; stored: StoredCredential },
): Promise<number> {
  const { stored } = input;
  const outcome = await verifyAuthenticationResponse({
    response: input.credential as unknown as AuthenticationResponseJSON,
    ...toExpected(party, input.challenge),
    credential: { id: stored.id, publicKey: stored.publicKey, counter: stored.counter },
  }).catch((thrown) => {
    throw verificationFailed(thrown);
  });
  if (!outcome.verified) {
    throw verificationFailed();
  }
  return outcome.authenticationInfo.newCounter;
}

export function verificationFailed(cause?: unknown) {
  return badRequest('webauthn_verification_failed', 'Credential verification failed', cause);
}
