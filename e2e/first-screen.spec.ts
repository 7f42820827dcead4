import { type Browser, expect, type Page } from '@playwright/test';
import { clickLink, followAddress, openAlive } from './shell/open.ts';
import { readPage, sendByApi, setLanguage, signInByApi } from './world/api-person.ts';
import { bringApiTeam, bringTeamOf } from './world/live-match.ts';
import { findBottom, listBrokenWords, listOverflow, waitForLetters } from './world/look.ts';
import { makeLongName, makeName, makeTag } from './world/names.ts';
import { bringSession } from './world/pages.ts';
import { saveData } from './world/save-data.ts';
import { test } from './world/test.ts';
import { Texts } from './world/texts.ts';

/** What a phone shows before anybody scrolls: home in the languages with the longest words, a ladder in each. */

const url = process.env.MUSTER_URL ?? '';
const tanks = '/ladders/bf6-2v2-tanks';
const drivers = '/ladders/dirt2-intl-open-classic';
const screen = { width: 390, height: 844 };
const tags = {
  ...{ de: 'de-DE', fi: 'fi-FI', fr: 'fr-FR', pl: 'pl-PL' },
  ...{ en: 'en-US', es: 'es-ES', pt: 'pt-BR' },
} as const;
type Code = keyof typeof tags;

async function openPhone(browser: Browser, code: Code): Promise<Page> {
  const context = await browser.newContext({
    ...{ baseURL: url, locale: tags[code], viewport: screen, hasTouch: true, isMobile: true },
  });
  return (await saveData(context)).newPage();
}

async function measureHeight(page: Page): Promise<number> {
  await waitForLetters(page);
  return page.evaluate(() => document.documentElement.scrollHeight);
}

/** The press of a section, by what its head says. */
const pressOf = (page: Page, title: string) =>
  page.locator('.phone-fold').filter({ hasText: title }).locator('.phone-fold-press');

/** Home is three screens, the rest of it behind a press. */
async function expectShortHome(page: Page, texts: Texts): Promise<void> {
  await openAlive(page, '/');
  expect(await measureHeight(page)).toBeLessThanOrEqual(3 * screen.height);
  const games = page.locator('.home-games article');
  await expect(games.first()).toBeHidden();
  const press = pressOf(page, texts.say('home.games.title'));
  await expect(press).toHaveAttribute('aria-expanded', 'false');
  await press.tap();
  await expect(games.first()).toBeVisible();
  await expect(press).toHaveAttribute('aria-expanded', 'true');
  const results = page.locator('#results').locator('xpath=../..').getByRole('listitem');
  await expect(results.filter({ visible: true })).toHaveCount(2);
  await pressOf(page, texts.say('home.results.title')).tap();
  await expect(results.filter({ visible: true }).nth(2)).toBeVisible();
  await press.tap();
  await expect(games.first()).toBeHidden();
  expect(await listOverflow(page, 360)).toEqual([]);
}

/** A ladder's standings begin on the first screen of a phone, and of a narrow one. */
async function expectStandingsFirst(page: Page, texts: Texts): Promise<void> {
  const row = page.locator('.standings-row').first();
  await expect(row).toBeVisible();
  for (const size of [{ width: 360, height: 800 }, screen]) {
    await page.setViewportSize(size);
    expect(await findBottom(row)).toBeLessThanOrEqual(size.height);
  }
  const rules = page.locator('.ladder-short');
  await expect(rules).toBeHidden();
  await page.getByRole('button', { name: texts.say('ladder.short.title') }).tap();
  await expect(rules).toBeVisible();
}

for (const code of ['de', 'fi', 'fr', 'pl'] as const) {
  const texts = new Texts(code);

  test(`home is three screens of a phone, the rest behind a press, and a ladder shows its standings on its first, its rules behind one line (${code})`, async ({
    browser,
  }) => {
    const page = await openPhone(browser, code);
    await expectShortHome(page, texts);
    await clickLink(page, tanks);
    await expectStandingsFirst(page, texts);
  });
}

for (const code of ['en', 'es', 'pt'] as const) {
  test(`a ladder shows its standings on a phone's first screen, its rules behind one line (${code})`, async ({
    browser,
  }) => {
    const page = await openPhone(browser, code);
    await openAlive(page, tanks);
    await expectStandingsFirst(page, new Texts(code));
  });
}

