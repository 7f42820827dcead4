import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findKind, headBytes } from '../files/kinds.ts';
import { uploadLimits } from '../files/upload-route.ts';
import { ContentError } from './content-error.ts';

/** Where the pictures of a folder of content stand: the league's logo, a game's own, and those that texts show. */
export const logoName = 'logo.png';
export const gamePictureName = 'picture.webp';
export const textPicturesFolder = 'pictures';

/** A picture in a text, by its key and size: its file is named as the address that the text leads to. */
export const textPicturePattern =
  /\/api\/pictures\/([0-9a-f]{32})\/([1-9]\d{0,3}x[1-9]\d{0,3})\.webp/g;

interface Named {
  /** Within the folder of content. */
  name: string;
  path: string;
}

export interface TextPictureFile extends Named {
  key: string;
  /** As `640x480`. */
  size: string;
}

export interface PictureFiles {
  logo: Named | null;
  games: (Named & { slug: string })[];
  texts: TextPictureFile[];
}

function refuse(path: string, mistake: string): never {
  throw new ContentError(`${path}: ${mistake}`);
}

const listEntries = (path: string): string[] => (existsSync(path) ? readdirSync(path).sort() : []);

function listTextPictures(folder: string): TextPictureFile[] {
  return listEntries(join(folder, textPicturesFolder)).flatMap((key) => {
    const keyed = join(textPicturesFolder, key);
    if (!/^[0-9a-f]{32}$/.test(key)) {
      refuse(join(folder, keyed), 'is not named by a key, 32 digits of 0 to 9 and a to f');
    }
    return listEntries(join(folder, keyed)).map((file) => {
      const name = join(keyed, file);
      const path = join(folder, name);
      const [, size] = /^([1-9]\d{0,3}x[1-9]\d{0,3})\.webp$/.exec(file) ?? [];
      return size === undefined
        ? refuse(path, 'is not named by its size, as 640x480.webp')
        : { name, path, key, size };
    });
  });
}

/**
 * The pictures of a folder of content; none of them is read yet.
 * @throws ContentError with one line that names the file and what is wrong with its name.
 */
export function listPictureFiles(folder: string): PictureFiles {
  const toNamed = (name: string) => ({ name, path: join(folder, name) });
  const games = listEntries(join(folder, 'games'))
    .map((slug) => ({ slug, ...toNamed(join('games', slug, gamePictureName)) }))
    .filter(({ path }) => existsSync(path));
  const logo = toNamed(logoName);
  return {
    logo: existsSync(logo.path) ? logo : null,
    games,
    texts: listTextPictures(folder),
  };
}

/**
 * Reads a picture as an upload is read: as large as one may be, and a picture by its first bytes.
 * @throws ContentError
 */
export function readPictureFile({ path }: Named): Buffer {
  const { bytes: largest } = uploadLimits.image;
  const found = lstatSync(path);
  if (!found.isFile()) {
    refuse(path, 'is no file');
  }
  if (found.size > largest) {
    refuse(path, `is larger than ${largest / 1024 / 1024} MB`);
  }
  const bytes = readFileSync(path);
  if (findKind(bytes.subarray(0, headBytes))?.kind !== 'image') {
    refuse(path, 'is no picture; it takes PNG, JPEG, WebP, AVIF or GIF');
  }
  return bytes;
}

/** What drawing refused, as a fault of the file. */
export function refusePicture(
  { path }: Named,
  code: 'picture_broken' | 'picture_too_large',
): never {
  refuse(path, code === 'picture_broken' ? 'is broken' : 'has more pixels than can be drawn');
}

/** @throws ContentError where a picture is not as large as its address says. */
export function requireSize(file: TextPictureFile, drawn: { width: number; height: number }): void {
  const size = `${drawn.width}x${drawn.height}`;
  if (size !== file.size) {
    refuse(file.path, `is ${size} when it is drawn`);
  }
}
