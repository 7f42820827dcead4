import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { followAddress, openAlive } from './shell/open.ts';
import { makeName } from './shell/sign-in.ts';
import { comeSignedIn } from './world/come-signed-in.ts';
import { joinByMail, signInByPassword } from './world/mail-person.ts';
import { readMail } from './world/mailbox.ts';
import { bringSession } from './world/pages.ts';
import { test } from './world/test.ts';

const url = process.env.MUSTER_URL ?? '';
const makeAddress = () => `p${randomBytes(6).toString('hex')}@example.org`;
const first = 'kaksi tankkia ja susi';
const second = 'kolme tankkia ja karhu';

async function chooseMode(page: Page, name: string): Promise<void> {
  await page.getByRole('radio', { name }).check();
}

async function signOut(page: Page): Promise<void> {
  await openAlive(page, '/account');
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.locator('.bar-sign-in')).toBeVisible();
}

/** The browser has nobody's session any more, where how one signs out is not what is tried. */
const forgetSession = (page: Page) => page.context().clearCookies({ name: /^muster-auth-token/ });

async function giveCredentials(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.locator('input[name="password"]').fill(password);
  await page.locator('input[name="password"]').press('Enter');
}

test('somebody joins by e-mail, and comes back with the password to where they wanted to go', async ({
  page,
}) => {
  const email = makeAddress();
  await openAlive(page, '/login');
  await chooseMode(page, 'New here');
  await page.getByRole('button', { name: 'Make an account' }).click();
  await expect(page.getByText('Type your e-mail address.')).toBeVisible();
  await page.getByLabel('E-mail address').fill(email);
  await page.locator('input[name="password"]').fill('trustno1');
  await page.getByRole('button', { name: 'Make an account' }).click();
  await expect(page.getByText('This password stands in lists')).toBeVisible();
  await page.locator('input[name="password"]').fill(first);
  await page.getByRole('button', { name: 'Make an account' }).click();
  await expect(page.getByText('Look into your mail')).toBeVisible();
  const { link } = await readMail(page.request, email);
  await page.goto(link);
  await expect(page.locator('.bar-person summary')).toBeVisible();

  await signOut(page);
  await openAlive(page, '/account');
  await expect(page).toHaveURL(/\/login$/);
  await giveCredentials(page, email, 'not the one');
  await expect(page.getByText('do not go together')).toBeVisible();
  await giveCredentials(page, email, first);
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByText(`Now: ${email}`)).toBeVisible();
});

test('a form that is sent before its page is alive puts nothing of it into an address, and is there again', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/login');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const shown = page.waitForResponse((answer) => answer.status() === 200);
  await giveCredentials(page, makeAddress(), first);
  await shown;
  await expect(page.locator('input[name="password"]')).toHaveValue('');
  await expect(page).toHaveURL(`${url}/login`);
  expect(asked.filter((one) => one.includes('?'))).toEqual([]);
  await context.close();
});

test('a code from the mail signs in where its link was never opened', async ({ page }) => {
  const email = makeAddress();
  await openAlive(page, '/login');
  await chooseMode(page, 'Link or code');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Send the mail' }).click();
  const { code } = await readMail(page.request, email);
  await page.getByLabel('Code from the mail').fill('000000');
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText('wrong, used up, or too old')).toBeVisible();
  await page.getByLabel('Code from the mail').fill(code);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.locator('.bar-person summary')).toBeVisible();
});

test('who forgot the password chooses a new one by the mail, once', async ({ page }) => {
  const email = makeAddress();
  await joinByMail(url, page.request, { email, password: first });
  await openAlive(page, '/login');
  await chooseMode(page, 'Forgotten password');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Send the mail' }).click();
  await expect(page.getByText('Look into your mail')).toBeVisible();
  const { link } = await readMail(page.request, email, { count: 2 });
  await page.goto(link);
  await expect(page).toHaveURL(/\/account\/password$/);
  await expect(page.locator('html[data-alive]')).toBeAttached();
  await page.getByLabel('New password').fill(first);
  await expect(page.getByLabel('Current password')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByText('That is the password you have now')).toBeVisible();
  await page.getByLabel('New password').fill(second);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page).toHaveURL(/\/account$/);

  await forgetSession(page);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign-in failed');
  await expect(page.getByText('wrong, used up, or too old')).toBeVisible();
  await expect(page.locator('html[data-alive]')).toBeAttached();
  await page.getByRole('link', { name: 'Try again' }).click();
  await giveCredentials(page, email, first);
  await expect(page.getByText('do not go together')).toBeVisible();
  await giveCredentials(page, email, second);
  await expect(page.locator('.bar-person summary')).toBeVisible();
});

