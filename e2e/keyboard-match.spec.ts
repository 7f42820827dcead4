import { expect, type Locator, type Page, test } from '@playwright/test';
import { type ClockedServer, startClockedServer } from './world/clocked-server.ts';
import { bringApiTeam, bringLiveMatch, openBrowserOf } from './world/live-match.ts';
import { Texts } from './world/texts.ts';
import { tanksPath } from './world/two-teams.ts';

/** A match without a pointer: what the keys reach, and what is said of it. */

const texts = new Texts('en');
/** More than any page has that can be reached. */
const mostSteps = 250;

let server: ClockedServer;
test.setTimeout(240_000);
test.beforeAll(async () => {
  test.setTimeout(600_000);
  server = await startClockedServer();
});
test.afterAll(() => server.stop());

const come = (
  browser: Parameters<typeof openBrowserOf>[0],
  who: Parameters<typeof openBrowserOf>[2],
) => {
  const now = Date.now() + server.getAhead();
  const setting = { url: server.url, texts, tag: 'en-US', isPhone: false, now };
  return openBrowserOf(browser, setting, who);
};

/** Presses Tab until the focus is there; gives how often. */
async function tabTo(page: Page, target: Locator): Promise<number> {
  await expect(target).toBeVisible();
  for (let step = 0; step < mostSteps; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      return step;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error('The Tab key does not lead there');
}

async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

test('a challenge: a few presses to the teams in reach, arrows between them, and the focus comes back', async ({
  browser,
}) => {
  const teams = [await bringApiTeam(server), await bringApiTeam(server)];
  const own = await bringApiTeam(server);
  const captain = await come(browser, own.captain);
  const { page } = captain;
  await captain.open(tanksPath);
  const skip = page.getByRole('button', { name: texts.say('ladder.standings.skip_to_reach') });
  await enter(page, skip);
  const focused = page.locator(':focus');
  await expect(focused).toHaveAccessibleName(/^Challenge /);
  const first = await focused.getAttribute('aria-label');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(focused).toHaveAttribute('aria-label', first ?? '');
  // From any button the arrows find every other that is in reach.
  const words = texts.say('ladder.challenge.button_for', { team: teams[1]?.name ?? '' });
  for (let step = 0; step < 60 && (await focused.getAttribute('aria-label')) !== words; step += 1) {
    await page.keyboard.press('ArrowDown');
  }
  await expect(focused).toHaveAccessibleName(words);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveAccessibleName(new RegExp(teams[1]?.name ?? ''));
  await page.keyboard.press('Escape');
  await expect(focused).toHaveAccessibleName(words);
});

test('a report: the dialog has its name and opens on the first score, each of which says whose it is', async ({
  browser,
}) => {
  const { path, above, below } = await bringLiveMatch(server);
  const captain = await come(browser, below.captain);
  const { page } = captain;
  await captain.open(path);
  await expect(page.locator('.next-thing-title')).toHaveText(texts.say('match.next.say.report'));
  await enter(page, page.getByRole('button', { name: texts.say('match.next.button.report') }));
  const dialog = page.getByRole('dialog', { name: texts.say('match-forms.form.title.report') });
  await expect(dialog).toBeVisible();
  const cells = dialog.locator('tbody input');
  await expect(cells.first()).toBeFocused();
  for (const [index, figure] of ['2', '0', '1', '0'].entries()) {
    await tabTo(page, cells.nth(index));
    await expect(cells.nth(index)).toHaveAccessibleName(
      new RegExp(above.name.concat('|', below.name)),
    );
    await page.keyboard.type(figure);
  }
  await enter(
    page,
    dialog.getByRole('button', { name: texts.say('match-forms.form.button.report') }),
  );
  await expect(dialog).toBeHidden();
  await expect(page.locator('.next-thing-title')).toHaveText(
    texts.say('match.next.say.wait_confirmation', { team: above.name }),
  );
});
