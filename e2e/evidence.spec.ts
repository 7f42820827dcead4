import { expect, type Page } from '@playwright/test';
import { setLanguage } from './world/api-person.ts';
import { bringLiveMatch, type LiveMatch, openBrowserOf } from './world/live-match.ts';
import type { Person } from './world/person.ts';
import { prepareClockedServer } from './world/prepare-clocked-server.ts';
import { test } from './world/test.ts';

const server = prepareClockedServer();
let match: LiveMatch;
/** The captain below at a desk in English, the one above on a phone in Finnish; both have the match open all the while. */
let below: Person;
let above: Person;
test.describe.configure({ mode: 'default' });
test.beforeAll(async ({ browser }) => {
  match = await bringLiveMatch(server);
  await setLanguage(server.url, match.above.captain, 'fi');
  const desk = server.toSetting();
  const phone = server.toSetting({ locale: 'fi', tag: 'fi-FI', isPhone: true });
  below = await openBrowserOf(browser, desk, match.below.captain);
  above = await openBrowserOf(browser, phone, match.above.captain);
  for (const person of [below, above]) {
    await person.open(match.path);
  }
});

const pieces = (page: Page) => page.locator('.evidence-piece');
const picker = ({ page }: Person) => page.locator('.evidence-drop input[type=file]');

/** Puts a file into the page as a drop or a paste brings it. */
async function give(page: Page, kind: 'drop' | 'paste', file: { name: string; bytes: Buffer }) {
  await page.evaluate(
    ({ kind: way, name, base64 }) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      data.items.add(new File([bytes], name, { type: 'image/png' }));
      const event =
        way === 'drop'
          ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
          : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      document.querySelector('.evidence-drop')?.dispatchEvent(event);
    },
    { kind, name: file.name, base64: file.bytes.toString('base64') },
  );
}

test('what one side brings, the other sees at once beside its own', async () => {
  const picture = await below.page.locator('.match-top').screenshot();
  await below.page.getByLabel('What it shows').fill('The board after map 2');
  await picker(below).setInputFiles({ name: 'board.png', mimeType: 'image/png', buffer: picture });
  await expect(above.page.getByAltText('The board after map 2')).toBeVisible();
  await expect(below.page.getByLabel('What it shows')).toHaveValue('');

  const other = await above.page.locator('.match-top').screenshot();
  await give(above.page, 'drop', { name: 'taulu.png', bytes: other });
  await expect(pieces(below.page)).toHaveCount(2);
  const third = await above.page.locator('.evidence-drop').screenshot();
  await give(above.page, 'paste', { name: 'liite.png', bytes: third });
  await expect(pieces(below.page)).toHaveCount(3);
  const sides = below.page.locator('.evidence-sides > div');
  await expect(sides.nth(0).locator('.evidence-piece')).toHaveCount(1);
  await expect(sides.nth(1).locator('.evidence-piece')).toHaveCount(2);
  await above.expectInOrder();

  const demo = Buffer.concat([Buffer.from('PBDEMS2\0', 'latin1'), Buffer.alloc(400_000, 1)]);
  await picker(below).setInputFiles({ name: 'final.dem', mimeType: '', buffer: demo });
  const saving = above.page.waitForEvent('download');
  await above.pressNamed(above.texts.say('evidence.save', { name: 'final.dem' }));
  expect((await saving).suggestedFilename()).toBe('final.dem');
  // The other side may see it before its own does.
  await expect(pieces(below.page)).toHaveCount(4);
});

test('a link names its host, and what is no evidence is refused in words', async () => {
  const before = await pieces(below.page).count();
  const page = Buffer.from('<!DOCTYPE html><script>alert(1)</script>');
  await picker(below).setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: page });
  await expect(below.page.getByText('This kind of file is not taken here.')).toBeVisible();
  const link = above.page.getByLabel(above.texts.say('evidence.link'));
  await link.fill('http://clips.example/1');
  await above.pressNamed(above.texts.say('evidence.add_link'));
  await expect(above.page.getByText(above.texts.say('evidence.link_wrong'))).toBeVisible();
  await link.fill('https://clips.example/watch?v=1');
  await above.pressNamed(above.texts.say('evidence.add_link'));
  const shown = below.page.getByRole('link', { name: 'clips.example' });
  await expect(shown).toHaveAttribute('rel', /nofollow ugc noopener/);
  await expect(pieces(below.page)).toHaveCount(before + 1);
  await above.expectInOrder();

  const own = above.page.locator('.evidence-piece').filter({ hasText: 'clips.example' });
  await above.pressNamed(above.texts.say('evidence.take_back'), own);
  await expect(pieces(below.page)).toHaveCount(before);
});

test('it is read without a script by its own people, and by nobody else before the end', async ({
  browser,
}) => {
  if ((await pieces(below.page).count()) === 0) {
    const picture = await below.page.locator('.match-top').screenshot();
    await picker(below).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture });
    await expect(pieces(below.page)).toHaveCount(1);
  }
  const cookies = await below.context.cookies();
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
  await plain.addCookies(cookies);
  const reader = await plain.newPage();
  await reader.goto(match.path);
  await expect(pieces(reader).first()).toBeVisible();
  const address = await reader.locator('.evidence-picture').first().getAttribute('href');
  expect(address).toMatch(/^\//);

  // A stranger: neither the page nor what a script would be given has any of it.
  await plain.clearCookies();
  await reader.goto(match.path);
  await expect(reader.locator('.match-top')).toBeVisible();
  await expect(pieces(reader)).toHaveCount(0);
  const given = await reader.request.get(`${match.path}/_payload.json`);
  expect(await given.text()).not.toContain(address);
  expect((await reader.request.get(address ?? '')).status()).toBe(404);
  await plain.close();
});
