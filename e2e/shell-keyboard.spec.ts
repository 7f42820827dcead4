import { expect, type Locator, type Page } from '@playwright/test';
import { bringApiTeam } from './world/live-match.ts';
import { test } from './world/test.ts';
import { Texts } from './world/texts.ts';

const url = process.env.MUSTER_URL ?? '';
const texts = new Texts('en');
/** More than any page has that can be reached. */
const mostSteps = 250;

/** Goes on with the Tab key until the focus is there, and sees that the eye can follow it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  await expect(target).toBeVisible();
  for (let step = 0; step < mostSteps && !(await isFocused()); step += 1) {
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
  await expect(target).toBeInViewport();
  const ring = await target.evaluate((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
  });
  expect(ring).toBeGreaterThanOrEqual(2);
}

async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

test('with the keyboard alone somebody signs in, finds the ladder, challenges and speaks in the match room', async ({
  page,
}) => {
  const [above, below] = [await bringApiTeam({ url }), await bringApiTeam({ url })];
  await page.goto('/about');
  await expect(page.locator('html[data-alive]')).toBeAttached();
  await enter(page, page.locator('.bar-sign-in'));
  await page.waitForURL('**/dev/discord/**');
  await tabTo(page, page.getByRole('textbox'));
  await page.keyboard.type(below.captain.name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.locator('html[data-alive]')).toBeAttached();

  await enter(page, page.locator('.bar summary', { hasText: 'Competitions' }));
  await enter(
    page,
    page.getByRole('banner').getByRole('link', { name: 'Battlefield 6 2v2 Tanks' }),
  );
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2v2 Tanks');
  await expect(page.locator('main')).toBeFocused();

  const words = texts.say('ladder.challenge.button_for', { team: above.name });
  const button = page.locator('.standings').getByRole('button', { name: words });
  await enter(page, button);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await enter(page, dialog.getByRole('button', { name: words }));
  await page.waitForURL('**/matches/**');

  const message = page.getByLabel(texts.say('match.talk.message'), { exact: true });
  await tabTo(page, message);
  await page.keyboard.type('We are looking forward to it.');
  await page.keyboard.press('Enter');
  await expect(page.getByText('We are looking forward to it.')).toBeVisible();
  await expect(message).toHaveValue('');
});
