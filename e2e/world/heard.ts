import type { Page } from '@playwright/test';

const regions = '[aria-live="polite"], [aria-live="assertive"], [role="status"], [role="alert"]';

/**
 * What a screen reader says without being asked: the words that live regions come to have, in order. To be called before
 * the page is opened. What lies behind an open dialog is silent, and so is a region that comes with its words in it.
 */
export async function hear(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript((selector) => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const toRegion = (node: Node) =>
      (node instanceof Element ? node : node.parentElement)?.closest(selector) ?? null;
    new MutationObserver((changes) => {
      const modal = document.querySelector('dialog:modal');
      for (const region of new Set(changes.map(({ target }) => toRegion(target)))) {
        const words = region?.textContent?.trim() ?? '';
        if (region !== null && words !== '' && (modal === null || modal.contains(region))) {
          heard.push(words);
        }
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  }, regions);
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}
