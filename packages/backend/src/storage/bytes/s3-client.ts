import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';

/** A request that fails by the S3's fault, or on the way to it, is sent so often again, after longer and longer pauses. */
const retries = 3;
const firstPause = 50;

/** What an S3 answered in place of what was asked for. */
export class S3Failure extends Error {
  readonly status: number;
  constructor(asked: string, status: number) {
    super(`S3 answered ${asked} with ${status}`);
    this.status = status;
  }
}

/** How long what was told to stop may still take something back, in milliseconds. */
const farewell = 2_000;

/** The answer to a list of keys and to an upload begun or ended is short. */
const mostTextBytes = 4 * 1024 * 1024;
/** A list of so many parts, a thousand keys each, is nobody's. */
const mostLists = 100;

/** Whether the same request may do better; what the S3 refuses it refuses again. */
function mayPass(error: unknown): boolean {
  return !(error instanceof S3Failure) || error.status >= 500 || [206, 429].includes(error.status);
}

export interface S3Client {
  put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** A part of an object, both ends counted from 0 and in it. */
  get(key: string, first: number, last: number): Promise<Uint8Array<ArrayBuffer>>;
  /** How many bytes an object has; null where there is none. */
  getSize(key: string): Promise<number | null>;
  /** There or not. */
  remove(key: string): Promise<void>;
  /** The keys that begin so. */
  list(prefix: string): Promise<string[]>;
  /** Sends an object in parts, one after another, of which each is in memory; it is there whole or not at all. */
  putParts(key: string, parts: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<void>;
}

interface Asked<T> {
  method: string;
  /** Of the object, or of the bucket with what is asked of it. */
  address: string;
  body?: Uint8Array<ArrayBuffer> | string;
  headers?: Record<string, string>;
  signal: AbortSignal;
  take: (answer: Response) => Promise<T>;
}

/**
 * Speaks to the S3 of `https://KEY:SECRET@HOST/BUCKET[/PREFIX][?region=REGION]`, in objects that fit into memory.
 * Each call rejects with an `S3Failure`, or where it and its answer take longer than `patience`, in milliseconds; once
 * `stopping` is aborted at once, but for what takes something back.
 */
export function createS3Client(
  address: string,
  patience = 30_000,
  stopping: AbortSignal | null = null,
): S3Client {
  const { origin, pathname, username, password, searchParams } = new URL(address);
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    service: 's3',
    region: searchParams.get('region') ?? 'us-east-1',
  });
  const [, bucket = '', ...folders] = pathname.replace(/\/+$/, '').split('/');
  const prefix = folders.map((folder) => `${folder}/`).join('');
  const toAddress = (key: string) => `${origin}/${bucket}/${prefix}${key}`;

  async function askOnce<T>({ address, take, signal, ...init }: Asked<T>): Promise<T> {
    // What is signed for one host is no other's.
    const request = await client.sign(address, { ...init, redirect: 'error' });
    // To fetch itself: a request's own signal is gone once the collector of garbage has taken the request.
    const answer = await fetch(request, { signal });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new S3Failure(init.method, answer.status);
    }
    return take(answer);
  }

  function toLimit(method: string): AbortSignal {
    const isFarewell = stopping?.aborted === true && method === 'DELETE';
    const limit = AbortSignal.timeout(isFarewell ? farewell : patience);
    return isFarewell || stopping === null ? limit : AbortSignal.any([stopping, limit]);
  }

  async function ask<T>(asked: Omit<Asked<T>, 'signal'>): Promise<T> {
    const signal = toLimit(asked.method);
    for (let tried = 0; ; tried += 1) {
      try {
        return await askOnce({ ...asked, signal });
      } catch (error) {
        if (tried === retries || signal.aborted || !mayPass(error)) {
          throw error;
        }
      }
      await pause(firstPause * 2 ** tried, undefined, { signal });
    }
  }

  function listSome(wanted: string, next: string | null): Promise<string> {
    const query = new URLSearchParams({ 'list-type': '2', prefix: wanted });
    if (next !== null) {
      query.set('continuation-token', next);
    }
    return ask({ method: 'GET', address: `${origin}/${bucket}?${query}`, take: takeText });
  }

  async function sendParts(
    key: string,
    upload: string,
    parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
  ): Promise<void> {
    const tags: string[] = [];
    for await (const part of parts) {
      const query = new URLSearchParams({ partNumber: `${tags.length + 1}`, uploadId: upload });
      const tag = await ask({
        ...{ method: 'PUT', address: toAddress(`${key}?${query}`), body: part },
        async take(answer) {
          await discard(answer);
          return answer.headers.get('etag') ?? '';
        },
      });
      tags.push(tag);
    }
    const listed = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    );
    const said = await ask({
      method: 'POST',
      address: toAddress(`${key}?${new URLSearchParams({ uploadId: upload })}`),
      body: `<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`,
      take: takeText,
    });
    // What fails after the answer has begun comes with a good status.
    if (!said.includes('CompleteMultipartUploadResult')) {
      throw new S3Failure('the end of an upload', 200);
    }
  }

  return {
    put: (key, bytes) =>
      ask({ method: 'PUT', address: toAddress(key), body: bytes, take: discard }),
    get: (key, first, last) =>
      ask({
        ...{ method: 'GET', address: toAddress(key), headers: { range: `bytes=${first}-${last}` } },
        async take(answer) {
          const bytes = await readBounded(answer, last - first + 1);
          if (bytes.length !== last - first + 1) {
            throw new S3Failure(`GET of ${last - first + 1} bytes, sending ${bytes.length},`, 206);
          }
          return bytes;
        },
      }),
    getSize: (key) =>
      ask({
        ...{ method: 'HEAD', address: toAddress(key) },
        async take({ headers }) {
          const length = headers.get('content-length');
          return length === null ? null : Number(length);
        },
      }).catch(toNone),
    remove: (key) =>
      ask({ method: 'DELETE', address: toAddress(key), take: discard })
        .catch(toNone)
        .then(() => undefined),
    async list(wanted) {
      const keys: string[] = [];
      let next: string | null = null;
      for (let lists = 0; lists < mostLists; lists += 1) {
        const said: string = await listSome(`${prefix}${wanted}`, next);
        keys.push(...findAll(said, 'Key').map((key) => key.slice(prefix.length)));
        const [more = null] = findAll(said, 'NextContinuationToken');
        if (more === null) {
          return keys;
        }
        next = more;
      }
      throw new S3Failure(`a list with ${keys.length} keys and no end`, 200);
    },
    async putParts(key, parts) {
      const begun = { method: 'POST', address: toAddress(`${key}?uploads=`), take: takeText };
      const [upload] = findAll(await ask(begun), 'UploadId');
      if (upload === undefined) {
        throw new S3Failure('the beginning of an upload', 200);
      }
      try {
        await sendParts(key, upload, parts);
      } catch (error) {
        // An S3 that takes nothing does not take this either, and forgets the parts by its own rules.
        const query = new URLSearchParams({ uploadId: upload });
        const given = { method: 'DELETE', address: toAddress(`${key}?${query}`), take: discard };
        await ask(given).catch(() => undefined);
        throw error;
      }
    },
  };
}

async function discard({ body }: Response): Promise<void> {
  await body?.cancel();
}

const takeText = async (answer: Response): Promise<string> =>
  (await readBounded(answer, mostTextBytes)).toString('utf8');

function toNone(error: unknown): null {
  if (error instanceof S3Failure && error.status === 404) {
    return null;
  }
  throw error;
}

/** The texts of an answer's elements of that name; those that are asked for hold no other elements. */
function findAll(answer: string, name: string): string[] {
  const found = answer.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'));
  return [...found].map(([, text = '']) => toPlain(text));
}

const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
};

function toPlain(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '');
}

/** An answer's bytes; it is broken off where it goes on behind what was to come. */
async function readBounded(answer: Response, most: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > most) {
      throw new S3Failure(`what ends after ${most} bytes, sending more,`, answer.status);
    }
  }
  return Buffer.concat(chunks);
}
