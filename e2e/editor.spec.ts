import { randomUUID } from 'node:crypto';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { followAddress, openAlive } from './shell/open.ts';
import { type ApiPerson, sendByApi, signInByApi } from './world/api-person.ts';
import { chooseByKeys, chooseInHurry, chooseNamed } from './world/choose.ts';
import { makeName } from './world/names.ts';
import { saveData } from './world/save-data.ts';
import { setOffice } from './world/set-office.ts';
import { test } from './world/test.ts';

const url = process.env.MUSTER_URL ?? '';
const dataDir = process.env.MUSTER_DATA_DIR ?? '';
const lines = ['first', '', 'second', '', 'third', '', 'fourth', '', 'fifth'];

let ann: ApiPerson;
let ben: ApiPerson;

test.beforeAll(async () => {
  ann = await bringEditor('Ann');
  ben = await bringEditor('Ben');
});

async function bringEditor(name: string): Promise<ApiPerson> {
  const editor = await signInByApi(url, makeName(name));
  await setOffice(dataDir, 'grant', editor.name);
  return editor;
}

async function act(path: string, body: Record<string, unknown>, editor = ann) {
  const answer = await sendByApi(url, editor, { path: `/api${path}`, body });
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body.data ?? {};
}

/** An article of its own for a test. */
async function addArticle(texts: Record<string, unknown> = { body: { en: lines.join('\n') } }) {
  const slug = `text-${randomUUID().slice(0, 8)}`;
  await act('/articles', { slug, title: { en: `Title ${slug}` }, ...texts });
  return slug;
}

/** A browser in which an editor has signed in already. */
async function openBrowser(browser: Browser, person: ApiPerson, width = 1280) {
  const context = await browser.newContext({ baseURL: url, viewport: { width, height: 844 } });
  await signIn(context, person);
  return saveData(context);
}

const signIn = (context: BrowserContext, { cookie }: ApiPerson) =>
  context.addCookies(
    cookie.split('; ').map((part) => {
      const [name = '', ...value] = part.split('=');
      return { name, value: value.join('='), url };
    }),
  );

/** Opens a text; what the browser asks before it leaves one that is not kept is answered by going. */
async function openText(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  page.on('dialog', (dialog) => void dialog.accept());
  await openAlive(page, `/admins/writing/${path}`);
  return page;
}

const textOf = (page: Page) => page.locator('.writing-box');
const kept = (page: Page) => page.getByText('Draft saved');
const saved = (page: Page) =>
  page.locator('.writing-acts [role="status"]', { hasText: /^Saved \d\d:\d\d$/ });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

/** Writes over one line of the text. */
async function writeLine(page: Page, line: string, text: string): Promise<void> {
  const before = await textOf(page).inputValue();
  await textOf(page).fill(before.replace(line, text));
}

test('what is written stays, over a reload and a lost network, and is called kept by the server alone', async ({
  browser,
}) => {
  const context = await openBrowser(browser, ann);
  const page = await openText(context, `articles/new-${randomUUID()}`);
  await page.getByLabel('Title').fill('Spring opens');
  await chooseNamed(page.getByLabel('Game'), 'Battlefield 6');
  await textOf(page).fill('Before the reload');
  // Sooner than it is sent: the browser alone has it.
  await page.reload();
  await expect(page.locator('html[data-alive]')).toBeAttached();
  await expect(textOf(page)).toHaveValue('Before the reload');
  await expect(page.getByText('This is your draft')).toBeVisible();
  await expect(kept(page)).toContainText(/\d\d:\d\d/);
  await context.setOffline(true);
  await textOf(page).fill('Before the reload\n\nand **without** a network');
  await expect(page.getByText('The network is gone')).toBeVisible();
  await expect(page.getByText('The preview could not be made')).toBeVisible();
  await expect(kept(page)).toHaveCount(0);
  await context.setOffline(false);
  await expect(kept(page)).toBeVisible();
  await expect(page.getByText('The network is gone')).toHaveCount(0);
  await expect(page.locator('.writing-preview strong')).toHaveText('without');
  await page.close();
  // Another machine of the same person begins where this one stopped.
  const other = await openBrowser(browser, ann);
  const list = await openText(other, '?kind=articles');
  await list.getByRole('link', { name: 'Spring opens' }).first().click();
  await expect(textOf(list)).toHaveValue(/without/);
  const slug = `spring-${randomUUID().slice(0, 8)}`;
  await list.getByLabel('Word in the address').fill(slug);
  await save(list);
  await expect(list).toHaveURL(new RegExp(`/articles/${slug}`));
  await context.close();
  await other.close();
});

