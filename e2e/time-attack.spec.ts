import { expect } from '@playwright/test';
import { openAlive } from './shell/open.ts';
import { makeName } from './shell/sign-in.ts';
import { sendByApi, signInByApi } from './world/api-person.ts';
import { comeSignedIn } from './world/come-signed-in.ts';
import { bringSession } from './world/pages.ts';
import { saveData } from './world/save-data.ts';
import { test } from './world/test.ts';

const url = process.env.MUSTER_URL ?? '';
const path = '/ladders/dirt2-intl-open-classic';

test('a driver joins, hands in a run, another confirms it, and the driver takes it back and leaves', async ({
  page,
  browser,
}) => {
  const driver = makeName('Ari');
  await comeSignedIn(page.context(), url, driver);
  await openAlive(page, path);
  await page.getByRole('button', { name: 'Join as a driver' }).click();
  await page.getByRole('button', { name: 'Submit a run' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Time', { exact: true }).fill('four minutes');
  await dialog.getByRole('button', { name: 'Submit a run' }).click();
  await expect(dialog.getByText('Write the time as 4:31.250.')).toBeVisible();
  await dialog.getByLabel('Time', { exact: true }).fill('59:31.250');
  await dialog.getByLabel('Penalty seconds').fill('10');
  await dialog.getByLabel('Link to the proof').fill('https://video.example/finish');
  await dialog.getByRole('button', { name: 'Submit a run' }).click();
  await expect(dialog).toBeHidden();
  const own = page.getByRole('region', { name: 'Your runs' });
  await expect(own).toContainText('59:41.250');
  await expect(own).toContainText('Waiting for confirmation');

  const peer = await signInByApi(url, makeName('Juha'));
  expect((await sendByApi(url, peer, { path: `/api${path}/entries` })).status).toBe(200);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await bringSession(await saveData(context), url, peer);
  const other = await context.newPage();
  await openAlive(other, path);
  const waiting = other.getByRole('region', { name: 'Waiting for your confirmation' });
  await waiting.getByRole('button', { name: /^Show all/ }).click();
  const run = waiting.getByRole('listitem').filter({ hasText: driver });
  await expect(run).toContainText('59:41.250');
  await run.getByRole('button', { name: `Confirm ${driver}` }).click();
  await expect(run).toHaveCount(0);
  await context.close();

  await expect(own).toContainText('Confirmed');
  await own.getByRole('button', { name: 'Withdraw' }).click();
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(own).toHaveCount(0);

  await page.getByRole('button', { name: 'Leave the ladder' }).click();
  await dialog.getByRole('textbox').fill(driver);
  await dialog.getByRole('button', { name: 'Leave the ladder' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Submit a run' })).toHaveCount(0);
});
