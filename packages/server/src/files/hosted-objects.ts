import { type OwnObjects, ownBucket } from '@muster/backend';
import * as v from 'valibot';
import { toStream } from './to-stream.ts';

/** How long one call may take, in milliseconds, and one that carries a file: longer than people may take to send one. */
const patience = 30_000;
const filePatience = 20 * 60_000;
const listedAtOnce = 1_000;
const listSchema = v.object({
  objects: v.array(v.object({ name: v.string() })),
  hasNext: v.optional(v.boolean()),
  nextCursor: v.nullish(v.string()),
});

/** What another's storage service answered in place of what was asked for. */
class HostedFailure extends Error {
  constructor(asked: string, status: number, text: string) {
    super(`the storage service answered ${asked} with ${status}: ${text.slice(0, 300)}`);
  }
}

interface HostedOptions {
  /** The address of the services, as `https://project.supabase.co`. */
  url: string;
  serviceRoleKey: string;
}

interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  body?: string | ReadableStream<Uint8Array>;
  type?: string;
  patience?: number;
  range?: { first: number; last: number };
}

/** The server's own files at somebody else's storage service, by its calls and the key to which no policy applies. */
export function createHostedObjects({ url, serviceRoleKey }: HostedOptions): OwnObjects {
  const ask = (call: Call): Promise<Response> =>
    fetch(`${url.replace(/\/$/, '')}/storage/v1/${call.path}`, {
      method: call.method,
      headers: {
        apikey: serviceRoleKey,
        authorization: `Bearer ${serviceRoleKey}`,
        ...(call.body === undefined ? {} : { 'content-type': call.type ?? 'application/json' }),
        'x-upsert': 'true',
        ...(call.range && { range: `bytes=${call.range.first}-${call.range.last}` }),
      },
      ...(call.body === undefined ? {} : { body: call.body, duplex: 'half' }),
      signal: AbortSignal.timeout(call.patience ?? patience),
      // A key is not for whoever one is sent on to.
      redirect: 'error',
    });
  async function require(call: Call): Promise<Response> {
    const answer = await ask(call);
    if (!answer.ok) {
      throw new HostedFailure(`${call.method} ${call.path}`, answer.status, await answer.text());
    }
    return answer;
  }

  let bucket: Promise<void> | null = null;
  /** Made once; nobody may look into it. */
  function requireBucket(): Promise<void> {
    bucket ??= makeBucket(ask).catch((error: unknown) => {
      bucket = null;
      throw error;
    });
    return bucket;
  }

  return {
    async put(name, mediaType, bytes) {
      await requireBucket();
      const path = `object/${ownBucket}/${name}`;
      const source = watch(bytes);
      const body = toStream(source.bytes);
      try {
        const call = { method: 'POST', path, type: mediaType, patience: filePatience } as const;
        await (await require({ ...call, body })).body?.cancel();
      } catch (error) {
        // What broke the sending off is what the caller knows.
        throw source.failure() ?? error;
      }
    },
    async read(name, range) {
      const path = `object/authenticated/${ownBucket}/${name}`;
      const call = { method: 'GET', path, patience: filePatience } as const;
      const answer = await ask(range === undefined ? call : { ...call, range });
      if (answer.ok) {
        return answer.body;
      }
      const text = await answer.text();
      if (/"(NoSuchKey|NoSuchBucket|not_found|Bucket not found)"/.test(text)) {
        return null;
      }
      throw new HostedFailure(`GET ${path}`, answer.status, text);
    },
    async remove(name) {
      const path = `object/${ownBucket}`;
      const body = JSON.stringify({ prefixes: [name] });
      await (await require({ method: 'DELETE', path, body })).body?.cancel();
    },
    async *listNames() {
      await requireBucket();
      const path = `object/list-v2/${ownBucket}`;
      for (let cursor: string | undefined, hasNext = true; hasNext; ) {
        const body = JSON.stringify({ limit: listedAtOnce, ...(cursor && { cursor }) });
        const answer = await require({ method: 'POST', path, body });
        const listed = v.parse(listSchema, await answer.json());
        yield listed.objects.map(({ name }) => name);
        cursor = listed.nextCursor ?? undefined;
        hasNext = listed.hasNext === true && cursor !== undefined;
      }
    },
  };
}

/** Makes the bucket where it is not there yet. */
async function makeBucket(ask: (call: Call) => Promise<Response>): Promise<void> {
  const body = JSON.stringify({ id: ownBucket, name: ownBucket, public: false });
  const answer = await ask({ method: 'POST', path: 'bucket', body });
  const text = await answer.text();
  if (!answer.ok && !/"(409|Duplicate|BucketAlreadyExists)"/.test(text)) {
    throw new HostedFailure('POST bucket', answer.status, text);
  }
}

/** The same bytes, and why they broke off if they did: `fetch` has a word of its own for that. */
function watch(bytes: AsyncIterable<Uint8Array>) {
  let failure: unknown;
  async function* pass(): AsyncGenerator<Uint8Array> {
    try {
      yield* bytes;
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  return { bytes: pass(), failure: () => failure };
}
