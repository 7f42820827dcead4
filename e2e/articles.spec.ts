import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { type ApiPerson, sendByApi, signInByApi } from './world/api-person.ts';
import { makeName } from './world/names.ts';
import { setOffice } from './world/set-office.ts';
import { test } from './world/test.ts';
import { Texts } from './world/texts.ts';

const url = process.env.MUSTER_URL ?? '';
const dataDir = process.env.MUSTER_DATA_DIR ?? '';

const sizes = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
];

/** Somebody who writes, as the operator made them. */
async function bringEditor(): Promise<ApiPerson> {
  const editor = await signInByApi(url, makeName('Scribe'));
  await setOffice(dataDir, 'grant', editor.name);
  return editor;
}

async function act(editor: ApiPerson, path: string, body: Record<string, unknown>) {
  const answer = await sendByApi(url, editor, { path: `/api${path}`, body });
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body.data ?? {};
}

/** Sends what a browser shows of a page, so that it is a real picture. */
async function sendPicture(editor: ApiPerson, browser: Browser): Promise<string> {
  const page = await openAsReader(browser, { width: 2400, height: 900 });
  await page.goto('/about');
  const picture = await page.screenshot();
  await page.context().close();
  const answer = await fetch(`${url}/api/pictures`, {
    method: 'POST',
    headers: { origin: url, cookie: editor.cookie },
    body: new Uint8Array(picture),
  });
  const { data } = (await answer.json()) as { data: { path: string } };
  return data.path;
}

/** A visitor who reads Portuguese; whatever the page complains of fails the test. */
async function openAsReader(browser: Browser, size: (typeof sizes)[number]): Promise<Page> {
  const context = await browser.newContext({ viewport: size, locale: 'pt-BR', baseURL: url });
  const page = await context.newPage();
  page.on('pageerror', (error) => expect(error).toBeUndefined());
  page.on('dialog', () => expect('a dialog').toBe('none'));
  return page;
}

const isWiderThanScreen = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** A table wider than a phone, a picture, and what must stay text. */
const toBody = (picture: string) =>
  [
    '## Como jogar em {league}',
    `![Um tanque na colina](${picture})`,
    `| ${Array.from({ length: 12 }, (_, place) => `Coluna ${place}`).join(' | ')} |`,
    `|${' --- |'.repeat(12)}`,
    `| ${Array.from({ length: 12 }, () => 'valor comprido').join(' | ')} |`,
    '',
    '<script>alert(1)</script> ![fora](https://elsewhere.example/x.png) [sair](https://example.org) ~~velho~~ \u202Etxet',
    '[não](javascript:alert(1)) [sobre](/about)',
  ].join('\n');

test('an article is found, read and followed, in the reader’s language, wide and narrow', async ({
  browser,
}) => {
  const editor = await bringEditor();
  const slug = `guia-${randomUUID().slice(0, 8)}`;
  const title = { pt: `Guia ${slug}`, fi: `Opas ${slug}` };
  const body = { pt: toBody(await sendPicture(editor, browser)), fi: 'Lyhyt opas.' };
  const summary = { pt: 'Tudo o que é preciso.' };
  const ladder = 'bf6-2v2-tanks';
  await act(editor, '/articles', { slug, title, summary, body, ladder, original_locale: 'pt' });
  const texts = new Texts('pt');
  for (const size of sizes) {
    await act(editor, `/articles/${slug}/publication`, { at: null });
    const page = await openAsReader(browser, size);
    expect((await page.request.get(`/articles/${slug}`)).status()).toBe(404);
    await act(editor, `/articles/${slug}/publication`, {});
    await page.goto('/articles');
    await page.getByLabel(texts.say('articles.ladder')).selectOption(ladder);
    await page.getByRole('button', { name: texts.say('articles.show') }).click();
    await expect(page).toHaveURL(/ladder=bf6-2v2-tanks/);
    await page.getByRole('link', { name: title.pt }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title.pt);
    const picture = page.getByRole('img', { name: 'Um tanque na colina' });
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveJSProperty('complete', true);
    await expect(picture).toHaveAttribute('width', '1600');
    await expect(page.locator('.prose')).toContainText('<script>alert(1)</script>');
    await expect(page.locator('.prose img')).toHaveCount(1);
    await expect(page.locator('.prose h2')).not.toContainText('{league}');
    expect(await isWiderThanScreen(page)).toBe(false);
    await page.getByRole('link', { name: 'Suomi' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title.fi);
    await page.context().close();
  }
  const feed = await (await fetch(`${url}/articles/feed.atom?in=fi`)).text();
  expect(feed).toContain(title.fi);
});

test('a translation that is older says so and leads to the original; a rule’s gives way to it', async ({
  browser,
}) => {
  const editor = await bringEditor();
  const texts = new Texts('pt');
  const slug = `novas-${randomUUID().slice(0, 8)}`;
  const title = { en: 'Old news', pt: 'Notícias velhas' };
  const { revision } = await act(editor, '/articles', { slug, title });
  await act(editor, `/articles/${slug}/publication`, {});
  await act(editor, `/articles/${slug}/edit`, { revision, title: { en: 'New news' } });
  const listed = await fetch(`${url}/api/writing/pages/conduct/revisions`, {
    headers: { cookie: editor.cookie },
  });
  const { data } = (await listed.json()) as { data: { revisions: { number: number }[] } };
  const conduct = { revision: data.revisions[0]?.number ?? 0, title: { en: `Conduct ${slug}` } };
  await act(editor, '/pages/conduct/edit', conduct);
  for (const size of sizes) {
    const page = await openAsReader(browser, size);
    await page.goto(`/articles/${slug}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notícias velhas');
    const original = texts.say('reading.read_original', { language: 'English' });
    await page.getByRole('link', { name: original }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New news');
    await page.getByRole('link', { name: texts.say('shell.footer.conduct') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Conduct ${slug}`);
    expect(await isWiderThanScreen(page)).toBe(false);
    const older = texts.say('reading.read_translation', { language: 'Português' });
    await page.getByRole('link', { name: older }).click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(`Conduct ${slug}`);
    await page.goto('/about');
    await expect(page.locator('.prose h2').first()).toBeVisible();
    await expect(page.locator('.about-figures')).toBeVisible();
    await page.context().close();
  }
});
