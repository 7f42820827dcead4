import { randomUUID } from 'node:crypto';
import { DatabaseUnavailable } from '@muster/database';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { AuthEnv } from './context.ts';
import { AuthError, OAuthError, toFailure } from './errors.ts';

/** From this version on the body is `{code, message}`; before it, `{code, error_code, msg}`. */
const newErrorsSince = '2024-01-01';
const versionHeader = 'X-Supabase-Api-Version';

/** Answers a failure in the form that the caller's API version expects. */
export function answerFailure(thrown: unknown, context: Context<AuthEnv>): Response {
  const failure = toFailure(toTimeout(thrown) ?? thrown);
  if (failure instanceof OAuthError) {
    return Response.json(
      { error: failure.error, error_description: failure.message },
      { status: 400 },
    );
  }
  const headers: Record<string, string> = { 'x-sb-error-code': failure.code };
  // What is left of such a body is not read, so nothing else can come over that connection.
  if (failure.status === 413) {
    headers.connection = 'close';
  }
  if (failure.cause instanceof DatabaseUnavailable) {
    headers['retry-after'] = String(failure.cause.retryAfter);
  }
  const version = context.req.header(versionHeader) ?? '';
  if (isVersion(version) && version >= newErrorsSince) {
    // The client picks its parser by the echoed header, not by the one it sent.
    headers[versionHeader] = newErrorsSince;
    const body = { code: failure.code, message: failure.message, ...failure.details };
    return Response.json(body, { status: failure.status, headers });
  }
  return Response.json(toOldBody(failure), { status: failure.status, headers });
}

function toOldBody(failure: AuthError): Record<string, unknown> {
  return {
    code: failure.status,
    error_code: failure.code,
    msg: failure.message,
    ...(failure.status >= 500 ? { error_id: randomUUID() } : {}),
    ...failure.details,
  };
}

function toTimeout(thrown: unknown): AuthError | null {
  if (!(thrown instanceof HTTPException) || thrown.status !== 504) {
    return null;
  }
  return new AuthError(504, 'request_timeout', {
    message: 'Processing this request timed out, please retry after a moment.',
  });
}

function isVersion(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
