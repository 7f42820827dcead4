import { combineChunks, createChunks, DEFAULT_COOKIE_OPTIONS } from '@supabase/ssr';
import { readAllCookies, readCookie, writeCookie } from '../cookies.ts';

const base64Prefix = 'base64-';
const seconds = DEFAULT_COOKIE_OPTIONS.maxAge ?? 400 * 24 * 3600;

/** Present for as long as a sign-in that this browser began may come back. */
const begunCookie = 'muster-sign-in-begun';
/** As long as the auth service keeps a flow that was begun. */
const begunSeconds = 300;

/** Whether this browser began a sign-in of its own (PKCE) within the last five minutes. */
export function hasBegunSignIn(): boolean {
  return readCookie(begunCookie) !== null;
}

/**
 * Keeps what the auth client stores in cookies, so that the server can read the session too: in
 * `@supabase/ssr`'s form, cut into chunks of 3180 characters.
 */
export const cookieStorage = {
  async getItem(key: string): Promise<string | null> {
    const value = await combineChunks(key, (name) => readCookie(name));
    if (typeof value !== 'string' || value === '') {
      return null;
    }
    return value.startsWith(base64Prefix) ? decodeText(value.slice(base64Prefix.length)) : value;
  },
  async setItem(key: string, value: string): Promise<void> {
    const chunks = createChunks(key, base64Prefix + encodeText(value));
    const kept = new Set(chunks.map(({ name }) => name));
    for (const name of listChunks(key)) {
      if (!kept.has(name)) {
        writeCookie(name, '', 0);
      }
    }
    for (const chunk of chunks) {
      writeCookie(chunk.name, chunk.value, seconds);
    }
    if (isVerifier(key)) {
      writeCookie(begunCookie, '1', begunSeconds);
    }
  },
  async removeItem(key: string): Promise<void> {
    for (const name of listChunks(key)) {
      writeCookie(name, '', 0);
    }
    if (isVerifier(key)) {
      writeCookie(begunCookie, '', 0);
    }
  },
};

/** What the auth client proves with that a callback answers what it began. */
function isVerifier(key: string): boolean {
  return key.includes('-code-verifier');
}

function listChunks(key: string): string[] {
  return [...readAllCookies().keys()].filter(
    (name) =>
      name === key || (name.startsWith(`${key}.`) && /^\d+$/.test(name.slice(key.length + 1))),
  );
}

function encodeText(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function decodeText(text: string): string | null {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
  } catch {
    return null;
  }
}
