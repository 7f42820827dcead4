import type { LocaleCode } from '@muster/site';
import {
  detectLocale,
  localeCookie,
  toKnownZone,
  zoneCookie,
} from '@muster/site/intl/detect-locale.ts';
import { readCookies, sessionCookie } from '../http/session.ts';
import { setupCookie } from '../setup/first-admin.ts';
import { pickCoding } from './compress.ts';

/** Long enough for a rush of visitors, too short for "3 minutes ago" or a change without a hint to be wrong. */
const maxAge = 1000;
const maxBytes = 16 * 1024 * 1024;

/** An answer as it is sent again. */
interface KeptAnswer {
  status: number;
  headers: [string, string][];
  body: ArrayBuffer;
}

interface Entry {
  /** When the making began: what it read may be as old as this. */
  at: number;
  answer: Promise<KeptAnswer>;
  /** 0 while it is being made. */
  bytes: number;
}

/** Pages as visitors get them, for at most a second and never after `clear`. */
export interface VisitorCache {
  /** The kept answer of this key, else the one that `make` gives; all who ask meanwhile wait for the same. */
  get(key: string, make: () => Promise<Response>): Promise<Response>;
  /** Forgets everything, also what is being made of data that may be old by now. */
  clear(): void;
}

interface Limits {
  maxBytes?: number;
  now?: () => number;
  /** Does something when so many milliseconds have passed. */
  later?: (work: () => void, milliseconds: number) => void;
}

function doLater(work: () => void, milliseconds: number): void {
  setTimeout(work, milliseconds).unref();
}

/** An empty cache that keeps the last used pages within its bytes. */
export function createVisitorCache({
  maxBytes: most = maxBytes,
  now = () => performance.now(),
  later = doLater,
}: Limits = {}): VisitorCache {
  const entries = new Map<string, Entry>();
  let total = 0;
  const forget = (key: string, entry: Entry): void => {
    if (entries.get(key) !== entry) {
      return;
    }
    entries.delete(key);
    total -= entry.bytes;
  };
  const weigh = (key: string, entry: Entry, { status, headers, body }: KeptAnswer): void => {
    const isKept = status === 200 && !headers.some(([name]) => name === 'set-cookie');
    if (!isKept) {
      forget(key, entry);
    }
    if (entries.get(key) !== entry) {
      return;
    }
    entry.bytes = body.byteLength + key.length;
    total += entry.bytes;
    // What may not be sent any more holds memory for nothing.
    later(() => forget(key, entry), maxAge);
    for (const [oldest, other] of entries) {
      if (total <= most) {
        break;
      }
      forget(oldest, other);
    }
  };
  return {
    async get(key, make) {
      const known = entries.get(key);
      if (known !== undefined && now() - known.at < maxAge) {
        // The last used stand at the end.
        entries.delete(key);
        entries.set(key, known);
        return toResponse(await known.answer);
      }
      if (known !== undefined) {
        forget(key, known);
      }
      const entry: Entry = { at: now(), answer: make().then(keep), bytes: 0 };
      entries.set(key, entry);
      try {
        const answer = await entry.answer;
        weigh(key, entry, answer);
        return toResponse(answer);
      } catch (error) {
        forget(key, entry);
        throw error;
      }
    },
    clear() {
      entries.clear();
      total = 0;
    },
  };
}

async function keep(response: Response): Promise<KeptAnswer> {
  return {
    status: response.status,
    headers: [...response.headers],
    body: await response.arrayBuffer(),
  };
}

function toResponse({ status, headers, body }: KeptAnswer): Response {
  return new Response(body.byteLength === 0 ? null : body, { status, headers });
}

/**
 * Everything of a visitor's request on which the answer depends; null for who has, or may have, a session or the
 * league's set-up open, whose pages are nobody else's.
 */
export function toVisitorKey(
  request: Request,
  { isDevelopment, locales }: { isDevelopment: boolean; locales: readonly LocaleCode[] },
): string | null {
  if (request.headers.has('authorization')) {
    return null;
  }
  const cookies = readCookies(request);
  for (const name of Object.keys(cookies)) {
    if (name.startsWith(sessionCookie) || name === setupCookie) {
      return null;
    }
  }
  const locale = detectLocale(
    cookies[localeCookie],
    request.headers.get('accept-language'),
    locales,
  );
  const zone = cookies[zoneCookie];
  return [
    request.url,
    // The document names its own address by it while SITE_URL is unset.
    request.headers.get('host') ?? '',
    locale,
    zone === undefined ? '' : toKnownZone(zone),
    pickCoding(request) ?? '',
    isDevelopment,
  ].join('\n');
}
