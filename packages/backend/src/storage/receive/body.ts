import { invalidRequest } from '../failure.ts';
import { storageLimits } from '../limits.ts';
import { discardBody } from './discard-body.ts';

/**
 * A request's body as it comes. Who is silent for too long is taken to be gone; a connection that breaks off
 * is the sender's doing.
 */
export async function* readBody(request: Request): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader();
  if (reader === undefined) {
    return;
  }
  let isOver = false;
  try {
    for (;;) {
      const { done, value } = await readWithin(reader);
      if (done) {
        isOver = true;
        return;
      }
      yield value;
    }
  } finally {
    if (!isOver) {
      await discardBody(reader).catch(() => undefined);
    }
  }
}

async function readWithin(reader: ReadableStreamDefaultReader<Uint8Array>) {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('silent')), storageLimits.silence);
  try {
    return await Promise.race([reader.read(), late]);
  } catch {
    throw invalidRequest('The upload broke off');
  } finally {
    clearTimeout(timer);
  }
}

/** A body of JSON, whatever its type is said to be; an empty one is an empty object. */
export async function readJson(request: Request): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of readBody(request)) {
    length += chunk.length;
    if (length > storageLimits.jsonBytes) {
      throw invalidRequest(`The body has more than ${storageLimits.jsonBytes} bytes`);
    }
    chunks.push(chunk);
  }
  if (length === 0) {
    return {};
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw invalidRequest('The body is no JSON');
  }
}
