import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { openAlive } from './shell/open.ts';
import { makeName, signIn } from './shell/sign-in.ts';
import { test } from './world/test.ts';
import { Texts } from './world/texts.ts';
import { bringTeam, tanksPath } from './world/two-teams.ts';

test('who leaves sees first what that does, and afterwards everything stands without their name', async ({
  browser,
  baseURL,
}) => {
  const setting = { url: baseURL ?? '', texts: new Texts('en'), tag: 'en-US', isPhone: false };
  const { captain, mate } = await bringTeam(browser, setting);
  const { page } = captain;
  const teamPath = new URL(mate.page.url()).pathname;
  const { user_id: userId } = await page.evaluate(async () => {
    const answer = await fetch('/account/_payload.json');
    return (await answer.json()).data as { user_id: string };
  });

  await openAlive(page, '/account');
  await page.getByRole('link', { name: 'Delete my account' }).click();
  await expect(
    page.getByText(`you are its last captain, so ${mate.name} becomes captain`),
  ).toBeVisible();
  await page.getByLabel(/^Type your name/).fill('somebody');
  await page.getByLabel(/^Type your name/).press('Enter');
  await expect(page.getByText(`That is not ${captain.name}.`)).toBeVisible();
  await page.getByLabel(/^Type your name/).fill(captain.name);
  await page.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(page).toHaveURL(`${setting.url}/`);
  await expect(page.locator('.bar-sign-in')).toBeVisible();
  expect(await page.context().cookies()).not.toContainEqual(
    expect.objectContaining({ name: expect.stringMatching(/^muster-auth-token/) }),
  );

  await openAlive(mate.page, teamPath);
  await expect(mate.page.getByText(captain.name)).toHaveCount(0);
  await expect(mate.page.getByText('somebody who has left').first()).toBeVisible();
  for (const path of [teamPath, tanksPath, `${tanksPath}/log`, '/teams', '/']) {
    const answer = await page.goto(path);
    expect([path, answer?.status()]).toEqual([path, 200]);
    expect(await page.content()).not.toContain(captain.name);
  }
  expect((await page.goto(`/profiles/${userId}`))?.status()).toBe(404);

  await openAlive(mate.page, '/account/delete');
  await expect(mate.page.getByText('nobody is left who could lead it')).toBeVisible();
  await captain.context.close();
  await mate.context.close();
});

test('somebody takes a copy of all that is kept about them', async ({ page }) => {
  const name = makeName('Copy');
  await openAlive(page, '/teams');
  await signIn(page, name);
  await openAlive(page, '/account');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^muster-\d{4}-\d\d-\d\d\.json$/);
  const copy = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<
    string,
    unknown[]
  >;
  expect(copy.profile).toMatchObject([{ username: name }]);
  expect(copy.identities).toMatchObject([{ provider: 'discord' }]);
  expect(copy.sessions).toHaveLength(1);
});

test('the page about leaving speaks the language of whoever reads it, on a phone too', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await openAlive(page, '/login');
  await page.getByRole('button', { name: 'Continue with Discord' }).click();
  await page.waitForURL(/\/dev\/discord\//);
  await page.getByRole('textbox').fill(makeName('Suomi'));
  await page.getByRole('textbox').press('Enter');
  await expect(page.locator('.bar-person summary')).toBeAttached();
  await openAlive(page, '/account');
  await page.getByLabel('Language', { exact: true }).selectOption('fi');
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fi-FI');
  for (const path of ['/account', '/account/delete', '/account/password']) {
    await openAlive(page, path);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([path, width]).toEqual([path, 320]);
  }
  await openAlive(page, '/account/delete');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Poista tilisi');
});
