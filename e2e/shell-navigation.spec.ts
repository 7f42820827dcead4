import { expect } from '@playwright/test';
import { openAlive } from './shell/open.ts';
import { type ShellServer, startShellServer } from './shell/shell-server.ts';
import { listViolations } from './world/axe.ts';
import { holdRequests } from './world/hold-requests.ts';
import { measureOverflow } from './world/look.ts';
import { test } from './world/test.ts';

let server: ShellServer;
test.beforeAll(async () => {
  server = await startShellServer();
});
test.afterAll(() => server.close());

const open = (name: string) => `details.menu[open] > summary:has-text("${name}")`;

test('a menu opens and closes by its button, and closes by a click anywhere else', async ({
  page,
}) => {
  await openAlive(page, `${server.url}/login`);
  const casual = page.getByText('Casual', { exact: true });
  await casual.click();
  await expect(page.getByRole('link', { name: 'Squad' })).toBeVisible();
  await casual.click();
  await expect(page.getByRole('link', { name: 'Squad' })).toBeHidden();
  await casual.click();
  await page.getByText('Competitions', { exact: true }).click();
  await expect(page.locator(open('Casual'))).toHaveCount(0);
  await expect(page.locator(open('Competitions'))).toHaveCount(1);
  await page.locator('main').click({ position: { x: 20, y: 100 } });
  await expect(page.locator('details.menu[open]')).toHaveCount(0);
  // Nothing there takes the focus: the click alone must do it.
  await casual.click();
  await page.getByText('© 2025 Muster').click();
  await expect(page.locator('details.menu[open]')).toHaveCount(0);
  // The padding of the open list is no part of the button either.
  await casual.click();
  await page.locator('details.menu[open] .menu-list').click({ position: { x: 2, y: 2 } });
  await expect(page.locator('details.menu[open]')).toHaveCount(0);
});

test('the logo leads home, from the bar and from the footer, which names the year; the menus hold the entries of the specification, and every link closes them', async ({
  page,
}) => {
  await openAlive(page, `${server.url}/login`);
  const homes = page.getByRole('link', { name: 'Muster, home' });
  await expect(homes).toHaveCount(2);
  for (const link of await homes.all()) {
    await expect(link).toHaveAttribute('href', '/');
  }
  await expect(page.getByRole('contentinfo')).toContainText('© 2025 Muster');
  const nav = page.getByRole('navigation', { name: 'Site' });
  for (const [menu, count] of [
    ['Casual', 7],
    ['Competitions', 8],
    ['Servers', 2],
  ] as const) {
    const list = nav.locator('details', { has: page.getByText(menu, { exact: true }) });
    await expect(list.locator('ul a')).toHaveCount(count);
  }
  await page.getByText('Servers', { exact: true }).click();
  await page.getByRole('link', { name: 'Space Engineers' }).click();
  await expect(page).toHaveURL(`${server.url}/servers/space-engineers`);
  await expect(page.locator('details.menu[open]')).toHaveCount(0);
  // Also where it leads nowhere new.
  await page.getByText('Servers', { exact: true }).click();
  await nav.getByRole('link', { name: 'Space Engineers' }).click();
  await expect(page.locator('details.menu[open]')).toHaveCount(0);
  await expect(nav.getByRole('link', { name: 'Forum' })).toHaveAttribute(
    'href',
    'https://forum.example.org/',
  );
  await expect(nav.getByRole('link', { name: 'Chat' })).toHaveAttribute(
    'href',
    'https://chat.example.org/muster',
  );
});

