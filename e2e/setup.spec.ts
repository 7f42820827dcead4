import { createServer } from 'node:net';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { startServer, type TestServer } from './server/start-server.ts';
import { openAlive } from './shell/open.ts';
import { type LoopbackIssuer, startLoopbackIssuer } from './world/loopback-issuer.ts';
import { startTlsFront, type TlsFront } from './world/tls-front.ts';

/** A league on a public address into which nobody can sign in, until its owner has opened the door. */

let front: TlsFront;
let issuer: LoopbackIssuer;
let server: TestServer;

async function findPort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function start(dataDir?: string): Promise<TestServer> {
  const port = await findPort();
  front.leadTo(`http://127.0.0.1:${port}`);
  const env = { SITE_URL: front.url, PORT: String(port), HOST: '127.0.0.1' };
  return startServer({ env, ...(dataDir === undefined ? {} : { dataDir }) });
}

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(600_000);
  front = await startTlsFront();
  issuer = await startLoopbackIssuer();
  server = await start();
});
test.afterAll(async () => {
  await server.stop();
  await issuer.close();
  await front.close();
});

const openBrowser = (browser: Browser, width = 1280): Promise<BrowserContext> =>
  browser.newContext({ ignoreHTTPSErrors: true, viewport: { width, height: 900 } });

async function readDoor(): Promise<string> {
  const find = () => /https:\/\/\S+\/setup\/[\w-]{32}/.exec(server.readOutput())?.[0] ?? '';
  await expect.poll(find).not.toBe('');
  return find();
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Asks from within a page, as only browsers know the name; 0 for an answer that leads elsewhere. */
const ask = (page: Page, path: string, init: Asked = {}): Promise<number> =>
  page.evaluate(
    async ([address, given]) => (await fetch(address, { ...given, redirect: 'manual' })).status,
    [path, init] as const,
  );

/** What a stranger finds of the set-up: nothing, in any way of asking. */
async function expectNothing(page: Page): Promise<void> {
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

async function enterIssuer(page: Page): Promise<void> {
  await page.getByText('Another provider (OpenID Connect)').click();
  const form = page.locator('details.way', { hasText: 'OpenID Connect' });
  await form.getByLabel('Address of the provider').fill(issuer.url);
  await form.getByLabel('Name on the button').fill('Club House');
  await form.getByLabel('Client ID').fill('league');
  await form.getByLabel('Client secret').fill('wrong');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved, and in force.')).toBeVisible();
}

test('the owner opens the door, enters a way to sign in, and signs in by it as the admin', async ({
  browser,
}) => {
  const stranger = await openBrowser(browser);
  const second = await stranger.newPage();
  await openAlive(second, `${front.url}/login`);
  await expectNothing(second);
  const door = await readDoor();
  // A chat that looks at the address first uses nothing up.
  expect(await ask(second, door, { method: 'HEAD' })).toBe(0);

  const owner = await openBrowser(browser, 390);
  const page = await owner.newPage();
  await openAlive(page, door);
  await expect(page).toHaveURL(`${front.url}/setup`);
  const cookie = (await owner.cookies()).find(({ name }) => name === 'muster-setup');
  expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax' });
  expect(await ask(second, door)).toBe(404);
  await expectNothing(second);

  await page.getByRole('link', { name: 'Ways to sign in' }).first().click();
  await expect(page.getByText(`${front.url}/auth/v1/callback`)).toBeVisible();
  await enterIssuer(page);
  const way = page.locator('details.way', { hasText: 'Club House' });
  await way.getByRole('button', { name: 'Test' }).click();
  await expect(way.getByText('does not take this client ID with this secret')).toBeVisible();
  await way.getByLabel('Client secret').fill('never-shown-again');
  await way.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved, and in force.')).toBeVisible();
  await way.getByRole('button', { name: 'Test' }).click();
  await expect(way.getByText('does not know the address to go back to')).toBeVisible();
  issuer.redirects.add(`${front.url}/auth/v1/callback`);
  await way.getByRole('button', { name: 'Test' }).click();
  await expect(way.getByText('knows this client and this address')).toBeVisible();
  // A step survives a reload; what was kept of the secret is not in the page.
  await page.reload();
  await expect(page.locator('details.way', { hasText: 'Club House' })).toBeVisible();
  expect(await page.content()).not.toContain('never-shown-again');
  const narrow = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(narrow).toBeLessThanOrEqual(390);

  await page.getByRole('button', { name: 'Continue with Club House' }).click();
  await expect(page.locator('.bar-person summary, .bar-menu summary').first()).toBeVisible();
  await expect(page).toHaveURL(/\/setup\?step=sign-in$/);
  await expect(page.getByText('Who first signs in in this browser')).toHaveCount(0);
  const { data, viewer } = await page.evaluate(async () =>
    (await fetch('/admins/_payload.json')).json(),
  );
  expect(viewer).toMatchObject({ username: 'Owner', is_site_admin: true });
  const admins = (data.admins as { username: string; is_site_admin: boolean }[]).filter(
    ({ is_site_admin }) => is_site_admin,
  );
  expect(admins.map(({ username }) => username)).toEqual(['Owner']);

  // Whoever comes second is a person as any other.
  issuer.person = 'Second';
  await openAlive(second, `${front.url}/login`);
  await second.getByRole('button', { name: 'Continue with Club House' }).click();
  await expect(second.locator('.bar-person summary')).toBeVisible();
  await expectNothing(second);
  expect(await ask(second, '/admins/sign-in')).toBe(404);
  await stranger.close();
  await owner.storageState({ path: `${server.dataDir}/owner.json` });
  await owner.close();
});

test('after a restart the set-up goes on where it was, from a wide screen too', async ({
  browser,
}) => {
  const { dataDir } = server;
  const before = server;
  server.process.kill('SIGTERM');
  await expect.poll(() => before.process.exitCode).not.toBeNull();
  server = await start(dataDir);
  const owner = await browser.newContext({
    ignoreHTTPSErrors: true,
    viewport: { width: 1280, height: 900 },
    storageState: `${dataDir}/owner.json`,
  });
  const page = await owner.newPage();
  await openAlive(page, `${front.url}/setup`);
  await expect(page.locator('.setup-step-done', { hasText: 'Ways to sign in' })).toContainText(
    'Club House',
  );
  await page.getByRole('link', { name: 'The demonstration' }).first().click();
  await expect(page.getByText('who do not exist')).toBeVisible();
  await page.getByRole('button', { name: 'Clear it' }).click();
  await page.getByRole('button', { name: 'Keep it for looking' }).click();
  await page.getByRole('button', { name: 'Clear it' }).click();
  await page.locator('.button-danger').click();
  await expect(page.getByText('The demonstration is gone.')).toBeVisible();
  await expect(page.locator('.setup-step-done', { hasText: 'The demonstration' })).toBeVisible();
  // From the desk it is the same form, changed only soon after a sign-in.
  await openAlive(page, `${front.url}/admins/sign-in`);
  await expect(page.locator('details.way', { hasText: 'Club House' })).toBeVisible();
  expect(server.readOutput()).not.toMatch(/\/setup\/[\w-]{32}/);
  await owner.close();
});
