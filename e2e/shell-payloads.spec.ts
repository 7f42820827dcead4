import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Request } from '@playwright/test';
import { clickLink, countDocuments, followAddress, openAlive } from './shell/open.ts';
import { type ShellServer, startShellServer } from './shell/shell-server.ts';
import { test } from './world/test.ts';

let server: ShellServer;
test.beforeAll(async () => {
  server = await startShellServer();
});
test.afterAll(() => server.close());

const asked = (ending: string) => server.requests.filter((path) => path.endsWith(ending));

test('a navigation makes one payload request, and none to a page without data', async ({
  page,
}) => {
  await openAlive(page, `${server.url}/login`);
  const documents = countDocuments(page);
  server.requests.length = 0;
  await clickLink(page, '/about');
  await expect(page).toHaveURL(`${server.url}/about`);
  await expect(page).toHaveTitle(/^About/);
  expect(asked('_payload.json')).toEqual(['/about/_payload.json']);
  await followAddress(page, '/ladders/chronophoto-test');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  expect(asked('_payload.json')).toHaveLength(1);
  expect(asked(`${await readBuild(page)}.json`)).toHaveLength(1);
  expect(documents()).toBe(0);
});

test('every page has a payload address, empty where it has no data', async ({ request }) => {
  const answer = await request.get(`${server.url}/dev/pieces/_payload.json`);
  expect(await answer.json()).toMatchObject({ data: null });
  expect(answer.headers().vary).toContain('Cookie');
});

test('a payload is asked for again while the network fails, three times at most', async ({
  page,
}) => {
  await openAlive(page, `${server.url}/login`);
  let tries = 0;
  await page.route('**/about/_payload.json', async (route) => {
    tries += 1;
    if (tries <= 3) {
      await route.abort('connectionfailed');
    } else {
      await route.continue();
    }
  });
  await clickLink(page, '/about');
  await expect(page).toHaveTitle(/^About/);
  expect(tries).toBe(4);
});

test('the view is at the top of a new page, at the target of a hash, and where it was on the way back', async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 400 });
  await openAlive(page, `${server.url}/dev/pieces`);
  await page.evaluate(() => window.scrollTo(0, 700));
  await followAddress(page, '/ladders/chronophoto-test');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page.locator('[data-status="live"]')).toBeAttached();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700);
  await followAddress(page, '/ladders/chronophoto-test');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await followAddress(page, '/dev/pieces#toasts');
  await expect(page.locator('#toasts')).toBeInViewport();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
});

test('another view of the same page keeps the place', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 400 });
  await openAlive(page, `${server.url}/dev/pieces`);
  await page.evaluate(() => window.scrollTo(0, 500));
  await followAddress(page, '/dev/pieces?tab=2');
  await expect(page).toHaveURL(/tab=2/);
  expect(await page.evaluate(() => window.scrollY)).toBe(500);
});

test('who changes their mind while a page loads gets the last one, and only that', async ({
  page,
}) => {
  await openAlive(page, `${server.url}/dev/pieces`);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHeld = false;
  let isOver = false;
  // Called off while it was held, or answered after all: neither may show anything.
  const note = (request: Request) => {
    isOver ||= request.url().endsWith('/about/_payload.json');
  };
  page.on('requestfailed', note);
  page.on('requestfinished', note);
  await page.route('**/about/_payload.json', async (route) => {
    isHeld = true;
    await held;
    await route.continue().catch(() => {});
  });
  await clickLink(page, '/about');
  await expect(page.locator('.progress[data-busy]')).toBeAttached();
  // The visit begins before its request does, and one called off before that asks for nothing.
  await expect.poll(() => isHeld).toBe(true);
  await followAddress(page, '/ladders/chronophoto-test');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  release();
  await expect.poll(() => isOver).toBe(true);
  await expect(page).toHaveURL(/chronophoto-test/);
  await page.goBack();
  await expect(page.locator('[data-status="live"]')).toBeAttached();
});

