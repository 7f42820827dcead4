import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findFreePort } from '../../dev/free-port.ts';
import { FileFault } from '../../league-file/file-fault.ts';
import { type FaultyS3, startFaultyS3 } from '../testing/faulty-s3.ts';
import { fetchFromS3, openS3, type S3Place } from './s3-place.ts';

const name = 'league-20260102T030405Z.zip';
const content = 'x'.repeat(250);
const told: string[] = [];
const progress = (line: () => string) => void told.push(line());
const hand = { signal: new AbortController().signal, progress };
const sha256 = createHash('sha256').update(content).digest('hex');
let s3: FaultyS3;
let folder: string;

beforeAll(async () => {
  s3 = await startFaultyS3();
  folder = await mkdtemp(join(tmpdir(), 'muster-s3-place-'));
  writeFileSync(join(folder, name), content);
});
afterAll(async () => {
  await s3[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  s3.meet(() => 'through');
  await open().remove(name);
});

/** In parts of a hundred bytes, each for as long as the limit. */
const open = (url = s3.url, limit = 60_000) => openS3(url, folder, { size: 100, limit });
const isPart = (part: number, url: string | undefined) => url?.includes(`partNumber=${part}&`);

describe('an S3', () => {
  it('has what was brought there, part by part, under its name', async () => {
    const place = open();
    await place.bring(name, hand);
    expect(await place.hash(name, hand)).toBe(sha256);
    expect(told).toEqual([
      ...['100 bytes sent', '200 bytes sent', '250 bytes sent'],
      ...[100, 200, 250].map((bytes) => `${bytes} bytes of ${name} read back`),
    ]);
    expect(await place.list()).toEqual([name]);
    const path = join(folder, 'back');
    await fetchFromS3(place, name, { path, ...hand });
    expect(readFileSync(path, 'utf8')).toBe(content);
    await place.remove(name);
    await place.remove(name);
    expect(await place.list()).toEqual([]);
    await expect(place.hash(name, hand)).rejects.toThrow('it is not there');
  });

  it('has a text beside them, or none', async () => {
    const place = open();
    expect(await place.readText('forgotten.txt')).toBeNull();
    await place.writeText('forgotten.txt', 'ids\n');
    expect(await place.readText('forgotten.txt')).toBe('ids\n');
    expect(await place.list()).toEqual([]);
    await place.remove('forgotten.txt');
  });

  it('is named without its key', () => {
    expect(open('https://key:secret@s3.example/bucket/of/ours/?region=x').name).toBe(
      's3.example/bucket/of/ours',
    );
  });

  it('has nothing of what was stopped', async () => {
    const stopping = new AbortController();
    s3.meet(({ url }) => {
      if (isPart(2, url)) {
        stopping.abort(new Error('stopped'));
      }
      return 'through';
    });
    await expect(open().bring(name, { ...hand, signal: stopping.signal })).rejects.toThrow(
      'stopped',
    );
    expect(await open(s3.soundUrl).list()).toEqual([]);
  });
});

describe('an S3 that', () => {
  it.each([
    [
      'fails half way',
      (url?: string) => (isPart(2, url) ? { status: 503 } : 'through'),
      /PUT with 503/,
    ],
    ['is full', (url?: string) => (isPart(1, url) ? { status: 507 } : 'through'), /PUT with 507/],
    [
      'takes no end',
      (url?: string) => (url?.includes('?uploadId') ? { status: 500 } : 'through'),
      /POST with 500/,
    ],
    ['does not know the key', () => ({ status: 403 }), /POST with 403/],
  ] as const)('%s has nothing, and that is told', async (_how, decide, words) => {
    s3.meet(({ url }) => decide(url));
    const failed = await open()
      .bring(name, hand)
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(FileFault);
    expect(String(failed)).toMatch(words);
    expect(await open(s3.soundUrl).list()).toEqual([]);
  });

  it('answers nothing is waited for so long', async () => {
    s3.meet(({ url }) => (isPart(2, url) ? 'silence' : 'through'));
    await expect(open(s3.url, 500).bring(name, hand)).rejects.toThrow(
      /^the S3 at 127\.0\.0\.1:\d+ does not answer: /,
    );
  });

  it.each([
    ['sends', (place: S3Place) => place.bring(name, hand)],
    ['reads back', (place: S3Place) => place.hash(name, hand)],
    ['lists', (place: S3Place) => place.list()],
    ['reads a text', (place: S3Place) => place.readText('forgotten.txt')],
    ['writes a text', (place: S3Place) => place.writeText('forgotten.txt', 'ids')],
    ['takes away', (place: S3Place) => place.remove(name)],
  ] as const)('answers nothing is left at once by who %s and is stopped', async (_what, ask) => {
    const stopping = new AbortController();
    s3.meet(() => {
      stopping.abort(new Error('stopped'));
      return 'silence';
    });
    const place = openS3(s3.url, folder, { stopping: stopping.signal, size: 100 });
    await expect(ask(place)).rejects.toThrow('stopped');
    // Nothing new is begun either.
    await expect(place.list()).rejects.toThrow('stopped');
  });

  it('is well has nothing of what was stopped before it was read back', async () => {
    const stopping = new AbortController();
    const place = openS3(s3.url, folder, { stopping: stopping.signal, size: 100 });
    await place.bring(name, hand);
    stopping.abort(new Error('stopped'));
    await expect(place.hash(name, hand)).rejects.toThrow('stopped');
    await place.remove(name);
    expect(await open(s3.soundUrl).list()).toEqual([]);
  });

  it('is away is told by its name and no secret', async () => {
    const port = await findFreePort();
    await expect(open(`http://key:hunter2@127.0.0.1:${port}/league`).list()).rejects.toThrow(
      `the S3 at 127.0.0.1:${port} does not answer: ECONNREFUSED`,
    );
  });

  it.each(['249', '251'])('says %s bytes of 250 is told so', async (length) => {
    s3.meet(({ method }) =>
      method === 'HEAD' ? { headers: { 'content-length': length } } : 'through',
    );
    await expect(open().bring(name, hand)).rejects.toThrow(
      `the S3 says ${length} bytes of what has 250`,
    );
  });

  it('sends more than was asked for is broken off', async () => {
    await open().bring(name, hand);
    s3.meet(({ method }) => (method === 'GET' ? { more: 'y' } : 'through'));
    await expect(open().hash(name, hand)).rejects.toThrow('sending more');
  });

  it('lists without an end is left', async () => {
    const body = '<NextContinuationToken>again</NextContinuationToken>';
    s3.meet(() => ({ status: 200, body }));
    await expect(open().list()).rejects.toThrow('no end');
  });
});
