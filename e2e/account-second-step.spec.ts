import { type Browser, expect, type Page } from '@playwright/test';
import { openAlive } from './shell/open.ts';
import { makeName } from './shell/sign-in.ts';
import { toAppCode } from './world/authenticator.ts';
import { comeSignedIn } from './world/come-signed-in.ts';
import { saveData } from './world/save-data.ts';
import { test } from './world/test.ts';

const url = process.env.MUSTER_URL ?? '';

/** Sets an app up by keyboard alone, and gives what the app and the paper know. */
async function protect(page: Page): Promise<{ secret: string; codes: string[] }> {
  await openAlive(page, '/account');
  await page.getByRole('button', { name: 'Add an app' }).focus();
  await page.keyboard.press('Enter');
  const picture = page.getByRole('img', { name: /Picture to scan/ });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const secret = ((await page.locator('.account-secret').textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('Code from the app').press('Enter');
  await expect(page.getByText('That code is not right')).toBeVisible();
  await page.getByLabel('Code from the app').fill('000000');
  await Promise.all([
    page.waitForResponse(/\/factors\/[^/]+\/verify$/),
    page.keyboard.press('Enter'),
  ]);
  await expect(page.getByText('That code is not right')).toBeVisible();
  await page.getByLabel('Code from the app').fill(toAppCode(secret));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  return { secret, codes: await codes.allTextContents() };
}

/** Signs in in a browser of its own and stops at the second step. */
async function comeAgain(browser: Browser, name: string): Promise<Page> {
  const context = await saveData(await browser.newContext());
  const page = await context.newPage();
  await openAlive(page, '/account');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('button', { name: 'Continue with Discord' }).click();
  await page.waitForURL(/\/dev\/discord\//);
  await page.getByRole('textbox').fill(name);
  await page.getByRole('textbox').press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The second step');
  return page;
}

test('a protected account opens only with the second step', async ({ page, browser }) => {
  const name = makeName('Safe');
  await comeSignedIn(page.context(), url, name);
  const { secret } = await protect(page);
  await expect(page.getByText('Second step on')).toBeVisible();

  const other = await comeAgain(browser, name);
  await expect(other.locator('.bar-person summary')).toHaveCount(0);
  expect((await other.request.get('/api/me/data')).status()).toBe(401);
  await openAlive(other, '/account');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('The second step');
  const field = other.getByLabel(/^Code from/);
  await field.fill('000000');
  await field.press('Enter');
  await expect(other.getByText('That code is not right')).toBeVisible();
  // The app's code was used when it was set up; the next one is good already.
  await field.fill(toAppCode(secret, 1));
  await field.press('Enter');
  await expect(other).toHaveURL(/\/account$/);

  await openAlive(page, '/account');
  await expect(page.locator('#sessions')).toBeVisible();
  await expect(page.getByText('this browser', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Sign out Chrome/ }).click();
  await expect(page.getByRole('button', { name: /^Sign out Chrome/ })).toHaveCount(0);
  await openAlive(other, '/account');
  await expect(other).toHaveURL(/\/login$/);
  await other.context().close();
});

test('a recovery code lets in who lost the app, and switches the second step off', async ({
  page,
  browser,
}) => {
  const name = makeName('Lost');
  await comeSignedIn(page.context(), url, name);
  const { codes } = await protect(page);
  const other = await comeAgain(browser, name);
  await other.getByRole('button', { name: 'I have lost it' }).click();
  await other.getByLabel('Recovery code').fill('aaaaa-aaaaa');
  await other.getByLabel('Recovery code').press('Enter');
  await expect(other.getByText('That is none of your recovery codes')).toBeVisible();
  await other.getByLabel('Recovery code').fill(` ${codes[3]?.toUpperCase().replace('-', '')} `);
  await other.getByLabel('Recovery code').press('Enter');
  await expect(other).toHaveURL(/\/account$/);
  await expect(other.getByText('Second step off')).toBeVisible();
  await other.context().close();
});

test('a passkey takes the second step too', async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const name = makeName('Key');
  await comeSignedIn(page.context(), url, name);
  await openAlive(page, '/account');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).last().click();
  await expect(page.getByText('Give it a name')).toBeVisible();
  await page.getByLabel('What you call it').fill('Grey laptop');
  await page.getByLabel('What you call it').press('Enter');
  await expect(page.getByText('Grey laptop')).toBeVisible();

  await page.context().clearCookies({ name: /^muster-auth-token/ });
  await openAlive(page, '/account');
  await page.getByRole('button', { name: 'Continue with Discord' }).click();
  await page.waitForURL(/\/dev\/discord\//);
  await page.getByRole('textbox').fill(name);
  await page.getByRole('textbox').press('Enter');
  await page.getByRole('button', { name: 'Use Grey laptop' }).click();
  await expect(page).toHaveURL(/\/account$/);

  await expect(page.locator('html[data-alive]')).toBeAttached();
  await page.getByRole('button', { name: 'Remove Grey laptop' }).click();
  await page.getByRole('button', { name: 'Really remove Grey laptop?' }).click();
  await expect(page.getByText('Second step off')).toBeVisible();
});

test('signing out everywhere else leaves this browser alone', async ({ page, browser }) => {
  const name = makeName('Many');
  await comeSignedIn(page.context(), url, name);
  const context = await saveData(await browser.newContext());
  await comeSignedIn(context, url, name);
  const other = await context.newPage();
  await openAlive(page, '/account');
  await expect(page.getByText('Signed in in 2 browsers')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(page.getByText('Signed in in 1 browser')).toBeVisible();
  await openAlive(other, '/account');
  await expect(other).toHaveURL(/\/login$/);
  await other.context().close();
});
