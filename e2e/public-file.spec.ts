import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Database } from '@muster/database';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { getStartingContent } from '../packages/server/src/content/starting-content.ts';
import { openWith } from '../packages/server/src/league-file/open-league-file.ts';
import { parsePublicManifest } from '../packages/server/src/public-file/manifest.ts';
import { locales } from '../packages/site/src/intl/locales.ts';
import { findLeague, makeSharedDataDir, removeDataDir } from './server/start-server.ts';
import { openFirefox } from './world/firefox.ts';
import { runMuster } from './world/run-muster.ts';
import { test } from './world/test.ts';
import { Texts } from './world/texts.ts';
import { withLeague } from './world/with-league.ts';

const ladder = 'bf6-2v2-tanks';
let folder: string;
let address: string;

/** A few of the demonstration's teams with their matches, and its season that is over: two thousand pages more show nothing else. */
async function leaveFew(database: Database): Promise<void> {
  await database.query(
    `delete from public.seasons s using public.ladders l where l.id = s.ladder_id and l.slug <> $1
     and not exists (select from public.season_archives a where a.season_id = s.id)`,
    [ladder],
  );
  await database.query('delete from public.entries where rung > 5');
}

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-opened-'));
  const zip = join(folder, 'public.zip');
  const dataDir = await makeSharedDataDir();
  await withLeague(dataDir, leaveFew);
  const written = await runMuster(findLeague(dataDir), 'export', '--public', zip);
  expect(written).toMatchObject({ code: 0, errors: '' });
  await removeDataDir(dataDir);
  const signal = new AbortController().signal;
  await using file = await openWith(parsePublicManifest, zip, { identities: [], signal });
  for (const { path } of file.manifest.entries) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), file.read(path));
  }
  address = pathToFileURL(join(folder, 'index.html')).href;
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

/** Opens a page of the file without a network; what it asks for outside of its folder, and what fails, is gathered. */
async function openFile(context: BrowserContext, path: string): Promise<[Page, string[]]> {
  const faults: string[] = [];
  const own = pathToFileURL(folder).href;
  await context.setOffline(true);
  const page = await context.newPage();
  page.on('request', (request) => {
    if (!request.url().startsWith(own) && !request.url().startsWith('data:')) {
      faults.push(request.url());
    }
  });
  page.on('requestfailed', (request) => faults.push(`failed: ${request.url()}`));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(`${address}#${path}`);
  await expect(page.locator('html[data-alive] main h1')).toBeVisible();
  return [page, faults];
}

const follow = async (page: Page, link: string, lands: RegExp) => {
  await page.locator(link).first().click();
  await expect(page).toHaveURL(lands);
  await expect(page.locator('main:not([aria-busy="true"]) h1')).toBeVisible();
};

