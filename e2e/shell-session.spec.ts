import { expect, type Page } from '@playwright/test';
import { countDocuments, openAlive } from './shell/open.ts';
import { makeName, readSession, signIn, writeSession } from './shell/sign-in.ts';
import { comeSignedIn } from './world/come-signed-in.ts';
import { holdRequests } from './world/hold-requests.ts';
import { saveData } from './world/save-data.ts';
import { test } from './world/test.ts';

const somewhere = '/ladders/chronophoto-test';

test('signing in leads back to where the person was, and lasts 400 days', async ({
  page,
  context,
}) => {
  await openAlive(page, `${somewhere}?from=here`);
  const name = makeName('Rook');
  await signIn(page, name);
  await expect(page).toHaveURL(/chronophoto-test\?from=here$/);
  const cookies = (await context.cookies()).filter((one) =>
    one.name.startsWith('muster-auth-token'),
  );
  expect(cookies.map((one) => one.name)).toEqual(['muster-auth-token.0', 'muster-auth-token.1']);
  for (const { expires, path, sameSite, value } of cookies) {
    expect(path).toBe('/');
    expect(sameSite).toBe('Lax');
    expect(value.length).toBeLessThanOrEqual(3180);
    expect(Math.round((expires - Date.now() / 1000) / 86_400)).toBe(400);
  }
  await page.locator('.bar-person summary').click();
  const session = await readSession(context);
  const { id } = (session?.user ?? {}) as { id?: string };
  await expect(page.getByRole('link', { name: 'Profile' })).toHaveAttribute(
    'href',
    `/profiles/${id}`,
  );
  await page.reload();
  await expect(page.locator('.bar-person summary')).toHaveAccessibleName(`Account: ${name}`);
});

test('a guarded address is reached after signing in', async ({ page }) => {
  await openAlive(page, '/account?tab=2');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('button', { name: /Discord/ }).click();
  await page.waitForURL('**/dev/discord/**');
  await page.getByRole('textbox').fill(makeName('Mistral'));
  await page.getByRole('textbox').press('Enter');
  await expect(page).toHaveURL(/\/account\?tab=2$/);
});

test('signing out clears the session, leads home, and every tab follows', async ({
  page,
  context,
  baseURL,
}) => {
  await comeSignedIn(context, baseURL ?? '', makeName('Otso'));
  await openAlive(page, somewhere);
  const other = await context.newPage();
  await openAlive(other, somewhere);
  await expect(other.locator('.bar-person summary')).toBeVisible();
  const documents = countDocuments(other);
  await page.locator('.bar-person summary').click();
  const ended = page.waitForRequest('**/auth/v1/logout*');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByRole('button', { name: 'Sign out' }).click();
  await ended;
  await expect(page).toHaveURL(/:\d+\/$/);
  // The page that is left is not asked for anew on the way.
  expect(asked.filter((url) => url.endsWith(`${somewhere}/_payload.json`))).toEqual([]);
  await expect(page.locator('.bar-sign-in')).toBeVisible();
  expect(await readSession(context)).toBeNull();
  await expect(other.locator('.bar-sign-in')).toBeVisible();
  expect(documents()).toBe(0);
});

test('a sign-out that the server does not know any more is a sign-out', async ({
  page,
  context,
  baseURL,
}) => {
  for (const status of [401, 403, 404]) {
    await comeSignedIn(context, baseURL ?? '', makeName('Sirocco'));
    await openAlive(page, somewhere);
    await page.route('**/auth/v1/logout*', (route) => route.fulfill({ status, json: {} }));
    await page.locator('.bar-person summary').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await expect(page.locator('.bar-sign-in')).toBeVisible();
    expect(await readSession(context)).toBeNull();
  }
});

const day = 24 * 3600;

/** Leaves the browser with a session that has run out and, but for these changes, can be renewed. */
async function letExpire(page: Page, url: string, changes: object = {}): Promise<void> {
  const context = page.context();
  const session = await readSession(context);
  if (session === null) {
    throw new Error('There is no session.');
  }
  // No page that is open may renew it meanwhile.
  await page.goto('about:blank');
  const expires_at = Math.floor(Date.now() / 1000) - 60;
  const expired = { ...session, access_token: 'not.a.token', expires_at, ...changes };
  await writeSession(context, url, expired);
}

test('an expired session is renewed by the browser before a guarded page goes on', async ({
  page,
  context,
  baseURL,
}) => {
  const name = makeName('Haboob');
  await comeSignedIn(context, baseURL ?? '', name);
  await letExpire(page, baseURL ?? '');
  const payload = page.waitForResponse('**/account/_payload.json');
  const first = await page.goto('/account');
  expect(await first?.text()).toContain('Renewing your session');
  await payload;
  await expect(page.locator('.bar-person summary')).toHaveAccessibleName(`Account: ${name}`);
  expect((await readSession(context))?.access_token).not.toBe('not.a.token');
});

