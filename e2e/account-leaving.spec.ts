import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { followAddress, openAlive } from './shell/open.ts';
import { makeName } from './shell/sign-in.ts';
import { readPage, setLanguage, signInByApi } from './world/api-person.ts';
import { comeSignedIn } from './world/come-signed-in.ts';
import { bringApiTeam, openBrowserOf } from './world/live-match.ts';
import { bringSession } from './world/pages.ts';
import { test } from './world/test.ts';
import { Texts } from './world/texts.ts';
import { tanksPath } from './world/two-teams.ts';

const url = process.env.MUSTER_URL ?? '';

test('who leaves sees first what that does, and afterwards everything stands without their name', async ({
  browser,
}) => {
  const setting = { url, texts: new Texts('en'), tag: 'en-US', isPhone: false };
  const team = await bringApiTeam({ url });
  const teamPath = `/teams/${team.slug}`;
  const { members } = (await readPage(url, teamPath)).data as {
    members: { username: string; user_id: string }[];
  };
  const own = members.find(({ username }) => username === team.captain.name);
  const profile = `/profiles/${own?.user_id}`;
  expect((await readPage(url, profile)).status).toBe(200);
  const captain = await openBrowserOf(browser, setting, team.captain);
  const { page } = captain;

  await openAlive(page, '/account');
  await page.getByRole('link', { name: 'Delete my account' }).click();
  await expect(
    page.getByText(`you are its last captain, so ${team.mate.name} becomes captain`),
  ).toBeVisible();
  await page.getByLabel(/^Type your name/).fill('somebody');
  await page.getByLabel(/^Type your name/).press('Enter');
  await expect(page.getByText(`That is not ${captain.name}.`)).toBeVisible();
  await page.getByLabel(/^Type your name/).fill(captain.name);
  await page.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(page).toHaveURL(`${url}/`);
  await expect(page.locator('.bar-sign-in')).toBeVisible();
  expect(await page.context().cookies()).not.toContainEqual(
    expect.objectContaining({ name: expect.stringMatching(/^muster-auth-token/) }),
  );
  for (const path of [teamPath, tanksPath, `${tanksPath}/log`, '/teams', '/']) {
    const answer = await page.request.get(path);
    expect([path, answer.status()]).toEqual([path, 200]);
    expect(await answer.text()).not.toContain(captain.name);
  }
  expect((await page.request.get(profile)).status()).toBe(404);

  const mate = await openBrowserOf(browser, setting, team.mate);
  await openAlive(mate.page, teamPath);
  await expect(mate.page.getByText('somebody who has left').first()).toBeVisible();
  await expect(mate.page.getByText(captain.name)).toHaveCount(0);
  await followAddress(mate.page, '/account/delete');
  await expect(mate.page.getByText('nobody is left who could lead it')).toBeVisible();
});

test('somebody takes a copy of all that is kept about them', async ({ page }) => {
  const name = makeName('Copy');
  await comeSignedIn(page.context(), url, name);
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
  const person = await signInByApi(url, makeName('Suomi'));
  await setLanguage(url, person, 'fi');
  await bringSession(page.context(), url, person);
  await openAlive(page, '/account');
  for (const [path, route] of [
    ['/account', 'account'],
    ['/account/password', 'account-password'],
    ['/account/delete', 'account-delete'],
  ] as const) {
    await followAddress(page, path);
    await expect(page.locator(`main[data-route="${route}"] h1`)).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([path, width]).toEqual([path, 320]);
  }
  await expect(page.locator('html')).toHaveAttribute('lang', 'fi-FI');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Poista tilisi');
});
