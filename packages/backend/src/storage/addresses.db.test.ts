import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { signWithSecret } from '../testing/world.ts';
import { signAddress } from './signing.ts';
import { createStorageWorld, type StorageWorld } from './testing/storage-world.ts';

let storage: StorageWorld;
const content = '0123456789';

beforeAll(async () => {
  storage = await createStorageWorld({ home: 'directory' });
  await storage.storage('service').from('pictures').upload('ten.txt', content);
  await storage.storage('service').from('vault').upload('secret.txt', content);
});

afterAll(async () => {
  expect(storage.errors).toEqual([]);
  await storage[Symbol.asyncDispose]();
});

describe('a part of a file', () => {
  test.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-4', '4', 'bytes 4-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=-20', content, 'bytes 0-9/10'],
    ['bytes=0-99', content, 'bytes 0-9/10'],
    ['bytes=9-9', '9', 'bytes 9-9/10'],
  ])('%s', async (range, text, contentRange) => {
    const answer = await storage.send('nobody', 'object/public/pictures/ten.txt', {
      headers: { range },
    });
    expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([
      206,
      contentRange,
      text,
    ]);
    expect(answer.headers.get('content-length')).toBe(String(text.length));
  });

  test.each([
    'bytes=10-',
    'bytes=5-4',
    'bytes=-0',
    'bytes=-',
    'bytes=0-1,3-4',
    'lines=1-2',
    'bytes=99999999999999999999-',
  ])('%s is none', async (range) => {
    const answer = await storage.send('nobody', 'object/public/pictures/ten.txt', {
      headers: { range },
    });
    expect([answer.status, (await answer.json()).code]).toEqual([416, 'InvalidRange']);
  });
});

describe('a file that is known', () => {
  const path = 'object/public/pictures/ten.txt';
  const ask = async (headers: Record<string, string>, method = 'GET') => {
    const answer = await storage.send('nobody', path, { method, headers });
    await answer.text();
    return answer.status;
  };

  test('is not sent again, nor where it is another than meant', async () => {
    const { headers } = await storage.send('nobody', path, { method: 'HEAD' });
    const eTag = headers.get('etag') ?? '';
    const modified = headers.get('last-modified') ?? '';
    expect(headers.get('content-length')).toBe('10');
    const shift = (seconds: number) =>
      new Date(Date.parse(modified) + seconds * 1000).toUTCString();
    const rows: [Record<string, string>, number][] = [
      [{ 'if-none-match': eTag }, 304],
      [{ 'if-none-match': `W/${eTag}` }, 304],
      [{ 'if-none-match': `"x", ${eTag}` }, 304],
      [{ 'if-none-match': '*' }, 304],
      [{ 'if-none-match': '"x"' }, 200],
      [{ 'if-modified-since': modified }, 304],
      [{ 'if-modified-since': shift(1) }, 304],
      [{ 'if-modified-since': shift(-1) }, 200],
      [{ 'if-modified-since': 'nonsense' }, 200],
      [{ 'if-none-match': '"x"', 'if-modified-since': modified }, 200],
      [{ 'if-match': eTag }, 200],
      [{ 'if-match': '*' }, 200],
      [{ 'if-match': '"x"' }, 412],
      [{ 'if-unmodified-since': modified }, 200],
      [{ 'if-unmodified-since': shift(-1) }, 412],
      [{ 'if-match': eTag, 'if-unmodified-since': shift(-1) }, 200],
      [{ range: 'bytes=0-1', 'if-range': eTag }, 206],
      [{ range: 'bytes=0-1', 'if-range': modified }, 206],
      [{ range: 'bytes=0-1', 'if-range': '"x"' }, 200],
      [{ range: 'bytes=0-1', 'if-range': shift(-1) }, 200],
    ];
    for (const [given, status] of rows) {
      expect([given, await ask(given)]).toEqual([given, status]);
      expect([given, await ask(given, 'HEAD')]).toEqual([given, status]);
    }
  });

  test('is another after it was written anew', async () => {
    const files = storage.storage('service').from('pictures');
    await files.upload('anew.txt', 'one');
    const one = await files.info('anew.txt');
    await files.update('anew.txt', 'one');
    expect((await files.info('anew.txt')).data?.etag).not.toBe(one.data?.etag);
  });
});

