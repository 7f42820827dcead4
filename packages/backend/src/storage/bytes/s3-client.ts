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
}

interface Asked<T> {
  method: string;
  key: string;
  body?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  signal: AbortSignal;
  take: (answer: Response) => Promise<T>;
}

/**
 * Speaks to the S3 of `https://KEY:SECRET@HOST/BUCKET[/PREFIX][?region=REGION]`, in objects that fit into memory.
 * Each call rejects with an `S3Failure`, or where it and its answer take longer than `patience`, in milliseconds.
 */
export function createS3Client(address: string, patience = 30_000): S3Client {
  const { origin, pathname, username, password, searchParams } = new URL(address);
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    service: 's3',
    region: searchParams.get('region') ?? 'us-east-1',
  });
  const folder = `${origin}${pathname.replace(/\/+$/, '')}`;

  async function askOnce<T>({ method, key, take, ...init }: Asked<T>): Promise<T> {
    // What is signed for one host is no other's.
    const request = { ...init, method, redirect: 'error' } as const;
    const answer = await fetch(await client.sign(`${folder}/${key}`, request));
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new S3Failure(method, answer.status);
    }
    return take(answer);
  }

  async function ask<T>(asked: Omit<Asked<T>, 'signal'>): Promise<T> {
    const signal = AbortSignal.timeout(patience);
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

  return {
    put: (key, bytes) => ask({ method: 'PUT', key, body: bytes, take: discard }),
    get: (key, first, last) =>
      ask({
        ...{ method: 'GET', key, headers: { range: `bytes=${first}-${last}` } },
        async take(answer) {
          const bytes = new Uint8Array(await answer.arrayBuffer());
          if (bytes.length !== last - first + 1) {
            throw new S3Failure(`GET of ${last - first + 1} bytes, sending ${bytes.length},`, 206);
          }
          return bytes;
        },
      }),
    getSize: (key) =>
      ask({
        ...{ method: 'HEAD', key },
        async take({ headers }) {
          const length = headers.get('content-length');
          return length === null ? null : Number(length);
        },
      }).catch(toNone),
    remove: (key) =>
      ask({ method: 'DELETE', key, take: discard })
        .catch(toNone)
        .then(() => undefined),
  };
}

async function discard({ body }: Response): Promise<void> {
  await body?.cancel();
}

function toNone(error: unknown): null {
  if (error instanceof S3Failure && error.status === 404) {
    return null;
  }
  throw error;
}
