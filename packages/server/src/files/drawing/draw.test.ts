import type { DrawingWishes } from '@muster/backend';
import sharp, { type Color } from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Picture } from '../picture.ts';
import { drawings } from './draw.ts';

const red = { r: 200, g: 0, b: 0 };
const toCanvas = (width: number, height: number, background: Color = red) =>
  sharp({ create: { width, height, channels: 3, background } });
const toPng = (width: number, height: number, background?: Color) =>
  toCanvas(width, height, background).png().toBuffer();
/** A picture of which nothing but its edges may be seen through: it has no hole, but could have. */
const toAlphaPng = (width: number, height: number) =>
  toCanvas(width, height).ensureAlpha().png().toBuffer();

/** A GIF that moves: its own measures, and on them frames of one white pixel, each a place further. */
function toGif(width: number, height: number, frames: number): Buffer {
  const screen = Buffer.alloc(4);
  screen.writeUInt16LE(width, 0);
  screen.writeUInt16LE(height, 2);
  const colours = Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
  const head = [Buffer.from('GIF89a'), screen, colours];
  const toFrame = (place: number) => [
    Buffer.from('21f9040005000000', 'hex'),
    Buffer.from([0x2c, place, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4c, 1, 0]),
  ];
  const places = Array.from({ length: frames }, (_, place) => place);
  return Buffer.concat([...head, ...places.flatMap(toFrame), Buffer.from([0x3b])]);
}

/** The form of a picture, its measures as they are told and as they are, and of how many frames it is. */
async function look({ bytes, width, height }: Picture): Promise<string> {
  const found = await sharp(bytes, { animated: true }).metadata();
  expect([width, height]).toEqual([found.width, found.pageHeight ?? found.height]);
  const { pages = 1 } = found;
  return `${found.format} ${width}x${height}${pages === 1 ? '' : ` of ${pages}`}`;
}

/** What is seen at a place, each of red, green, blue and how much of it. */
async function pick({ bytes }: Picture, left: number, top: number): Promise<number[]> {
  const place = { left, top, width: 1, height: 1 };
  return [...(await sharp(bytes).ensureAlpha().extract(place).raw().toBuffer())];
}
const dark = [23, 19, 18, 255];
const light = [247, 243, 239, 255];
const seen = [200, 0, 0, 255];

describe('a picture as proof', () => {
  it.each([
    [5120, 1000, 'webp 2560x500', 'webp 640x125'],
    [1000, 5120, 'webp 500x2560', 'webp 125x640'],
    [2560, 2560, 'webp 2560x2560', 'webp 640x640'],
    [641, 10, 'webp 641x10', 'webp 640x10'],
    [100, 50, 'webp 100x50', 'webp 100x50'],
  ])('of %i by %i is %s, and in lists %s', async (width, height, whole, preview) => {
    const drawn = await drawings.evidence(await toPng(width, height));
    expect([await look(drawn.whole), await look(drawn.preview)]).toEqual([whole, preview]);
  });

  it('goes on moving, and in lists shows its first moment', async () => {
    const drawn = await drawings.evidence(toGif(20, 10, 3));
    expect([await look(drawn.whole), await look(drawn.preview)]).toEqual([
      ...['webp 20x10 of 3', 'webp 20x10'],
    ]);
  });
});

it.each([
  [3200, 800, 'webp 1600x400'],
  [800, 3200, 'webp 400x1600'],
  [1600, 1600, 'webp 1600x1600'],
  [90, 60, 'webp 90x60'],
])('a picture of %i by %i for a text is %s', async (width, height, drawn) => {
  const { picture } = await drawings.article(await toPng(width, height));
  expect(await look(picture)).toBe(drawn);
});

it('a picture for a text goes on moving', async () => {
  expect(await look((await drawings.article(toGif(20, 10, 2))).picture)).toBe('webp 20x10 of 2');
});

it('a team’s picture is the square in its middle, in two sizes, and does not move', async () => {
  const middle = await toPng(100, 100, '#0000c8');
  const wide = await toCanvas(300, 100)
    .composite([{ input: middle, left: 100, top: 0 }])
    .png()
    .toBuffer();
  const { small, large } = await drawings.logo(wide);
  expect([await look(small), await look(large)]).toEqual(['webp 64x64', 'webp 256x256']);
  for (const place of [8, 128, 247]) {
    const [r = 0, , b = 0] = await pick(large, place, 128);
    expect(b).toBeGreaterThan(r);
  }
  expect(await look((await drawings.logo(toGif(20, 20, 2))).large)).toBe('webp 256x256');
});

