import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { addCorsHeaders, answerPreflight, openToAll } from './cors.ts';

const app = new Hono()
  .options('*', ({ req }) => answerPreflight(req))
  .get('*', (context) => {
    addCorsHeaders(context.res.headers, context.req);
    return context.res;
  });
const site = { origin: 'https://fans.test' };

describe('pages of other origins', () => {
  it('are told what they may send, with nothing else in the answer', async () => {
    const answer = await app.request('/rest/v1/ladders', { method: 'OPTIONS', headers: site });
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-methods')).toBe(
      'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
    );
    expect(answer.headers.get('access-control-allow-headers')?.split(', ')).toEqual([
      ...['accept', 'accept-profile', 'apikey', 'authorization', 'content-profile'],
      ...['content-type', 'prefer', 'range', 'range-unit', 'x-client-info', 'x-jwt-aud'],
      ...['x-retry-count', 'x-supabase-api-version', 'x-upsert', 'x-use-cookie'],
    ]);
    expect(answer.headers.get('access-control-max-age')).toBe('3600');
    const asked = { ...site, 'access-control-request-headers': 'x-own' };
    const other = await app.request('/rest/v1/ladders', { method: 'OPTIONS', headers: asked });
    expect(other.headers.get('access-control-allow-headers')).toBe('x-own');
  });

  it('may read what the clients’ libraries read', async () => {
    const answer = await app.request('/rest/v1/ladders', { headers: site });
    const exposed = answer.headers.get('access-control-expose-headers');
    expect(exposed?.split(', ')).toEqual([
      ...['Accept-Ranges', 'Content-Disposition', 'Content-Length', 'Content-Location'],
      ...['Content-Range', 'ETag', 'Last-Modified', 'Link', 'Location', 'Preference-Applied'],
      ...['Range-Unit', 'Retry-After', 'Sb-Request-Id', 'Tus-Extension', 'Tus-Resumable'],
      ...['Tus-Version', 'Upload-Expires', 'Upload-Length', 'Upload-Offset', 'X-Relay-Error'],
      ...['X-Sb-Error-Code', 'X-Supabase-Api-Version', 'X-Total-Count'],
    ]);
    expect(openToAll).toEqual({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': exposed,
    });
  });

  it.each([
    ['/storage/v1/upload/resumable', '1.0.0'],
    ['/storage/v1/upload/resumable/sign', '1.0.0'],
    ['/storage/v1/object/a', null],
  ])('are told at %s which uploads may break off: %s', async (path, version) => {
    const answer = await app.request(path, { method: 'OPTIONS', headers: site });
    expect(answer.headers.get('tus-version')).toBe(version);
  });

  it.each([
    ['/rest/v1/ladders', site, '*', null, null],
    ['/rest/v1/auth/v1', site, '*', null, null],
    ['/auth/v1/user', site, 'https://fans.test', 'true', 'Origin'],
    ['/auth/v1/user', {}, '*', null, 'Origin'],
  ])('%s from %o', async (path, headers, origin, credentials, vary) => {
    const answer = await app.request(path, { headers });
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answer.headers.get('access-control-allow-credentials')).toBe(credentials);
    expect(answer.headers.get('vary')).toBe(vary);
    expect(answer.headers.get('access-control-expose-headers')).toContain('Content-Range');
  });
});
