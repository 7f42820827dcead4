import { writeFileSync } from 'node:fs';
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
    await endRoutes(context);
  },
  shutsWhatItOpens: [
    async ({ browser }, use, info) => {
      const { file } = info;
      if (left.file !== file) {
        await Promise.all([...left.contexts].map((context) => context.close()));
      }
      const before = new Set(browser.contexts());
      await use(undefined);
      if (info.status !== info.expectedStatus) {
        const held = await Promise.all(browser.contexts().map(describePages));
        writeFileSync(info.outputPath('pages.txt'), held.flat().join('\n\n'));
      }
      const opened = browser.contexts().filter((context) => !before.has(context));
      await Promise.all(opened.map(endRoutes));
      await Promise.all(opened.map((context) => context.close()));
      left = { file, contexts: new Set(browser.contexts()) };
    },
    { auto: true },
  ],
});

/** A request that is held or changed while its page closes is nobody's failure: Playwright would tell it of the next test. */
async function endRoutes(context: BrowserContext): Promise<void> {
  const routed = [context, ...context.pages()];
  await Promise.all(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
}

/** What each page of a context shows; Playwright itself keeps that of its own page alone beside a failure. */
function describePages(context: BrowserContext): Promise<string[]> {
  return Promise.all(
    context.pages().map(async (page) => {
      const shown = page.locator('body').ariaSnapshot({ timeout: 10_000 });
      return `${page.url()}\n${await shown.catch(String)}`;
    }),
  );
}
