import { invalidRequest, tooLarge } from '../failure.ts';
import { storageLimits } from '../limits.ts';

/** A form that comes in: its fields before the file, and the file. */
export interface IncomingForm {
  fields: ReadonlyMap<string, string>;
  /** The type that the file's own part names. */
  mediaType: string | null;
  file: AsyncGenerator<Uint8Array>;
}

const crlf = '\r\n';
const headersEnd = Buffer.from('\r\n\r\n');

/** Bytes as they come, of which some may be looked at before they are taken. */
class Ahead {
  readonly #source: AsyncIterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterator<Uint8Array>) {
    this.#source = source;
  }

  get held(): Buffer {
    return this.#held;
  }

  /** Holds more; false where nothing more comes. */
  async more(): Promise<boolean> {
    const { done, value } = await this.#source.next();
    if (done) {
      return false;
    }
    this.#held =
      this.#held.length === 0
        ? Buffer.from(value.buffer, value.byteOffset, value.length)
        : Buffer.concat([this.#held, value]);
    return true;
  }

  take(length: number): Buffer {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return taken;
  }
}

/** The text by which a form's parts are divided; null where the type is no form's. */
export function findBoundary(contentType: string | null): string | null {
  if (contentType === null || !/^multipart\/form-data\b/i.test(contentType)) {
    return null;
  }
  const [, quoted, plain] =
    /boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) {
    throw invalidRequest('Content-Type names no boundary');
  }
  return boundary;
}

/**
 * Reads a form up to its file (RFC 7578). Of what comes behind the file nothing is read, as on hosted
 * Supabase. Everything but the file is bounded.
 */
export async function openForm(
  source: AsyncIterator<Uint8Array>,
  boundary: string,
): Promise<IncomingForm> {
  const ahead = new Ahead(source);
  const divider = Buffer.from(`${crlf}--${boundary}`);
  const fields = new Map<string, string>();
  // The first divider has no line before it.
  await skipTo(ahead, Buffer.from(`--${boundary}`));
  for (;;) {
    const headers = await readHeaders(ahead);
    if (headers === null) {
      throw invalidRequest('No content provided');
    }
    const disposition = headers.get('content-disposition') ?? '';
    if (/;\s*filename\*?=/i.test(disposition)) {
      const mediaType = headers.get('content-type') ?? null;
      return { fields, mediaType, file: readToDivider(ahead, divider) };
    }
    const name = /;\s*name="([^"]*)"/i.exec(disposition)?.[1] ?? '';
    fields.set(name, await readText(ahead, divider));
  }
}

/** All that stands before some bytes, which are taken too. */
async function takeTo(ahead: Ahead, end: Buffer): Promise<Buffer> {
  for (;;) {
    const at = ahead.held.indexOf(end);
    if (at >= 0) {
      const before = ahead.take(at);
      ahead.take(end.length);
      return before;
    }
    if (ahead.held.length > storageLimits.formBytes) {
      throw tooLarge('form');
    }
    if (!(await ahead.more())) {
      throw invalidRequest('The form ends in the middle');
    }
  }
}

async function skipTo(ahead: Ahead, end: Buffer): Promise<void> {
  await takeTo(ahead, end);
}

async function readText(ahead: Ahead, divider: Buffer): Promise<string> {
  return (await takeTo(ahead, divider)).toString('utf8');
}

/** A part's headers by their names in small letters; null behind the last part. */
async function readHeaders(ahead: Ahead): Promise<Map<string, string> | null> {
  while (ahead.held.length < 2) {
    if (!(await ahead.more())) {
      throw invalidRequest('The form ends in the middle');
    }
  }
  if (ahead.held.subarray(0, 2).toString('latin1') === '--') {
    return null;
  }
  // A part without headers has an empty line at once.
  const text = (await takeTo(ahead, headersEnd)).toString('utf8');
  return new Map(
    text.split(crlf).flatMap((line) => {
      const at = line.indexOf(':');
      return at < 0 ? [] : [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]];
    }),
  );
}

/** The file's bytes as they come; the divider may come in two parts. */
async function* readToDivider(ahead: Ahead, divider: Buffer): AsyncGenerator<Uint8Array> {
  for (;;) {
    const at = ahead.held.indexOf(divider);
    if (at >= 0) {
      if (at > 0) {
        yield ahead.take(at);
      }
      return;
    }
    const sure = ahead.held.length - divider.length + 1;
    if (sure > 0) {
      yield ahead.take(sure);
    }
    if (!(await ahead.more())) {
      throw invalidRequest('The form ends in the middle');
    }
  }
}
