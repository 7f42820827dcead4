import type { BrowserContext } from '@playwright/test';
import { signInByApi } from './api-person.ts';
import { bringSession } from './pages.ts';

/** Makes somebody new signed in from the next page on, in English, where how one signs in is not what is tried. */
export async function comeSignedIn(
  context: BrowserContext,
  url: string,
  name: string,
): Promise<void> {
  await bringSession(context, url, await signInByApi(url, name));
}