test('opens from a folder without a network: standings, teams, people, matches, and back', async ({
  context,
}) => {
  const [page, faults] = await openFile(context, '/');
  await follow(page, `main a[href="#/ladders/${ladder}"]`, new RegExp(`#/ladders/${ladder}$`));
  await follow(page, '.standings-team a', /#\/teams\//);
  await follow(page, 'main a[href^="#/profiles/"]', /#\/profiles\//);
  await page.goBack();
  await follow(page, 'main a[href^="#/matches/"]', /#\/matches\//);
  for (const path of ['/archives', '/articles', '/log', '/boards', '/teams', '/about']) {
    await page.goto(`${address}#${path}`);
    await expect(
      page.locator(`main[data-route="${path === '/log' ? 'office-log' : path.slice(1)}"] h1`),
    ).toBeVisible();
  }
  expect(faults).toEqual([]);
});

test('checks its log, says what that is worth', async ({ context }) => {
  const texts = new Texts('en');
  const [page, faults] = await openFile(context, `/ladders/${ladder}/log`);
  await expect(page.locator('.file-note code')).toHaveText('muster verify FILE');
  await expect(page.getByText(texts.say('public-file.proof'))).toBeVisible();
  await page.getByRole('button', { name: texts.say('ladder-log.check') }).click();
  await expect(page.locator('.chain-verdict')).toContainText('It holds');
  expect(faults).toEqual([]);
});

test('is searched by names, and read in another language that stays', async ({ context }) => {
  const finnish = new Texts('fi');
  const [page, faults] = await openFile(context, `/ladders/${ladder}`);
  await page.locator('.file-search input').fill('2v2 ta');
  await follow(page, `.file-found a[href="#/ladders/${ladder}"]`, new RegExp(ladder));
  await page.locator('.language-menu summary').click();
  await page.locator('.language-menu a[lang="fi-FI"]').click();
  await expect(page.getByText(finnish.say('public-file.truth'))).toBeVisible();
  await page.reload();
  await expect(page.getByText(finnish.say('public-file.truth'))).toBeVisible();
  expect(faults).toEqual([]);
});

test('shows its articles and archives, a history of another place and a season that is over', async ({
  context,
}) => {
  const [page, faults] = await openFile(context, '/articles');
  await follow(page, 'main a[href^="#/articles/"]', /#\/articles\/[\w-]+$/);
  await expect(page.locator('main[data-route="article"]')).toBeVisible();
  await page.goto(`${address}#/archives`);
  const archives = page.locator('main[data-route="archives"] a[href^="#/archives/"]');
  await expect(archives.first()).toBeVisible();
  const links = new Map(
    await archives.evaluateAll((found) =>
      found.map((one) => [one.getAttribute('href'), one.textContent.trim()] as const),
    ),
  );
  expect(links.size).toBeGreaterThan(1);
  for (const [link, name] of links) {
    await page.goto(`${address}${link}`);
    await expect(page.locator('main[data-route="archive"]:not([aria-busy="true"]) h1')).toHaveText(
      name,
    );
  }
  expect(faults).toEqual([]);
});

test('is read in each of its seven languages, what editors wrote too', async ({ context }) => {
  const { articles, archives } = getStartingContent();
  const welcome = articles.find(({ slug }) => slug === 'welcome');
  const history = archives.find(({ slug }) => slug === 'ladders-before-us');
  const [page, faults] = await openFile(context, '/articles/welcome');
  const title = page.locator('main:not([aria-busy="true"]) h1');
  const links = page.locator('.language-menu a');
  expect(await links.count()).toBe(7);
  for (const { code, tag } of locales) {
    await page.locator('.language-menu summary').click();
    await page.locator(`.language-menu a[lang="${tag}"]`).click();
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    await expect(page.getByText(new Texts(code).say('public-file.truth'))).toBeVisible();
    await expect(title).toHaveText(welcome?.title[code] ?? '');
    await page.goto(`${address}#/archives/ladders-before-us`);
    await expect(title).toHaveText(history?.title[code] ?? '');
    await page.goto(`${address}#/articles/welcome`);
  }
  expect(faults).toEqual([]);
});

const firefoxPath = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';

// `npm test` installs one where it can and says where there is none.
const testInFirefox = existsSync(firefoxPath) ? test : () => undefined;

testInFirefox('does all of that in Firefox', async () => {
  const texts = new Texts('en');
  const finnish = new Texts('fi');
  await using firefox = await openFirefox(firefoxPath, pathToFileURL(folder).href);
  const find = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`;
  const says = (words: string) => `document.body.innerText.includes(${JSON.stringify(words)})`;
  const isShown = (route: string) =>
    firefox.until(find(`main[data-route="${route}"]:not([aria-busy="true"]) h1`));
  const press = async (selector: string) => {
    await firefox.until(find(selector));
    await firefox.read(`${find(selector)}.click()`);
  };
  await firefox.open(`${address}#/`);
  await press(`main a[href="#/ladders/${ladder}"]`);
  await isShown('ladder');
  await press('.standings-team a');
  await isShown('team');
  await press('main a[href^="#/matches/"]');
  await isShown('match');
  await firefox.read('history.back()');
  await isShown('team');
  await press('main a[href^="#/profiles/"]');
  await isShown('profile');
  await firefox.open(`${address}#/ladders/${ladder}/log`);
  await isShown('ladder-log');
  expect(await firefox.read(says(texts.say('public-file.proof')))).toBe(true);
  await firefox.read(
    `[...document.querySelectorAll('button')].find((one) => one.innerText === ${JSON.stringify(texts.say('ladder-log.check'))}).click()`,
  );
  await firefox.until(`${find('.chain-verdict')}?.innerText.includes('It holds')`);
  await firefox.read(
    `(() => { const box = ${find('.file-search input')};
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, '2v2 ta');
      box.dispatchEvent(new Event('input', { bubbles: true })); })()`,
  );
  await press(`.file-found a[href="#/ladders/${ladder}"]`);
  await isShown('ladder');
  await press('.language-menu summary');
  await press('.language-menu a[lang="fi-FI"]');
  await firefox.until(says(finnish.say('public-file.truth')));
  await firefox.open(`${address}#/articles`);
  await firefox.until(says(finnish.say('public-file.truth')));
  expect(firefox.faults).toEqual([]);
});
