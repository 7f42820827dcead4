import { type BrowserContext, test as base } from '@playwright/test';
import { saveData } from './save-data.ts';

/** What was open at the end of the last test of this worker, and whose file opened it. */
let left = { file: '', contexts: new Set<BrowserContext>() };

/**
 * Playwright's own, whose person saves data; the captains of a walk at a desk do not.
 *
 * It shuts besides whatever a test opens for further people, at its end, and what a file opens for
 * all of its tests, before the next file's first: a page that stays open goes on ticking, listening and asking, and a
 * run would carry a hundred of them to its end.
 */
export const test = base.extend<{ shutsWhatItOpens: undefined }>({
  context: async ({ context }, use) => {
    await use(await saveData(context));
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
