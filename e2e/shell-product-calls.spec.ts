import { connect } from '@muster/database';
import { expect, type Page } from '@playwright/test';
import { openAlive } from './shell/open.ts';
import { makeName, readSession } from './shell/sign-in.ts';
import { comeSignedIn } from './world/come-signed-in.ts';
import { readStatus } from './world/read-status.ts';
import { test } from './world/test.ts';

const url = process.env.MUSTER_URL ?? '';
const pieces = '/dev/pieces';
const answer = (page: Page) => page.locator('.pieces-answer');

/** Collects what the page writes into the console. */
function listen(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  return lines;
}

/** Opens a page as somebody new and waits until the tab knows their profile. */
async function comeTo(
  page: Page,
  path: string,
  start: string,
): Promise<{ id: string; name: string }> {
  const name = makeName(start);
  await comeSignedIn(page.context(), url, name);
  await openAlive(page, path);
  await expect(page.locator('.bar-person summary')).toHaveAccessibleName(new RegExp(name));
  const session = await readSession(page.context());
  if (session === null) {
    throw new Error(`${name} has no session.`);
  }
  return { id: (session.user as { id: string }).id, name };
}

async function showAccount(page: Page, isShown: boolean): Promise<void> {
  const saved = page.waitForResponse('**/api/me/settings');
  await page.getByLabel('Show on my profile').setChecked(isShown);
  expect((await saved).status()).toBe(200);
}

test('profiles are read one by one and together through the official client', async ({ page }) => {
  const { id, name } = await comeTo(page, pieces, 'Etesian');
  // The tab has read the person's own profile by then.
  await expect(page.getByRole('button', { name: 'listProfiles' })).toBeVisible();
  for (const [call, query] of [
    ['findProfileById', /^\?select=id%2Cuser_id%2Cusername%2Clocale&id=eq\./],
    ['listProfiles', new RegExp(`&user_id=in\\.%28${id}%29$`)],
  ] as const) {
    const asked = page.waitForRequest('**/rest/v1/profiles*');
    await page.getByRole('button', { name: call }).click();
    expect(new URL((await asked).url()).search).toMatch(query);
    await expect(answer(page)).toContainText(`"username":"${name}"`);
  }
});

test('a database that fails is told once, and who asked is told too', async ({ page }) => {
  await comeTo(page, pieces, 'Williwaw');
  await expect(page.getByRole('button', { name: 'listProfiles' })).toBeVisible();
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(error.message));
  await page.route('**/rest/v1/profiles*', (route) =>
    route.fulfill({ status: 500, json: { message: 'down', code: 'XX000' } }),
  );
  await page.getByRole('button', { name: 'listProfiles' }).click();
  const toast = page.locator('.toast-error');
  await expect(toast).toHaveText(/Something went wrong\./);
  await expect.poll(() => thrown).toHaveLength(1);
  await toast.getByRole('button').click();
  await expect(toast).toHaveCount(0);
});

