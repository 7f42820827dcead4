import type { Locator, Page } from '@playwright/test';

/** All that a person reads or hears on a page, piece by piece: its title, its texts but for code, its spoken names. */
export function listWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const spoken = ['aria-label', 'title', 'alt', 'placeholder'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((one) => one.getAttribute(name) ?? ''),
    );
    // Without a filter function: with JavaScript off none of the page's may be called.
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const words = [document.title, ...spoken];
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (!node.parentElement?.closest('script, style, code')) {
        words.push(node.textContent?.trim() ?? '');
      }
    }
    return words;
  });
}

/** By how many pixels the page is wider than the screen. */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** Makes the screen so wide and says whether the page scrolls sideways then. */
export async function listOverflow(page: Page, width: number): Promise<string[]> {
  if (page.viewportSize()?.width !== width) {
    await page.setViewportSize({ width, height: 844 });
  }
  const overflow = await measureOverflow(page);
  return overflow === 0 ? [] : [`it scrolls sideways by ${overflow} px of ${width}`];
}

/** Of what language a page is, what it is called, and how many of its main headings say something. */
export function readHead(page: Page): Promise<{ lang: string; title: string; headings: number }> {
  return page.evaluate(() => ({
    lang: document.documentElement.lang,
    title: document.title,
    headings: [...document.querySelectorAll('h1')].filter((one) => one.textContent.trim() !== '')
      .length,
  }));
}

/** Until the page's own letters are here it stands in others, which break elsewhere. */
export const waitForLetters = (page: Page) =>
  page.evaluate(async () => void (await document.fonts.ready));

/** How far down the page something ends, in pixels; endless where it is not shown. */
export async function findBottom(one: Locator): Promise<number> {
  await waitForLetters(one.page());
  const box = await one.boundingBox();
  return box === null ? Number.POSITIVE_INFINITY : box.y + box.height;
}
