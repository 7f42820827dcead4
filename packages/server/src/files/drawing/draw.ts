import type { DrawingWishes } from '@muster/backend';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { type Picture, PictureRefused, type Pictures } from '../picture.ts';
import { findCut, type Measures } from './cut.ts';

// Nobody sends the same picture twice, and the library would keep 50 MB of what it drew last.
sharp.cache(false);

/** More than any screen shows; a small file can hold more than memory does. */
const mostPixels = 40_000_000;
const mostFrames = 100;
const seconds = 10;

interface Opening {
  animated: boolean;
  /** How much may be wrong with it: nothing where we keep it. */
  failOn?: 'warning' | 'truncated';
}

function open(bytes: Uint8Array, { animated, failOn = 'warning' }: Opening): Sharp {
  return sharp(bytes, { animated, limitInputPixels: mostPixels, failOn });
}

/** Looks at a picture's measures before any of it is drawn. */
async function measure(bytes: Uint8Array): Promise<Metadata> {
  let found: Metadata;
  try {
    // Without a limit here, so that a picture that is too large is told from one that is broken.
    found = await sharp(bytes, { animated: true, limitInputPixels: false }).metadata();
  } catch {
    throw new PictureRefused('picture_broken');
  }
  const { width, height, pages = 1, pageHeight = height } = found;
  if (width * pageHeight * pages > mostPixels || pages > mostFrames) {
    throw new PictureRefused('picture_too_large');
  }
  return found;
}

/** Draws a picture anew: nothing of the file that came is left but what could be seen of it. */
async function draw(
  bytes: Uint8Array,
  opening: Opening,
  change: (image: Sharp) => Sharp,
): Promise<Picture> {
  try {
    const { data, info } = await change(open(bytes, opening).autoOrient())
      .timeout({ seconds })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
  } catch {
    throw new PictureRefused('picture_broken');
  }
}

async function drawEvidence(bytes: Uint8Array): Promise<Pictures['evidence']> {
  const { pages = 1 } = await measure(bytes);
  const whole = await draw(bytes, { animated: pages > 1 }, (image) =>
    image
      .resize({ width: 2560, height: 2560, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 86 }),
  );
  // Of what was drawn, so that the largest pictures are decoded once.
  const preview = await draw(whole.bytes, { animated: false }, (image) =>
    image
      .resize({ width: 640, height: 640, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 78 }),
  );
  return { whole, preview };
}

async function drawArticle(bytes: Uint8Array): Promise<Pictures['article']> {
  const { pages = 1 } = await measure(bytes);
  const picture = await draw(bytes, { animated: pages > 1 }, (image) =>
    image
      .resize({ width: 1600, height: 1600, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 }),
  );
  return { picture };
}

async function drawLogo(bytes: Uint8Array): Promise<Pictures['logo']> {
  await measure(bytes);
  const toSquare = (from: Uint8Array, size: number) =>
    draw(from, { animated: false }, (image) =>
      image.resize({ width: size, height: size, fit: 'cover' }).webp({ quality: 86 }),
    );
  const large = await toSquare(bytes, 256);
  return { small: await toSquare(large.bytes, 64), large };
}

const darkGround = '#171312';
const lightGround = '#f7f3ef';

/** What a picture with holes in it is put on where nothing else lies behind it, so that it stands out. */
async function chooseGround(bytes: Uint8Array): Promise<string> {
  // One pixel of it is the mean of all, counted by how much of each is seen.
  const [red = 0, green = 0, blue = 0] = await sharp(bytes)
    .resize(1, 1)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer();
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return light > 110 ? darkGround : lightGround;
}

