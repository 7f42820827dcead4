import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { openAlive } from './shell/open.ts';
import { getPublicKey } from './world/api-person.ts';
import { listWords, measureOverflow } from './world/look.ts';
import { makeName } from './world/names.ts';
import { listPages, type SitePages } from './world/pages.ts';
import { listAreas, listEnglishOnly } from './world/texts.ts';

const url = process.env.MUSTER_URL ?? '';
const dataDir = process.env.MUSTER_DATA_DIR ?? '';
const languages = [
  ['en', 'en-US'],
  ['es', 'es-ES'],
  ['fr', 'fr-FR'],
  ['de', 'de-DE'],
  ['pl', 'pl-PL'],
  ['pt', 'pt-BR'],
  ['fi', 'fi-FI'],
] as const;
const rawKey = new RegExp(`\\b(?:${listAreas().join('|')})(?:\\.[a-z_]+){1,4}\\b`);
const phone = { width: 390, height: 844 };
/** From the narrowest phone to a desk. */
const widths = [320, 390, 768, 1440];
/** The languages with the longest words are seen at every width, the others where it is narrowest. */
const longWorded = new Set(['de', 'pl', 'fi']);

let pages: SitePages;
test.setTimeout(1_800_000);
test.beforeAll(async () => {
  pages = await listPages(url, dataDir);
});

/** Gives the browser the session of the reader. */
async function bringSession(context: BrowserContext): Promise<void> {
  const cookies = pages.reader.cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('='), url };
  });
  await context.addCookies(cookies);
}

interface Language {
  code: string;
  tag: string;
}

const englishOnly = new Map<string, ReadonlySet<string>>();

/** What would be English in this language; read from its files once. */
function getEnglish(code: string): ReadonlySet<string> {
  const known = englishOnly.get(code) ?? new Set(listEnglishOnly(code));
  englishOnly.set(code, known);
  return known;
}

/** At which widths the page scrolls sideways. */
async function listOverflows(page: Page, seenAt: readonly number[] = widths): Promise<string[]> {
  const faults: string[] = [];
  for (const width of seenAt) {
    await page.setViewportSize({ ...phone, width });
    const overflow = await measureOverflow(page);
    if (overflow !== 0) faults.push(`it scrolls sideways by ${overflow} px of ${width}`);
  }
  await page.setViewportSize(phone);
  return faults;
}

/** What is wrong with the page as it stands, in words for whoever mends it. */
async function listFaults(page: Page, { code, tag }: Language): Promise<string[]> {
  const faults: string[] = [];
  const lang = await page.locator('html').getAttribute('lang');
  if (lang !== tag) faults.push(`its language is ${lang}`);
  const headings = (await page.locator('h1').allTextContents()).filter(
    (text) => text.trim() !== '',
  );
  if (headings.length !== 1) faults.push(`it has ${headings.length} h1`);
  faults.push(...(await listOverflows(page, longWorded.has(code) ? widths : [320])));
  const english = getEnglish(code);
  for (const words of await listWords(page)) {
    const key = rawKey.exec(words)?.[0];
    if (key !== undefined) faults.push(`it shows the key ${key}`);
    if (english.has(words)) faults.push(`it says in English "${words}"`);
  }
  return faults;
}

/** Reads pages one after the other and gathers all that is wrong with them. */
class Reading {
  readonly faults: string[] = [];
  readonly #titles = new Map<string, string>();
  readonly #page: Page;
  readonly #language: Language;

  constructor(page: Page, language: Language) {
    this.#page = page;
    this.#language = language;
  }

