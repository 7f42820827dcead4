import type { Asked } from './asked.ts';
import { invalidKey, noSuchRoute } from './failure.ts';

/** One thing that is asked of the service. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  /** Words, `:bucket` for one part of the path and `*` for all that is left. */
  path: string;
  /** What policies are told by `storage.operation()`. */
  operation: string;
  /** Whether somebody without a good token may ask; refused otherwise. */
  nobodyIs: 'enough' | 'refused';
  answer: (asked: Asked) => Promise<Response>;
}

interface Found {
  route: Route;
  bucket: string;
  name: string;
}

interface Candidate {
  route: Route;
  words: readonly string[];
}

/** Finds the first route that a request is for; HEAD is asked of what GET is asked of. */
export function createRouter(routes: readonly Route[]) {
  const candidates = routes.map((route) => ({ route, words: route.path.split('/') }));
  return (method: string, pathname: string): Found => {
    const parts = pathname.replace(/^\//, '').replace(/\/$/, '').split('/');
    for (const { route, words } of candidates) {
      const isAsked = route.method === method || (method === 'HEAD' && route.method === 'GET');
      const found = isAsked ? match(words, parts) : null;
      if (found !== null) {
        return { route, bucket: decode(found.bucket), name: decode(found.name) };
      }
    }
    throw noSuchRoute(method, pathname);
  };
}

function match(
  words: Candidate['words'],
  parts: readonly string[],
): { bucket: string; name: string } | null {
  let bucket = '';
  for (const [at, word] of words.entries()) {
    const part = parts[at];
    if (part === undefined || part === '') {
      return null;
    }
    if (word === '*') {
      return { bucket, name: parts.slice(at).join('/') };
    }
    if (word === ':bucket') {
      bucket = part;
    } else if (word !== part) {
      return null;
    }
  }
  return parts.length === words.length ? { bucket, name: '' } : null;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalidKey(part);
  }
}
