import { expect, test } from '@playwright/test';
import { openAlive } from './shell/open.ts';
import { makeName, signIn } from './shell/sign-in.ts';

test('a person puts up a notice, others find it without a script, and it comes down', async ({
  page,
  browser,
}) => {
  const name = makeName('Otso');
  await openAlive(page, '/teams');
  await signIn(page, name);
  await openAlive(page, '/boards');
  await page.getByRole('button', { name: 'Put up a notice' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Game').selectOption('squad');
  await dialog.getByLabel('Fri').check();
  await dialog.getByLabel('Suomi').check();
  await dialog.getByRole('button', { name: 'Put up' }).click();
  await expect(dialog.getByText('Write something, at most 500 characters.')).toBeVisible();
  await dialog.getByLabel('Your words').fill(`Calm gunner, ${name}`);
  await dialog.getByRole('button', { name: 'Put up' }).click();
  await expect(dialog).toBeHidden();
  const own = page.getByRole('listitem').filter({ hasText: `Calm gunner, ${name}` });
  await expect(own).toContainText('Player seeks team');

  const context = await browser.newContext({ javaScriptEnabled: false });
  const reader = await context.newPage();
  await reader.goto('/boards');
  await reader.getByLabel('Game').selectOption('squad');
  await reader.getByLabel('Language', { exact: true }).selectOption('fi');
  await reader.getByRole('button', { name: 'Show' }).click();
  await expect(reader).toHaveURL(/game=squad&language=fi/);
  await expect(reader.getByText(`Calm gunner, ${name}`)).toBeVisible();
  await reader.goto('/boards?game=squad&language=pl');
  await expect(reader.getByText(`Calm gunner, ${name}`)).toHaveCount(0);
  await context.close();

  await own.getByRole('button', { name: 'Take down' }).click();
  await expect(own).toHaveCount(0);
});
