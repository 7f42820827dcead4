import { type Browser, expect, type Page } from '@playwright/test';
import { test } from './world/test.ts';
import { Texts } from './world/texts.ts';

const url = process.env.MUSTER_URL ?? '';
const ladder = '/ladders/bf6-2v2-tanks';
const texts = new Texts('fi');

/** A page of a visitor without a script: everything must be read so. */
async function openPlain(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'fi-FI',
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  return context.newPage();
}

const findNames = (page: Page) => page.locator('.standings-team a');

/** The names of a page that has come to its end: without a script nothing else says that the list is whole. */
async function readNames(page: Page): Promise<string[]> {
  await page.waitForLoadState('load');
  return findNames(page).allTextContents();
}

/** A day some weeks back, as a datetime field writes it. */
function weeksAgo(weeks: number): string {
  return new Date(Date.now() - weeks * 7 * 24 * 3600 * 1000).toISOString().slice(0, 16);
}

test('a ladder is looked at as it was, without a script, and its links stay there', async ({
  browser,
}) => {
  const page = await openPlain(browser);
  await page.goto(ladder);
  const now = await readNames(page);
  const asked = weeksAgo(5);
  await page.locator('.past-form summary').click();
  await page.locator('.past-form input[name="at"]').fill(asked);
  await page.getByRole('button', { name: texts.say('past.show') }).click();
  await expect(page).toHaveURL(new RegExp(`at=${encodeURIComponent(asked)}`));
  await expect(page.locator('.past-note')).toContainText(texts.say('past.now'));
  const then = await readNames(page);
  expect(then.length).toBeGreaterThan(5);
  expect(then).not.toEqual(now);
  const at = `${asked}:00.000Z`;

  await page.locator(`main a[href^="${ladder}/rules?at="]`).first().click();
  await expect(page.locator('.past-note')).toBeVisible();
  await expect(page.locator('.rule-list').first()).toBeVisible();
  await page.locator(`header a[href^="${ladder}?at="]`).click();
  await expect(findNames(page)).toHaveText(then);
  await findNames(page).first().click();
  await expect(page).toHaveURL(/\/teams\/[^?]+\?at=/);
  await expect(page.locator('.past-note')).toBeVisible();
  const entry = page.locator('.team-entry', { has: page.locator(`a[href^="${ladder}?at="]`) });
  await expect(entry.locator('.team-rung')).toContainText('1');

  const answer = await fetch(`${url}${ladder}/_payload.json?at=${at}`);
  const { data: payload } = (await answer.json()) as {
    data: {
      at: string;
      standings: { name: string; place: number | null; status: { kind: string } }[];
    };
  };
  expect(payload.at).toBe(at);
  expect(payload.standings.map(({ name }) => name)).toEqual(then);
  // Who is suspended stands there without a place, and nobody else does.
  const unplaced = payload.standings.filter(({ place }) => place === null);
  expect(unplaced.filter(({ status }) => status.kind !== 'suspended')).toEqual([]);
  const places = payload.standings.flatMap(({ place }) => place ?? []);
  expect(places).toEqual(places.map((_, index) => index + 1));
});

test('a time that is none is named, and the page shown as it is now', async ({ browser }) => {
  const page = await openPlain(browser);
  for (const path of [ladder, `${ladder}/rules`]) {
    await page.goto(`${path}?at=eilen`);
    await expect(page.getByRole('alert')).toHaveText(texts.say('past.wrong', { asked: 'eilen' }));
    await expect(page.getByRole('note')).toHaveCount(0);
  }
});