test('who has a team on the ladder sees the standings on the first screen too, with one red button', async ({
  browser,
}) => {
  // Three rungs are in reach: on the tanks teams of other specs may come between these.
  const ladder = 'mw-2v2-na';
  const above = [await bringApiTeam({ url }, ladder), await bringApiTeam({ url }, ladder)];
  const captain = await signInByApi(url, makeName('Cap'));
  const own = await bringTeamOf({ url }, captain, { ladders: [ladder], name: makeLongName() });
  await setLanguage(url, own.captain, 'pl');
  const page = await openPhone(browser, 'pl');
  await bringSession(page.context(), url, own.captain);
  await openAlive(page, `/ladders/${ladder}`);
  expect(await findBottom(page.locator('.standings-row').first())).toBeLessThanOrEqual(
    screen.height,
  );
  const texts = new Texts('pl');
  for (const { name } of above) {
    const words = texts.say('ladder.challenge.button_for', { team: name });
    await expect(page.locator('.standings').getByRole('button', { name: words })).toBeVisible();
  }
  await expect(page.locator('.standings .button-main')).toHaveCount(1);
  // Its name is one long word: that widens no page and breaks no other word.
  for (const [path, route] of [
    [`/ladders/${ladder}`, 'ladder'],
    [`/ladders/${ladder}/log`, 'ladder-log'],
    [`/teams/${own.slug}`, 'team'],
  ] as const) {
    await followAddress(page, path);
    await expect(page.locator(`main[data-route="${route}"] h1`)).toBeVisible();
    await waitForLetters(page);
    expect(await listOverflow(page, 360), path).toEqual([]);
    expect(await listBrokenWords(page), path).toEqual([]);
  }
});

test('a team’s page shows its open matches above the charts of how it came there', async ({
  browser,
}) => {
  const { standings } = (await readPage(url, tanks)).data as {
    standings: { href: string | null }[];
  };
  const teams = new Set(standings.flatMap(({ href }) => href ?? []));
  expect(teams.size).toBeGreaterThan(1);
  const page = await openPhone(browser, 'de');
  let seen = 0;
  for (const path of teams) {
    if (seen === 3) {
      break;
    }
    // Most have no open match, and need not be drawn.
    const { open_matches } = (await readPage(url, path)).data as { open_matches: unknown[] };
    if (open_matches.length === 0) {
      continue;
    }
    await openAlive(page, path);
    // Measured at once: a part that comes to life meanwhile takes the place of what the server drew.
    const { open, charts } = await page.evaluate(() => {
      const measure = (selector: string) =>
        [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
      return {
        open: measure('section:has(#matches) li').map(({ bottom }) => bottom),
        charts: measure('.rung-chart, .rating-chart').map(({ top }) => top),
      };
    });
    if (open.length > 0 && charts.length > 0) {
      expect(Math.max(...open), path).toBeLessThanOrEqual(Math.min(...charts));
      seen += 1;
    }
  }
  expect(seen, 'teams with both').toBeGreaterThan(0);
});

test('times show the first ten, the others behind a press, with or without a phone', async ({
  page,
}) => {
  await openAlive(page, drivers);
  const rows = page.locator('.drivers tbody tr');
  const all = await rows.count();
  expect(all).toBeGreaterThan(12);
  await expect(rows.filter({ visible: true })).toHaveCount(10);
  const press = page.locator('section[aria-labelledby="standings"] .rows-press button');
  await press.press('Enter');
  await expect(rows.filter({ visible: true })).toHaveCount(all);
  await page.keyboard.press('Enter');
  await expect(rows.filter({ visible: true })).toHaveCount(10);
});

test('without a script nothing is folded that could not be unfolded', async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: url,
    viewport: screen,
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.locator('.home-games article').first()).toBeVisible();
  await expect(page.locator('.phone-fold-press').first()).toBeHidden();
  await page.goto(tanks);
  await expect(page.locator('.ladder-short')).toBeVisible();
  await page.goto(drivers);
  await expect(page.locator('.drivers tbody tr').last()).toBeVisible();
});

test('the boards begin with the notices; what narrows them is behind one line, and open while it does', async ({
  browser,
}) => {
  const texts = new Texts('fr');
  const page = await openPhone(browser, 'fr');
  await openAlive(page, '/boards');
  expect(await findBottom(page.locator('.boards-post').first())).toBeLessThanOrEqual(screen.height);
  const choice = page.getByLabel(texts.say('boards.game'));
  await expect(choice).toBeHidden();
  await page.locator('.boards-narrow summary').tap();
  await choice.selectOption('squad');
  await page.getByRole('button', { name: texts.say('boards.filters.show') }).tap();
  await page.waitForURL(/game=squad/);
  await expect(page.locator('.boards-narrow summary')).toContainText('1');
  await expect(choice).toBeVisible();
});

test('a team is found by a name that is spelled otherwise', async ({ browser }) => {
  const captain = await signInByApi(url, makeName('Scout'));
  const [, mark = ''] = makeName('x').split(' ');
  const body = { name: `Quartzite Nomads ${mark}`, tag: makeTag(), zone: 'UTC', locale: 'en' };
  expect((await sendByApi(url, captain, { path: '/api/teams', body })).status).toBe(200);
  const page = await openPhone(browser, 'fi');
  await openAlive(page, '/teams');
  const texts = new Texts('fi');
  const query = `quarzite nomad ${mark}`;
  await page.getByRole('searchbox').fill(query);
  await page.getByRole('button', { name: texts.say('teams.search'), exact: true }).tap();
  await expect(page.getByText(texts.say('teams.none_alike', { query }))).toBeVisible();
  await expect(page.locator('.teams-row a').first()).toHaveText(body.name);
  await page.getByRole('searchbox').fill('zzqqxx');
  await page.getByRole('button', { name: texts.say('teams.search'), exact: true }).tap();
  await expect(page.getByText(texts.say('teams.none_found', { query: 'zzqqxx' }))).toBeVisible();
});
