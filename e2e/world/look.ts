import type { Page } from '@playwright/test';

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
      if (!node.parentElement?.closest('script, style, code'))
        words.push(node.textContent?.trim() ?? '');
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
