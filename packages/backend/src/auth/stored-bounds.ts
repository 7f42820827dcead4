import { type AuthError, unprocessable, validationFailed } from './errors.ts';

/**
 * How much of what somebody brings is kept. What is the caller's own is refused beyond it; what comes
 * with a request or from a provider is cut, so that nobody is kept out for it.
 */

/** A factor's name, in characters. */
export const nameLength = 120;
/** What an authenticator app shows above its codes, in characters; it must fit into a picture. */
export const issuerLength = 64;
/** A browser's name for itself, in characters. */
export const userAgentLength = 512;
/** An address to go to after signing in, in characters. */
export const redirectLength = 2_048;
/** An address of mail, in characters; the column takes no more. */
export const emailLength = 255;
/** A provider's tokens, each, in characters. */
export const providerTokenLength = 16_384;
/** What a provider or a mail system calls an account, in characters (OpenID Connect, section 2). */
export const subjectLength = 255;
/** A credential's id, in bytes (WebAuthn, section 4). */
export const credentialIdBytes = 1_023;
/** A credential's key, in bytes: the largest that anybody uses is a quarter of it. */
export const publicKeyBytes = 4_096;
/** A provider's list of a person's addresses. */
export const mostEmails = 50;
/** Somebody's accounts elsewhere and contacts. */
export const mostIdentities = 20;
/** Somebody's sessions; beyond it the ones that rested longest end. */
export const mostSessions = 100;

/** What a provider says of a person, in bytes: it travels in their token and with every page they open. */
export const claimsBytes = 2_048;

const metadataBytes = 16_384;
const metadataDepth = 32;

/** Constraints that hold metadata's size, by the field that the caller knows. */
const metadataFields: Readonly<Record<string, string>> = {
  users_raw_user_meta_data_size: 'user_metadata',
  users_raw_app_meta_data_size: 'app_metadata',
  // Only a sign-up's own data can break it: of a provider's what fits is kept.
  identities_identity_data_size: 'user_metadata',
};

/** Refuses a text that is longer than its column takes. */
export function requireLength(field: string, text: string, most: number): void {
  if ([...text].length <= most) {
    return;
  }
  throw validationFailed(`${field} must be ${most} characters or less`);
}

/** Metadata as it is sent to the database; refused where it is nested deeper than anybody means. */
export function toMetadataJson(field: string, metadata: unknown): string {
  if (getDepth(metadata) > metadataDepth) {
    throw unprocessable(
      'validation_failed',
      `${field} must be nested at most ${metadataDepth} levels deep`,
    );
  }
  return JSON.stringify(metadata);
}

/** Level by level, since what is to be found out is whether a function may call itself for each. */
function getDepth(value: unknown): number {
  let level: unknown[] = [value];
  for (let depth = 0; ; depth += 1) {
    level = level.flatMap((member) =>
      typeof member === 'object' && member !== null ? Object.values(member) : [],
    );
    if (level.length === 0 || depth > metadataDepth) {
      return depth;
    }
  }
}

/** What PostgreSQL says of a value that it does not take, as a refusal; null of anything else. */
export function toBoundRefusal(thrown: unknown): AuthError | null {
  const { code, constraint } = (thrown ?? {}) as { code?: string; constraint?: string };
  const field = metadataFields[constraint ?? ''];
  if (code === '23514' && field !== undefined) {
    const rule = `${field} must be ${metadataBytes} bytes or less as JSON, with what it is merged into`;
    return unprocessable('validation_failed', rule, thrown);
  }
  if (code === '22P05' || code === '22P02') {
    return unprocessable(
      'validation_failed',
      'user_metadata and app_metadata must not hold the character U+0000 or half a character',
      thrown,
    );
  }
  return null;
}
