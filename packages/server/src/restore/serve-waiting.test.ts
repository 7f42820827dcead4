import type { RestoreData } from '@muster/site/pages/setup/data.ts';
import { expect, it } from 'vitest';
import { findFreePort } from '../dev/free-port.ts';
import { serveWaiting } from './serve-waiting.ts';

/** Asks what is served while a league is put in another's place. */
async function withWaiting(
  work: (ask: (path: string, init?: RequestInit) => Promise<Response>) => Promise<void>,
) {
  const port = await findFreePort();
  const config = { host: '127.0.0.1', port, trustedProxy: null };
  const data = { state: { stage: 'receiving', size: 9, received: 4 } } as unknown as RestoreData;
  const { close } = await serveWaiting(config, () => data);
  try {
    await work((path, init) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        ...init,
        headers: { connection: 'close', ...init?.headers },
      }),
    );
  } finally {
    await close();
  }
}

it('lives, is not ready, and says how far it is', () =>
  withWaiting(async (ask) => {
    const alive = await ask('/healthz');
    expect([alive.status, await alive.text()]).toEqual([200, 'ok']);
    const ready = await ask('/readyz');
    expect([ready.status, await ready.text()]).toEqual([503, 'restoring']);
    const far = await ask('/api/setup/restore');
    expect([far.status, await far.json()]).toEqual([
      200,
      { data: { state: { stage: 'receiving', size: 9, received: 4 } } },
    ]);
  }));

it('tells programs when to come again, and people that it goes on, in their language', () =>
  withWaiting(async (ask) => {
    const program = await ask('/api/me/notices/reading', { method: 'POST' });
    expect([program.status, await program.json()]).toEqual([
      503,
      { error: { code: 'unavailable', params: { seconds: 5 } } },
    ]);
    for (const [headers, tag] of [
      [{ 'accept-language': 'de' }, 'de-DE'],
      [{ 'accept-language': 'de', cookie: 'muster-locale=fi' }, 'fi-FI'],
    ] as const) {
      const page = await ask('/ladders/tanks', { headers });
      const text = await page.text();
      expect(page.status).toBe(503);
      expect(text).toContain(`<html lang="${tag}">`);
      expect(text).toContain('<meta http-equiv="refresh" content="5">');
      expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src/);
    }
  }));

it.each(['/healthz', '/api/setup/restore', '/api/ladders', '/'])(
  'is kept by nobody and stands in no frame: %s',
  (path) =>
    withWaiting(async (ask) => {
      const { headers } = await ask(path);
      expect({
        kept: headers.get('cache-control'),
        again: headers.get('retry-after'),
        frame: headers.get('x-frame-options'),
        type: headers.get('x-content-type-options'),
      }).toEqual({ kept: 'no-store', again: '5', frame: 'DENY', type: 'nosniff' });
    }),
);
