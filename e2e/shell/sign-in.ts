import { randomBytes } from 'node:crypto';
import { type BrowserContext, expect, type Page } from '@playwright/test';

const cookieName = 'muster-auth-token';

/** A name that nobody in the league bears yet. */
export function makeName(start: string): string {
  return `${start} ${randomBytes(4).toString('hex')}`;
}

/** Signs in by the bar's button as somebody new, through the local identity provider, and waits to be back. */
export async function signIn(page: Page, name: string): Promise<void> {
  // Until then the button is a link to the page with all ways in.
  await expect(page.locator('html[data-alive]')).toBeAttached();
  await page.locator('.bar-sign-in').click();
  await page.waitForURL('**/dev/discord/**');
  await page.getByRole('textbox').fill(name);
  await page.getByRole('textbox').press('Enter');
  await expect(page.locator('.bar-person summary')).toHaveAccessibleName(new RegExp(name));
  await expect(page.locator('html[data-alive]')).toBeAttached();
}

interface StoredSession {
  access_token: string;
  refresh_token: string;
  expires_at: number;
  user: { id: string; email: string };
  [name: string]: unknown;
}

/** The session as the browser's cookies hold it. */
export async function readSession(context: BrowserContext): Promise<StoredSession | null> {
  const cookies = await context.cookies();
  const chunks = cookies
    .filter(({ name }) => name === cookieName || /\.\d+$/.test(name.slice(cookieName.length)))
    .filter(({ name }) => name.startsWith(cookieName) && !name.includes('verifier'))
    .sort((one, other) => one.name.localeCompare(other.name));
  if (chunks.length === 0) {
    return null;
  }
  const text = decodeURIComponent(chunks.map(({ value }) => value).join('')).replace(
    /^base64-/,
    '',
  );
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as StoredSession;
}

/** Writes a session into the browser's cookies, in chunks as the browser does. */
export async function writeSession(
  context: BrowserContext,
  url: string,
  session: StoredSession,
): Promise<void> {
  const text = `base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`;
  const chunks = text.match(/.{1,3180}/g) ?? [];
  await context.clearCookies({ name: /^muster-auth-token/ });
  await context.addCookies(
    chunks.map((value, place) => ({
      name: `${cookieName}.${place}`,
      value,
      url,
      sameSite: 'Lax' as const,
    })),
  );
}
