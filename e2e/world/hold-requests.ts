import type { Page } from '@playwright/test';

/** Holds a page's requests to these addresses back, until they are let go by what this gives. */
export async function holdRequests(page: Page, addresses: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
