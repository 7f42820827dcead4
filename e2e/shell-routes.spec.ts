import { expect } from '@playwright/test';
import { clickLink, countDocuments, followAddress, openAlive } from './shell/open.ts';
import { type ShellServer, startShellServer } from './shell/shell-server.ts';
import { test } from './world/test.ts';

let server: ShellServer;
test.beforeAll(async () => {
  server = await startShellServer();
});
test.afterAll(() => server.close());

const missing = [
  ['/nope/x?y=1', 'Page not found: /nope/x'],
  ['/ladders/UPPER?x=1', 'Page Not Found: /ladders/UPPER?x=1'],
  ['/matches/7', 'Page Not Found: /matches/7'],
  ['/%E0%A4%A', 'Page not found: /%E0%A4%A'],
] as const;

test('an address that leads nowhere says so where it is typed', async ({ page, request }) => {
  for (const [path, text] of missing) {
    const answer = await request.get(server.url + path);
    expect(answer.status(), path).toBe(404);
    await openAlive(page, server.url + path);
    await expect(page.getByRole('heading', { name: 'Page Not Found', level: 1 })).toBeVisible();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expect(page).toHaveTitle('Page Not Found · Muster League');
  }
});

test('a click on one ends alike and asks the server nothing', async ({ page }) => {
  await openAlive(page, `${server.url}/login`);
  const documents = countDocuments(page);
  server.requests.length = 0;
  for (const [path, text] of missing) {
    await followAddress(page, path);
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
  expect(documents()).toBe(0);
  expect(server.requests.filter((asked) => asked.endsWith('_payload.json'))).toEqual([]);
});

test('a loader that finds nothing is a 404 with the full path, on both ways', async ({
  page,
  request,
}) => {
  server.about = async () => null;
  expect((await request.get(`${server.url}/about?z=2`)).status()).toBe(404);
  await openAlive(page, `${server.url}/login`);
  await followAddress(page, '/about?z=2');
  await expect(page.getByText('Page Not Found: /about?z=2', { exact: true })).toBeVisible();
});

test('a loader that fails is an Internal Server Error that says nothing of the cause', async ({
  page,
  request,
}) => {
  server.about = async () => {
    throw new Error('secret cause');
  };
  const answer = await request.get(`${server.url}/about`);
  expect(answer.status()).toBe(500);
  expect(await answer.text()).not.toContain('secret cause');
  await openAlive(page, `${server.url}/login`);
  await clickLink(page, '/about');
  await expect(page.getByRole('heading', { name: 'Internal Server Error' })).toBeVisible();
  await expect(page.getByText('Error 500')).toBeVisible();
  await expect(page.getByText('Something went wrong.')).toBeVisible();
});

test('the placeholder route has an address and no ladder', async ({ page }) => {
  await openAlive(page, `${server.url}/ladders/chronophoto-test`);
  await expect(page.getByText('Nothing here yet')).toBeVisible();
});

test('a route rule redirects within the site, and leaves it for another', async ({
  page,
  request,
}) => {
  const inside = await request.get(`${server.url}/profile`, { maxRedirects: 0 });
  expect([inside.status(), inside.headers().location]).toEqual([302, '/account']);
  const outside = await request.get(`${server.url}/forum`, { maxRedirects: 0 });
  expect(outside.headers().location).toBe('https://forum.example.org/');
  await page.route('https://forum.example.org/', (route) => route.fulfill({ body: 'the forum' }));
  await openAlive(page, `${server.url}/login`);
  await followAddress(page, '/forum');
  await expect(page.getByText('the forum')).toBeVisible();
});

for (const way of ['typed', 'clicked'] as const) {
  test(`a guarded page that is ${way} leads to sign-in and keeps the whole address`, async ({
    page,
    context,
  }) => {
    await openAlive(page, `${server.url}/nope`);
    if (way === 'typed') {
      await page.goto(`${server.url}/account?tab=2`);
    } else {
      await followAddress(page, '/account?tab=2');
    }
    await expect(page).toHaveURL(`${server.url}/login`);
    const cookie = (await context.cookies()).find(({ name }) => name === 'muster-redirect-path');
    expect(decodeURIComponent(cookie?.value ?? '')).toBe('/account?tab=2');
  });
}

test('a guard may cover all but what is exempt, and keep no address', async ({ page, context }) => {
  const strict = await startShellServer({
    overrides: {
      rules: {
        guard: {
          loginPath: '/login',
          callbackPath: '/confirm',
          include: [],
          exclude: ['/ladders/*'],
          savesRedirect: false,
        },
        routeRules: {},
      },
    },
  });
  await openAlive(page, `${strict.url}/ladders/chronophoto-test`);
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await clickLink(page, '/about');
  await expect(page).toHaveURL(`${strict.url}/login`);
  await page.goto(`${strict.url}/about`);
  await expect(page).toHaveURL(`${strict.url}/login`);
  await page.goto(`${strict.url}/confirm`);
  await expect(page).toHaveURL(`${strict.url}/confirm`);
  const names = (await context.cookies()).map(({ name }) => name);
  expect(names).not.toContain('muster-redirect-path');
  await strict.close();
});

test('an address with a slash at its end leads to the one without', async ({ request }) => {
  const answer = await request.get(`${server.url}/login/?a=1`, { maxRedirects: 0 });
  expect(answer.headers().location).toBe('/login?a=1');
});

for (const [typed, meant] of [
  ['/Teams/New?x=Y', '/teams/new?x=Y'],
  ['/ABOUT/', '/about'],
  ['/Profile', '/profile'],
  ['/Account/Nope', '/account/nope'],
  ['/Teams/New/_payload.json', '/teams/new/_payload.json'],
] as const) {
  test(`${typed} stands for ${meant}, before the guard and the rules`, async ({ request }) => {
    const answer = await request.get(server.url + typed, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location]).toEqual([308, meant]);
  });
}