async function drawLeagueLogo(bytes: Uint8Array): Promise<Pictures['leagueLogo']> {
  await measure(bytes);
  const whole = await draw(bytes, { animated: false }, (image) =>
    image.resize({ width: 1024, height: 1024, fit: 'inside', withoutEnlargement: true }).png(),
  );
  // The rest is drawn of this one, so that the largest pictures are decoded once.
  const toForm = (change: (image: Sharp) => Sharp) =>
    draw(whole.bytes, { animated: false }, change);
  const ground = await chooseGround(whole.bytes);
  const hole = { r: 0, g: 0, b: 0, alpha: 0 };
  const { hasAlpha } = await sharp(whole.bytes).metadata();
  const margin = hasAlpha ? 18 : 0;
  const within = 180 - 2 * margin;
  return {
    whole,
    bar: await toForm((image) =>
      image.resize({ width: 240, height: 56, fit: 'inside' }).webp({ quality: 90 }),
    ),
    icon: await toForm((image) =>
      image.resize({ width: 64, height: 64, fit: 'contain', background: hole }).png(),
    ),
    app: await toForm((image) =>
      image
        .resize({ width: within, height: within, fit: 'contain', background: ground })
        .extend({ top: margin, bottom: margin, left: margin, right: margin, background: ground })
        .flatten({ background: ground })
        .png(),
    ),
    link: await toForm((image) =>
      image
        .resize({ width: 800, height: 430, fit: 'contain', background: ground })
        .extend({ top: 100, bottom: 100, left: 200, right: 200, background: ground })
        .flatten({ background: ground })
        .jpeg({ quality: 86 }),
    ),
  };
}

/** Draws an SVG of our own making; few colours make a small file. */
async function drawLink(bytes: Uint8Array): Promise<Pictures['link']> {
  return {
    picture: await draw(bytes, { animated: false }, (image) => image.png({ palette: true })),
  };
}

type Form = 'png' | 'jpeg' | 'webp' | 'avif' | 'gif';

/** In which form a picture is by itself; what nothing here writes becomes a png. */
function toForm(format: string | undefined): Form {
  const forms: Readonly<Record<string, Form>> = {
    ...{ jpeg: 'jpeg', jpg: 'jpeg', webp: 'webp', gif: 'gif' },
    ...{ heif: 'avif', avif: 'avif' },
  };
  return forms[format ?? ''] ?? 'png';
}

function write(image: Sharp, form: Form, quality: number): Sharp {
  switch (form) {
    case 'jpeg':
      return image.jpeg({ quality });
    case 'webp':
      return image.webp({ quality });
    case 'avif':
      return image.avif({ quality, effort: 3 });
    case 'gif':
      return image.gif();
    // Less quality would be fewer colours.
    case 'png':
      return image.png();
  }
}

/** Makes a picture as large as is wished, never larger than it is. */
function resize(image: Sharp, own: Metadata, moves: boolean, wishes: DrawingWishes): Sharp {
  const { width, height, gravity } = wishes;
  if (width === null && height === null) {
    return image;
  }
  if (width !== null && height !== null && wishes.resize === 'cover' && gravity !== null) {
    if (gravity.to !== 'sm') {
      const { scaled, kept } = findCut(toOriented(own), { width, height }, gravity);
      return image.resize({ ...scaled, fit: 'fill' }).extract(kept);
    }
    // What moves is seen at once nowhere.
    const position = moves ? 'centre' : sharp.strategy.attention;
    return image.resize({ width, height, fit: 'cover', position, withoutEnlargement: true });
  }
  const fit = ({ cover: 'cover', contain: 'inside', fill: 'fill' } as const)[wishes.resize];
  const measures = { ...(width === null ? {} : { width }), ...(height === null ? {} : { height }) };
  return image.resize({ ...measures, fit, withoutEnlargement: true });
}

/** A picture's measures as it is seen; a camera may say that it lies on its side. */
function toOriented({ width, height, pageHeight = height, orientation = 1 }: Metadata): Measures {
  return orientation >= 5 ? { width: pageHeight, height: width } : { width, height: pageHeight };
}

const asItIs: DrawingWishes = {
  ...{ width: null, height: null, resize: 'cover', gravity: null, quality: 80, format: 'origin' },
};

/**
 * A picture as somebody asks for it; moving ones go on moving where their form can. Of one that is damaged what can be
 * seen is drawn, as with Supabase.
 */
async function drawStored(bytes: Uint8Array, wishes = asItIs): Promise<Pictures['stored']> {
  const own = await measure(bytes);
  const form = wishes.format === 'origin' ? toForm(own.format) : wishes.format;
  const animated = (own.pages ?? 1) > 1 && (form === 'webp' || form === 'gif');
  const picture = await draw(bytes, { animated, failOn: 'truncated' }, (image) =>
    write(resize(image, own, animated, wishes), form, wishes.quality),
  );
  return { picture, mediaType: `image/${form}` };
}

/** How each kind of picture is drawn. Rejects with `PictureRefused`. */
export const drawings = {
  evidence: drawEvidence,
  logo: drawLogo,
  article: drawArticle,
  leagueLogo: drawLeagueLogo,
  link: drawLink,
  stored: drawStored,
};
