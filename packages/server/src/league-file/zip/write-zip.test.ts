import { createHash } from 'node:crypto';
import { openSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openZip } from './open-zip.ts';
import { createZipWriter } from './write-zip.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-write-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

async function* toBytes(...parts: string[]) {
  for (const part of parts) {
    yield Buffer.from(part);
  }
}

async function write(name: string): Promise<string> {
  const path = join(folder, name);
  const zip = createZipWriter(path);
  await zip.add('a.ndjson', toBytes('1\n', '2\n'), { isPacked: true });
  await zip.add('none', toBytes(), { isPacked: true });
  await zip.add('b', toBytes('picture'), { isPacked: false });
  expect(readdirSync(folder)).not.toContain(name);
  await zip.finish();
  await zip.discard();
  return path;
}

it('writes what its owner alone may read, and the name is there when it is whole', async () => {
  const path = await write('one.zip');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['one.zip']);
  const zip = await openZip(openSync(path, 'r'));
  expect([...zip.sizes]).toEqual([
    ['a.ndjson', 4],
    ['none', 0],
    ['b', 7],
  ]);
  expect(Buffer.concat(await Array.fromAsync(await zip.read('a.ndjson'))).toString()).toBe(
    '1\n2\n',
  );
  zip.close();
});

it('packs each entry by itself, and may be given the same memory again and again', async () => {
  const path = join(folder, 'one.zip');
  const zip = createZipWriter(path);
  const again = Buffer.alloc(100_000);
  const contents = ['a', 'b', 'c'].map((word) => word.repeat(250_000));
  async function* toPieces(content: string) {
    for (let at = 0; at < content.length; at += again.length) {
      yield again.subarray(0, again.write(content.slice(at, at + again.length)));
    }
  }
  for (const [index, content] of contents.entries()) {
    await zip.add(`packed/${index}`, toPieces(content), { isPacked: true });
    await zip.add(`stored/${index}`, toPieces(content), { isPacked: false });
  }
  await zip.finish();
  const opened = await openZip(openSync(path, 'r'));
  for (const [index, content] of contents.entries()) {
    for (const name of [`packed/${index}`, `stored/${index}`]) {
      const bytes = Buffer.concat(await Array.fromAsync(await opened.read(name)));
      expect(bytes.equals(Buffer.from(content))).toBe(true);
    }
  }
  opened.close();
});

it('writes the same bytes for the same content, in any zone', async () => {
  const one = readFileSync(await write('one.zip'));
  vi.stubEnv('TZ', 'Asia/Kathmandu');
  expect(readFileSync(await write('other.zip')).equals(one)).toBe(true);
});

it('tells the hash and the length of what it took', async () => {
  const zip = createZipWriter(join(folder, 'one.zip'));
  expect(await zip.add('x', toBytes('a', 'bc'), { isPacked: true })).toEqual({
    path: 'x',
    size: 3,
    sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  });
  await zip.discard();
});

it('seals it on its way, and leaves it open where it is asked for, for its owner alone too', async () => {
  const [path, copy] = [join(folder, 'sealed'), join(folder, 'open.zip')];
  async function* seal(bytes: AsyncIterable<Uint8Array>) {
    yield Buffer.from('sealed:');
    for await (const chunk of bytes) {
      yield chunk.map((byte) => byte ^ 255);
    }
  }
  const zip = createZipWriter(path, { seal, copy });
  await zip.add('a', toBytes('text'), { isPacked: true });
  const sha256 = await zip.finish();
  await zip.discard();
  const lies = readFileSync(path);
  expect(sha256).toBe(createHash('sha256').update(lies).digest('hex'));
  const open = readFileSync(copy);
  expect(lies.equals(Buffer.concat([Buffer.from('sealed:'), open.map((byte) => byte ^ 255)]))).toBe(
    true,
  );
  expect([path, copy].map((one) => statSync(one).mode & 0o777)).toEqual([0o600, 0o600]);
  const opened = await openZip(openSync(copy, 'r'));
  expect([...opened.sizes]).toEqual([['a', 4]]);
  opened.close();
});

it('writes its copy over nothing', async () => {
  const copy = join(folder, 'open.zip');
  writeFileSync(copy, 'mine');
  const zip = createZipWriter(join(folder, 'one.zip'), { copy });
  await expect(
    zip.add('a', toBytes('text'), { isPacked: false }).then(() => zip.finish()),
  ).rejects.toThrow('EEXIST');
  await zip.discard();
  expect(readdirSync(folder)).toEqual(['open.zip']);
  expect(readFileSync(copy, 'utf8')).toBe('mine');
});

it('leaves nothing behind where its content breaks off or it is given up', async () => {
  const zip = createZipWriter(join(folder, 'one.zip'));
  const breaking = (async function* () {
    yield Buffer.from('a');
    throw new Error('the database is away');
  })();
  await expect(zip.add('x', breaking, { isPacked: true })).rejects.toThrow('the database is away');
  await zip.discard();
  expect(readdirSync(folder)).toEqual([]);
});

it('says why where it cannot write', async () => {
  const zip = createZipWriter(join(folder, 'not-there', 'one.zip'));
  const endless = (async function* () {
    for (;;) {
      yield Buffer.alloc(64 * 1024);
    }
  })();
  await expect(zip.add('x', endless, { isPacked: false }).then(() => zip.finish())).rejects.toThrow(
    'ENOENT',
  );
  await zip.discard();
});
