import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { sendByApi } from './world/api-person.ts';
import { bringApiTeam, openBrowserOf } from './world/live-match.ts';
import { makeName } from './world/names.ts';
import { Person, type Setting } from './world/person.ts';
import { setOffice } from './world/set-office.ts';
import { test } from './world/test.ts';
import { Texts } from './world/texts.ts';

const url = process.env.MUSTER_URL ?? '';
const dataDir = process.env.MUSTER_DATA_DIR ?? '';
const setting: Setting = {
  url,
  texts: new Texts('en'),
  tag: 'en-US',
  isPhone: true,
  now: Date.now(),
};

test('a captain finds on the match page in which language and where the other side is reached', async ({
  browser,
}) => {
  const [above, below] = [await bringApiTeam({ url }), await bringApiTeam({ url })];
  const { body } = await sendByApi(url, below.captain, {
    path: '/api/ladders/bf6-2v2-tanks/challenges',
    body: { entry: below.entry, opponent: above.entry, nonce: randomUUID() },
  });
  await sendByApi(url, above.captain, {
    path: '/api/me/settings',
    body: { shown_accounts: ['discord'] },
  });
  const captain = await openBrowserOf(browser, setting, below.captain);
  await captain.open(`/matches/${body.data?.match}`);
  const { page } = captain;
  await expect(page.getByText('Languages: English')).toHaveCount(2);
  // Oneself and who does not speak for a side need no such line.
  await expect(page.locator('.person-accounts')).toHaveCount(1);
  await page.getByText('Accounts', { exact: true }).click();
  const card = page.locator('.person-accounts-list');
  await expect(card).toContainText('Language: English');
  await expect(card).toContainText(`Discord: ${above.captain.name}`);
});

test('an admin of the site is led to where the forum and the chat get their addresses; others see nothing', async ({
  browser,
}) => {
  const admin = await Person.come({ browser, setting, name: makeName('Judge') });
  const { page } = admin;
  await admin.open('/about');
  await admin.signIn();
  await admin.open('/about');
  await expect(page.getByRole('link', { name: 'Set the chat’s address' })).toHaveCount(0);
  await setOffice(dataDir, 'grant', admin.name);
  await admin.open('/about');
  await expect(page.getByRole('link', { name: 'Set the forum’s address' })).toBeVisible();
  await page.getByRole('link', { name: 'Set the chat’s address' }).click();
  await expect(page).toHaveURL(`${url}/admins/settings#addresses`);
  await page.getByLabel('Forum').fill('forum.example');
  const addresses = page.locator('form').filter({ has: page.getByLabel('Chat invite') });
  await addresses.getByRole('button', { name: 'Save' }).click();
  await expect(addresses.getByText('its value is not possible')).toBeVisible();
  await page.getByLabel('Forum').fill('https://forum.example/ours');
  await addresses.getByRole('button', { name: 'Save' }).click();
  await expect(addresses.getByText('Saved.')).toBeVisible();
  const forum = page.locator('a[href="https://forum.example/ours"]');
  await expect(forum.first()).toBeAttached();
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText('As it was before.')).toBeVisible();
  await expect(forum).toHaveCount(0);
});
