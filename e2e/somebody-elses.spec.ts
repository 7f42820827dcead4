import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { connect, type Database } from '@muster/database';
import { type Browser, expect, type Page } from '@playwright/test';
import { Hono } from 'hono';
import {
  type SupabaseServer,
  startSupabaseServer,
} from '../packages/database/src/testing/supabase-server.ts';
import { createDevDiscord } from '../packages/server/src/dev/discord/create-dev-discord.ts';
import { findFreePort } from '../packages/server/src/dev/free-port.ts';
import { type SmtpSink, startSmtpSink } from '../packages/server/src/mail/testing/smtp-sink.ts';
import { startBackend } from '../packages/server/src/testing/backend-process.ts';
import { startServer, type TestServer } from './server/start-server.ts';
import { openAlive } from './shell/open.ts';
import { makeName } from './shell/sign-in.ts';
import { toAppCode } from './world/authenticator.ts';
import { makeTag } from './world/names.ts';
import { runMuster } from './world/run-muster.ts';
import { saveData } from './world/save-data.ts';
import { test } from './world/test.ts';

/*
 * A league beside somebody else's Supabase. `muster backend` stands for it, alone in a process over a database that
 * is laid out as theirs; the site, in another process, knows its address, its two keys and the login that a
 * project's owner has.
 */

let folder = '';
let supabase: SupabaseServer;
let sink: SmtpSink;
let provider: Awaited<ReturnType<typeof serveProvider>>;
let backend: Awaited<ReturnType<typeof startBackend>>;
let site: TestServer;
let database: Database;
/** All that the site is told. */
let environment: { DATABASE_URL: string } & Record<string, string>;
let admin: Page;

const password = 'kaksi tankkia ja susi';

test.describe.configure({ mode: 'serial' });

async function listenAnywhere(listener: ReturnType<typeof getRequestListener>) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, port };
}

/** The chat platform's stand-in at an address of its own. */
async function serveProvider(behind: Database) {
  const app = new Hono().route(
    '/dev/discord',
    createDevDiscord({
      database: behind,
      clientId: 'league',
      clientSecret: 'made-once',
      people: async () => [],
      isAllowed: () => true,
    }),
  );
  // It leads back to its own host only, which is the services' here.
  const { server, port } = await listenAnywhere(
    getRequestListener((request) => {
      const headers = new Headers(request.headers);
      headers.set('host', new URL(backend.url).host);
      return app.fetch(new Request(request, { headers }));
    }),
  );
  return { server, url: `http://127.0.0.1:${port}/dev/discord` };
}

const toConfig = (siteUrl: string, ownUrl: string) => `
[api]
external_url = "${ownUrl}"
[auth]
site_url = "${siteUrl}"
enable_manual_linking = true
minimum_password_length = 8
[auth.email]
enable_signup = true
enable_confirmations = true
[auth.mfa.totp]
enroll_enabled = true
verify_enabled = true
[auth.external.discord]
enabled = true
client_id = "league"
secret = "made-once"
url = "${provider.url}"
email_optional = true
`;

async function readSecret(name: string): Promise<string> {
  const [row] = await database.query<{ value: string }>(
    'select value from private.secrets where name = $1',
    [name],
  );
  return row?.value ?? '';
}

test.beforeAll(async ({ browser }) => {
  folder = mkdtempSync(join(tmpdir(), 'muster-theirs-'));
  supabase = await startSupabaseServer();
  database = connect(supabase.url);
  sink = await startSmtpSink();
  provider = await serveProvider(database);
  const port = await findFreePort();
  const siteUrl = `http://localhost:${port}`;
  const config = join(folder, 'config.toml');
  const ownPort = await findFreePort();
  writeFileSync(config, toConfig(siteUrl, `http://127.0.0.1:${ownPort}`));
  backend = await startBackend(
    supabase.url,
    { SMTP_URL: sink.url },
    { more: ['--config', config, '--port', String(ownPort)] },
  );
  environment = {
    DATABASE_URL: supabase.url,
    SUPABASE_URL: backend.url,
    SUPABASE_ANON_KEY: await readSecret('publishable_key'),
    SUPABASE_SERVICE_ROLE_KEY: await readSecret('secret_key'),
  };
  site = await startServer({ dataDir: folder, env: { ...environment, PORT: String(port) } });
  expect(site.url).toBe(siteUrl);
  admin = await openBrowser(browser);
});
test.afterAll(async () => {
  await admin?.context().close();
  await site?.stop();
  await backend?.[Symbol.asyncDispose]();
  provider?.server.close();
  provider?.server.closeAllConnections();
  await sink?.[Symbol.asyncDispose]();
  await database?.close();
  await supabase?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

async function openBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.url });
  return (await saveData(context)).newPage();
}

async function signInByProvider(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Discord' }).click();
  await page.waitForURL(/\/dev\/discord\//);
  await page.getByRole('textbox').fill(name);
  await page.getByRole('textbox').press('Enter');
}

/** Sends a command as the page's person, with their cookies. */
function send(page: Page, path: string, body: Record<string, unknown>) {
  return page.evaluate(
    async ([address, sent]) => {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(sent),
      });
      return { status: answer.status, body: await answer.json() };
    },
    [path, { command_id: randomUUID(), ...body }] as const,
  );
}