describe('the league’s own picture', () => {
  it.each([
    [2048, 512, 'png 1024x256', 'webp 224x56'],
    [512, 2048, 'png 256x1024', 'webp 14x56'],
    [1000, 100, 'png 1000x100', 'webp 240x24'],
    [28, 28, 'png 28x28', 'webp 56x56'],
  ])('of %i by %i is kept as %s, and in the bar as %s', async (width, height, whole, bar) => {
    const drawn = await drawings.leagueLogo(await toPng(width, height));
    expect([await look(drawn.whole), await look(drawn.bar)]).toEqual([whole, bar]);
    expect([await look(drawn.icon), await look(drawn.app), await look(drawn.link)]).toEqual([
      ...['png 64x64', 'png 180x180', 'jpeg 1200x630'],
    ]);
  });

  it('lies whole in an icon, with nothing around it', async () => {
    const { icon } = await drawings.leagueLogo(await toPng(200, 100));
    expect(await pick(icon, 32, 15)).toEqual([0, 0, 0, 0]);
    expect(await pick(icon, 32, 17)).toEqual(seen);
    expect(await pick(icon, 32, 46)).toEqual(seen);
    expect(await pick(icon, 32, 48)).toEqual([0, 0, 0, 0]);
  });

  it('fills the square of an app, but for a margin where it may have holes', async () => {
    const whole = (await drawings.leagueLogo(await toPng(50, 50))).app;
    for (const place of [0, 179]) {
      expect(await pick(whole, place, place)).toEqual(seen);
    }
    const { app } = await drawings.leagueLogo(await toAlphaPng(50, 50));
    for (const [place, colour] of [
      [0, light],
      [17, light],
      [18, seen],
      [161, seen],
      [162, light],
      [179, light],
    ] as const) {
      expect([place, await pick(app, place, 90)]).toEqual([place, colour]);
      expect([place, await pick(app, 90, place)]).toEqual([place, colour]);
    }
  });

  it('stands in the middle of what goes with a link', async () => {
    const { link } = await drawings.leagueLogo(await toPng(800, 430));
    const isSeen = async (left: number, top: number) => {
      const [r = 0, g = 0] = await pick(link, left, top);
      return r - g > 100;
    };
    const across = [190, 210, 990, 1010].map((left) => isSeen(left, 315));
    const down = [90, 110, 520, 540].map((top) => isSeen(600, top));
    expect(await Promise.all([...across, ...down])).toEqual([
      ...[false, true, true, false],
      ...[false, true, true, false],
    ]);
  });

  it.each<[string, Color, number[]]>([
    ['black', '#000', light],
    ['grey', { r: 109, g: 109, b: 109 }, light],
    ['lighter grey', { r: 112, g: 112, b: 112 }, dark],
    ['white', '#fff', dark],
    // As bright as each is to the eye.
    ['red', '#f00', light],
    ['green', '#0f0', dark],
    ['blue', '#00f', light],
  ])('lies on what it stands out from: %s', async (_colour, colour, ground) => {
    const { app } = await drawings.leagueLogo(await toPng(200, 100, colour));
    expect(await pick(app, 90, 1)).toEqual(ground);
  });
});

describe('a picture that is stored', () => {
  const asItIs: DrawingWishes = {
    ...{ width: null, height: null, gravity: null, quality: 80 },
    resize: 'cover',
    format: 'origin',
  };
  const toImage = (form: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | 'tiff') =>
    toCanvas(40, 20).toFormat(form).toBuffer();

  it.each([
    ['png', 'png', 'image/png'],
    ['jpeg', 'jpeg', 'image/jpeg'],
    ['webp', 'webp', 'image/webp'],
    ['gif', 'gif', 'image/gif'],
    ['avif', 'heif', 'image/avif'],
    ['tiff', 'png', 'image/png'],
  ] as const)('as %s is drawn as %s, and said to be %s', async (form, format, mediaType) => {
    const drawn = await drawings.stored(await toImage(form));
    expect([await look(drawn.picture), drawn.mediaType]).toEqual([`${format} 40x20`, mediaType]);
  });

  it('goes on moving where its form can', async () => {
    const gif = toGif(20, 10, 3);
    const as = async (format: 'origin' | 'webp' | 'avif') =>
      look((await drawings.stored(gif, { ...asItIs, format })).picture);
    expect([await as('origin'), await as('webp'), await as('avif')]).toEqual([
      ...['gif 20x10 of 3', 'webp 20x10 of 3', 'heif 20x10'],
    ]);
  });

  it('is cut as it is seen, where a camera says that it lies on its side', async () => {
    // Above red, below blue, once it is turned.
    const lying = await toCanvas(400, 200)
      .composite([{ input: await toPng(200, 200, '#0000c8'), left: 200, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const cut = async (to: 'no' | 'so') => {
      const wishes: DrawingWishes = { ...asItIs, width: 100, height: 100 };
      const { picture } = await drawings.stored(lying, { ...wishes, gravity: { to, x: 0, y: 0 } });
      const [r = 0, , b = 0] = await pick(picture, 50, 50);
      return [await look(picture), r > b ? 'red' : 'blue'];
    };
    expect([await cut('no'), await cut('so')]).toEqual([
      ['jpeg 100x100', 'red'],
      ['jpeg 100x100', 'blue'],
    ]);
  });
});

describe('of what moves', () => {
  it('a hundred frames are drawn, and not one more', async () => {
    expect(await look((await drawings.article(toGif(200, 2, 100))).picture)).toBe(
      'webp 200x2 of 100',
    );
    for (const kind of ['article', 'evidence', 'logo', 'leagueLogo', 'stored'] as const) {
      await expect(drawings[kind](toGif(200, 2, 101))).rejects.toMatchObject({
        code: 'picture_too_large',
      });
    }
  });

  it('all frames count together', async () => {
    await expect(drawings.logo(toGif(2000, 2000, 11))).rejects.toMatchObject({
      code: 'picture_too_large',
    });
    expect(await look((await drawings.logo(toGif(2000, 2000, 10))).small)).toBe('webp 64x64');
  });
});

it('a drawing of our own is as large as it says', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="63"><rect width="9" height="9"/></svg>';
  expect(await look((await drawings.link(Buffer.from(svg))).picture)).toBe('png 120x63');
});

it('what is no picture is broken, before and while it is drawn', async () => {
  const whole = await sharp(Buffer.alloc(300 * 300 * 3, 7), {
    raw: { width: 300, height: 300, channels: 3 },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  for (const kind of ['article', 'evidence', 'logo', 'leagueLogo', 'stored'] as const) {
    for (const bytes of [Buffer.from('words'), whole.subarray(0, 2000)]) {
      await expect(drawings[kind](bytes)).rejects.toMatchObject({ code: 'picture_broken' });
    }
  }
});
