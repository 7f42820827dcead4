import { expect } from '@playwright/test';
import { test } from './world/test.ts';

test('a team, its people and its search can be read without a script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/teams');
  const first = page.locator('.teams-name a').first();
  const name = await first.innerText();
  await page.getByLabel('Name or tag').fill(name);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.locator('.teams-name a')).toHaveText([name]);
  await page.locator('.teams-name a').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await page.locator('.team-member a').first().click();
  await expect(page).toHaveURL(/\/profiles\//);
  await expect(page.getByRole('link', { name }).first()).toBeVisible();
  await context.close();
});

test('what does not exist is not found', async ({ request }) => {
  for (const address of [
    '/teams/no-such-team',
    '/games/modern-warfare',
    '/articles/no-such-article',
    '/archives/no-such-archive',
    '/servers/quake',
    '/profiles/01980000-0000-7000-8000-000000000000',
  ]) {
    const response = await request.get(address);
    expect(response.status(), address).toBe(404);
    expect(await response.text()).toContain(`Page Not Found: ${address}`);
  }
});
