import { readAllCookies } from '../cookies.ts';

/** Where the session is kept; in chunks `.0`, `.1`, … when it is long. */
export const sessionCookieName = 'muster-auth-token';

/** Whether this browser holds a session at all; whether it is still good is the server's to say. */
export function hasSessionCookie(): boolean {
  const cookies = readAllCookies();
  return cookies.has(sessionCookieName) || cookies.has(`${sessionCookieName}.0`);
}
