import { expect, type Page } from '@playwright/test';

/** Opens a page and waits until it is alive: until its links and buttons answer in the browser. */
export async function openAlive(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator('html[data-alive]')).toBeAttached();
}

/** Follows a link by the DOM, so that nothing scrolls to it first. */
export async function clickLink(page: Page, href: string): Promise<void> {
  await page.locator(`a[href="${href}"]`).first().dispatchEvent('click', { bubbles: true });
}

/** Puts a link into the page, for addresses that no menu has, and follows it. */
export async function followAddress(page: Page, href: string): Promise<void> {
  await page.evaluate((address) => {
    const anchor = document.createElement('a');
    anchor.href = address;
    document.querySelector('main')?.append(anchor);
    anchor.click();
    anchor.remove();
  }, href);
}

/** Counts the documents that a page loads from now on. */
export function countDocuments(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.resourceType() === 'document' && request.frame() === page.mainFrame()) {
      count += 1;
    }
  });
  return () => count;
}
