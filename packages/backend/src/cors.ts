import type { HonoRequest } from 'hono';
import { describeTus } from './storage/resumable.ts';

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const preflightSeconds = '3600';
/** Who uploads what may break off asks in the same way what is spoken there. */
const resumablePath = '/storage/v1/upload/resumable';
/** What pages on other origins may read; without these a client counts no rows and sees no next page. */
const exposed = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Length',
  'Content-Location',
  'Content-Range',
  'ETag',
  'Last-Modified',
  'Link',
  'Location',
  'Preference-Applied',
  'Range-Unit',
  'Retry-After',
  'Sb-Request-Id',
  'Tus-Extension',
  'Tus-Resumable',
  'Tus-Version',
  'Upload-Expires',
  'Upload-Length',
  'Upload-Offset',
  'X-Relay-Error',
  'X-Sb-Error-Code',
  'X-Supabase-Api-Version',
  'X-Total-Count',
].join(', ');
const allowed = [
  'accept',
  'accept-profile',
  'apikey',
  'authorization',
  'content-profile',
  'content-type',
  'prefer',
  'range',
  'range-unit',
  'x-client-info',
  'x-jwt-aud',
  'x-retry-count',
  'x-supabase-api-version',
  'x-upsert',
  'x-use-cookie',
].join(', ');

/** What opens an answer to pages of every origin, in headers of Node's. */
export const openToAll = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed,
} as const;

/**
 * Opens an answer to pages of every origin. That is safe because nothing here goes by cookies: who
 * asks is said by headers that only a page which knows the token can send. The auth service's
 * contract also allows credentials, for which the origin must be named.
 */
export function addCorsHeaders(headers: Headers, request: HonoRequest): void {
  const origin = request.header('origin');
  const isAuth = request.path.startsWith('/auth/v1');
  headers.set('Access-Control-Allow-Origin', isAuth && origin ? origin : '*');
  headers.set('Access-Control-Expose-Headers', exposed);
  if (isAuth && origin) {
    headers.set('Access-Control-Allow-Credentials', 'true');
  }
  if (isAuth) {
    headers.append('Vary', 'Origin');
  }
}

/** The answer to a preflight, before anybody is asked who they are. */
export function answerPreflight(request: HonoRequest): Response {
  const headers = new Headers({
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': request.header('access-control-request-headers') ?? allowed,
    'Access-Control-Max-Age': preflightSeconds,
    ...(request.path.startsWith(resumablePath) ? describeTus() : {}),
  });
  addCorsHeaders(headers, request);
  return new Response(null, { status: 204, headers });
}
