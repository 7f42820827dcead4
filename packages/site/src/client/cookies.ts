/** One cookie of this page, decoded. */
export function readCookie(name: string): string | null {
  return readAllCookies().get(name) ?? null;
}

/** Every cookie of this page, by name. */
export function readAllCookies(header: string = document.cookie): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    if (at < 0) {
      continue;
    }
    const name = part.slice(0, at).trim();
    if (!cookies.has(name)) {
      cookies.set(name, decode(part.slice(at + 1).trim()));
    }
  }
  return cookies;
}

/** Sets a cookie for the whole site; 0 seconds removes it. */
export function writeCookie(name: string, value: string, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // The Cookie Store API is neither everywhere nor synchronous, and a session must be written before the tab goes.
  const text = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
  Reflect.set(document, 'cookie', text);
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