test('the focus goes with the reader to the new page', async ({ page }) => {
  await openAlive(page, `${server.url}/login`);
  await clickLink(page, '/about');
  await expect(page).toHaveURL(/about/);
  await expect(page.locator('main')).toBeFocused();
});

async function readBuild(page: import('@playwright/test').Page): Promise<string> {
  const text = await page.locator('#muster-data').textContent();
  return (JSON.parse(text ?? '{}') as { build: string }).build;
}

test('a new build is taken at the next navigation, and not before', async ({ page }) => {
  await page.clock.install();
  await openAlive(page, `${server.url}/dev/pieces`);
  await page.getByRole('textbox').first().fill('typed before the build came');
  await page.route('**/builds/latest.json', (route) =>
    route.fulfill({ json: { id: 'another-build' } }),
  );
  const polled = page.waitForResponse('**/builds/latest.json');
  await page.clock.fastForward(3_600_000);
  await (await polled).finished();
  await expect(page.getByRole('textbox').first()).toHaveValue('typed before the build came');
  const documents = countDocuments(page);
  await clickLink(page, '/about');
  await expect(page).toHaveTitle(/^About/);
  expect(documents()).toBe(1);
});

test('a tab whose build the server has forgotten takes the new one at its first navigation', async ({
  page,
}) => {
  await openAlive(page, `${server.url}/login`);
  await page.route('**/builds/meta/*.json', (route) => route.fulfill({ status: 404, json: {} }));
  const documents = countDocuments(page);
  await clickLink(page, '/about');
  await expect(page).toHaveTitle(/^About/);
  expect(documents()).toBe(1);
});

test('latest and meta name the build that the document runs', async ({ page, request }) => {
  await openAlive(page, `${server.url}/login`);
  const build = await readBuild(page);
  expect(await (await request.get(`${server.url}/builds/latest.json`)).json()).toEqual({
    id: build,
  });
  const meta = await (await request.get(`${server.url}/builds/meta/${build}.json`)).json();
  expect(meta).toMatchObject({ id: build, routeRules: { '/profile': { redirect: '/account' } } });
  expect((await request.get(`${server.url}/builds/meta/other.json`)).status()).toBe(404);
});

test('a chunk that is gone is told as an event and reloads the page once', async ({ page }) => {
  // However long the reload takes, the ten seconds without a second one are not over.
  await page.clock.setFixedTime(Date.now());
  await openAlive(page, `${server.url}/login`);
  await page.evaluate(() => {
    window.addEventListener('vite:preloadError', () => sessionStorage.setItem('event', 'seen'));
  });
  await page.route(/assets\/placeholder-.*\.js/, (route) => route.abort());
  const documents = countDocuments(page);
  await followAddress(page, '/ladders/chronophoto-test');
  await expect.poll(documents).toBe(1);
  await expect(page).toHaveURL(/chronophoto-test/);
  // The document comes with its words, and its chunk is still missing: no second reload within ten seconds.
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(documents()).toBe(1);
  expect(await page.evaluate(() => sessionStorage.getItem('event'))).toBe('seen');
});

for (const [away, answer] of [
  ['nobody answers', null],
  ['another answers in its place', 503],
] as const) {
  test(`a chunk that does not come while ${away} leaves the page that is here`, async ({
    page,
  }) => {
    await openAlive(page, `${server.url}/login`);
    await page.route(/assets\/placeholder-.*\.js/, (route) => route.abort());
    await page.route('**/builds/latest.json', (route) =>
      answer === null ? route.abort() : route.fulfill({ status: answer }),
    );
    const documents = countDocuments(page);
    const isAsked = {
      predicate: (request: Request) => request.url().endsWith('/builds/latest.json'),
    };
    const asked =
      answer === null
        ? page.waitForEvent('requestfailed', isAsked)
        : page.waitForEvent('requestfinished', isAsked);
    await followAddress(page, '/ladders/chronophoto-test');
    await asked;
    await page.waitForLoadState('networkidle');
    expect(documents()).toBe(0);
  });
}