test('chat ids and linked accounts that cannot be had are logged, and are none', async ({
  page,
}) => {
  await comeTo(page, pieces, 'Brickfielder');
  const lines = listen(page);
  for (const [call, address, line, none] of [
    ['fetchDiscordIds', '**/api/users/discord-ids', 'Chat ids could not be read', '{}'],
    [
      'fetchLinkedAccounts',
      '**/api/profiles/*/linked-accounts',
      'Linked accounts could not be read',
      '[]',
    ],
  ] as const) {
    await page.route(address, (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('button', { name: call }).click();
    await expect(answer(page)).toHaveText(none);
    expect(lines.some((text) => text.startsWith(line))).toBe(true);
  }
  await expect(page.locator('.toast')).toHaveCount(0);
});

test('a chat account stands on the roster once its owner shows it, and not before', async ({
  page,
  browser,
  baseURL,
}) => {
  const { id, name } = await comeTo(page, '/teams/new', 'Zephyr');
  const team = makeName('Wind').replace(' ', '-');
  const tag = `Z${Date.now().toString(36).slice(-4).toUpperCase()}`;
  const { slug } = await page.evaluate(
    async ([teamName, teamTag]) => {
      const response = await fetch('/api/teams', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          command_id: crypto.randomUUID(),
          name: teamName,
          tag: teamTag,
          zone: 'Europe/Helsinki',
          locale: 'en',
        }),
      });
      return ((await response.json()) as { data: { slug: string } }).data;
    },
    [team, tag] as const,
  );
  const visitor = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  for (const [step, isShown] of [false, true, false].entries()) {
    await openAlive(page, '/account');
    if (step > 0) {
      await showAccount(page, isShown);
    }
    const asked = visitor.waitForResponse('**/api/users/discord-ids');
    await visitor.goto(`/teams/${slug}`);
    const ids = await asked;
    expect(ids.request().postDataJSON()).toEqual({ userIds: [id] });
    expect(Object.keys(await ids.json())).toEqual(isShown ? [id] : []);
    const link = visitor.getByRole('link', { name: `${name} on Discord` });
    if (isShown) {
      await expect(link).toHaveAttribute('href', /discord\.com\/users\/\w+$/);
    } else {
      await expect(link).toHaveCount(0);
    }
  }
  await visitor.context().close();
});

test('at most a hundred people are asked about at once', async ({ request }) => {
  const ask = (count: number) =>
    request.post('/api/users/discord-ids', {
      data: { userIds: Array.from({ length: count }, () => crypto.randomUUID()) },
    });
  expect(await (await ask(100)).json()).toEqual({});
  const refused = await ask(101);
  expect(refused.status()).toBe(400);
  expect(await refused.json()).toMatchObject({ error: { field: 'userIds' } });
});

test('an account is unlinked by its owner, who is told how it went, but never the last', async ({
  page,
  browser,
  baseURL,
}) => {
  const { id } = await comeTo(page, '/teams', 'Gregale');
  const database = connect((await readStatus()).DB_URL ?? '');
  try {
    // What the auth service keeps of somebody who has signed in by the game platform too.
    await database.query(
      `insert into auth.identities (user_id, provider, provider_id, identity_data)
       values ($1, 'steam', $2, jsonb_build_object('sub', $2::text, 'name', 'Gregale there'))`,
      [id, `7656${Date.now()}`],
    );
  } finally {
    await database.close();
  }
  await openAlive(page, '/account');
  const steam = page.getByRole('listitem').filter({ hasText: 'Gregale there' });
  const own = `/api/profiles/${id}/linked-accounts/steam`;

  const stranger = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  expect((await stranger.request.delete(own)).status()).toBe(401);
  await comeTo(stranger, '/teams', 'Leste');
  const refused = await stranger.evaluate(
    async (path) => (await fetch(path, { method: 'DELETE' })).status,
    own,
  );
  expect(refused).toBe(403);
  await stranger.context().close();

  await page.route(`**${own}`, (route) => route.fulfill({ status: 500, json: {} }));
  await steam.getByRole('button', { name: 'Unlink' }).click();
  await expect(page.locator('.toast-error')).toContainText('Failed to unlink steam account');
  await expect(steam).toBeVisible();
  await page.unroute(`**${own}`);
  await steam.getByRole('button', { name: 'Unlink' }).click();
  await expect(page.locator('.toast-success')).toContainText('steam account unlinked successfully');
  await expect(steam).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Unlink' })).toHaveCount(0);

  const last = await page.evaluate(async (path) => {
    const response = await fetch(path, { method: 'DELETE' });
    return { status: response.status, body: (await response.json()) as unknown };
  }, `/api/profiles/${id}/linked-accounts/discord`);
  expect(last).toMatchObject({ status: 422, body: { error: { code: 'last_way_in' } } });
});
