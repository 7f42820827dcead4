import { expect, type Page } from '@playwright/test';
import { publicIconHost } from '../packages/site/src/client/icon/public-icon-host.ts';
import { clickLink, followAddress, openAlive } from './shell/open.ts';
import { type ShellServer, startShellServer } from './shell/shell-server.ts';
import { test } from './world/test.ts';

let server: ShellServer;
test.beforeAll(async () => {
  server = await startShellServer();
});
test.afterAll(() => server.close());

test('a toast is announced, lives four seconds and goes at a click', async ({ page }) => {
  await page.clock.install();
  await openAlive(page, `${server.url}/dev/pieces`);
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  const region = page.getByRole('region', { name: 'Notes' }).last();
  await expect(region).toHaveAttribute('aria-live', 'polite');
  await page.getByRole('button', { name: 'Join our Discord' }).click();
  const toast = region.locator('.toast');
  await expect(toast).toHaveCount(1);
  await page.clock.runFor(3900);
  await expect(toast).not.toHaveClass(/toast-destroyed/);
  await page.clock.runFor(200);
  await expect(toast).toHaveClass(/toast-destroyed/);
  await page.clock.runFor(600);
  await expect(toast).toHaveCount(0);
  await page.getByRole('button', { name: 'Something went wrong.' }).click();
  await expect(toast).toHaveCount(1);
  await page.clock.runFor(60_000);
  await expect(toast).not.toHaveClass(/toast-destroyed/);
  await toast.getByRole('button').click();
  // The clock stands still, so the page must have heard the click before it goes on.
  await expect(toast).toHaveClass(/toast-destroyed/);
  await page.clock.runFor(600);
  await expect(toast).toHaveCount(0);
});

/** The longest that anything of the page takes to move or to fade, in milliseconds. */
function measureMotion(page: Page): Promise<number> {
  return page.evaluate(() => {
    const times = [...document.querySelectorAll('*')].flatMap((element) => {
      const { animationDuration, animationDelay, transitionDuration } = getComputedStyle(element);
      return [animationDuration, animationDelay, transitionDuration].join(',').split(',');
    });
    return Math.max(...times.map((time) => Number.parseFloat(time) * 1000));
  });
}

test('toasts stand at the top right, 300 px wide, and cover no control under the thumb; who wants no motion sees the end of each at once', async ({
  page,
}) => {
  await openAlive(page, `${server.url}/dev/pieces`);
  await page.getByRole('button', { name: 'Something went wrong.' }).click();
  const box = await page.locator('.toasts').boundingBox();
  const width = await page.evaluate(() => document.documentElement.clientWidth);
  expect(box?.width).toBe(300);
  expect(Math.round((box?.x ?? 0) + 300)).toBe(width);
  expect(box?.y).toBeLessThan(100);
  await expect(page.locator('.toast')).toBeVisible();
  expect(await measureMotion(page)).toBeGreaterThanOrEqual(500);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await measureMotion(page)).toBeLessThanOrEqual(1);
});

test('a dialog keeps the focus, and Escape, its button and a click beside it close it', async ({
  page,
}) => {
  await openAlive(page, `${server.url}/dev/pieces`);
  const open = page.getByRole('button', { name: 'Close', exact: true }).first();
  const dialog = page.getByRole('dialog');
  await open.click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await open.click();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
});

test('every piece is there in all its states, and icons come from our own endpoint, in one request a set', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/icons/')) {
      asked.push(request.url());
    }
  });
  await openAlive(page, `${server.url}/dev/pieces`);
  await expect(page.locator('[data-status]')).toHaveCount(16);
  await expect(page.getByRole('button', { name: 'Connect Steam' })).toBeVisible();
  await expect(page.getByText('Connected as Rook')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Join our Discord' })).toHaveAttribute(
    'href',
    'https://chat.example.org/muster',
  );
  await expect(page.locator('.admin-pill')).toHaveText('Admin');
  await expect(page.getByRole('heading', { name: 'Battlefield 6' })).toBeVisible();
  await expect(
    page.getByRole('img', { name: 'Last results: won, lost, won, won, drawn' }),
  ).toBeVisible();
  await expect(page.locator('.clock-figures')).toHaveText(/\d\d:\d\d:\d\d$/);
  await expect(page.locator('.icon path')).toHaveCount(3);
  expect(asked).toHaveLength(1);
  expect(decodeURIComponent(asked[0] ?? '')).toContain(
    '/api/icons/simple-icons.json?icons=discord,steam',
  );
});

test('the pieces are for development only', async ({ request }) => {
  const closed = await startShellServer({ overrides: { mayUseDevelopmentPages: () => false } });
  expect((await request.get(`${closed.url}/dev/pieces`)).status()).toBe(404);
  await closed.close();
});

