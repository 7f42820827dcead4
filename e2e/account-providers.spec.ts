import { expect, type Page } from '@playwright/test';
import { startServer, type TestServer } from './server/start-server.ts';
import { openAlive } from './shell/open.ts';
import { makeName } from './shell/sign-in.ts';
import { type FakeSteam, startFakeSteam } from './world/fake-steam.ts';
import { test } from './world/test.ts';

let server: TestServer;
let steam: FakeSteam;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  steam = await startFakeSteam();
  server = await startServer({
    env: {
      STEAM_URL: steam.url,
      CAPTCHA: '1',
      GITHUB_CLIENT_ID: 'id',
      GITHUB_CLIENT_SECRET: 'secret',
      OIDC_ISSUER: 'https://id.example.org',
      OIDC_CLIENT_ID: 'id',
      OIDC_CLIENT_SECRET: 'secret',
      OIDC_NAME: 'Clan House',
    },
  });
});
test.afterAll(async () => {
  await server.stop();
  await steam.close();
});

async function comeByDiscord(page: Page, name: string): Promise<void> {
  await openAlive(page, `${server.url}/login`);
  await page.getByRole('button', { name: 'Continue with Discord' }).click();
  await page.waitForURL(/\/dev\/discord\//);
  await page.getByRole('textbox').fill(name);
  await page.getByRole('textbox').press('Enter');
  await expect(page.locator('.bar-person summary')).toBeVisible();
}

test('the sign-in page offers what the league has switched on, the chat platform first', async ({
  page,
}) => {
  await openAlive(page, `${server.url}/login`);
  const buttons = page.locator('#providers').locator('xpath=../..').getByRole('button');
  await expect(buttons).toHaveText([
    'Continue with Discord',
    'Continue with Steam',
    'Continue with GitHub',
    'Continue with Clan House',
  ]);
});

test('the game platform is connected, signs in to the same account, and is unlinked again', async ({
  page,
  browser,
}) => {
  const name = makeName('Steamer');
  await comeByDiscord(page, name);
  await openAlive(page, `${server.url}/account`);
  await page.getByRole('button', { name: 'Connect Steam' }).click();
  await expect(page).toHaveURL(/\/account#accounts$/);
  await expect(page.getByRole('button', { name: 'Unlink Steam' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connect Steam' })).toHaveCount(0);

  const other = await (await browser.newContext()).newPage();
  await openAlive(other, `${server.url}/login`);
  await other.getByRole('button', { name: 'Continue with Steam' }).click();
  await expect(other.locator('.bar-person summary')).toHaveAccessibleName(new RegExp(name));

  const rival = await (await browser.newContext()).newPage();
  await comeByDiscord(rival, makeName('Rival'));
  await openAlive(rival, `${server.url}/account`);
  await rival.getByRole('button', { name: 'Connect Steam' }).click();
  await expect(rival.getByRole('heading', { level: 1 })).toHaveText('Nothing was linked');
  await expect(rival.getByText('belongs to somebody else here')).toBeVisible();
  await expect(rival.locator('.bar-person summary')).toBeVisible();

  await page.getByRole('button', { name: 'Unlink Steam' }).click();
  await expect(page.getByText('steam account unlinked successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connect Steam' })).toBeVisible();
  await other.context().close();
  await rival.context().close();
});

test('with the captcha on, the browser works for a moment and nobody is asked anything', async ({
  page,
}) => {
  const email = `${makeName('c').replace(' ', '')}@example.org`;
  await openAlive(page, `${server.url}/login`);
  await page.getByRole('radio', { name: 'New here' }).check();
  await page.getByLabel('E-mail address').fill(email);
  await page.locator('input[name="password"]').fill('kaksi tankkia ja susi');
  const [asked] = await Promise.all([
    page.waitForRequest(/\/auth\/v1\/signup/),
    page.getByRole('button', { name: 'Make an account' }).click(),
  ]);
  await expect(page.getByText('Look into your mail')).toBeVisible();
  // What was sent once is good for nobody again.
  const again = await page.request.post(asked.url(), {
    headers: {
      apikey: (await asked.allHeaders()).apikey ?? '',
      'content-type': 'application/json',
    },
    data: { ...asked.postDataJSON(), email: `other-${email}` },
  });
  expect(again.status()).toBe(400);
  expect(await again.text()).toContain('captcha_failed');
});