describe('a signed address', () => {
  const vault = (who: 'service' | 'ann' | 'anon') => storage.storage(who).from('vault');

  test('lets whoever has it read this one file, for so long', async () => {
    const { data } = await vault('service').createSignedUrl('secret.txt', 60, { download: 'a b' });
    const answer = await fetch(data?.signedUrl ?? '');
    expect([answer.status, await answer.text()]).toEqual([200, content]);
    expect(answer.headers.get('content-disposition')).toContain('filename=a%20b');
    expect(Date.parse(answer.headers.get('expires') ?? '')).toBeGreaterThan(Date.now());

    const other = data?.signedUrl.replace('secret.txt', 'other.txt') ?? '';
    expect((await (await fetch(other)).json()).code).toBe('InvalidSignature');
    const broken = `${data?.signedUrl.replace(/token=.*/, 'token=nonsense')}`;
    expect((await (await fetch(broken)).json()).code).toBe('InvalidJWT');
    expect((await vault('ann').createSignedUrl('secret.txt', 60)).error).toMatchObject({
      code: 'NoSuchKey',
    });
    expect((await vault('service').createSignedUrl('none', 60)).error).not.toBeNull();
  });

  test('is over when it is, and is no token for anything else', async () => {
    const { keys } = storage.world;
    const now = Math.floor(Date.now() / 1000);
    const ask = async (token: string) => {
      const answer = await storage.send('nobody', `object/sign/vault/secret.txt?token=${token}`);
      return answer.ok ? 'served' : (await answer.json()).code;
    };
    const url = 'vault/secret.txt';
    const sign = (scope: 'download' | 'upload', exp: number) =>
      signAddress(keys.secret, scope, { url, exp });
    expect(await ask(await sign('download', now + 60))).toBe('served');
    expect(await ask(await sign('download', now))).toBe('InvalidJWT');
    expect(await ask(await sign('upload', now + 60))).toBe('InvalidSignature');
    expect(await ask(await signWithSecret(keys, { url, exp: now + 60 }))).toBe('InvalidSignature');
    expect(await ask(storage.token('service'))).toBe('InvalidSignature');
    const token = await sign('download', now + 60);
    const asPerson = await storage.send('nobody', 'object/vault/secret.txt', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect((await asPerson.json()).code).toBe('NoSuchKey');
  });

  test('is given for many at once, and only of what one sees', async () => {
    const { data } = await vault('service').createSignedUrls(['secret.txt', 'none'], 60);
    expect(data?.map(({ path, error }) => [path, error])).toEqual([
      ['secret.txt', null],
      ['none', 'Either the object does not exist or you do not have access to it'],
    ]);
    expect(await (await fetch(data?.[0]?.signedUrl ?? '')).text()).toBe(content);
    const none = await vault('anon').createSignedUrls(['secret.txt'], 60);
    expect(none.data?.[0]?.signedUrl).toBeNull();
  });

  test.each([
    [1, true],
    [3_153_600_000, true],
    [0, false],
    [3_153_600_001, false],
    [1.5, false],
  ])('for %d seconds: %s', async (seconds, isGiven) => {
    const { error } = await vault('service').createSignedUrl('secret.txt', seconds);
    expect(error === null).toBe(isGiven);
  });

  test('lets whoever has it write this one file, as the one who asked for it', async () => {
    const { ann } = storage.world;
    const papers = storage.storage('ann').from('papers');
    const path = `${ann.userId}/signed.txt`;
    const { data } = await papers.createSignedUploadUrl(path);
    const token = data?.token ?? '';
    const anybody = storage.storage('anon').from('papers');
    expect((await anybody.uploadToSignedUrl(path, token, 'one')).data).toEqual({
      path,
      fullPath: `papers/${path}`,
    });
    expect((await papers.info(path)).data).toMatchObject({ size: 3 });
    const [row] = await storage.world.database.query(
      'select owner_id from storage.objects where name = $1',
      [path],
    );
    expect(row).toEqual({ owner_id: ann.userId });

    const again = await anybody.uploadToSignedUrl(path, token, 'two', { upsert: true });
    expect(again.error).toMatchObject({ statusCode: '409' });
    const other = await anybody.uploadToSignedUrl(`${ann.userId}/other.txt`, token, 'x');
    expect(other.error).toMatchObject({ message: 'Invalid signature' });
    const over = await papers.createSignedUploadUrl(path, { upsert: true });
    const taken = await anybody.uploadToSignedUrl(path, over.data?.token ?? '', 'three');
    expect(taken.error).toBeNull();
    expect(await (await papers.download(path)).data?.text()).toBe('three');
  });

  test('to write by is refused to whoever may not write', async () => {
    const { ann } = storage.world;
    const bob = storage.storage('bob').from('papers');
    expect((await bob.createSignedUploadUrl(`${ann.userId}/x`)).error).toMatchObject({
      statusCode: '403',
    });
    expect((await vault('anon').createSignedUploadUrl('x')).error).toMatchObject({
      statusCode: '403',
    });
  });

  test('to write by is good for two hours', async () => {
    const { data } = await vault('service').createSignedUploadUrl('late.txt');
    const write = (at: number) => {
      vi.setSystemTime(at);
      return vault('anon').uploadToSignedUrl('late.txt', data?.token ?? '', 'x');
    };
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const now = Date.now();
      expect((await write(now + 7_201_000)).error).toMatchObject({ code: 'InvalidJWT' });
      expect((await write(now + 7_190_000)).error).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });
});
