import { AwsClient } from 'aws4fetch';

/** A request that fails by the S3's fault is sent so often again. */
const retries = 3;

/** What an S3 answered in place of what was asked for. */
export class S3Failure extends Error {
  readonly status: number;
  constructor(asked: string, status: number) {
    super(`S3 answered ${asked} with ${status}`);
    this.status = status;
  }
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
    retries,
  });
  const folder = `${origin}${pathname.replace(/\/+$/, '')}`;

  async function ask(method: string, key: string, init: RequestInit = {}): Promise<Response> {
    const signal = AbortSignal.timeout(patience);
    const answer = await client.fetch(`${folder}/${key}`, {
      ...{ ...init, method, signal },
      // What is signed for one host is no other's.
      redirect: 'error',
    });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new S3Failure(method, answer.status);
    }
    return answer;
  }

  return {
    async put(key, bytes) {
      await (await ask('PUT', key, { body: bytes })).body?.cancel();
    },
    async get(key, first, last) {
      const headers = { range: `bytes=${first}-${last}` };
      const bytes = new Uint8Array(await (await ask('GET', key, { headers })).arrayBuffer());
      if (bytes.length !== last - first + 1) {
        throw new S3Failure(`GET of ${last - first + 1} bytes, sending ${bytes.length},`, 206);
      }
      return bytes;
    },
    async getSize(key) {
      try {
        const length = (await ask('HEAD', key)).headers.get('content-length');
        return length === null ? null : Number(length);
      } catch (error) {
        if (error instanceof S3Failure && error.status === 404) {
          return null;
        }
        throw error;
      }
    },
    async remove(key) {
      try {
        await (await ask('DELETE', key)).body?.cancel();
      } catch (error) {
        if (!(error instanceof S3Failure && error.status === 404)) {
          throw error;
        }
      }
    },
  };
}