test('a page that anybody may see shows who is there once their expired session is renewed', async ({
  page,
  context,
  baseURL,
}) => {
  const name = makeName('Khamsin');
  await comeSignedIn(context, baseURL ?? '', name);
  await letExpire(page, baseURL ?? '');
  await page.goto(somewhere);
  await expect(page.locator('.bar-person summary')).toHaveAccessibleName(`Account: ${name}`);
});

test('a session that has run out for the server alone, as by a slow clock, is renewed', async ({
  page,
  context,
  baseURL,
}) => {
  const name = makeName('Pampero');
  await comeSignedIn(context, baseURL ?? '', name);
  for (const place of ['/account', somewhere]) {
    await letExpire(page, baseURL ?? '', { expires_at: Math.floor(Date.now() / 1000) + day });
    await page.goto(place);
    await expect(page.locator('.bar-person summary')).toHaveAccessibleName(`Account: ${name}`);
  }
});

test('a session lasts its hour by a clock that is a day fast', async ({ page, context }) => {
  const now = Math.floor(Date.now() / 1000) + day;
  await page.clock.install({ time: now * 1000 });
  const refreshes: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) {
      refreshes.push(request.url());
    }
  });
  await openAlive(page, somewhere);
  const name = makeName('Simoom');
  await signIn(page, name);
  const user = page.waitForResponse('**/auth/v1/user');
  await page.goto('/account');
  await user;
  expect((await readSession(context))?.expires_at).toBeGreaterThan(now + 3540);
  expect(refreshes).toEqual([]);
});

test('a session that cannot be renewed is removed, and a guarded page asks to sign in', async ({
  page,
  context,
  baseURL,
}) => {
  await comeSignedIn(context, baseURL ?? '', makeName('Levante'));
  await letExpire(page, baseURL ?? '', { refresh_token: 'unknown' });
  await page.goto('/account');
  await expect(page).toHaveURL(/\/login$/);
  expect(await readSession(context)).toBeNull();
});

test.describe('a session that ends in 140 seconds', () => {
  let refreshes = 0;

  test.beforeEach(async ({ page, context, baseURL }) => {
    await comeSignedIn(context, baseURL ?? '', makeName('Bora'));
    const session = await readSession(context);
    if (session === null) {
      throw new Error('There is no session.');
    }
    // The browser's clock stands still from here on, however long the page takes to load.
    const start = Date.now() + 1000;
    await page.clock.install({ time: start - 1000 });
    await page.clock.pauseAt(start);
    const expires_at = Math.floor(start / 1000) + 140;
    await writeSession(context, baseURL ?? '', { ...session, expires_at });
    refreshes = 0;
    page.on('request', (request) => {
      if (request.url().includes('grant_type=refresh_token')) {
        refreshes += 1;
      }
    });
    const settled = page.waitForResponse('**/rest/v1/rosters*');
    await openAlive(page, somewhere);
    await (await settled).finished();
  });

  const setHidden = (page: Page, isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'visibilityState', {
        value: hidden ? 'hidden' : 'visible',
        configurable: true,
      });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, isHidden);

  test('is refreshed at the first tick of 30 s that leaves three ticks or fewer', async ({
    page,
  }) => {
    await page.clock.runFor(29_000);
    expect(refreshes).toBe(0);
    const refreshed = page.waitForResponse(/grant_type=refresh_token/);
    // 108 s are left then: more than the 90 s below which any use of the session renews it.
    await page.clock.runFor(3000);
    expect((await refreshed).status()).toBe(200);
  });

  test('is left alone while the tab is hidden, and recovered when it is seen again', async ({
    page,
  }) => {
    await setHidden(page, true);
    await page.clock.runFor(120_000);
    expect(refreshes).toBe(0);
    const refreshed = page.waitForResponse(/grant_type=refresh_token/);
    await setHidden(page, false);
    expect((await refreshed).status()).toBe(200);
  });
});

test('an error in the callback is shown and ends the session, but for the three about identities', async ({
  page,
  context,
  baseURL,
}) => {
  for (const [code, isKept] of [
    ['access_denied', false],
    ['identity_already_exists', true],
    ['identity_not_found', true],
    ['single_identity_not_deletable', true],
  ] as const) {
    await context.clearCookies();
    await comeSignedIn(context, baseURL ?? '', makeName('Ghibli'));
    await page.goto(
      `/confirm?error=server_error&error_code=${code}&error_description=It+was+refused`,
    );
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      isKept ? 'Nothing was linked' : 'Sign-in failed',
    );
    await expect.poll(async () => (await readSession(context)) !== null, code).toBe(isKept);
    await expect(page.locator(isKept ? '.bar-person' : '.bar-sign-in')).toBeVisible();
  }
});

