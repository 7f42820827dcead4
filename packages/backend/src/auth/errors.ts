import { isRefusedValue, toUnavailable } from '@muster/database';
import type { AuthErrorCode } from './error-codes.ts';

/** A failure with the service's stable code; the message is public, the cause never leaves the process. */
export class AuthError extends Error {
  readonly status: number;
  readonly code: AuthErrorCode;
  /** Further keys of the answer's body. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: AuthErrorCode,
    options: { message: string; cause?: unknown; details?: Record<string, unknown> },
  ) {
    super(options.message, { cause: options.cause });
    this.name = 'AuthError';
    this.status = status;
    this.code = code;
    this.details = options.details ?? {};
  }
}

/** A failure in the form of RFC 6749, always answered with 400. */
export class OAuthError extends Error {
  readonly error: string;

  constructor(error: string, description: string, cause?: unknown) {
    super(description, { cause });
    this.name = 'OAuthError';
    this.error = error;
  }
}

type Factory = (code: AuthErrorCode, message: string, cause?: unknown) => AuthError;

function withStatus(status: number): Factory {
  return (code, message, cause) => new AuthError(status, code, { message, cause });
}

export const badRequest = withStatus(400);
export const unauthorized = withStatus(401);
export const forbidden = withStatus(403);
export const notFound = withStatus(404);
export const conflict = withStatus(409);
export const unprocessable = withStatus(422);
export const tooManyRequests = withStatus(429);

export const emailExists = 'A user with this email address has already been registered';
export const phoneExists = 'A user with this phone number has already been registered';

/** The request itself is wrong: `validation_failed`. */
export function validationFailed(message: string): AuthError {
  return badRequest('validation_failed', message);
}

/** Something of ours or of a provider's failed. */
export function unexpectedFailure(message: string, cause?: unknown): AuthError {
  return new AuthError(500, 'unexpected_failure', { message, cause });
}

/** A password that the rules refuse, with the rules it broke. */
export function weakPassword(message: string, reasons: readonly string[]): AuthError {
  return new AuthError(422, 'weak_password', { message, details: { weak_password: { reasons } } });
}

/** What `error` is called in a redirect for a status, after RFC 6749. */
const redirectErrors: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

const alwaysDenied = new Set([
  'signup_disabled',
  'user_banned',
  'provider_email_needs_verification',
]);

/** The parameters that tell a page to which we redirect what went wrong. */
export function toRedirectParams(failure: AuthError | OAuthError): Record<string, string> {
  if (failure instanceof OAuthError) {
    return { error: failure.error, error_description: failure.message };
  }
  const error = alwaysDenied.has(failure.code)
    ? 'access_denied'
    : (redirectErrors[failure.status] ?? 'server_error');
  return { error, error_code: failure.code, error_description: failure.message };
}

/** Any thrown value as one of our two kinds of failure. */
export function toFailure(thrown: unknown): AuthError | OAuthError {
  if (thrown instanceof AuthError || thrown instanceof OAuthError) {
    return thrown;
  }
  if (isRefusedValue(thrown)) {
    return badRequest('validation_failed', 'A value is out of range or no text', thrown);
  }
  const unavailable = toUnavailable(thrown);
  if (unavailable !== null) {
    const message = 'The database cannot be asked now, please retry after a moment.';
    return new AuthError(503, 'unavailable', { message, cause: unavailable });
  }
  return unexpectedFailure(
    'Unexpected failure, please check server logs for more information',
    thrown,
  );
}
