import sharp, { type Metadata, type Sharp } from 'sharp';
import { type Picture, PictureRefused, type Pictures } from './picture.ts';

// Nobody sends the same picture twice, and the library would keep 50 MB of what it drew last.
sharp.cache(false);

/** More than any screen shows; a small file can hold more than memory does. */
const mostPixels = 40_000_000;
const mostFrames = 100;
const seconds = 10;

function open(bytes: Uint8Array, animated: boolean): Sharp {
  return sharp(bytes, { animated, limitInputPixels: mostPixels, failOn: 'warning' });
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
  animated: boolean,
  change: (image: Sharp) => Sharp,
): Promise<Picture> {
  try {
    const { data, info } = await change(open(bytes, animated).autoOrient())
      .timeout({ seconds })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
  } catch {
    throw new PictureRefused('picture_broken');
  }
}

async function drawEvidence(bytes: Uint8Array): Promise<Pictures['evidence']> {
  const { pages = 1 } = await measure(bytes);
  const whole = await draw(bytes, pages > 1, (image) =>
    image
      .resize({ width: 2560, height: 2560, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 86 }),
  );
  // Of what was drawn, so that the largest pictures are decoded once.
  const preview = await draw(whole.bytes, false, (image) =>
    image
      .resize({ width: 640, height: 640, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 78 }),
  );
  return { whole, preview };
}

async function drawArticle(bytes: Uint8Array): Promise<Pictures['article']> {
  const { pages = 1 } = await measure(bytes);
  const picture = await draw(bytes, pages > 1, (image) =>
    image
      .resize({ width: 1600, height: 1600, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 }),
  );
  return { picture };
}

async function drawLogo(bytes: Uint8Array): Promise<Pictures['logo']> {
  await measure(bytes);
  const toSquare = (from: Uint8Array, size: number) =>
    draw(from, false, (image) =>
      image.resize({ width: size, height: size, fit: 'cover' }).webp({ quality: 86 }),
    );
  const large = await toSquare(bytes, 256);
  return { small: await toSquare(large.bytes, 64), large };
}

/** How each kind of picture is drawn. Rejects with `PictureRefused`. */
export const drawings = { evidence: drawEvidence, logo: drawLogo, article: drawArticle };
