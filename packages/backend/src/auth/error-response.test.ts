import { DatabaseUnavailable } from '@muster/database';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { describe, expect, it } from 'vitest';
import type { AuthEnv } from './context.ts';
import { answerFailure } from './error-response.ts';
import {
  AuthError,
  badRequest,
  conflict,
  forbidden,
  notFound,
  OAuthError,
  tooManyRequests,
  toRedirectParams,
  unauthorized,
  unexpectedFailure,
  unprocessable,
  validationFailed,
  weakPassword,
} from './errors.ts';

/** In which form a failure is told: to each version of the client, and to a page that people come back to. */

async function tell(thrown: Error, version?: string) {
  const app = new Hono<AuthEnv>();
  app.onError(answerFailure);
  app.get('/', () => {
    throw thrown;
  });
  const headers = version === undefined ? {} : { 'X-Supabase-Api-Version': version };
  const answer = await app.request('/', { headers });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

describe('a failure', () => {
  const gone = notFound('user_not_found', 'Nobody is there');
  const older = { code: 404, error_code: 'user_not_found', msg: 'Nobody is there' };
  const newer = { code: 'user_not_found', message: 'Nobody is there' };

  it.each([
    [undefined, older, null],
    ['', older, null],
    ['2023-12-31', older, null],
    ['2024-01-01', newer, '2024-01-01'],
    ['2031-07-01', newer, '2024-01-01'],
    ['2024-13-01', older, null],
    ['2024-1-1', older, null],
    ['9', older, null],
    ['2024-01-01T00:00', older, null],
  ])('is told to the version %j in the form that it knows', async (version, body, echoed) => {
    const told = await tell(gone, version);
    expect([told.status, told.body]).toEqual([404, body]);
    expect(told.headers.get('x-supabase-api-version')).toBe(echoed);
    expect(told.headers.get('x-sb-error-code')).toBe('user_not_found');
    expect([told.headers.get('connection'), told.headers.get('retry-after')]).toEqual([null, null]);
  });

  it('of ours has a name by which it is found in the log, in the older form', async () => {
    const { status, body } = await tell(unexpectedFailure('No'));
    expect(status).toBe(500);
    expect(body).toEqual({
      code: 500,
      error_code: 'unexpected_failure',
      msg: 'No',
      error_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const told = await tell(unexpectedFailure('No'), '2024-01-01');
    expect(told.body).toEqual({ code: 'unexpected_failure', message: 'No' });
  });

  it.each([undefined, '2024-01-01'])('says which rules a password breaks: %j', async (version) => {
    const { status, body } = await tell(weakPassword('Too short', ['length']), version);
    expect(status).toBe(422);
    expect(body).toMatchObject({ weak_password: { reasons: ['length'] } });
    expect(body.error_code ?? body.code).toBe('weak_password');
  });

  it('that nobody thought of tells nothing of itself', async () => {
    const { status, body } = await tell(new Error('the secret is 123'), '2024-01-01');
    expect(status).toBe(500);
    expect(body).toEqual({
      code: 'unexpected_failure',
      message: 'Unexpected failure, please check server logs for more information',
    });
  });

  it('of OAuth has the form that OAuth has, whatever the version', async () => {
    for (const version of [undefined, '2024-01-01']) {
      const { status, body } = await tell(new OAuthError('invalid_request', 'No token'), version);
      expect(status).toBe(400);
      expect(body).toEqual({ error: 'invalid_request', error_description: 'No token' });
    }
  });

  it('of a body that is too large ends its connection', async () => {
    const large = new AuthError(413, 'request_entity_too_large', { message: 'Too large' });
    const { status, headers } = await tell(large);
    expect([status, headers.get('connection')]).toEqual([413, 'close']);
  });

  it('of a database that is away says when to come again', async () => {
    const { status, headers, body } = await tell(new DatabaseUnavailable('busy', 'full'));
    expect([status, body.error_code]).toEqual([503, 'unavailable']);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it.each([
    [504, 'request_timeout'],
    [502, 'unexpected_failure'],
  ] as const)('of the server with status %i is %s', async (given, code) => {
    const { body } = await tell(new HTTPException(given), '2024-01-01');
    expect(body.code).toBe(code);
    expect(body.message.includes('timed out')).toBe(given === 504);
  });
});

it.each([
  [badRequest, 400],
  [unauthorized, 401],
  [forbidden, 403],
  [notFound, 404],
  [conflict, 409],
  [unprocessable, 422],
  [tooManyRequests, 429],
])('%o has the status %i', (make, status) => {
  const cause = new Error('why');
  const failure = make('conflict', 'No', cause);
  expect([failure.status, failure.code, failure.message]).toEqual([status, 'conflict', 'No']);
  expect([failure.cause, failure.details, failure.name]).toEqual([cause, {}, 'AuthError']);
});

describe('a page is told', () => {
  const of = (status: number) => new AuthError(status, 'conflict', { message: 'No' });

  it.each([
    [validationFailed('No'), 'invalid_request', 'validation_failed'],
    [of(401), 'unauthorized_client', 'conflict'],
    [of(403), 'access_denied', 'conflict'],
    [of(500), 'server_error', 'conflict'],
    [of(503), 'temporarily_unavailable', 'conflict'],
    [of(429), 'server_error', 'conflict'],
    [unprocessable('signup_disabled', 'No'), 'access_denied', 'signup_disabled'],
    [badRequest('user_banned', 'No'), 'access_denied', 'user_banned'],
    [
      unprocessable('provider_email_needs_verification', 'No'),
      'access_denied',
      'provider_email_needs_verification',
    ],
  ])('of %s: %s', (failure, error, error_code) => {
    expect(toRedirectParams(failure)).toEqual({ error, error_code, error_description: 'No' });
  });

  it('of a failure of OAuth what it is called there', () => {
    expect(toRedirectParams(new OAuthError('access_denied', 'Refused'))).toEqual({
      error: 'access_denied',
      error_description: 'Refused',
    });
  });
});