test('a guarded address is no way in by upper case, typed or clicked, nor where it leads nowhere', async ({
  page,
}) => {
  for (const path of ['/Teams/NEW', '/Account/nope', '/account/nope']) {
    await page.goto(server.url + path);
    await expect(page).toHaveURL(`${server.url}/login`);
    await openAlive(page, `${server.url}/about`);
    await followAddress(page, path);
    await expect(page).toHaveURL(`${server.url}/login`);
  }
});

test('any error that is no 404 is an Internal Server Error, with its status and what is meant for people', async ({
  page,
}) => {
  await openAlive(page, `${server.url}/login`);
  await page.route('**/about/_payload.json', (route) =>
    route.fulfill({
      status: 429,
      json: { error: { status: 429, message: 'Too many.', wait: 60 } },
    }),
  );
  await clickLink(page, '/about');
  await expect(
    page.getByRole('heading', { name: 'Internal Server Error', level: 1 }),
  ).toBeVisible();
  await expect(page).toHaveTitle('Internal Server Error · Muster League');
  await expect(page.getByText('Error 429')).toBeVisible();
  await expect(page.getByText('Too many requests came from your address.')).toBeVisible();
});

test('a write to a page is none: it leads back to the page, or is refused', async ({ request }) => {
  const url = `${server.url}/about`;
  const answer = await request.post(url, { form: { password: 'secret' }, maxRedirects: 0 });
  expect([answer.status(), answer.headers().location]).toEqual([303, '/about']);
  expect((await request.put(url)).status()).toBe(405);
});

test.describe('with languages in addresses', () => {
  let prefixed: ShellServer;
  let always: ShellServer;
  test.beforeAll(async () => {
    prefixed = await startShellServer({
      environment: { LOCALE_STRATEGY: 'prefix_except_default' },
    });
    always = await startShellServer({ environment: { LOCALE_STRATEGY: 'prefix' } });
  });
  test.afterAll(async () => {
    await prefixed.close();
    await always.close();
  });

  test('the address says the language, links keep it, and the others are named', async ({
    page,
  }) => {
    await openAlive(page, `${prefixed.url}/fi/login`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'fi-FI');
    await expect(page.locator('link[hreflang="de-DE"]')).toHaveAttribute(
      'href',
      `${prefixed.url}/de/login`,
    );
    await expect(page.locator('link[hreflang="x-default"]')).toHaveAttribute(
      'href',
      `${prefixed.url}/login`,
    );
    await clickLink(page, '/fi/about');
    await expect(page).toHaveURL(`${prefixed.url}/fi/about`);
    // What the browser draws names no language; the click gives it one.
    await followAddress(page, '/ladders/chronophoto-test');
    await expect(page).toHaveURL(`${prefixed.url}/fi/ladders/chronophoto-test`);
    await openAlive(page, `${prefixed.url}/login`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  });

  test('the language menu leads to the same page in another language', async ({ page }) => {
    await openAlive(page, `${prefixed.url}/login`);
    await page.locator('.language-menu summary').click();
    await page.getByRole('link', { name: 'Polski' }).click();
    await expect(page).toHaveURL(`${prefixed.url}/pl/login`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'pl-PL');
  });

  test('the guard and the rules hold under every prefix', async ({ request }) => {
    const guarded = await request.get(`${prefixed.url}/fi/account`, { maxRedirects: 0 });
    expect(guarded.headers().location).toBe('/fi/login');
  });

  test('the default language stands at both addresses, under route names that can be changed or removed', async ({
    page,
    request,
  }) => {
    const asked = { LOCALE_STRATEGY: 'prefix_and_default' };
    const route = page.locator('main[data-route]');
    for (const [wish, bare] of [
      ['keep', 'login___en___default'],
      ['{name}-plain', 'login-plain'],
      ['remove', null],
    ] as const) {
      const both = await startShellServer({
        environment: { ...asked, LOCALE_DEFAULT_ROUTES: wish },
      });
      for (const language of ['en', 'fi']) {
        const name = `login___${language}`;
        const answer = await request.get(`${both.url}/${language}/login`);
        expect(await answer.text()).toContain(`data-route="${name}"`);
        // The browser's own routes are named by the same rules: it is asked once, where both addresses are kept.
        if (wish === 'keep') {
          await openAlive(page, `${both.url}/${language}/login`);
          await expect(route).toHaveAttribute('data-route', name);
        }
      }
      await openAlive(page, `${both.url}/login`);
      await expect(route).toHaveAttribute('data-route', bare ?? 'login___en');
      await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
      await expect(page).toHaveURL(`${both.url}${bare === null ? '/en' : ''}/login`);
      const about = bare === null ? '/en/about' : '/about';
      await clickLink(page, about);
      await expect(page).toHaveURL(both.url + about);
      await expect(page).toHaveTitle(/^About/);
      // Before its server goes: a page that misses a chunk loads itself anew.
      await page.goto('about:blank');
      await both.close();
    }
  });

  test('an address without a language leads to the person’s own', async ({ request }) => {
    const answer = await request.get(`${always.url}/login`, {
      maxRedirects: 0,
      headers: { 'accept-language': 'fr-FR' },
    });
    expect(answer.headers().location).toBe('/fr/login');
    expect((await request.get(`${always.url}/xx/login`, { maxRedirects: 0 })).status()).toBe(302);
  });
});