test('who opens the door and signs in by the provider is the first admin', async () => {
  // It is printed after the address for which the start is awaited.
  const findDoor = () => /(http:\S+\/setup\/[\w-]{32})/.exec(site.readOutput())?.[1] ?? '';
  await expect.poll(findDoor).not.toBe('');
  await admin.goto(findDoor());
  await expect(admin).toHaveURL(/\/setup/);
  await openAlive(admin, '/login');
  await signInByProvider(admin, 'Aino');
  await expect(admin.locator('.bar-person summary')).toHaveAccessibleName(/Aino/);
  expect((await admin.request.get('/admins')).status()).toBe(200);
  expect((await admin.request.get(`${site.url}/auth/v1/settings`)).status()).toBe(404);
});

test('somebody joins by mail, and comes back with the password', async ({ browser }) => {
  const page = await openBrowser(browser);
  const email = `p${randomBytes(6).toString('hex')}@example.org`;
  await openAlive(page, '/login');
  await page.getByRole('radio', { name: 'New here' }).check();
  await page.getByLabel('E-mail address').fill(email);
  await page.locator('input[name="password"]').fill(password);
  await page.getByRole('button', { name: 'Make an account' }).click();
  await expect(page.getByText('Look into your mail')).toBeVisible();
  const findLink = () => {
    const mail = sink.mails.find(({ to }) => to[0] === email);
    return /http\S+\/auth\/v1\/verify\S+/.exec(mail?.email.text ?? '')?.[0] ?? '';
  };
  await expect.poll(findLink).not.toBe('');
  expect(findLink()).toContain(backend.url);
  await page.goto(findLink());
  await expect(page.locator('.bar-person summary')).toBeVisible();
  await page.context().clearCookies();
  await openAlive(page, '/login');
  await page.getByLabel('E-mail address').fill(email);
  await page.locator('input[name="password"]').fill(password);
  await page.locator('input[name="password"]').press('Enter');
  await expect(page.locator('.bar-person summary')).toBeVisible();
  await page.context().close();
});

test('a command shows in another browser at once, with a picture', async ({ browser }) => {
  const tag = makeTag();
  const home = { zone: 'Europe/Helsinki', locale: 'fi' };
  const made = await send(admin, '/api/teams', { name: makeName('Susi'), tag, ...home });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const { slug } = made.body.data;
  const visitor = await openBrowser(browser);
  const joined = visitor.waitForEvent('websocket', (socket) =>
    socket.url().startsWith(backend.url.replace('http', 'ws')),
  );
  await openAlive(visitor, `/teams/${slug}`);
  await joined;
  await openAlive(admin, `/teams/${slug}/edit`);
  const picture = await admin.locator('main').screenshot();
  await admin
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture });
  await admin.getByRole('button', { name: 'Use this picture' }).click();
  const logo = visitor.locator('main img[src^="/api/logos/"]').first();
  await expect(logo).toBeVisible();
  await expect
    .poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await visitor.context().close();
});

test('a second step is asked for, and opens the account', async ({ browser }) => {
  await openAlive(admin, '/account');
  await admin.getByRole('button', { name: 'Add an app' }).click();
  const secret = ((await admin.locator('.account-secret').textContent()) ?? '').replaceAll(' ', '');
  await admin.getByLabel('Code from the app').fill(toAppCode(secret));
  await admin.keyboard.press('Enter');
  await expect(
    admin.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem'),
  ).toHaveCount(10);
  const other = await openBrowser(browser);
  await openAlive(other, '/login');
  await signInByProvider(other, 'Aino');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('The second step');
  expect((await other.request.get('/api/me/data')).status()).toBe(401);
  await other.getByLabel(/^Code from/).fill(toAppCode(secret, 1));
  await other.getByLabel(/^Code from/).press('Enter');
  await expect(other.locator('.bar-person summary')).toHaveAccessibleName(/Aino/);
  expect((await other.request.get('/api/me/data')).status()).toBe(200);
  await other.context().close();
});

test('who deletes their account is gone there too', async ({ browser }) => {
  const page = await openBrowser(browser);
  const name = makeName('Gone');
  await openAlive(page, '/login');
  await signInByProvider(page, name);
  await expect(page.locator('.bar-person summary')).toHaveAccessibleName(new RegExp(name));
  await openAlive(page, '/account/delete');
  await page.getByLabel(/^Type your name/).fill(name);
  await page.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(page.locator('.bar-sign-in')).toBeVisible();
  expect(
    await database.query(
      `select 1 from auth.users where raw_user_meta_data::text like '%' || $1 || '%'`,
      [name],
    ),
  ).toEqual([]);
  await page.context().close();
});

test('the standings replay, and the site has logged no failure', async () => {
  const said = await runMuster(environment, 'verify');
  expect(said).toMatchObject({ code: 0, errors: '' });
  expect(said.output).toContain('every chain holds and the tables agree');
  expect(site.readOutput()).not.toMatch(/"level":[56]0/);
  expect(backend.errors).toEqual([]);
});