test('a password changes only with the old one, and an address only once both have agreed', async ({
  page,
}) => {
  const [email, next] = [makeAddress(), makeAddress()];
  const account = { email, password: first };
  await joinByMail(url, page.request, account);
  await bringSession(page.context(), url, await signInByPassword(url, account));
  await openAlive(page, '/account');
  await page.getByLabel('Current password').fill('not the one');
  await page.getByLabel('New password').fill(second);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByText('That is not your current password.')).toBeVisible();
  await page.getByLabel('Current password').fill(first);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByText('The password is changed.')).toBeVisible();
  const { subject, link } = await readMail(page.request, email, { count: 2 });
  expect({ subject, link }).toEqual({ subject: 'Your password was changed', link: '' });

  await page.getByLabel('New address').fill(next);
  await page.getByRole('button', { name: 'Change the address' }).click();
  await expect(page.getByText(`Mails are on their way to ${email}`)).toBeVisible();
  await page.goto((await readMail(page.request, email, { count: 3 })).link);
  await expect(page).toHaveURL(/\/account#email$/);
  await expect(page.getByText(`Now: ${email}`)).toBeVisible();
  await page.goto((await readMail(page.request, next)).link);
  await expect(page).toHaveURL(/:\d+\/$/);
  await openAlive(page, '/account');
  await expect(page.getByText(`Now: ${next}`)).toBeVisible();
});

test('who came by the local sign-in has no address, and adds one by following its mail alone', async ({
  page,
}) => {
  const email = makeAddress();
  await comeSignedIn(page.context(), url, makeName('Mailless'));
  await openAlive(page, '/account/password');
  for (const [path, route] of [
    ['/account/password', 'account-password'],
    ['/account', 'account'],
  ] as const) {
    await followAddress(page, path);
    await expect(page.locator(`main[data-route="${route}"]:not([aria-busy="true"])`)).toBeVisible();
    await expect(page.getByText('A password needs an e-mail address')).toBeVisible();
    await expect(page.getByLabel('New password')).toHaveCount(0);
    await expect(page.getByText('people.invalid')).toHaveCount(0);
  }
  await expect(page.getByText('You have none here.')).toBeVisible();
  await page.getByLabel('New address').fill(email);
  await page.getByRole('button', { name: 'Add the address' }).click();
  await expect(page.getByText(`A mail is on its way to ${email}.`)).toBeVisible();
  await page.goto((await readMail(page.request, email)).link);
  await expect(page).toHaveURL(/\/account#email$/);
  await expect(page.getByText(`Now: ${email}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change the address' })).toBeVisible();
  await expect(page.getByLabel('New password')).toBeVisible();
});

test('after signing in nobody is led off the site', async ({ page, baseURL }) => {
  const email = makeAddress();
  await joinByMail(url, page.request, { email, password: first });
  // Two slashes are no way back either: shell-session.spec.ts.
  for (const target of ['/\\evil.example', 'https://evil.example/']) {
    await page
      .context()
      .addCookies([
        { name: 'muster-redirect-path', value: encodeURIComponent(target), url: baseURL ?? '' },
      ]);
    await openAlive(page, '/login');
    await giveCredentials(page, email, first);
    await page.waitForURL((url) => url.pathname === '/');
    await expect(page.locator('.bar-person summary')).toBeVisible();
    expect(new URL(page.url()).origin).toBe(new URL(baseURL ?? '').origin);
    await forgetSession(page);
  }
});
