import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { openAlive } from './shell/open.ts';
import { sendByApi } from './world/api-person.ts';
import { holdRequests } from './world/hold-requests.ts';
import { bringApiTeam } from './world/live-match.ts';
import { bringSession, listPages } from './world/pages.ts';
import { test } from './world/test.ts';

const url = process.env.MUSTER_URL ?? '';
const dataDir = process.env.MUSTER_DATA_DIR ?? '';

/** Holds a chunk back until it is let go. */
const holdBack = (page: Page, chunk: string) =>
  holdRequests(page, new RegExp(`/assets/${chunk}-\\w{7}\\.js$`));

test('what is only read stands as the server wrote it until its code is here, and then as before', async ({
  page,
}) => {
  const { open } = await listPages(url, dataDir);
  const match = open.findLast((path) => path.startsWith('/matches/')) ?? '';
  // A first visit tells the server the reader's zone; without it times change once they are alive.
  await openAlive(page, '/about');
  const letGo = await holdBack(page, 'log');
  await openAlive(page, match);
  const log = page.locator('.log-lines');
  const words = await log.innerText();
  expect(words).not.toBe('');
  // The server's own elements bear a mark that those of the browser lack.
  await log.evaluate((list) => list.setAttribute('data-from', 'server'));
  await page.waitForLoadState('load');
  await expect(page.locator('.log-lines[data-from=server]')).toHaveCount(1);
  letGo();
  await expect(page.locator('.log-lines:not([data-from])')).toHaveCount(1);
  expect(await log.innerText()).toBe(words);
});

test('a press is not lost that comes before the form, and closing the form gives the focus back', async ({
  context,
  page,
}) => {
  const [above, below] = [await bringApiTeam({ url }), await bringApiTeam({ url })];
  const { body } = await sendByApi(url, below.captain, {
    path: '/api/ladders/bf6-2v2-tanks/challenges',
    body: { entry: below.entry, opponent: above.entry, nonce: randomUUID() },
  });
  await bringSession(context, url, above.captain);
  const letGo = await holdBack(page, 'forms');
  await openAlive(page, `/matches/${body.data?.match}`);
  const accept = page.getByRole('button', { name: 'Accept with times' });
  await accept.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  letGo();
  await expect(page.getByRole('dialog', { name: 'Accept the challenge' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(accept).toBeFocused();
});

test('a link to a place on the page leads the focus there too, followed before what minds it is here', async ({
  context,
  page,
}) => {
  const { captain } = await bringApiTeam({ url });
  await bringSession(context, url, captain);
  const letGo = await holdBack(page, 'session-acts');
  await openAlive(page, '/account');
  await page.locator('a[href="#accounts"]').press('Enter');
  await expect(page).toHaveURL(/#accounts$/);
  letGo();
  await expect(page.locator('#accounts')).toBeFocused();
});
