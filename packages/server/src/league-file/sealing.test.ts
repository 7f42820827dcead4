import { randomBytes } from 'node:crypto';
import { createWriteStream, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type LeagueFile, openLeagueFile } from './open-league-file.ts';
import { createSeal, openSealed, parseIdentities } from './sealing.ts';
import { makeFile } from './testing/make-file.ts';

let folder: string;
let path: string;
let plain: Buffer;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-seal-'));
  vi.stubEnv('TMPDIR', folder);
  path = join(folder, 'league.zip.age');
  const zip = join(folder, 'league.zip');
  // Longer than one chunk of age, which is 64 KiB.
  await makeFile(zip, { 'files/a/b': randomBytes(200_000) });
  plain = readFileSync(zip);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const signal = new AbortController().signal;

async function makeKey() {
  const identity = await generateX25519Identity();
  return { identity, key: await identityToRecipient(identity) };
}

async function* toBytes() {
  yield plain.subarray(0, 1000);
  yield plain.subarray(1000);
}

async function writeSealed(keys: readonly string[]): Promise<void> {
  await pipeline(createSeal(keys)(toBytes()), createWriteStream(path));
}

const open = (...identities: string[]): Promise<LeagueFile> =>
  openLeagueFile(path, { identities, signal });

it('opens with each of the keys that it was sealed to, and leaves nothing of it lying about', async () => {
  const [one, other] = [await makeKey(), await makeKey()];
  await writeSealed([one.key, other.key]);
  for (const { identity } of [one, other]) {
    await using file = await open(identity);
    expect(file.manifest.entries).toHaveLength(1);
  }
  expect(readdirSync(folder).toSorted()).toEqual(['league.zip', 'league.zip.age']);
});

it('says in its head which key opens it, and other programs of age open it all the same', async () => {
  const { identity, key } = await makeKey();
  await writeSealed([key]);
  const sealed = readFileSync(path);
  expect(sealed.toString('latin1')).toContain(`\n-> muster/key ${key}\n`);
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  expect(Buffer.from(await decrypter.decrypt(sealed)).equals(plain)).toBe(true);
});

it('calls a wrong key wrong, and names the right one', async () => {
  const [right, wrong] = [await makeKey(), await makeKey()];
  await writeSealed([right.key]);
  await expect(open(wrong.identity)).rejects.toThrow(
    `the key is the wrong one: it opens with the identity of ${right.key}, and the one given is that of ${wrong.key}`,
  );
  await expect(open()).rejects.toThrow(
    `it is encrypted: give --identity FILE with the key that opens it, that of ${right.key}`,
  );
  await expect(open('AGE-SECRET-KEY-1TYPED')).rejects.toThrow('AGE-SECRET-KEY-1');
  await expect(open('hunter2')).rejects.toThrow('AGE-SECRET-KEY-1');
});

it.each([0.3, 0.999])('refuses one with a byte flipped at %d of its length', async (share) => {
  const { identity, key } = await makeKey();
  await writeSealed([key]);
  const bytes = readFileSync(path);
  const at = Math.floor(bytes.length * share);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(path, bytes);
  await expect(open(identity)).rejects.toThrow('it is damaged: it cannot be decrypted to its end');
  expect(readdirSync(folder)).toHaveLength(2);
});

it.each([70_000, 100])('refuses one that was cut off after %d bytes', async (length) => {
  const { identity, key } = await makeKey();
  await writeSealed([key]);
  writeFileSync(path, readFileSync(path).subarray(0, length));
  await expect(open(identity)).rejects.toThrow(/it is damaged|does not open it/);
});

it('reads identities from a file as age-keygen makes it', () => {
  const made = '# created: 2026-01-01\r\n# public key: age1abc\r\nAGE-SECRET-KEY-1ABC\r\n\r\n';
  expect(parseIdentities(made)).toEqual(['AGE-SECRET-KEY-1ABC']);
});

it('refuses a key that is none', () => {
  expect(() => createSeal(['age1typed'])).toThrow();
  expect(() => createSeal(['ssh-ed25519 AAAA'])).toThrow();
});

it('is what its name says: sealed, and opened by its key alone', async () => {
  const { identity, key } = await makeKey();
  await expect(openSealed(join(folder, 'league.zip'), [identity])).rejects.toThrow(
    'league.zip is not sealed, though its name says so',
  );
  await writeSealed([key]);
  await expect(openSealed(path, [])).rejects.toThrow(
    `it is encrypted: give --identity FILE with the key that opens it, that of ${key}`,
  );
  const opened = await Array.fromAsync(await openSealed(path, [identity]));
  expect(Buffer.concat(opened).equals(plain)).toBe(true);
});

it('asks for a key where its head names none', async () => {
  const { identity, key } = await makeKey();
  const encrypter = new Encrypter();
  encrypter.addRecipient(key);
  writeFileSync(path, await encrypter.encrypt(plain));
  await expect(open()).rejects.toThrow(
    /^it is encrypted: give --identity FILE with the key that opens it,$/,
  );
  const { identity: wrong } = await makeKey();
  await expect(open(wrong)).rejects.toThrow('the identity does not open it: ');
  await using file = await open(wrong, identity);
  expect(file.manifest.entries).toHaveLength(1);
});
