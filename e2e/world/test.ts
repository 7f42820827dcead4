import { type BrowserContext, test as base } from '@playwright/test';

/** What was open at the end of the last test of this worker, and whose file opened it. */
let left = { file: '', contexts: new Set<BrowserContext>() };

/**
 * Playwright's own, whose person saves data: the code of nine more pages, fetched ahead beside each that is opened, was two
 * fifths of a browser's work. Who comes besides, a captain of a whole walk or a visitor, does not save it.
 *
 * It shuts besides whatever a test opens for further people, at its end, and what a file opens for
 * all of its tests, before the next file's first: a page that stays open goes on ticking, listening and asking, and a
 * run would carry a hundred of them to its end.
 */
export const test = base.extend<{ shutsWhatItOpens: undefined }>({
  context: async ({ context }, use) => {
    await context.addInitScript(() => {
      const value = { saveData: true };
      Object.defineProperty(navigator, 'connection', { value, configurable: true });
    });
    await use(context);
  },
  shutsWhatItOpens: [
    async ({ browser }, use, { file }) => {
      if (left.file !== file) {
        await Promise.all([...left.contexts].map((context) => context.close()));
      }
      const before = new Set(browser.contexts());
      await use(undefined);
      const opened = browser.contexts().filter((context) => !before.has(context));
      await Promise.all(opened.map((context) => context.close()));
      left = { file, contexts: new Set(browser.contexts()) };
    },
    { auto: true },
  ],
});