test('the keyboard opens a menu, walks it and leaves it with Escape', async ({ page }) => {
  await openAlive(page, `${server.url}/login`);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Muster, home' }).first()).toBeFocused();
  for (const name of ['Teams', 'Boards']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name, exact: true }).first()).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'AQtion' }).first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('details.menu[open]')).toHaveCount(0);
  await expect(page.locator('summary', { hasText: 'Casual' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await expect(page.locator('details.menu[open]')).toHaveCount(0);
});

test('the skip link leads past the bar', async ({ page }) => {
  await openAlive(page, `${server.url}/login`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the same entries stand in an overlay that a link, Escape or the button closes', async ({
    page,
  }) => {
    await openAlive(page, `${server.url}/login`);
    const overlay = page.locator('#site-menu');
    const toggle = page.getByRole('button', { name: 'Menu' });
    await expect(overlay).toBeHidden();
    await toggle.click();
    await expect(overlay).toBeVisible();
    await expect(overlay.locator('details:not(.menu-end) a')).toHaveCount(17);
    await page.keyboard.press('Escape');
    await expect(overlay).toBeHidden();
    await toggle.click();
    await toggle.click();
    await expect(overlay).toBeHidden();
    await toggle.click();
    await overlay.getByText('Casual', { exact: true }).click();
    await overlay.getByRole('link', { name: 'Squad' }).click();
    await expect(page).toHaveURL(`${server.url}/games/squad`);
    await expect(overlay).toBeHidden();
  });

  test('every target of the bar is as large as a thumb', async ({ page }) => {
    await openAlive(page, `${server.url}/login`);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.locator('#site-menu').getByText('Competitions', { exact: true }).click();
    const small = await page
      .locator('.bar :is(a, button, summary):visible')
      .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 43.5).length);
    expect(small).toBe(0);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('menus open, the language changes and pages can be reached', async ({ page }) => {
    await page.goto(`${server.url}/login`);
    await page.getByText('Competitions', { exact: true }).click();
    await expect(page.getByRole('link', { name: 'Test ladder' })).toBeVisible();
    await page.locator('.language-menu summary').click();
    await page.getByRole('link', { name: 'Suomi' }).click();
    await expect(page).toHaveURL(`${server.url}/login`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'fi-FI');
    await expect(page.getByText('Kilpailut', { exact: true })).toBeVisible();
  });

  test('the overlay opens on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${server.url}/login`);
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.locator('#site-menu')).toBeVisible();
  });
});

test('nothing moves while the page comes to life, nor when its fonts come late', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const state = { shift: 0 };
    Object.assign(window, { layoutState: state });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        state.shift += (entry as unknown as { value: number }).value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const release = await holdRequests(page, '**/*.woff2');
  await page.goto(`${server.url}/ladders/chronophoto-test`, { waitUntil: 'commit' });
  await expect(page.locator('html[data-alive]')).toBeAttached();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  release();
  const shift = await page.evaluate(async () => {
    const toNextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await toNextFrame();
    await document.fonts.ready;
    // What moved is told after the frame in which it did.
    for (let frame = 0; frame < 3; frame += 1) {
      await toNextFrame();
    }
    return (window as unknown as { layoutState: { shift: number } }).layoutState.shift;
  });
  expect(shift).toBeLessThan(0.01);
});

const bothSchemes = ['dark', 'light'] as const;
for (const [path, looks] of [
  ['/dev/pieces', { 1440: bothSchemes, 768: [], 390: bothSchemes, 320: [] }],
  // The same bar around a few words.
  ['/nope', { 1440: ['dark'], 768: [], 390: ['light'], 320: [] }],
] as const) {
  test(`the shell passes axe, dark and light, and does not scroll sideways, from a desk to a phone: ${path}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await openAlive(page, server.url + path);
    for (const width of [1440, 768, 390, 320] as const) {
      await page.setViewportSize({ width, height: 800 });
      expect(await measureOverflow(page), `${width} px`).toBe(0);
      for (const colorScheme of looks[width]) {
        await page.emulateMedia({ colorScheme });
        expect(await listViolations(page), `${colorScheme}, ${width} px`).toEqual([]);
      }
    }
  });
}

for (const language of ['de-DE', 'pl-PL', 'fi-FI']) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language });
    test('the bar fits at every width, uncut', async ({ page }) => {
      await openAlive(page, `${server.url}/login`);
      await page.evaluate(async () => void (await document.fonts.ready));
      for (const width of [1440, 1000, 999, 768, 390, 320]) {
        await page.setViewportSize({ width, height: 800 });
        const bar = await page.locator('.bar-inner').evaluate((element) => ({
          overflow: element.scrollWidth - element.clientWidth,
          height: element.getBoundingClientRect().height,
        }));
        expect(bar.overflow, `${width} px`).toBeLessThanOrEqual(0);
        expect(bar.height, `${width} px`).toBeLessThan(62);
      }
    });
  });
}
