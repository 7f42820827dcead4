import { type APIResponse, expect, type Page, type Response } from '@playwright/test';
import { listOverflow, listWords, readHead } from './world/look.ts';
import { bringSession, listPages, type SitePages } from './world/pages.ts';
import { test } from './world/test.ts';
import { listAreas, listEnglishOnly } from './world/texts.ts';

const url = process.env.MUSTER_URL ?? '';
const dataDir = process.env.MUSTER_DATA_DIR ?? '';
const rawKey = new RegExp(`\\b(?:${listAreas().join('|')})(?:\\.[a-z_]+){1,4}\\b`);
const narrowest = 320;
/** From the narrowest phone to a desk. */
const widths = [narrowest, 390, 768, 1440];

interface Language {
  code: string;
  tag: string;
  /** Two have the longest words and one the longest short texts; of the others only what they say is read, without styles. */
  isLaidOut: boolean;
  /** One of those reads at every width, and also the pages that differ by their content alone. */
  readsAll: boolean;
}

const languages = [
  ['en', 'en-US'],
  ['es', 'es-ES'],
  ['fr', 'fr-FR'],
  ['de', 'de-DE'],
  ['pl', 'pl-PL'],
  ['pt', 'pt-BR'],
  ['fi', 'fi-FI'],
].map(
  ([code = '', tag = '']): Language => ({
    code,
    tag,
    isLaidOut: ['de', 'fi', 'fr'].includes(code),
    readsAll: code === 'de',
  }),
);

let pages: SitePages;
test.describe.configure({ mode: 'parallel' });
test.setTimeout(1_800_000);
test.beforeAll(async () => {
  pages = await listPages(url, dataDir);
});

/** Reads pages one after the other in one language and gathers all that is wrong with them. */
class Reading {
  readonly faults: string[] = [];
  readonly #page: Page;
  readonly #language: Language;
  readonly #english: ReadonlySet<string>;
  readonly #titles = new Map<string, string>();
  #widths: number[];

  constructor(page: Page, language: Language) {
    this.#page = page;
    this.#language = language;
    this.#english = new Set(listEnglishOnly(language.code));
    this.#widths = language.readsAll ? widths : widths.slice(0, language.isLaidOut ? 1 : 0);
  }

  async read(path: string, awaited = 200): Promise<void> {
    const answer = await this.#open(path);
    const status = answer?.status();
    const language = answer?.headers()['content-language'];
    if (status !== awaited) {
      this.#add(path, `it answers ${status}`);
    }
    if (language !== this.#language.code) {
      this.#add(path, `it says that its language is ${language}`);
    }
    await this.readAsItStands(path);
  }

  /** A page without styles and pictures costs a third of one that is laid out. */
  async #open(path: string): Promise<Response | APIResponse | null> {
    if (this.#language.isLaidOut) {
      return this.#page.goto(url + path);
    }
    const answer = await this.#page.request.get(url + path, {
      headers: { 'accept-language': this.#language.tag },
    });
    await this.#page.setContent(await answer.text());
    return answer;
  }

  /** Reads the page that the browser shows already, and names it by this path. */
  async readAsItStands(path: string): Promise<void> {
    const { lang, title, headings } = await readHead(this.#page);
    if (lang !== this.#language.tag) {
      this.#add(path, `its language is ${lang}`);
    }
    if (headings !== 1) {
      this.#add(path, `it has ${headings} h1`);
    }
    for (const said of await listWords(this.#page)) {
      const key = rawKey.exec(said)?.[0];
      if (key !== undefined) {
        this.#add(path, `it shows the key ${key}`);
      }
      if (this.#english.has(said)) {
        this.#add(path, `it says in English "${said}"`);
      }
    }
    for (const width of this.#widths) {
      for (const fault of await listOverflow(this.#page, width)) {
        this.#add(path, fault);
      }
    }
    // The next page is met at the width at which this one is left.
    this.#widths = this.#widths.toReversed();
    this.#compareTitle(path, title);
  }

  /** Pages that are called alike cannot be told apart, but for a page and what it was once. */
  #compareTitle(path: string, title: string): void {
    const other = this.#titles.get(title);
    if (other !== undefined && !path.startsWith(`${other}?at=`)) {
      this.#add(path, `it is called "${title}" as ${other} is`);
    }
    this.#titles.set(title, path);
    if (path === '/' && title !== 'Muster League') {
      this.#add(path, `it is called "${title}"`);
    }
  }

  #add(path: string, fault: string): void {
    this.faults.push(`${path}: ${fault}`);
  }
}

for (const language of languages) {
  test.describe(`in ${language.tag}, without JavaScript, from a phone on`, () => {
    test.use({
      javaScriptEnabled: false,
      locale: language.tag,
      viewport: { width: narrowest, height: 844 },
    });

    test('every page can be read', async ({ page, context }) => {
      const reading = new Reading(page, language);
      for (const path of [...pages.open, ...pages.texts]) {
        await reading.read(path);
      }
      if (language.readsAll) {
        for (const path of pages.alike) {
          await reading.read(path);
        }
      }
      await bringSession(context, url, pages.reader);
      for (const path of [...pages.guarded, ...pages.offices]) {
        await reading.read(path);
      }
      expect(reading.faults).toEqual([]);
    });

    test('a page that needs a session leads to the sign-in, which speaks the same language', async ({
      page,
    }) => {
      for (const path of ['/account', '/teams/new', '/ladders/bf6-2v2-tanks/admin']) {
        await page.goto(url + path);
        expect(new URL(page.url()).pathname).toBe('/login');
      }
      const reading = new Reading(page, language);
      await reading.readAsItStands('/login');
      expect(reading.faults).toEqual([]);
    });

    test('an address that names nothing says so', async ({ page }) => {
      for (const [path, said] of [
        ['/nowhere/at-all?x=1', '/nowhere/at-all'],
        ['/ladders/no-such-ladder?x=1', '/ladders/no-such-ladder?x=1'],
      ] as const) {
        const reading = new Reading(page, language);
        await reading.read(path, 404);
        expect(reading.faults).toEqual([]);
        await expect(page.locator('main')).toContainText(said);
      }
    });
  });
}
