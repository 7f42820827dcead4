import { expect, type Page } from '@playwright/test';
import { followAddress, openAlive } from './shell/open.ts';
import { makeName } from './shell/sign-in.ts';
import { setLanguage, signInByApi } from './world/api-person.ts';
import { toAppCode } from './world/authenticator.ts';
import { listViolations } from './world/axe.ts';
import { joinByMail, signInByPassword } from './world/mail-person.ts';
import { bringSession } from './world/pages.ts';
import { saveData } from './world/save-data.ts';
import { test } from './world/test.ts';

/**
 * What axe finds in the page's own part, and what scrolls sideways. Each place is looked at in one way, the
 * next in the other: dark on a desk, light on a phone.
 */
function createLook(): (page: Page, place: string) => Promise<string[]> {
  let count = 0;
  return async (page, place) => {
    count += 1;
    const isPhone = count % 2 === 1;
    await page.setViewportSize({ width: isPhone ? 390 : 1440, height: 844 });
    const colorScheme = isPhone ? 'light' : 'dark';
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    const violations = await listViolations(page, 'main');
    return [
      ...(excess > 0 ? [`${place}: ${excess} px too wide`] : []),
      ...violations.map((violation) => `${place} (${colorScheme}): ${violation}`),
    ];
  };
}

const url = process.env.MUSTER_URL ?? '';

// A language of long words.
test.use({ locale: 'fi-FI' });

test('the sign-in page holds its look in every mode and with every complaint', async ({ page }) => {
  await openAlive(page, '/login');
  const listFaults = createLook();
  const act = page.locator('.login-page button[type="submit"]');
  const faults: string[] = [];
  for (const mode of ['password', 'code', 'join', 'forgotten']) {
    await page.locator(`input[name="mode"][value="${mode}"]`).check();
    await act.click();
    await expect(page.locator('.field-error').filter({ hasText: /./ })).toHaveCount(1);
    faults.push(...(await listFaults(page, mode)));
  }
  await page
    .locator('input[name="email"]')
    .fill(`${makeName('x').replaceAll(' ', '')}@example.org`);
  await act.click();
  await expect(page.locator('input[name="code"]')).toBeVisible();
  await act.click();
  await expect(page.locator('.field-error')).not.toBeEmpty();
  faults.push(...(await listFaults(page, 'code sent')));
  expect(faults).toEqual([]);
});

test('the page for a new password holds its look with its complaint', async ({ page }) => {
  const email = `${makeName('x').replaceAll(' ', '')}@example.org`;
  const account = { email, password: 'kaksi tankkia ja susi' };
  await joinByMail(url, page.request, account);
  const person = await signInByPassword(url, account);
  await setLanguage(url, person, 'fi');
  await bringSession(page.context(), url, person);
  await openAlive(page, '/account/password');
  await page.locator('main button[type="submit"]').click();
  await expect(page.locator('.field-error').filter({ hasText: /./ })).toHaveCount(1);
  const listFaults = createLook();
  expect([
    ...(await listFaults(page, 'on a phone')),
    ...(await listFaults(page, 'on a desk')),
  ]).toEqual([]);
});

test('the account page holds its look with its forms open, and so do its own pages', async ({
  page,
  browser,
}) => {
  const listFaults = createLook();
  const name = makeName('Katse');
  const person = await signInByApi(url, name);
  await setLanguage(url, person, 'fi');
  await bringSession(page.context(), url, person);
  await openAlive(page, '/account');
  const second = page.locator('section', { has: page.locator('#second-step') });
  const form = second.locator('.account-app');
  const faults: string[] = [];

  await second.locator('.account-acts button').nth(1).click();
  await form.locator('button[type="submit"]').click();
  await expect(form.locator('.field-error')).not.toBeEmpty();
  faults.push(...(await listFaults(page, 'a new key')));
  await form.locator('button').last().click();

  await second.locator('.account-acts button').nth(0).click();
  await expect(form.locator('.account-secret')).toBeVisible();
  await form.locator('button[type="submit"]').click();
  await expect(form.locator('.field-error')).not.toBeEmpty();
  faults.push(...(await listFaults(page, 'a new app')));
  const secret = ((await form.locator('.account-secret').textContent()) ?? '').replaceAll(' ', '');
  await form.locator('input').fill(toAppCode(secret));
  await form.locator('button[type="submit"]').click();
  await expect(second.locator('.account-codes li')).toHaveCount(10);
  faults.push(...(await listFaults(page, 'recovery codes')));
  await second.locator('.account-linked button').click();
  faults.push(...(await listFaults(page, 'sure to remove it?')));

  await followAddress(page, '/account/password');
  await expect(page.locator('main[data-route="account-password"] h1')).toBeVisible();
  faults.push(...(await listFaults(page, 'no address for a password')));
  await followAddress(page, '/account/delete');
  await expect(page.locator('main[data-route="account-delete"] h1')).toBeVisible();
  await page.locator('main button[type="submit"]').click();
  await expect(page.locator('.field-error')).not.toBeEmpty();
  faults.push(...(await listFaults(page, 'leaving')));

  const other = await (await saveData(await browser.newContext({ locale: 'fi-FI' }))).newPage();
  await openAlive(other, '/login');
  await other.locator('.login-providers button').first().click();
  await other.waitForURL(/\/dev\/discord\//);
  await other.getByRole('textbox').fill(name);
  await other.getByRole('textbox').press('Enter');
  await expect(other.locator('.login-code')).toBeVisible();
  faults.push(...(await listFaults(other, 'the second step')));
  await other.locator('.login-others button').first().click();
  await other.locator('main button[type="submit"]').click();
  await expect(other.locator('.field-error')).not.toBeEmpty();
  faults.push(...(await listFaults(other, 'a recovery code')));
  await other.context().close();
  expect(faults).toEqual([]);
});
