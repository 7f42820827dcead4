import { expect, type Page } from '@playwright/test';
import { signInByApi } from './world/api-person.ts';
import { bringAdmin } from './world/bring-admin.ts';
import { chooseNamed } from './world/choose.ts';
import { makeName } from './world/names.ts';
import type { Setting } from './world/person.ts';
import { test } from './world/test.ts';
import { Texts } from './world/texts.ts';

const url = process.env.MUSTER_URL ?? '';
const dataDir = process.env.MUSTER_DATA_DIR ?? '';

/** Answers the question that comes before something is left; gives its words, which are none for a whole document. */
async function answerLeaving(page: Page, isWished: boolean, leave: () => Promise<unknown>) {
  const asked = page.waitForEvent('dialog').then(async (question) => {
    await (isWished ? question.accept() : question.dismiss());
    return question.message();
  });
  const [words] = await Promise.all([asked, leave()]);
  return words;
}

const setting: Setting = { url, texts: new Texts('pt'), tag: 'pt-BR', isPhone: true };

test('somebody makes the league theirs on a phone: a game, a ladder, the menus, an office', async ({
  browser,
}) => {
  const owner = await bringAdmin({ browser, setting, dataDir, kind: 'Owner' });
  const { page, texts } = owner;
  const game = makeName('Game');
  const say = (key: string) => texts.say(`owner.${key}`);

  // The desk leads to the games; a new one begins with its name alone.
  await owner.open('/admins');
  await owner.press(page.locator('.desk-links a[href="/admins/games"]'));
  await owner.pressNamed(say('games.add'));
  await page.locator('input[name="name"]').fill(game);
  await page.locator('textarea[name="maps"]').fill('One\nTwo\nThree');
  await owner.pressNamed(say('games.add'), page.locator('form.owner-form'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(game);
  const address = new URL(page.url()).pathname;
  const slug = address.slice('/admins/games/'.length);
  await owner.expectInOrder();

  // What was saved can be taken back, as often as it is saved.
  const maps = page.locator('textarea[name="maps"]');
  await maps.fill('Other');
  await owner.pressNamed(say('save'));
  await owner.pressNamed(say('order.undo'));
  await expect(maps).toHaveValue('One\nTwo\nThree');

  // What is not saved is left only by who says so: by a link, by going back, with the whole document.
  const question = texts.say('unsaved.leave');
  const toList = page.locator('.page-top a[href="/admins/games"]');
  await maps.fill('Not saved');
  expect(await answerLeaving(page, false, () => owner.press(toList))).toBe(question);
  await expect(maps).toHaveValue('Not saved');
  expect(await answerLeaving(page, false, () => page.evaluate(() => history.back()))).toBe(
    question,
  );
  await expect(maps).toHaveValue('Not saved');
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await answerLeaving(page, true, () => page.reload());
  await expect(maps).toHaveValue('One\nTwo\nThree');
  await expect(page.locator('html[data-alive]')).toBeAttached();
  await maps.fill('Not saved');
  expect(await answerLeaving(page, true, () => owner.press(toList))).toBe(question);
  await expect(page).toHaveURL(/\/admins\/games$/);
  await owner.follow(address);

  // A changed address leads on, and that can be taken back too.
  await page.locator('input[name="slug"]').fill(`${slug}-2`);
  await owner.pressNamed(say('save'));
  await expect(page).toHaveURL(new RegExp(`/admins/games/${slug}-2$`));
  await owner.pressNamed(say('order.undo'));
  await expect(page).toHaveURL(new RegExp(`/admins/games/${slug}$`));
  await page.locator('input[name="slug"]').fill(`${slug}-2`);
  await owner.pressNamed(say('save'));
  await expect(page).toHaveURL(new RegExp(`/admins/games/${slug}-2$`));
  await owner.open(`/games/${slug}`);
  await expect(page).toHaveURL(new RegExp(`/games/${slug}-2$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(game);

  // Its first ladder, from a template.
  const ladder = makeName('Ladder');
  await owner.follow('/admins/ladders/new');
  await chooseNamed(page.getByLabel(say('ladder.game'), { exact: true }), game);
  await page.locator('input[name="name"]').fill(ladder);
  await owner.pressNamed(say('ladders.add'), page.locator('form.owner-form'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ladder);
  await owner.press(page.locator('a[href$="/admin/rules"]'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await owner.expectInOrder();

  // The menus: an entry more, one place up by its button, one step back, kept.
  await owner.follow('/admins/menus');
  const list = page.locator('section', { has: page.locator('#servers') });
  const labels = () =>
    list
      .locator('.owner-entry .field:first-child input')
      .evaluateAll((found) => found.map((input) => (input as HTMLInputElement).value));
  const before = await labels();
  await owner.press(list.getByRole('button').last());
  const entry = list.locator('.owner-entry').last();
  await entry.locator('input').first().fill(game);
  await entry.locator('input').nth(1).fill(`/games/${slug}-2`);
  await entry.locator('input').nth(1).blur();
  await owner.press(list.locator('.owner-move').nth(2 * before.length));
  await expect.poll(async () => (await labels()).at(-2)).toBe(game);
  await owner.pressNamed(say('order.undo'));
  await expect.poll(async () => (await labels()).at(-1)).toBe(game);
  await owner.pressNamed(say('menus.save'));
  await expect(page.getByText(say('menus.saved'))).toBeVisible();
  await owner.open('/admins/menus');
  expect(await labels()).toEqual([...before, game]);

  // Retired, it is out of the bar; its page stays.
  await owner.follow(`/admins/games/${slug}-2`);
  await owner.press(page.locator('.page-top button'));
  await expect(page.locator('.page-top button')).toHaveText(say('bring_back'));
  await expect
    .poll(async () => {
      await owner.open(`/games/${slug}-2`);
      return page.locator(`.bar a[href="/games/${slug}-2"]`).count();
    })
    .toBe(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(game);

  // An office: given to somebody found by name, taken after one more question.
  const helper = await signInByApi(url, makeName('Helper'));
  await owner.follow('/admins/offices');
  const editors = page.locator('section', { has: page.locator('#editors') });
  await editors.getByRole('searchbox').fill(helper.name);
  await owner.press(editors.getByRole('button', { name: new RegExp(helper.name) }));
  const taking = editors.locator('.owner-person', { hasText: helper.name }).getByRole('button');
  await expect(taking).toHaveText(say('offices.take'));
  await owner.press(taking);
  await owner.press(page.locator('dialog[open] .button-danger'));
  await expect(taking).toHaveCount(0);
  await owner.expectInOrder();

  // Somebody without the office finds none of it.
  const { cookie } = helper;
  const refused = await fetch(`${url}/admins/menus`, { headers: { cookie } });
  expect(refused.status).toBe(404);
  await owner.leave();
});