for (const [which, id, reloads] of [
  ['this', null, 0],
  ['another', 'other', 1],
] as const) {
  test(`what was fetched ahead and did not come reloads the page ${reloads} times while ${which} build is served`, async ({
    browser,
  }) => {
    const page = await browser.newPage();
    // However long the reload takes, the ten seconds without a second one are not over.
    await page.clock.setFixedTime(Date.now());
    await page.route(/assets\/about-.*\.js/, (route) => route.abort());
    await page.route('**/builds/latest.json', (route) =>
      id === null ? route.continue() : route.fulfill({ json: { id } }),
    );
    const documents = countDocuments(page);
    const isAsked = {
      predicate: (request: Request) => request.url().endsWith('/builds/latest.json'),
    };
    const asked = page.waitForEvent('requestfinished', isAsked);
    await openAlive(page, `${server.url}/login`);
    await asked;
    await expect.poll(documents).toBe(1 + reloads);
    await page.waitForLoadState('networkidle');
    expect(documents()).toBe(1 + reloads);
  });
}

test('a page that cannot come to life says so in the log', async ({ page }) => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') {
      errors.push(message.text());
    }
  });
  await page.addInitScript(() => {
    JSON.parse = () => {
      throw new Error('broken');
    };
  });
  await page.goto(`${server.url}/login`);
  await expect.poll(() => errors.some((text) => text.startsWith('App mount failed'))).toBe(true);
});

test('chunks of visible links are fetched ahead, five at once, and none for who saves data or is on a slow line', async ({
  browser,
}) => {
  for (const connection of [
    { saveData: false, effectiveType: '4g' },
    { saveData: true, effectiveType: '4g' },
    { saveData: false, effectiveType: 'slow-2g' },
  ]) {
    const page = await browser.newPage();
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { value });
    }, connection);
    let open = 0;
    let most = 0;
    let fetched = 0;
    await page.route(
      /assets\/(?:home|about|teams|boards|archives|admins|game|servers|ladder)-\w{7}\.js$/,
      async (route) => {
        open += 1;
        fetched += 1;
        most = Math.max(most, open);
        await new Promise((resolve) => setTimeout(resolve, 30));
        open -= 1;
        await route.continue();
      },
    );
    await openAlive(page, `${server.url}/login`);
    if (connection.saveData || connection.effectiveType !== '4g') {
      await page.waitForLoadState('networkidle');
      expect(fetched).toBe(0);
    } else {
      await expect.poll(() => fetched).toBeGreaterThan(5);
      expect(most).toBeLessThanOrEqual(5);
    }
    await page.close();
  }
});

test('files are kept for a year and come compressed; a page asks each time', async ({
  request,
}) => {
  const html = await (await request.get(`${server.url}/login`)).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
  const file = await request.get(server.url + script, { headers: { 'accept-encoding': 'br' } });
  expect(file.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(file.headers()['content-encoding']).toBe('br');
  const page = await request.get(`${server.url}/login`);
  expect(page.headers()['cache-control']).toBe('private, no-cache');
  expect(page.headers()['content-security-policy']).toContain("script-src 'self';");
});

test('another build beside this one has another name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-build-'));
  try {
    const dist = join(import.meta.dirname, '../packages/site/dist');
    // The same program: loading it a second time costs seconds.
    symlinkSync(join(dist, 'server'), join(folder, 'server'));
    mkdirSync(join(folder, 'client'));
    const manifest = readFileSync(join(dist, 'client/manifest.json'), 'utf8');
    writeFileSync(join(folder, 'client/manifest.json'), `${manifest} `);
    const other = await startShellServer({ overrides: { siteFolder: folder } });
    const ids = await Promise.all(
      [server, other].map(async ({ url }) => (await fetch(`${url}/builds/latest.json`)).text()),
    );
    await other.close();
    expect(ids[0]).not.toBe(ids[1]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
