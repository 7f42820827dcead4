import sharp, { type Metadata, type Sharp } from 'sharp';

/** More than any screen shows; a small file can hold more than memory does. */
const mostPixels = 40_000_000;
const mostFrames = 100;
const seconds = 10;
/** How many are drawn at a time: each takes a thread and some hundred megabytes at worst. */
const atOnce = 2;

/** Why a picture is not taken. */
export class PictureRefused extends Error {
  readonly code: 'picture_broken' | 'picture_too_large';

  constructor(code: PictureRefused['code']) {
    super(code);
    this.code = code;
  }
}

export interface Picture {
  bytes: Buffer;
  width: number;
  height: number;
}

let drawing = 0;
const waiting: (() => void)[] = [];

/** Lets in as many as may draw at a time, the others in the order in which they came. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (drawing >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else drawing += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) drawing -= 1;
    else next();
  }
}

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

/** A picture as proof: large enough to read a scoreboard, and a smaller one for lists. Moving pictures go on moving. */
export async function drawEvidence(
  bytes: Uint8Array,
): Promise<{ whole: Picture; preview: Picture }> {
  return inTurn(async () => {
    const { pages = 1 } = await measure(bytes);
    const whole = await draw(bytes, pages > 1, (image) =>
      image
        .resize({ width: 2560, height: 2560, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 86 }),
    );
    const preview = await draw(bytes, false, (image) =>
      image
        .resize({ width: 640, height: 640, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 78 }),
    );
    return { whole, preview };
  });
}

/** A team's picture: the square in its middle, in two sizes. */
export async function drawLogo(bytes: Uint8Array): Promise<{ small: Picture; large: Picture }> {
  return inTurn(async () => {
    await measure(bytes);
    const toSquare = (size: number) =>
      draw(bytes, false, (image) =>
        image.resize({ width: size, height: size, fit: 'cover' }).webp({ quality: 86 }),
      );
    return { small: await toSquare(64), large: await toSquare(256) };
  });
}
