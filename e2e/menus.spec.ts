import { expect } from '@playwright/test';
import { bringAdmin } from './world/bring-admin.ts';
import { test } from './world/test.ts';
import { Texts } from './world/texts.ts';

const url = process.env.MUSTER_URL ?? '';
const dataDir = process.env.MUSTER_DATA_DIR ?? '';

test('a list of fifty is dragged through and moved by keys, and each step is taken back', async ({
  browser,
}) => {
  const texts = new Texts('de');
  const setting = { url, texts, tag: 'de-DE', isPhone: false };
  const owner = await bringAdmin({ browser, setting, dataDir, kind: 'Owner' });
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
  // One is added by hand in `owner.spec.ts`; of these fifty it matters that they are there.
  const first = await entries.count();
  await add.evaluate(async (button: HTMLElement, missing) => {
    for (let count = 0; count < missing; count += 1) {
      button.click();
      await null;
    }
  }, most - first);
  await expect(entries).toHaveCount(most);
  await entries.locator('.field:first-child input').evaluateAll(async (inputs, known) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    for (const [place, input] of (inputs as HTMLInputElement[]).entries()) {
      if (place >= known) {
        input.focus();
        set?.call(input, `Eintrag ${place + 1}`);
        input.dispatchEvent(new Event('input', { bubbles: true }));
        await null;
        // It is kept as one leaves its field.
        input.blur();
        await null;
      }
    }
  }, first);
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
  // More rows than a screen has.
  const steps = 16;
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
