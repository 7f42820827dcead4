import type { BrowserContext } from '@playwright/test';

/**
 * Tells pages that whoever sits here saves data: the code of nine more pages, fetched ahead beside each that is opened,
 * was two fifths of a browser's work.
 */
export async function saveData(context: BrowserContext): Promise<BrowserContext> {
  await context.addInitScript(() => {
    const value = { saveData: true };
    Object.defineProperty(navigator, 'connection', { value, configurable: true });
  });
  return context;
}
