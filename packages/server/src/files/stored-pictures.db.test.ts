import { type Backend, createBackend } from '@muster/backend';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawStored } from './stored-pictures.ts';

let league: TestDatabase;
let backend: Backend;
const errors: unknown[] = [];

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a02030' } });

/** Red on the left, blue on the right. */
const drawHalves = () =>
  draw(400, 200).composite([
    {
      input: { create: { width: 200, height: 200, channels: 3, background: '#0000ff' } },
      left: 200,
      top: 0,
    },
  ]);

/** Red, then blue. */
async function drawMoving(): Promise<Buffer> {
  const frames = [draw(40, 20), draw(40, 20).negate()].map((one) => one.png().toBuffer());
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .gif()
    .toBuffer();
}

/** Of its pixels; they are all there. */
function spoilChecksum(png: Buffer): Buffer {
  const start = png.indexOf('IDAT');
  const place = start + 4 + png.readUInt32BE(start - 4);
  png[place] = (png[place] ?? 0) ^ 1;
  return png;
}

beforeAll(async () => {
  league = await createTestDatabase();
  await league.database.query(
    `insert into storage.buckets (id, name, public) values ('open', 'open', true), ('own', 'own', false)`,
  );
  backend = await createBackend({
    database: league.database,
    drawImage: drawStored,
    log: (_message, cause) => errors.push(cause),
  });
  const picture = draw(400, 200).withMetadata({ exif: { IFD0: { Artist: 'somebody' } } });
  const files: [string, Buffer, string][] = [
    ['wide.png', await picture.clone().png().toBuffer(), 'image/png'],
    ['wide.jpg', await picture.clone().jpeg().toBuffer(), 'image/jpeg'],
    ['wide.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
    ['broken.png', (await draw(50, 50).png().toBuffer()).subarray(0, 90), 'image/png'],
    ['words.txt', Buffer.from('words'), 'text/plain'],
    ['halves.png', await drawHalves().png().toBuffer(), 'image/png'],
    ['moving.gif', await drawMoving(), 'image/gif'],
    ['checksum.png', spoilChecksum(await draw(50, 50).png().toBuffer()), 'image/png'],
  ];
  for (const bucket of ['open', 'own']) {
    for (const [name, body, type] of files) {
      const headers = { 'content-type': type };
      const init = { method: 'POST', body: new Uint8Array(body), headers };
      expect((await send(`object/${bucket}/${name}`, init)).status).toBe(200);
    }
  }
});

afterAll(async () => {
  expect(errors).toEqual([]);
  await backend.close();
  await league[Symbol.asyncDispose]();
});

function send(path: string, init: RequestInit = {}, isOperator = true): Promise<Response> {
  const headers = new Headers(init.headers);
  if (isOperator) {
    headers.set('authorization', `Bearer ${backend.apiKeys.serviceRole}`);
  }
  return backend.fetch(new Request(`http://localhost/storage/v1/${path}`, { ...init, headers }));
}

async function look(answer: Response) {
  expect(answer.status).toBe(200);
  const { width, height, format, exif, pages } = await sharp(await answer.arrayBuffer()).metadata();
  expect(exif).toBeUndefined();
  return `${format} ${width}x${height}${pages === undefined || pages === 1 ? '' : `, ${pages} of them`}`;
}

describe('a stored picture', () => {
  test.each([
    ['wide.png', 'width=100', 'png 100x50'],
    ['wide.png', 'height=100', 'png 200x100'],
    ['wide.png', 'width=100&height=100', 'png 100x100'],
    ['wide.png', 'width=100&height=100&resize=contain', 'png 100x50'],
    ['wide.png', 'width=100&height=100&resize=fill', 'png 100x100'],
    ['wide.png', 'width=9000', 'png 400x200'],
    ['wide.png', 'width=0', 'png 400x200'],
    ['wide.jpg', 'quality=20', 'jpeg 400x200'],
    ['wide.jpg', 'width=80&format=webp', 'webp 80x40'],
    ['wide.jpg', 'width=80&format=avif', 'heif 80x40'],
    ['wide.jpg', 'width=80&format=origin', 'jpeg 80x40'],
    // What moves goes on moving where its form can; elsewhere it is its first moment.
    ['moving.gif', 'width=20', 'gif 20x10, 2 of them'],
    ['moving.gif', 'width=20&format=webp', 'webp 20x10, 2 of them'],
    ['moving.gif', 'width=20&format=avif', 'heif 20x10'],
  ])('%s with %s is %s', async (name, query, expected) => {
    const answer = await send(`render/image/public/open/${name}?${query}`, {}, false);
    expect(await look(answer)).toBe(expected);
  });

  test.each([
    ['width=0', ''],
    ['height=50&width=0', 'height:50,resizing_type:fill'],
    ['width=2499&height=2501', 'height:2500,width:2499,resizing_type:fill'],
    ['width=2500&resize=contain', 'width:2500,resizing_type:fit'],
    ['quality=20&format=webp', 'quality:20,format:webp'],
    ['format=origin', ''],
  ])('with %s says that it was drawn by %s', async (query, told) => {
    const answer = await send(`render/image/public/open/wide.jpg?${query}`, {}, false);
    expect([answer.status, answer.headers.get('x-transformations')]).toEqual([200, told]);
  });

  test.each([
    ['gravity=we', 'red', 'gravity:we'],
    ['gravity=ea', 'blue', 'gravity:ea'],
    ['gravity=ea&x_offset=200', 'red', 'gravity:ea:200:0'],
    ['gravity=fp&x_offset=0&y_offset=1', 'red', 'gravity:fp:0:1'],
    ['gravity=fp&x_offset=1&y_offset=0', 'blue', 'gravity:fp:1:0'],
    ['gravity=sm', null, 'gravity:sm'],
  ])('that is cut by %s keeps what is %s', async (query, colour, told) => {
    const path = `render/image/public/open/halves.png?width=100&height=100&${query}`;
    const answer = await send(path, {}, false);
    expect(answer.headers.get('x-transformations')).toContain(told);
    const picture = sharp(await answer.arrayBuffer());
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([100, 100]);
    const [red = 0, , blue = 0] = data.subarray(Math.floor(data.length / 2));
    expect(colour === null || (colour === 'red') === red > blue).toBe(true);
  });

  test('that is damaged is drawn as far as it can be seen', async () => {
    const answer = await send('render/image/public/open/checksum.png?width=10', {}, false);
    expect(await look(answer)).toBe('png 10x10');
  });

  test('is shown, since nothing but what can be seen is left of it', async () => {
    const answer = await send('render/image/public/open/wide.png?width=10', {}, false);
    expect(answer.headers.get('content-disposition')).toBeNull();
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-type')).toBe('image/png');
    const saved = await send('render/image/public/open/wide.png?width=10&download=a.png');
    expect(saved.headers.get('content-disposition')).toContain('a.png');
  });

  test('is webp for who shows it, unless its own form is asked for', async () => {
    const headers = { accept: 'image/avif,image/webp,*/*' };
    const path = 'render/image/public/open/wide.png?width=10';
    const answer = await send(path, { headers });
    expect(answer.headers.get('vary')).toBe('Accept');
    expect(await look(answer)).toBe('webp 10x5');
    expect(await look(await send(`${path}&format=origin`, { headers }))).toBe('png 10x5');
  });

  test('is known again, each form of it by itself', async () => {
    const path = 'render/image/public/open/wide.png?width=10';
    const eTag = (await send(path)).headers.get('etag') ?? '';
    const ask = async (query: string) =>
      (await send(`${path}${query}`, { headers: { 'if-none-match': eTag } })).status;
    expect([await ask(''), await ask('&height=3')]).toEqual([304, 200]);
  });

  test.each([
    'width=-1',
    'width=1.5',
    'width=x',
    'quality=19',
    'quality=101',
    'resize=tile',
    'format=gif',
    'gravity=obj',
    'gravity=fp&x_offset=0.5',
    'gravity=fp&x_offset=1.1&y_offset=0',
    'gravity=fp&x_offset=0&y_offset=-0.1',
    'x_offset=Infinity',
  ])('is not drawn with %s', async (query) => {
    const answer = await send(`render/image/public/open/wide.png?${query}`);
    expect([answer.status, (await answer.json()).code]).toEqual([400, 'InvalidRequest']);
  });

  test.each(['wide.svg', 'broken.png', 'words.txt'])('is none of %s', async (name) => {
    const answer = await send(`render/image/public/open/${name}?width=10`);
    expect([answer.status, (await answer.json()).message]).toEqual([
      400,
      'The source image is invalid or unsupported for rendering',
    ]);
  });

  test('is drawn for whom it may be shown to', async () => {
    expect((await send('render/image/public/own/wide.png', {}, false)).status).toBe(400);
    expect((await send('render/image/authenticated/own/wide.png', {}, false)).status).toBe(400);
    expect((await send('render/image/authenticated/own/wide.png')).status).toBe(200);
    const signed = await send('object/sign/own/wide.png', {
      method: 'POST',
      body: JSON.stringify({ expiresIn: 60, transform: { width: 40, resize: 'contain' } }),
    });
    const { signedURL } = (await signed.json()) as { signedURL: string };
    expect(signedURL).toMatch(/^\/render\/image\/sign\/own\/wide\.png\?token=/);
    // What is signed is drawn so and no other way.
    const answer = await send(`${signedURL.slice(1)}&width=300`, {}, false);
    expect(await look(answer)).toBe('png 40x20');
  });
});