test('a session that ended asks above the text, and what was to be saved is saved by itself', async ({
  browser,
}) => {
  const slug = await addArticle();
  const context = await openBrowser(browser, ann);
  const page = await openText(context, `articles/${slug}`);
  await context.clearCookies();
  await writeLine(page, 'second', 'written without a session');
  await save(page);
  const dialog = page.getByRole('dialog', { name: 'You are signed out' });
  await expect(dialog).toBeVisible();
  await expect(textOf(page)).toHaveValue(/written without a session/);
  const [login] = await Promise.all([
    context.waitForEvent('page'),
    dialog.getByRole('link', { name: 'Sign in in a new tab' }).click(),
  ]);
  await expect(login.locator('html[data-alive]')).toBeAttached();
  await login
    .getByRole('button', { name: /Discord/ })
    .first()
    .click();
  await login.waitForURL(({ pathname }) => pathname !== '/login');
  await login.getByRole('textbox').fill(ann.name);
  await login.getByRole('textbox').press('Enter');
  await expect(saved(page)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(textOf(page)).toHaveValue(/written without a session/);
  await context.close();
});

test('two editors on one text: who has it open is said, and no word of either is lost', async ({
  browser,
}) => {
  const slug = await addArticle();
  const [one, other] = [await openBrowser(browser, ann), await openBrowser(browser, ben)];
  const mine = await openText(one, `articles/${slug}`);
  const theirs = await openText(other, `articles/${slug}`);
  await expect(theirs.getByText(`Open now: ${ann.name}`)).toBeVisible();
  await writeLine(theirs, 'second', 'SECOND of Ben');
  await writeLine(theirs, 'fourth', 'FOURTH of Ben');
  await save(theirs);
  await expect(saved(theirs)).toBeVisible();
  await writeLine(mine, 'first', 'FIRST of Ann');
  await writeLine(mine, 'third', 'THIRD of Ann');
  await save(mine);
  await expect(mine.getByText('Somebody saved meanwhile')).toBeVisible();
  const merged = 'FIRST of Ann\n\nSECOND of Ben\n\nTHIRD of Ann\n\nFOURTH of Ben\n\nfifth';
  await expect(textOf(mine)).toHaveValue(merged);
  await save(mine);
  await expect(saved(mine)).toBeVisible();
  // Now both on one line, and each elsewhere.
  await writeLine(theirs, 'SECOND of Ben', 'what Ben says');
  await writeLine(theirs, 'fifth', 'FIFTH of Ben');
  await save(theirs);
  await expect(theirs.getByText('Somebody saved meanwhile')).toBeVisible();
  await save(theirs);
  await expect(saved(theirs)).toBeVisible();
  await writeLine(mine, 'SECOND of Ben', 'what Ann says');
  await save(mine);
  const clash = mine.locator('section.writing-note', { hasText: 'You both changed' });
  await expect(clash.locator('ins')).toHaveText([
    /what Ann says/,
    /FIFTH of Ben/,
    // Before his own name, which stays.
    /^what$/,
    /says/,
    /FIFTH of Ben/,
  ]);
  await expect(mine.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await mine.getByRole('button', { name: 'Both, one after the other' }).click();
  await save(mine);
  await expect(saved(mine)).toBeVisible();
  const whole = ['FIRST of Ann', 'what Ben says', 'what Ann says', 'THIRD of Ann', 'FIFTH of Ben'];
  for (const words of whole) {
    await expect(textOf(mine)).toHaveValue(new RegExp(words));
  }
  await one.close();
  await other.close();
});

test('one person’s two tabs on one text do not write over each other', async ({ browser }) => {
  const slug = await addArticle();
  const context = await openBrowser(browser, ann);
  const [left, right] = [
    await openText(context, `articles/${slug}`),
    await openText(context, `articles/${slug}`),
  ];
  await writeLine(left, 'first', 'FIRST from the left');
  await expect(kept(left)).toBeVisible();
  await writeLine(right, 'fifth', 'FIFTH from the right');
  await expect(right.getByText('You wrote on this draft elsewhere too')).toBeVisible();
  await expect(textOf(right)).toHaveValue(/FIRST from the left.*FIFTH from the right/s);
  await expect(kept(right)).toBeVisible();
  await writeLine(left, 'third', 'THIRD from the left');
  await expect(textOf(left)).toHaveValue(/FIRST.*THIRD from the left.*FIFTH from the right/s);
  await context.close();
});

test('an older version shows its difference first, is taken as a new one, and that is undone', async ({
  browser,
}) => {
  const slug = await addArticle({ body: { en: 'old words' } });
  await act(`/articles/${slug}/edit`, { revision: 1, body: { en: 'new words' } });
  const context = await openBrowser(browser, ann);
  const page = await openText(context, `articles/${slug}`);
  await textOf(page).fill('newest words');
  await page.getByText('Earlier versions').click();
  await page.getByRole('button', { name: 'Version 1', exact: true }).click();
  await expect(page.locator('details del')).toHaveText('newest ');
  await expect(page.locator('details ins')).toHaveText('old ');
  await expect(textOf(page)).toHaveValue('newest words');
  await page.getByRole('button', { name: 'Take version 1 into my draft' }).click();
  await expect(textOf(page)).toHaveValue('old words');
  await page.getByRole('button', { name: 'Bring my draft back' }).click();
  await expect(textOf(page)).toHaveValue('newest words');
  await page.getByRole('button', { name: 'Bring my draft back' }).click();
  await save(page);
  await expect(saved(page)).toBeVisible();
  await page.getByText('Earlier versions').click();
  await page.getByText('Earlier versions').click();
  await expect(page.locator('.writing-revision')).toHaveCount(3);
  await page.getByRole('button', { name: 'Version 2', exact: true }).click();
  await page.getByRole('button', { name: 'Take version 2 into my draft' }).click();
  await save(page);
  await expect(textOf(page)).toHaveValue('new words');
  await expect(saved(page)).toBeVisible();
  await context.close();
});

test('a text with a picture is published at a time, at once, and taken back; an older translation is marked', async ({
  browser,
}) => {
  const slug = await addArticle({
    body: { en: 'one', fi: 'yksi' },
    title: { en: 'News', fi: 'Uutisia' },
  });
  const context = await openBrowser(browser, ann);
  const page = await openText(context, `articles/${slug}`);
  const picture = { name: 'hill.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await page.getByRole('button', { name: 'Picture' }).click();
  const form = page.getByRole('dialog', { name: 'Picture' });
  await form.getByLabel('File').setInputFiles(picture);
  await expect(form.getByRole('button', { name: 'Add the picture' })).toBeDisabled();
  await form.getByLabel('Alternative text').fill('A hill at dawn');
  await form.getByRole('button', { name: 'Add the picture' }).click();
  await expect(
    page.locator('.writing-preview').getByRole('img', { name: 'A hill at dawn' }),
  ).toBeVisible();
  await save(page);
  await expect(saved(page)).toBeVisible();
  const isOut = async () => (await page.request.get(`/articles/${slug}`)).status() === 200;
  const settle = async (name: string, state: string) => {
    await page.getByRole('button', { name, exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Publication' })
      .getByRole('button', { name: 'Yes' })
      .click();
    await expect(page.getByText(state)).toBeVisible();
  };
  await page.getByLabel('Publish at').fill('2099-01-01T12:00');
  await settle('Publish at this time', 'Will be published');
  expect(await isOut()).toBe(false);
  await settle('Publish now', 'Published since');
  expect(await isOut()).toBe(true);
  await settle('Withdraw', 'Not published');
  expect(await isOut()).toBe(false);
  await page.getByRole('link', { name: 'Suomi · older than the original' }).click();
  await expect(textOf(page)).toHaveValue('yksi');
  await expect(page.locator('.writing-beside ins')).toContainText('A hill at dawn');
  await page.getByLabel('This translation is up to date').check();
  await textOf(page).fill('yksi ja kuva');
  await save(page);
  await expect(page.getByRole('link', { name: 'Suomi ✓' })).toBeVisible();
  await context.close();
});

test('what an article belongs to becomes another and is taken back, and no word of its draft is lost', async ({
  browser,
}) => {
  const slug = await addArticle();
  const context = await openBrowser(browser, ann, 390);
  const page = await openText(context, `articles/${slug}`);
  const belonging = page.locator('details', { hasText: 'What it belongs to' });
  const saved = belonging.getByRole('status');
  const open = async () => {
    await belonging.locator('summary').click();
    await expect(belonging.getByLabel('Game')).toBeVisible();
  };
  await open();
  await chooseNamed(belonging.getByLabel('Game'), 'Battlefield 6');
  const ladder = belonging.getByLabel('Ladder');
  await chooseByKeys(ladder, '4v4 Close Combat');
  await chooseInHurry(ladder, '10v10 Europe', 'Tab');
  await chooseInHurry(ladder, '2v2 Tanks', 'Enter');
  await belonging.getByLabel('Named as its author').fill('The scribe');
  await belonging.getByRole('button', { name: 'Save these' }).click();
  await expect(saved).toBeVisible();
  await act(`/articles/${slug}/publication`, {});
  const byGame = `/articles?game=battlefield6&ladder=bf6-2v2-tanks`;
  expect(await (await page.request.get(byGame)).text()).toContain(`/articles/${slug}`);
  expect(await (await page.request.get(`/articles/${slug}`)).text()).toContain('The scribe');
  await belonging.getByRole('button', { name: 'Undo' }).click();
  await expect(belonging.getByLabel('Game')).toHaveValue('');
  expect(await (await page.request.get(byGame)).text()).not.toContain(`/articles/${slug}`);
  // Another address while words stand on the page alone: they go along, there and back.
  await context.route('**/draft', (route) => route.abort());
  await textOf(page).fill('words that only this page has');
  await belonging.getByLabel('Word in the address').fill('feed');
  await belonging.getByRole('button', { name: 'Save these' }).click();
  await expect(belonging.getByLabel('Word in the address')).toHaveAttribute('aria-invalid', 'true');
  await belonging.getByLabel('Word in the address').fill(`${slug}-2`);
  await belonging.getByRole('button', { name: 'Save these' }).click();
  await expect(page).toHaveURL(new RegExp(`/articles/${slug}-2`));
  await expect(textOf(page)).toHaveValue('words that only this page has');
  await context.unroute('**/draft');
  await expect(kept(page)).toBeVisible();
  await belonging.getByRole('button', { name: 'Undo' }).click();
  await expect(page).not.toHaveURL(new RegExp(`/articles/${slug}-2`));
  await expect(textOf(page)).toHaveValue('words that only this page has');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await context.close();
});

test('a game’s and a ladder’s texts are written the same way, on a phone too', async ({
  browser,
}) => {
  const context = await openBrowser(browser, ann, 390);
  const page = await openText(context, '?kind=games');
  for (const [path, field, word] of [
    ['games/battlefield6', 'Tagline', `Walls ${randomUUID()}`],
    ['ladders/bf6-2v2-tanks', 'Summary', `Tanks ${randomUUID()}`],
  ] as const) {
    await followAddress(page, `/admins/writing/${path}`);
    await page.getByLabel(field).fill(word);
    await textOf(page).fill(`## About ${word}`);
    const bar = page.getByRole('toolbar');
    const button = bar.getByRole('button').first();
    const heights = await Promise.all(
      [bar, button].map(async (one) => (await one.boundingBox())?.height),
    );
    expect(heights[0] ?? 999).toBeLessThan(1.5 * (heights[1] ?? 0));
    await expect(page.locator('.writing-preview')).toBeHidden();
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await expect(page.locator('.writing-preview h2, .writing-preview h3').last()).toHaveText(
      `About ${word}`,
    );
    await expect(textOf(page)).toBeHidden();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Write', exact: true }).click();
    await save(page);
    await expect(saved(page)).toBeVisible();
    await followAddress(page, `/${path}${path.startsWith('ladders') ? '/rules' : ''}`);
    await expect(page.getByRole('heading', { name: `About ${word}` })).toBeVisible();
  }
  await context.close();
});
