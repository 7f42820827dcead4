import { expect, type Page, test } from '@playwright/test';

const locales = ['en', 'es', 'fr', 'de', 'pl', 'pt', 'fi'];
const addresses = [
  '/',
  '/teams',
  '/games/aqtion',
  '/games/arma3',
  '/games/battlefield2042',
  '/games/battlefield6',
  '/games/dirt2',
  '/games/finals',
  '/games/squad',
  '/articles/welcome',
  '/articles/how-the-ladder-works',
  '/articles/how-disputes-are-decided',
  '/articles/how-to-read-the-log',
  '/archives',
  '/archives/ladders-before-us',
  '/archives/debug?archive=ladders-before-us',
  '/servers/bf2042',
  '/servers/space-engineers',
  '/about',
  '/admins',
  '/boards',
];

/** Keys of texts look like `team.matches.own`: none may reach a reader. */
const textKey = /\b(?:home|team|pages|profile|shell)\.[a-z_]+(?:\.[a-z_]+)*/;

async function expectReadable(page: Page, address: string): Promise<string> {
  const response = await page.goto(address);
  expect(response?.status(), address).toBe(200);
  await expect(page.locator('h1'), address).toHaveCount(1);
  expect(await page.locator('main').innerText(), address).not.toMatch(textKey);
  for (const width of [320, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${address} at ${width}`).toBeLessThanOrEqual(0);
  }
  return page.title();
}

for (const locale of locales) {
  test(`every page of content can be read without a script, in ${locale}`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    await context.addCookies([{ name: 'muster-locale', value: locale, url: baseURL ?? '' }]);
    const page = await context.newPage();
    const titles: string[] = [];
    for (const address of addresses) titles.push(await expectReadable(page, address));
    expect(new Set(titles).size).toBe(titles.length);
    await context.close();
  });
}

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
