import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawings } from '../files/drawing/draw.ts';
import { createEmblems } from './emblems.ts';

const emblems = createEmblems();
const ask = (path: string, headers: Record<string, string> = {}) =>
  emblems.request(path, { headers });

it.each([
  ['a team', '/team.svg?of=Tank%20You'],
  ['a person of one letter', '/person.svg?of=a'],
  ['a ladder with a stroke in its name', '/ladder.svg?of=2v2%2F4v4'],
  ['a game with the longest name', `/game.svg?of=${'a'.repeat(120)}`],
])('draws the emblem of %s, to be kept for ever', async (_, path) => {
  const answer = await ask(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/svg+xml');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'");
  expect(await answer.text()).toMatch(/^<svg .*<\/svg>$/);
});

it.each([
  ['another kind of thing', '/place.svg?of=a'],
  ['a word that every object knows', '/constructor.svg?of=a'],
  ['no name', '/team.svg'],
  ['an empty name', '/team.svg?of='],
  ['a name of 121 letters', `/team.svg?of=${'a'.repeat(121)}`],
  ['another kind of file', '/team.gif?of=a'],
])('has none of %s', async (_, path) => {
  expect((await ask(path)).status).toBe(404);
});

it('is not sent again to who has it', async () => {
  const first = await ask('/team.svg?of=a');
  const etag = first.headers.get('etag') ?? '';
  const again = await ask('/team.svg?of=a', { 'if-none-match': etag });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe('');
  expect((await ask('/team.svg?of=b', { 'if-none-match': etag })).status).toBe(200);
});

describe('the picture that goes with a link', () => {
  const drawHere = async (svg: string) =>
    (await drawings.link(new TextEncoder().encode(svg))).picture.bytes;

  it('is a card of the measures that the document names, and small', async () => {
    const pictures = createEmblems({ drawPicture: drawHere });
    const answer = await pictures.request('/team.png?of=Tank%20You');
    expect(answer.headers.get('content-type')).toBe('image/png');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(bytes.length).toBeLessThan(30_000);
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: 'png',
      width: 1200,
      height: 630,
    });
    const other = await pictures.request('/team.png?of=Tank%20Us');
    expect(new Uint8Array(await other.arrayBuffer())).not.toEqual(bytes);
  });

  it('is drawn once, however many ask, and again when others came in between', async () => {
    let count = 0;
    const drawPicture = async () => {
      count += 1;
      return new Uint8Array([count]);
    };
    const pictures = createEmblems({ drawPicture, maxKept: 2 });
    const askFor = (name: string) => pictures.request(`/team.png?of=${name}`);
    await Promise.all([askFor('a'), askFor('a'), askFor('b'), askFor('a')]);
    expect(count).toBe(2);
    await askFor('c');
    await askFor('a');
    expect(count).toBe(4);
  });

  it('lets twenty wait, and tells the next to come again', async () => {
    const { promise, resolve } = Promise.withResolvers<Uint8Array>();
    const pictures = createEmblems({ drawPicture: () => promise });
    const waiting = Array.from({ length: 20 }, (_, index) =>
      pictures.request(`/team.png?of=t${index}`),
    );
    const refused = await pictures.request('/team.png?of=late');
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    resolve(new Uint8Array([1]));
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await pictures.request('/team.png?of=late')).status).toBe(200);
  });

  it('is drawn again where drawing failed', async () => {
    let fails = true;
    const drawPicture = async () => {
      if (fails) {
        throw new Error('away');
      }
      return new Uint8Array([1]);
    };
    const pictures = createEmblems({ drawPicture });
    pictures.onError((_, context) => context.text('500', 500));
    expect((await pictures.request('/team.png?of=a')).status).toBe(500);
    fails = false;
    expect((await pictures.request('/team.png?of=a')).status).toBe(200);
  });
});
