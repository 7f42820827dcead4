import { expect } from '@playwright/test';
import { openAlive } from './shell/open.ts';
import { makeName, signIn } from './shell/sign-in.ts';
import { signInByApi } from './world/api-person.ts';
import { comeSignedIn } from './world/come-signed-in.ts';
import { test } from './world/test.ts';

const url = process.env.MUSTER_URL ?? '';

test('what a person changes of themselves stays changed, and shows where it should', async ({
  page,
}) => {
  await openAlive(page, '/teams');
  const first = makeName('Otso');
  await signIn(page, first);
  await openAlive(page, '/account');

  await page.getByRole('button', { name: 'Add hours on Monday' }).click();
  await page.getByLabel('From, Monday').selectOption('19:30');
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await expect(page.getByText('Saved')).toBeVisible();
  const shown = page.waitForResponse('**/api/me/settings');
  await page.getByLabel('Show on my profile').check();
  await shown;
  await page.getByLabel('Platform').selectOption('steam');
  await page.getByLabel('Name there').fill('otso_fi');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Remove Steam' })).toBeVisible();

  const second = makeName('Karhu');
  await page.getByLabel('Name', { exact: true }).fill(second);
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await expect(page.locator('.bar-person summary')).toHaveAccessibleName(new RegExp(second));

  await openAlive(page, '/account');
  await expect(page.getByLabel('From, Monday')).toHaveValue('19:30');
  await expect(page.getByLabel('Show on my profile')).toBeChecked();
  await page.getByRole('link', { name: 'Your profile' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(second);
  await expect(page.getByText('otso_fi')).toBeVisible();
  await expect(page.locator('#accounts')).toBeVisible();
  await expect(page.getByRole('link', { name: first })).toHaveAttribute(
    'href',
    /discord\.com\/users/,
  );
});

test('a language chosen on the account page is spoken at once and kept', async ({ page }) => {
  await comeSignedIn(page.context(), url, makeName('Otso'));
  await openAlive(page, '/account');
  await page.getByLabel('Language', { exact: true }).selectOption('fi');
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tilisi');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fi-FI');
});

test('the last way in cannot be unlinked', async ({ page }) => {
  await comeSignedIn(page.context(), url, makeName('Otso'));
  await openAlive(page, '/account');
  await expect(page.getByText('Discord', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unlink' })).toHaveCount(0);
});

test('the account page leads to what applies to oneself', async ({ page }) => {
  await comeSignedIn(page.context(), url, makeName('Otso'));
  await openAlive(page, '/account');
  await page.getByRole('link', { name: 'What applies to you' }).click();
  await expect(page).toHaveURL(/\/profiles\/[^/]+#standing$/);
  await expect(page.getByRole('region', { name: 'My standing' })).toContainText(
    'Nothing holds you back',
  );
});

test('a name that is taken for somebody else’s is refused beside the field, and says whose', async ({
  page,
}) => {
  const taken = makeName('Arbiter');
  await signInByApi(url, taken);
  const own = makeName('Otso');
  await comeSignedIn(page.context(), url, own);
  await openAlive(page, '/account');
  const field = page.getByLabel('Name', { exact: true });
  const save = page.getByRole('button', { name: 'Save', exact: true }).first();
  for (const [typed, sentence] of [
    // With a Cyrillic capital.
    [taken.replace('A', 'А'), `That reads too much like ${taken}.`],
    [taken.toUpperCase(), `${taken} is taken.`],
    [`${own}\u202e`, 'A name has 2 to 32 visible characters.'],
  ] as const) {
    await field.fill(typed);
    await save.click();
    await expect(field).toHaveAccessibleDescription(new RegExp(sentence));
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(page.locator('.bar-person summary')).toHaveAccessibleName(new RegExp(own));
});
