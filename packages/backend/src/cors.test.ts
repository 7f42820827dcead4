import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { addCorsHeaders, answerPreflight } from './cors.ts';

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
    expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(answer.headers.get('access-control-allow-headers')).toContain('apikey');
    expect(answer.headers.get('access-control-max-age')).toBe('3600');
    const asked = { ...site, 'access-control-request-headers': 'x-own' };
    const other = await app.request('/rest/v1/ladders', { method: 'OPTIONS', headers: asked });
    expect(other.headers.get('access-control-allow-headers')).toBe('x-own');
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
