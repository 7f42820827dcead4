import { type BrowserContext, expect, type Page, type Route } from '@playwright/test';
import { openAlive } from './shell/open.ts';
import { makeName, readSession, writeSession } from './shell/sign-in.ts';
import { comeSignedIn } from './world/come-signed-in.ts';
import { test } from './world/test.ts';

const pieces = '/dev/pieces';
const refreshes = '**/auth/v1/token?grant_type=refresh_token';

/** Signs somebody in and lets the session run out, so that the next page has to renew it. */
async function comeWithExpired(context: BrowserContext, url: string): Promise<number> {
  await comeSignedIn(context, url, makeName('Meltemi'));
  const session = await readSession(context);
  if (session === null) {
    throw new Error('There is no session.');
  }
  const expires_at = Math.floor(Date.now() / 1000) - 60;
  await writeSession(context, url, { ...session, expires_at });
  return expires_at;
}

/** Notes how long the page asks to wait, whatever it waits for. */
async function noteWaits(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const waits: number[] = [];
    const real = window.setTimeout;
    Object.assign(window, {
      waits,
      setTimeout: (run: () => void, wait = 0, ...rest: unknown[]) => {
        waits.push(wait);
        return real(run, wait, ...rest);
      },
    });
  });
  return () => page.evaluate(() => (window as unknown as { waits: number[] }).waits);
}

test('a refresh that meets passing trouble is tried again after 200 ms, doubled each time, and the session stays', async ({
  page,
  context,
  baseURL,
}) => {
  const expired = await comeWithExpired(context, baseURL ?? '');
  const readWaits = await noteWaits(page);
  const trouble = [502, 503, 504, 'network'] as const;
  const kept: boolean[] = [];
  await page.route(refreshes, async (route) => {
    kept.push((await readSession(context)) !== null);
    const next = trouble[kept.length - 1];
    if (next === undefined) {
      await route.continue();
    } else if (next === 'network') {
      await route.abort('connectionfailed');
    } else {
      await route.fulfill({ status: next, json: { message: 'not now' } });
    }
  });
  await openAlive(page, pieces);
  await expect
    .poll(async () => (await readSession(context))?.expires_at ?? 0)
    .toBeGreaterThan(expired);
  expect(kept).toEqual([true, true, true, true, true]);
  const waits = (await readWaits()).filter((wait) => [200, 400, 800, 1600].includes(wait));
  expect(waits).toEqual(expect.arrayContaining([200, 400, 800, 1600]));
  await expect(page.locator('.bar-person')).toBeVisible();
});

for (const status of [400, 500, 520]) {
  test(`a refresh that is answered ${status} is final: the session is removed`, async ({
    page,
    context,
    baseURL,
  }) => {
    await comeWithExpired(context, baseURL ?? '');
    let tries = 0;
    await page.route(refreshes, async (route: Route) => {
      tries += 1;
      await route.fulfill({ status, json: { message: 'never' } });
    });
    await openAlive(page, pieces);
    await expect(page.locator('.bar-sign-in')).toBeVisible();
    expect(await readSession(context)).toBeNull();
    await expect(page.locator('[data-state="events"]')).toContainText('SIGNED_OUT');
    expect(tries).toBe(1);
  });
}