  async read(path: string): Promise<void> {
    const answer = await this.#page.goto(url + path);
    const status = answer?.status();
    const language = answer?.headers()['content-language'];
    const { code } = this.#language;
    if (status !== 200) this.#add(path, `it answers ${status}`);
    if (language !== code) this.#add(path, `it says that its language is ${language}`);
    for (const fault of await listFaults(this.#page, this.#language)) this.#add(path, fault);
    const title = await this.#page.title();
    const other = this.#titles.get(title);
    // A page as it was is called what it is called now.
    if (other !== undefined && !path.startsWith(`${other}?at=`))
      this.#add(path, `it is called "${title}" as ${other} is`);
    this.#titles.set(title, path);
    if (path === '/' && title !== 'Muster League') this.#add(path, `it is called "${title}"`);
  }

  #add(path: string, fault: string): void {
    this.faults.push(`${path}: ${fault}`);
  }
}

for (const [code, tag] of languages) {
  test.describe(`in ${tag}, without JavaScript, on a phone`, () => {
    test.use({ javaScriptEnabled: false, locale: tag, viewport: phone });

    test('every page can be read', async ({ page, context }) => {
      const reading = new Reading(page, { code, tag });
      for (const path of pages.open) await reading.read(path);
      await bringSession(context);
      for (const path of pages.guarded) await reading.read(path);
      expect(reading.faults).toEqual([]);
    });

    test('a page that needs a session leads to the sign-in, which speaks the same language', async ({
      page,
    }) => {
      for (const path of ['/account', '/teams/new', '/ladders/bf6-2v2-tanks/admin']) {
        await page.goto(url + path);
        expect(new URL(page.url()).pathname).toBe('/login');
        expect(await listFaults(page, { code, tag })).toEqual([]);
      }
    });

    test('an address that names nothing says so', async ({ page }) => {
      for (const [path, said] of [
        ['/nowhere/at-all?x=1', '/nowhere/at-all'],
        ['/ladders/no-such-ladder?x=1', '/ladders/no-such-ladder?x=1'],
        ['/articles/none', '/articles/none'],
      ] as const) {
        const answer = await page.goto(url + path);
        expect(answer?.status(), path).toBe(404);
        await expect(page.locator('main')).toContainText(said);
        expect(await listFaults(page, { code, tag }), path).toEqual([]);
      }
    });
  });
}

/** What a page is called whose content alone differs from others of its kind: one game, a ladder of rungs. */
function toKind(path: string): string {
  return path
    .replace(/^\/(games|articles|matches)\/.+/, '$1')
    .replace(/^\/ladders\/(?!bf6-2v2|aqtion|dirt2|chronophoto)[^/]+$/, '/ladders/bf6-2v2-tanks');
}

/** Pages that differ from another one only by their content need no second look by axe. */
function isOfItsOwnKind(path: string, index: number, all: readonly string[]): boolean {
  return all.findIndex((other) => toKind(other) === toKind(path)) === index;
}

/** What is wrong with the look of a page: dark on a desk and light on a phone; both hold the same rules. */
async function listFaultsOfLook(page: Page): Promise<string[]> {
  const faults = await listOverflows(page);
  // Where there are no frames, axe may look at the whole page at once, in half the time.
  const hasFrames = (await page.locator('iframe').count()) > 0;
  for (const [width, colorScheme] of [
    [390, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ ...phone, width });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const axe = new AxeBuilder({ page }).exclude('iframe').setLegacyMode(!hasFrames);
    const { violations } = await axe.analyze();
    for (const { id, nodes } of violations)
      faults.push(`(${colorScheme}, ${width} px) ${id} ${nodes[0]?.html}`);
  }
  return faults;
}

/** Opens the pages one after the other, alive, and gathers what is wrong with how they look. */
async function listFaultsOfPages(page: Page, paths: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  for (const path of paths) {
    await openAlive(page, url + path);
    await page.evaluate(() => document.fonts.ready);
    for (const fault of await listFaultsOfLook(page)) faults.push(`${path}: ${fault}`);
  }
  return faults;
}

test.describe('no page fails, scrolls sideways or is faulted by axe, dark on a desk or light on a phone', () => {
  test('of those that everybody may read', async ({ page }) => {
    const toConfirm = '/confirm'; // Without a code in its address it leads on to the sign-in.
    const paths = pages.open.filter(isOfItsOwnKind).filter((path) => path !== toConfirm);
    expect(await listFaultsOfPages(page, paths)).toEqual([]);
  });

  test('of those that are only for a captain or an admin', async ({ page, context }) => {
    await bringSession(context);
    expect(await listFaultsOfPages(page, pages.guarded)).toEqual([]);
  });
});

test('the local mailbox and a mail in it are not faulted by axe either', async ({ page }) => {
  const email = `${makeName('reader').replaceAll(' ', '-').toLowerCase()}@example.org`;
  const sent = await fetch(`${url}/auth/v1/otp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: await getPublicKey(url) },
    body: JSON.stringify({ email }),
  });
  expect(sent.status).toBe(200);
  await page.goto(`${url}/dev/mail?to=${email}`);
  expect(await listFaultsOfLook(page)).toEqual([]);
  await page.locator('ol a').first().click();
  await expect(page.locator('iframe')).toBeVisible();
  expect(await listFaultsOfLook(page)).toEqual([]);
});
