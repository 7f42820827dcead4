import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { openAlive } from './shell/open.ts';

/** The routes of the specification and our own, with one of each that has a parameter. */
const fixed = [
  '/',
  '/about',
  '/admins',
  '/archives',
  '/archives/debug',
  '/games/battlefield6',
  '/games/squad',
  '/ladders/bf6-2v2-tanks',
  '/ladders/bf6-2v2-tanks/rules',
  '/ladders/bf6-2v2-tanks/log',
  '/ladders/dirt2-intl-open-classic',
  '/ladders/chronophoto-test',
  '/servers/bf2042',
  '/servers/space-engineers',
  '/login',
  '/teams',
  '/boards',
];

/** Addresses that only the league's data know, found by following links. */
async function findMore(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [from, pattern] of [
    ['/teams', /^\/teams\/(?!new)[^/]+$/],
    ['/ladders/bf6-2v2-tanks', /^\/matches\/[^/]+$/],
    ['/', /^\/articles\/[^/]+$/],
    ['/archives', /^\/archives\/(?!debug)[^/]+$/],
  ] as const) {
    await page.goto(from);
    const paths = await page
      .locator('main a')
      .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).pathname));
    const first = paths.find((path) => pattern.test(path));
    if (first !== undefined) found.push(first);
  }
  return found;
}

async function listProblems(page: Page, path: string): Promise<string[]> {
  const problems: string[] = [];
  const onError = (error: Error) => problems.push(`${path}: ${error.message}`);
  page.on('pageerror', onError);
  await openAlive(page, path);
  await page.evaluate(() => document.fonts.ready);
  page.off('pageerror', onError);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (overflow > 0) problems.push(`${path}: scrolls sideways by ${overflow} px`);
  return problems;
}

for (const scheme of ['dark', 'light'] as const) {
  test(`every route passes axe in ${scheme}`, async ({ page }) => {
    test.setTimeout(240_000);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    const problems: string[] = [];
    for (const path of [...fixed, ...(await findMore(page))]) {
      problems.push(...(await listProblems(page, path)));
      const { violations } = await new AxeBuilder({ page }).analyze();
      for (const { id, nodes } of violations) problems.push(`${path}: ${id} ${nodes[0]?.html}`);
    }
    expect(problems).toEqual([]);
  });
}

for (const language of ['en-US', 'fi-FI', 'pl-PL', 'de-DE']) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language });
    test('every route fits a phone of 320 px and a tablet', async ({ page }) => {
      test.setTimeout(240_000);
      const problems: string[] = [];
      for (const path of [...fixed, ...(await findMore(page))]) {
        for (const width of [320, 768]) {
          await page.setViewportSize({ width, height: 800 });
          problems.push(...(await listProblems(page, path)));
        }
      }
      expect(problems).toEqual([]);
    });
  });
}

test('no two pages share a title', async ({ page }) => {
  const titles = new Map<string, string>();
  for (const path of [...fixed, ...(await findMore(page))]) {
    await page.goto(path);
    const title = await page.title();
    expect(titles.get(title), `${path} is called as ${titles.get(title)}`).toBeUndefined();
    titles.set(title, path);
  }
  expect(titles.get('Muster League')).toBe('/');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('every route can be read', async ({ page }) => {
    for (const path of fixed) {
      const answer = await page.goto(path);
      expect(answer?.status(), path).toBe(200);
      await expect(page.locator('main h1')).not.toBeEmpty();
    }
  });
});
