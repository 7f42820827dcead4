import { discardBody } from '@muster/backend';
import { headBytes } from './kinds.ts';

/** Why a file that was coming in was not taken. */
export class UploadRefused extends Error {
  readonly code: 'file_too_large' | 'file_empty' | 'file_broke_off';

  constructor(code: UploadRefused['code']) {
    super(code);
    this.code = code;
  }
}

/** A sender who falls silent for so long is taken to be gone. */
const silence = 30_000;

/** How much of a file is taken, and for how long. */
export interface IncomingLimit {
  bytes: number;
  minutes: number;
}

/** What comes in, with its first bytes to look at before the rest is taken. */
export interface Incoming {
  head: Uint8Array;
  /** All of it, the head too. Counted as it comes: more than the limit is refused. */
  take(limit: IncomingLimit): AsyncGenerator<Uint8Array>;
  /** Wants no more of it. */
  refuse(): Promise<void>;
}

/** Begins to take a request's body. */
export async function openIncoming(request: Request): Promise<Incoming> {
  const reader = request.body?.getReader();
  if (reader === undefined) {
    throw new UploadRefused('file_empty');
  }
  const begun = Date.now();
  const read = (within: number) =>
    readWithin(reader, Math.min(silence, begun + within - Date.now()));
  const first: Uint8Array[] = [];
  let length = 0;
  while (length < headBytes) {
    const chunk = await read(silence);
    if (chunk === null) {
      break;
    }
    first.push(chunk);
    length += chunk.length;
  }
  if (length === 0) {
    throw new UploadRefused('file_empty');
  }
  const head = Buffer.concat(first);
  const refuse = () => discardBody(reader).catch(() => undefined);
  async function* take({ bytes, minutes }: IncomingLimit): AsyncGenerator<Uint8Array> {
    let taken = 0;
    const within = minutes * 60_000;
    for (let chunk: Uint8Array | null = head; chunk !== null; chunk = await read(within)) {
      taken += chunk.length;
      if (taken > bytes) {
        await refuse();
        throw new UploadRefused('file_too_large');
      }
      yield chunk;
    }
  }
  return { head, take, refuse };
}

/** Lets go of a body of which nothing was looked at; what was opened is refused by whoever opened it. */
export async function discardUnread({ body }: Request): Promise<void> {
  if (body !== null && !body.locked) {
    await discardBody(body.getReader()).catch(() => undefined);
  }
}

async function readWithin(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  milliseconds: number,
): Promise<Uint8Array | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new UploadRefused('file_broke_off')),
      Math.max(0, milliseconds),
    );
  });
  try {
    const { done, value } = await Promise.race([reader.read(), late]);
    return done ? null : value;
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    // A connection that ends in the middle is the sender's doing, not a fault of ours.
    throw error instanceof UploadRefused ? error : new UploadRefused('file_broke_off');
  } finally {
    clearTimeout(timer);
  }
}

/** All of what comes in, held in memory; for pictures, which are small. */
export async function takeWhole(incoming: Incoming, limit: IncomingLimit): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming.take(limit)) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
