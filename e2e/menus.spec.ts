import { expect } from '@playwright/test';
import { makeName } from './world/names.ts';
import { Person } from './world/person.ts';
import { setOffice } from './world/set-office.ts';
import { test } from './world/test.ts';
import { Texts } from './world/texts.ts';

const url = process.env.MUSTER_URL ?? '';
const dataDir = process.env.MUSTER_DATA_DIR ?? '';

test('a list of fifty is dragged through and moved by keys, and each step is taken back', async ({
  browser,
}) => {
  const texts = new Texts('de');
  const setting = { url, texts, tag: 'de-DE', isPhone: false };
  const owner = await Person.come({ browser, setting, name: makeName('Owner') });
  await owner.open('/');
  await owner.signIn();
  await setOffice(dataDir, 'grant', owner.name);
  const { page } = owner;
  const most = 50;
  await owner.open('/admins/menus');
  const list = page.locator('section', { has: page.locator('#servers') });
  const entries = list.locator('.owner-entry');
  const labels = () =>
    entries
      .locator('.field:first-child input')
      .evaluateAll((found) => found.map((input) => (input as HTMLInputElement).value));
  const add = list.getByRole('button', {
    name: texts.say('owner.menus.add', { menu: texts.say('shell.nav.servers') }),
  });
  while ((await entries.count()) < most) {
    await add.click();
    await entries
      .last()
      .locator('input')
      .first()
      .fill(`Eintrag ${await entries.count()}`);
  }
  // There is room for no more.
  await expect(add).toHaveCount(0);
  await expect(list.getByText(texts.say('owner.menus.full', { most: String(most) }))).toBeVisible();
  const before = await labels();
  const undo = page.getByRole('button', { name: texts.say('owner.order.undo'), exact: true });

  // The last one is dragged to the top of the list, out of sight of where it was.
  const rows = list.locator('.owner-row');
  const handle = rows.last().locator('.owner-handle');
  await handle.hover();
  await page.mouse.down();
  // It has begun before the list is scrolled.
  await handle.hover({ position: { x: 10, y: 2 } });
  await rows.first().hover();
  await rows.first().hover({ position: { x: 40, y: 12 } });
  await page.mouse.up();
  const dragged = [`Eintrag ${most}`, ...before.slice(0, -1)];
  await expect.poll(labels).toEqual(dragged);
  await undo.click();
  await expect.poll(labels).toEqual(before);

  // By keys: pressed again and again, the button stays under the fingers and in sight.
  const name = `Eintrag ${most}`;
  const up = list.getByRole('button', { name: texts.say('owner.order.up', { name }) });
  const down = list.getByRole('button', { name: texts.say('owner.order.down', { name }) });
  const steps = 30;
  await up.focus();
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press('Enter');
  }
  await expect.poll(async () => (await labels()).indexOf(name)).toBe(most - 1 - steps);
  await expect(up).toBeFocused();
  await expect(up).toBeInViewport();
  const said = texts.say('owner.order.moved', {
    name,
    place: String(most - steps),
    count: String(most),
  });
  await expect(list.getByRole('status')).toHaveText(said);
  await down.focus();
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press('Space');
  }
  await expect.poll(labels).toEqual(before);
  await expect(down).toBeFocused();
  await expect(down).toBeInViewport();
  await expect(down).toHaveAttribute('aria-disabled', 'true');
  await undo.focus();
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press('Enter');
  }
  await expect.poll(async () => (await labels()).indexOf(name)).toBe(most - 1 - steps);
  // Nothing of it was kept; others may have saved lists of theirs meanwhile.
  await owner.open('/admins/menus');
  expect((await labels()).filter((label) => label.startsWith('Eintrag '))).toEqual([]);
  await owner.leave();
});
