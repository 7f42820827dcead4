import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { Decrypter, Encrypter, identityToRecipient, Stanza } from 'age-encryption';
import { FileFault, KeyFault } from './file-fault.ts';

type Bytes = AsyncIterable<Uint8Array>;

const firstLine = 'age-encryption.org/v1\n';
/** By this line the file says which key opens it; age's own hide that. Other programs of age pass over it. */
const keyLabel = 'muster/key';
/** A header of a thousand keys is shorter. */
const mostHeaderBytes = 256 * 1024;

/**
 * Encrypts to public keys of age (`age1…`), each of which opens it alone and is named in the file's head.
 * @throws Error where a key is none.
 */
export function createSeal(keys: readonly string[]): (bytes: Bytes) => Bytes {
  const encrypter = new Encrypter();
  for (const key of keys) {
    encrypter.addRecipient(key);
    encrypter.addRecipient({
      wrapFileKey: () => [new Stanza([keyLabel, key], new Uint8Array())],
    });
  }
  return async function* seal(bytes) {
    yield* await encrypter.encrypt(toStream(bytes));
  };
}

function toStream(bytes: Bytes): ReadableStream<Uint8Array> {
  const chunks = bytes[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done) {
        controller.close();
      } else {
        controller.enqueue(next.value);
      }
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}

/** The public keys that open a sealed file, as its head names them; null where it is not sealed. */
export async function findKeys(path: string): Promise<string[] | null> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mostHeaderBytes), 0);
    const head = buffer.toString('latin1', 0, bytesRead);
    if (!head.startsWith(firstLine)) {
      return null;
    }
    const [named = ''] = head.split('\n--- ', 1);
    return [...named.matchAll(/^-> muster\/key (age1[0-9a-z]+)$/gm)].map(([, key = '']) => key);
  } finally {
    await file.close();
  }
}

/** The identities of a file as age's own tool makes it: one a line, remarks behind `#`. */
export function parseIdentities(content: string): string[] {
  return content
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/**
 * Opens what is sealed to one of the identities (`AGE-SECRET-KEY-1…`).
 * @throws KeyFault that names the keys where none of the identities opens it.
 */
export async function unseal(
  bytes: Bytes,
  { identities, keys }: { identities: readonly string[]; keys: readonly string[] },
): Promise<Bytes> {
  const given = await Promise.all(identities.map(toKey));
  if (keys.length > 0 && !given.some((key) => keys.includes(key))) {
    throw new KeyFault(
      `the key is the wrong one: it opens with the identity of ${keys.join(' or ')}, and the one given is that of ${given.join(' and ')}`,
    );
  }
  const decrypter = new Decrypter();
  for (const identity of identities) {
    decrypter.addIdentity(identity);
  }
  return decrypter.decrypt(toStream(bytes)).catch((error: unknown) => {
    throw new KeyFault(`the identity does not open it: ${toWords(error)}`);
  });
}

async function toKey(identity: string): Promise<string> {
  return identityToRecipient(identity).catch(() => {
    throw new KeyFault(
      'an identity is a line that begins with AGE-SECRET-KEY-1, and the file given has another',
    );
  });
}

function toWords(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Opens a file that is sealed to one of the identities.
 * @throws KeyFault that names the keys, where it opens with another.
 */
export async function openSealed(path: string, identities: readonly string[]): Promise<Bytes> {
  const keys = await findKeys(path);
  if (keys === null) {
    throw new FileFault(`${basename(path)} is not sealed, though its name says so`);
  }
  requireIdentities(identities, keys);
  return unseal(createReadStream(path), { identities, keys });
}

/** @throws KeyFault where none was given. */
export function requireIdentities(identities: readonly string[], keys: readonly string[]): void {
  if (identities.length === 0) {
    const opener = keys.length === 0 ? '' : ` that of ${keys.join(' or ')}`;
    throw new KeyFault(
      `it is encrypted: give --identity FILE with the key that opens it,${opener}`,
    );
  }
}
