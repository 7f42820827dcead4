import { expect, type Page } from '@playwright/test';
import { openAlive } from './shell/open.ts';
import { getPublicKey } from './world/api-person.ts';
import { listViolations } from './world/axe.ts';
import { listOverflow } from './world/look.ts';
import { makeName } from './world/names.ts';
import { bringSession, listPages, type SitePages } from './world/pages.ts';
import { listFaultyTargets, ofMouse, ofThumb } from './world/targets.ts';
import { test } from './world/test.ts';

const url = process.env.MUSTER_URL ?? '';
const dataDir = process.env.MUSTER_DATA_DIR ?? '';
/**
 * A page is met on a phone; then on the narrowest, and on the way to a desk. Where a scheme is named axe looks too, both
 * hold the same rules, and what can be hit must be: by a thumb, by a mouse.
 */
const screens = [
  { width: 390, colorScheme: 'light', least: ofThumb },
  { width: 320 },
  { width: 768 },
  { width: 1440, colorScheme: 'dark', least: ofMouse },
] as const;
type Scheme = 'light' | 'dark';
const bothSchemes: readonly Scheme[] = ['light', 'dark'];

let pages: SitePages;
test.describe.configure({ mode: 'parallel' });
test.setTimeout(1_800_000);
test.use({ hasTouch: true, contextOptions: { reducedMotion: 'reduce' } });
test.beforeAll(async () => {
  pages = await listPages(url, dataDir);
});

/** What is wrong with the look of a page: light under a thumb, dark under a mouse, and sideways at every width; axe looks in these schemes. */
async function listFaultsOfLook(page: Page, schemes = bothSchemes): Promise<string[]> {
  const faults: string[] = [];
  for (const screen of screens) {
    faults.push(...(await listOverflow(page, screen.width)));
    if (!('colorScheme' in screen)) {
      continue;
    }
    const { width, colorScheme, least } = screen;
    await page.emulateMedia({ colorScheme });
    const found = await listFaultyTargets(page, least);
    if (schemes.includes(colorScheme)) {
      found.push(...(await listViolations(page)));
    }
    faults.push(...found.map((fault) => `(${colorScheme}, ${width} px) ${fault}`));
  }
  return faults;
}

/**
 * Opens the pages one after the other, alive, and gathers what is wrong with how they look. Axe looks at
 * those that are made of the same parts `inTurns`: light at one, dark at the next.
 */
async function listFaultsOfPages(
  page: Page,
  paths: readonly string[],
  { inTurns = false } = {},
): Promise<string[]> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  for (const [index, path] of paths.entries()) {
    const schemes = bothSchemes.filter((_, place) => !inTurns || place === index % 2);
    await page.setViewportSize({ width: screens[0].width, height: 844 });
    await openAlive(page, url + path);
    await page.evaluate(() => document.fonts.ready);
    for (const fault of await listFaultsOfLook(page, schemes)) {
      faults.push(`${path}: ${fault}`);
    }
  }
  return faults;
}

test.describe('no page fails, scrolls sideways, has what cannot be hit or is faulted by axe, dark on a desk or light on a phone', () => {
  const isOfLadder = (path: string) => path.startsWith('/ladders/');
  const toConfirm = '/confirm'; // Without a code in its address it leads on to the sign-in.

  test('of the ladders', async ({ page }) => {
    const paths = pages.open.filter(isOfLadder);
    expect(await listFaultsOfPages(page, paths, { inTurns: true })).toEqual([]);
  });

  test('of the others that everybody may read', async ({ page }) => {
    const paths = pages.open.filter((path) => !isOfLadder(path) && path !== toConfirm);
    expect(await listFaultsOfPages(page, paths)).toEqual([]);
  });

  test('of the texts, and of those for people in office', async ({ page, context }) => {
    const faults = await listFaultsOfPages(page, pages.texts, { inTurns: true });
    await bringSession(context, url, pages.reader);
    faults.push(...(await listFaultsOfPages(page, pages.offices, { inTurns: true })));
    expect(faults).toEqual([]);
  });

  test('of those that are only for a captain or an admin', async ({ page, context }) => {
    await bringSession(context, url, pages.reader);
    expect(await listFaultsOfPages(page, pages.guarded, { inTurns: true })).toEqual([]);
  });
});

test('the local mailbox and a mail in it are not faulted by axe either', async ({ page }) => {
  const email = `${makeName('reader').replaceAll(' ', '-').toLowerCase()}@example.org`;
  const sent = await fetch(`${url}/auth/v1/otp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: await getPublicKey(url) },
    body: JSON.stringify({ email }),
  });
  expect(sent.status).toBe(200);
  await page.goto(`${url}/dev/mail?to=${email}`);
  expect(await listFaultsOfLook(page)).toEqual([]);
  await page.locator('ol a').first().click();
  await expect(page.locator('iframe')).toBeVisible();
  expect(await listFaultsOfLook(page)).toEqual([]);
});
