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

/** Ordinary words and numbers that a reader sees broken over two lines; a name or a hash, which is longer, may have to be. */
export function listBrokenWords(page: Page, longest = 14): Promise<string[]> {
  return page.evaluate((most) => {
    const isSeen = (element: Element | null): boolean =>
      element === null ||
      (getComputedStyle(element).clipPath === 'none' && isSeen(element.parentElement));
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const broken: string[] = [];
    while (walker.nextNode()) {
      const { parentElement: parent } = walker.currentNode;
      if (parent?.checkVisibility() !== true || !isSeen(parent)) {
        continue;
      }
      for (const { 0: word, index } of (walker.currentNode.nodeValue ?? '').matchAll(
        /[\p{L}\p{N}]+/gu,
      )) {
        range.setStart(walker.currentNode, index);
        range.setEnd(walker.currentNode, index + word.length);
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
        const [first, last] = [lines[0], lines.at(-1)];
        if (word.length <= most && first && last && last.top - first.top > first.height / 2) {
          broken.push(word);
        }
      }
    }
    return broken;
  }, longest);
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
