import { expect, type Page } from '@playwright/test';
import { findFreePort } from '../../packages/server/src/dev/free-port.ts';
import { startServer, type TestServer } from '../server/start-server.ts';
import type { TlsFront } from './tls-front.ts';

/** Starts a league on the public address of the front, into which nobody can sign in yet. */
export async function startPublicLeague(front: TlsFront, dataDir?: string): Promise<TestServer> {
  const port = await findFreePort();
  front.leadTo(`http://127.0.0.1:${port}`);
  const env = { SITE_URL: front.url, PORT: String(port), HOST: '127.0.0.1' };
  return startServer({ env, ...(dataDir === undefined ? {} : { dataDir }) });
}

/** Stops it and starts it again where it was. */
export async function restartPublicLeague(
  front: TlsFront,
  server: TestServer,
): Promise<TestServer> {
  server.process.kill('SIGTERM');
  await expect.poll(() => server.process.exitCode).not.toBeNull();
  return startPublicLeague(front, server.dataDir);
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Asks from within a page, as only browsers know the name; 0 for an answer that leads elsewhere. */
export const ask = (page: Page, path: string, init: Asked = {}): Promise<number> =>
  page.evaluate(
    async ([address, given]) => (await fetch(address, { ...given, redirect: 'manual' })).status,
    [path, init] as const,
  );

/** What a stranger finds of the set-up: nothing, in any way of asking. */
export async function expectNoDoor(page: Page): Promise<void> {
  const pages = ['', '/_payload.json', '?step=sign-in', `/${'x'.repeat(32)}`];
  for (const path of pages) {
    expect([path, await ask(page, `/setup${path}`)]).toEqual([path, 404]);
  }
  const body = JSON.stringify({ provider: 'github', client_id: 'a', client_secret: 'b' });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const routes = ['sign-in-ways', 'sign-in-ways/github/test', 'demonstration/clearing'];
  for (const path of routes) {
    expect([path, await ask(page, `/api/setup/${path}`, init)]).toEqual([path, 404]);
  }
}
