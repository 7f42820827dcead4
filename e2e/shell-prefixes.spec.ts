import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { startServer, type TestServer } from './server/start-server.ts';
import { openAlive } from './shell/open.ts';
import { makeName } from './shell/sign-in.ts';
import { comeSignedIn } from './world/come-signed-in.ts';
import { readStatus } from './world/read-status.ts';
import { test } from './world/test.ts';

/*
 * A second process over the specs' league, whose addresses bear the language.
 */

let folder: string;
let server: TestServer;
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'muster-prefixes-'));
  const { DB_URL: dbUrl } = await readStatus();
  server = await startServer({
    dataDir: folder,
    env: { DATABASE_URL: dbUrl, LOCALE_STRATEGY: 'prefix_except_default' },
  });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function chooseLanguage(page: Page, name: string): Promise<void> {
  await page.locator('.language-menu summary').click();
  await page.locator('.language-menu').getByRole('link', { name }).click();
}

test('somebody signed in changes the language for good, by the address and in the profile', async ({
  page,
  context,
  browser,
}) => {
  const name = makeName('Levante');
  await comeSignedIn(context, server.url, name);
  await openAlive(page, `${server.url}/about`);
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PATCH' && answer.url().includes('/profiles'),
  );
  await chooseLanguage(page, 'Polski');
  expect((await saved).status()).toBe(200);
  await expect(page).toHaveURL(`${server.url}/pl/about`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl-PL');
  // The profile says the same, so nothing sets it back.
  await openAlive(page, `${server.url}/pl/teams?q=x#main`);
  await expect(page.locator('.bar-person summary')).toHaveAccessibleName(new RegExp(name));
  await expect(page).toHaveURL(`${server.url}/pl/teams?q=x#main`);

  const elsewhere = await browser.newPage();
  await openAlive(elsewhere, `${server.url}/about`);
  await elsewhere.locator('.bar-sign-in').click();
  await elsewhere.waitForURL('**/dev/discord/**');
  await elsewhere.getByRole('textbox').fill(name);
  await elsewhere.getByRole('textbox').press('Enter');
  await expect(elsewhere).toHaveURL(`${server.url}/pl/about`);
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'pl-PL');
  await elsewhere.close();
});

test('a language that cannot be saved is tried again, then not taken', async ({
  page,
  context,
}) => {
  await comeSignedIn(context, server.url, makeName('Poniente'));
  await openAlive(page, `${server.url}/about`);
  let asked = 0;
  await page.route('**/rest/v1/profiles?id=*', async (route) => {
    if (route.request().method() !== 'PATCH') {
      return route.continue();
    }
    asked += 1;
    return route.fulfill({ status: 503, json: { message: 'not now' } });
  });
  await chooseLanguage(page, 'Suomi');
  await expect(page.getByText('Something went wrong.')).toBeVisible();
  expect(asked).toBe(4);
  await expect(page).toHaveURL(`${server.url}/about`);
  expect((await context.cookies()).find(({ name }) => name === 'muster-locale')?.value).not.toBe(
    'fi',
  );
  await page.unroute('**/rest/v1/profiles?id=*');
  await chooseLanguage(page, 'Suomi');
  await expect(page).toHaveURL(`${server.url}/fi/about`);
});
