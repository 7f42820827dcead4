import { invalidRequest, tooLarge } from '../failure.ts';
import { storageLimits } from '../limits.ts';
import { headBytes, requireMediaType } from '../media-type.ts';
import { readBody } from './body.ts';
import { findBoundary, openForm } from './form.ts';

/** A file that comes in, with what its sender says of it. */
export interface IncomingFile {
  mediaType: string;
  cacheControl: string;
  userMetadata: unknown;
  /** How many bytes it has; null where that is seen only at its end. */
  declaredBytes: number | null;
  /** Its first bytes, to be judged by. */
  head: Uint8Array;
  /** All of it, the head too. Refuses more than so many bytes. */
  take(mostBytes: number): AsyncGenerator<Uint8Array>;
  /** Reads no more. */
  refuse(): Promise<void>;
}

/** Begins to take a file: the body itself, or the file of a form. */
export async function openIncoming(request: Request): Promise<IncomingFile> {
  const { headers } = request;
  const body = readBody(request);
  try {
    const boundary = findBoundary(headers.get('content-type'));
    if (boundary === null) {
      return await toIncoming(body, body, {
        mediaType: requireMediaType(headers.get('content-type') ?? 'application/octet-stream'),
        cacheControl: toCacheControl(headers.get('cache-control')),
        userMetadata: parseMetadataHeader(headers.get('x-metadata')),
        declaredBytes: readLength(headers.get('content-length')),
      });
    }
    const { fields, mediaType, file } = await openForm(body, boundary);
    const seconds = fields.get('cacheControl');
    return await toIncoming(file, body, {
      mediaType: requireMediaType(
        fields.get('contentType') ?? mediaType ?? 'application/octet-stream',
      ),
      cacheControl: toCacheControl(seconds === undefined ? null : `max-age=${seconds}`),
      userMetadata: parseMetadata(fields.get('metadata') ?? fields.get('userMetadata') ?? null),
      declaredBytes: null,
    });
  } catch (error) {
    await body.return(undefined);
    throw error;
  }
}

async function toIncoming(
  bytes: AsyncGenerator<Uint8Array>,
  body: AsyncGenerator<Uint8Array>,
  said: Pick<IncomingFile, 'mediaType' | 'cacheControl' | 'userMetadata' | 'declaredBytes'>,
): Promise<IncomingFile> {
  const first: Uint8Array[] = [];
  let length = 0;
  while (length < headBytes) {
    const { done, value } = await bytes.next();
    if (done) {
      break;
    }
    first.push(value);
    length += value.length;
  }
  const head = Buffer.concat(first);
  async function* take(mostBytes: number): AsyncGenerator<Uint8Array> {
    let taken = 0;
    const count = (chunk: Uint8Array) => {
      taken += chunk.length;
      if (taken > mostBytes) {
        throw tooLarge();
      }
      return chunk;
    };
    yield count(head);
    for await (const chunk of bytes) {
      yield count(chunk);
    }
  }
  return {
    ...said,
    head,
    take,
    refuse: async () => {
      await body.return(undefined);
    },
  };
}

/** What a browser may be told; what says something else of caching is not handed on. */
export function toCacheControl(given: string | null): string {
  const isPlain = given !== null && /^[\w\-=,. ]+$/.test(given);
  return isPlain && given.length <= storageLimits.cacheControl ? given : 'no-cache';
}

function readLength(given: string | null): number | null {
  return given !== null && /^\d{1,15}$/.test(given) ? Number(given) : null;
}

/** The header holds JSON in base64; what is neither says nothing, as on hosted Supabase. */
export function parseMetadataHeader(given: string | null): unknown {
  return parseMetadata(given === null ? null : Buffer.from(given, 'base64').toString('utf8'));
}

export function parseMetadata(text: string | null): unknown {
  if (text === null) {
    return null;
  }
  if (Buffer.byteLength(text) > storageLimits.userMetadata) {
    throw tooLarge('user_metadata');
  }
  try {
    const parsed: unknown = JSON.parse(text);
    // PostgreSQL's JSON takes no NUL.
    if (text.includes('\\u0000')) {
      throw invalidRequest('metadata must not hold the character NUL');
    }
    return parsed;
  } catch (error) {
    if (error instanceof SyntaxError) {
      return null;
    }
    throw error;
  }
}