test('icons come from the public host where our own endpoint fails', async ({ page }) => {
  await page.route('**/api/icons/**', (route) => route.fulfill({ status: 503, body: '503' }));
  await page.route(`${publicIconHost}/**`, (route) => {
    const names = (new URL(route.request().url()).searchParams.get('icons') ?? '').split(',');
    const icons = Object.fromEntries(names.map((name) => [name, { body: '<path d="M0 0h9"/>' }]));
    return route.fulfill({
      json: { prefix: 'simple-icons', icons },
      headers: { 'access-control-allow-origin': '*' },
    });
  });
  await openAlive(page, `${server.url}/dev/pieces`);
  await expect(page.locator('.icon path[d="M0 0h9"]')).toHaveCount(3);
});

test('an icon that cannot be had is logged and blocks nothing', async ({ page }) => {
  const errors: string[] = [];
  page.on('console', (message) => errors.push(message.text()));
  await page.route('**/api/icons/**', (route) => route.fulfill({ status: 404, body: '404' }));
  await openAlive(page, `${server.url}/dev/pieces`);
  await expect
    .poll(() => errors.some((text) => text.startsWith('Failed to load custom icons')))
    .toBe(true);
  await expect(page.getByRole('button', { name: 'Connect Steam' })).toBeVisible();
});

test('an icon that does not come within 1500 ms is logged, and nothing waits for it', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('console', (message) => errors.push(message.text()));
  await page.clock.install();
  const countLogged = () =>
    errors.filter((text) => text.startsWith('Failed to load custom icons')).length;
  let held = 0;
  await page.route('**/api/icons/**', () => {
    held += 1;
  });
  await page.route(`${publicIconHost}/**`, () => {});
  await openAlive(page, `${server.url}/ladders/chronophoto-test`);
  // From here on the clock stands still: what comes late must not pass for what comes in time.
  await page.clock.pauseAt(Date.now() + 60_000);
  await followAddress(page, '/dev/pieces');
  await expect(page.getByRole('button', { name: 'Connect Steam' })).toBeVisible();
  // The page is seen before its icons are asked for; each look lets the loader's own short timers run.
  await expect
    .poll(async () => {
      await page.clock.runFor(1);
      return held;
    })
    .toBeGreaterThan(0);
  await page.clock.runFor(1400);
  expect(countLogged()).toBe(0);
  await page.clock.runFor(100);
  await expect.poll(countLogged).toBe(3);
});

test('the icon endpoint knows its sets, and only the names that are there', async ({ request }) => {
  const get = (path: string) => request.get(`${server.url}/api/icons/${path}`);
  const found = await (await get('simple-icons.json?icons=discord%2Cnope')).json();
  expect(found).toMatchObject({ prefix: 'simple-icons', not_found: ['nope'] });
  expect(Object.keys(found.icons)).toEqual(['discord']);
  expect((await get('lucide.json?icons=x')).status()).toBe(404);
  expect((await get('..%2Fx.json?icons=x')).status()).toBe(404);
});

test.describe('analytics', () => {
  interface Sent {
    [name: string]: unknown;
  }

  async function startCounted(host: string) {
    const sent: Sent[] = [];
    const counted = await startShellServer({ environment: { ANALYTICS_HOST: host } });
    return { sent, counted };
  }

  test('are off unless a host is set', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await openAlive(page, `${server.url}/login`);
    await page.waitForLoadState('networkidle');
    expect(asked.some((url) => url.includes('analytics'))).toBe(false);
  });

  test('count a page view and each change of the address, as plain text', async ({ page }) => {
    const { sent, counted } = await startCounted('https://stats.example');
    let type: string | null = null;
    await page.route('https://stats.example/api/event', async (route) => {
      type = (await route.request().headerValue('content-type')) ?? null;
      sent.push(JSON.parse(route.request().postData() ?? '{}') as Sent);
      await route.fulfill({
        status: 202,
        body: 'ok',
        headers: { 'access-control-allow-origin': '*' },
      });
    });
    const address = counted.url.replace('localhost', '127.0.0.1');
    await openAlive(page, `${address}/login`);
    await expect.poll(() => sent.length).toBe(1);
    await clickLink(page, '/about');
    await expect.poll(() => sent.length).toBe(2);
    expect(type).toMatch(/^text\/plain/);
    expect(sent[1]).toMatchObject({ n: 'pageview', u: `${address}/about`, d: '127.0.0.1', h: 0 });
    expect(sent[1]).toHaveProperty('r');
    expect(sent[1]).toHaveProperty('w');
    await counted.close();
  });

  test('skip this machine and who does not want to be counted', async ({ page }) => {
    const { sent, counted } = await startCounted('https://stats.example');
    await page.route('https://stats.example/**', async (route) => {
      sent.push({});
      await route.fulfill({ status: 202 });
    });
    await openAlive(page, `${counted.url}/login`);
    await clickLink(page, '/about');
    await page.waitForLoadState('networkidle');
    const address = counted.url.replace('localhost', '127.0.0.1');
    await page.addInitScript(() => localStorage.setItem('plausible_ignore', 'true'));
    await openAlive(page, `${address}/login`);
    await page.waitForLoadState('networkidle');
    expect(sent).toEqual([]);
    await counted.close();
  });
});