test('a callback without anything, and one with tokens that nobody asked for, sign nobody in', async ({
  page,
  context,
}) => {
  const title = page.getByRole('heading', { level: 1 });
  const words = page.locator('main [role="status"]');
  await page.goto('/confirm');
  await expect(title).toHaveText('Sign-in failed');
  await expect(words).toContainText('You were not signed in. Nothing has changed.');
  await page.goto('/confirm#access_token=x&refresh_token=y&expires_in=60&token_type=bearer');
  await page.reload();
  await expect(title).toHaveText('Sign-in failed');
  await expect(words).toContainText('You were not signed in. Nothing has changed.');
  expect(await readSession(context)).toBeNull();
});

test('the way back leads nowhere else', async ({ page, context, baseURL }) => {
  await openAlive(page, somewhere);
  await page.locator('.bar-sign-in').click();
  await page.waitForURL('**/dev/discord/**');
  await context.addCookies([
    {
      name: 'muster-redirect-path',
      value: encodeURIComponent('//evil.example/x'),
      url: baseURL ?? '',
    },
  ]);
  await page.getByRole('textbox').fill(makeName('Zonda'));
  await page.getByRole('textbox').press('Enter');
  await expect(page).toHaveURL(/:\d+\/$/);
});

test('a language is saved to the profile before it is shown, and shown again elsewhere', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await comeSignedIn(context, baseURL ?? '', makeName('Tramontana'));
  await openAlive(page, somewhere);
  let shownAtSave = '';
  await page.route('**/rest/v1/profiles*', async (route) => {
    if (route.request().method() === 'PATCH') {
      shownAtSave = (await page.locator('html').getAttribute('lang')) ?? '';
      expect(route.request().postDataJSON()).toEqual({ locale: 'fi' });
    }
    await route.continue();
  });
  await page.locator('.language-menu').getByText('Suomi').dispatchEvent('click');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fi-FI');
  expect(shownAtSave).toBe('en-US');
  const session = await readSession(context);
  const elsewhere = await saveData(
    await browser.newContext({ locale: 'de-DE', baseURL: baseURL ?? '' }),
  );
  if (session === null) {
    throw new Error('There is no session.');
  }
  await writeSession(elsewhere, baseURL ?? '', session);
  const there = await elsewhere.newPage();
  await there.goto(somewhere);
  await expect(there.locator('html')).toHaveAttribute('lang', 'fi-FI');
  await elsewhere.close();
});

test('a language that is chosen while the page still asks whose it is stays', async ({
  page,
  context,
  baseURL,
}) => {
  await comeSignedIn(context, baseURL ?? '', makeName('Levante'));
  const answer = await holdRequests(page, '**/rest/v1/rosters*');
  // Whoever signs in another time has a language of their own.
  await page.route('**/auth/v1/user', async (route) => {
    const response = await route.fetch();
    const json = { ...(await response.json()), last_sign_in_at: '2030-01-01T00:00:00Z' };
    await route.fulfill({ response, json });
  });
  const read = page.waitForResponse('**/rest/v1/profiles*');
  await openAlive(page, somewhere);
  await (await read).finished();
  await page.locator('.language-menu').getByText('Suomi').dispatchEvent('click');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fi-FI');
  const last = page.waitForResponse('**/rest/v1/rosters*');
  answer();
  await (await last).finished();
  // Another language would ask for the page in it.
  await page.waitForLoadState('networkidle');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fi-FI');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fi-FI');
});

test('a language that cannot be saved is not shown, and the failure is', async ({
  page,
  context,
  baseURL,
}) => {
  await comeSignedIn(context, baseURL ?? '', makeName('Foehn'));
  await openAlive(page, somewhere);
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(error.message));
  await page.route('**/rest/v1/profiles*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, json: { message: 'down', code: 'XX000' } })
      : route.continue(),
  );
  await page.locator('.language-menu').getByText('Polski').dispatchEvent('click');
  await expect(page.locator('.toast-error')).toHaveText(/Something went wrong\./);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  await expect.poll(() => thrown.length).toBeGreaterThan(0);
});

test('a tab learns that somebody signed in beside it', async ({ page, context, baseURL }) => {
  await comeSignedIn(context, baseURL ?? '', makeName('Pampero'));
  await openAlive(page, somewhere);
  const other = await context.newPage();
  await openAlive(other, somewhere);
  await other.locator('.bar-person summary').click();
  await other.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.locator('.bar-sign-in')).toBeVisible();
  const name = makeName('Puelche');
  await expect(other.locator('.bar-sign-in')).toBeVisible();
  await signIn(other, name);
  await expect(page.locator('.bar-person summary')).toHaveAccessibleName(`Account: ${name}`);
});
