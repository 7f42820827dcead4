import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { openAlive } from './shell/open.ts';
import { listWords, measureOverflow } from './world/look.ts';
import { listPages, type SitePages } from './world/pages.ts';
import { listAreas, listEnglishOnly } from './world/texts.ts';

const url = process.env.MUSTER_URL ?? '';
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

let pages: SitePages;
test.setTimeout(600_000);
test.beforeAll(async () => {
  pages = await listPages(url);
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
async function listOverflows(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of widths) {
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
  faults.push(...(await listOverflows(page)));
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
    if (other !== undefined) this.#add(path, `it is called "${title}" as ${other} is`);
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

/** Pages that differ from another one only by their content need no second look by axe. */
function isOfItsOwnKind(path: string, index: number, all: readonly string[]): boolean {
  const toKind = (one: string) => one.replace(/^\/(games|articles|matches)\/.+/, '$1');
  return all.findIndex((other) => toKind(other) === toKind(path)) === index;
}

test('no page fails, scrolls sideways or is faulted by axe, dark or light', async ({
  page,
  context,
}) => {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  const look = async (path: string) => {
    await openAlive(page, url + path);
    await page.evaluate(() => document.fonts.ready);
    for (const fault of await listOverflows(page)) faults.push(`${path}: ${fault}`);
    await page.setViewportSize({ width: 1280, height: 720 });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const { violations } = await new AxeBuilder({ page }).analyze();
      for (const { id, nodes } of violations) {
        faults.push(`${path} (${colorScheme}): ${id} ${nodes[0]?.html}`);
      }
    }
  };
  const toConfirm = '/confirm'; // Without a code in its address it leads on to the sign-in.
  for (const path of pages.open.filter(isOfItsOwnKind)) if (path !== toConfirm) await look(path);
  await bringSession(context);
  for (const path of pages.guarded) await look(path);
  expect(faults).toEqual([]);
});
