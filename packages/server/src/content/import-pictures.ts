import { createHash } from 'node:crypto';
import type { Database, Transaction } from '@muster/database';
import type { FileStore } from '../files/file-store.ts';
import { PictureRefused } from '../files/picture.ts';
import { drawArticlePicture, drawLeagueLogo, drawLogo } from '../files/pictures.ts';
import { deleteFile, type ReceivedFile, writeFile } from '../files/stored-files.ts';
import { setGamePicture } from '../game/keep-picture.ts';
import { type LogoFiles, setLogo, writeLogo } from '../settings/keep-logo.ts';
import { keepTextPicture, mostPictures } from '../writing/keep-picture.ts';
import { ContentError } from './content-error.ts';
import type { Content } from './content-kinds.ts';
import {
  type PictureFiles,
  readPictureFile,
  refusePicture,
  requireSize,
  textPicturePattern,
  textPicturesFolder,
} from './picture-files.ts';
import type { NamedContent } from './read-content.ts';

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
/** Whose turn it is to draw; nobody of the league. */
const who = 'content';

/** What the league's pictures are, by the hashes of their files. */
interface Kept {
  keys: ReadonlySet<string>;
  games: ReadonlyMap<string, string>;
  logo: string | null;
}

async function readKept(database: Database): Promise<Kept> {
  const texts = await database.query<{ key: string }>('select key from private.pictures');
  const games = await database.query<{ slug: string; sha256: string }>(
    `select p.game_slug as slug, f.sha256 from private.game_pictures p
     join private.files f on f.id = p.large_id`,
  );
  const [logo] = await database.query<{ sha256: string }>(
    `select f.sha256 from public.league_settings s join private.league_logos l on l.key = s.logo
     join private.files f on f.id = coalesce(l.whole_id, l.bar_id)`,
  );
  return {
    keys: new Set(texts.map(({ key }) => key)),
    games: new Map(games.map(({ slug, sha256 }) => [slug, sha256])),
    logo: logo?.sha256 ?? null,
  };
}

interface Change {
  transaction: Transaction;
  now: Date;
}

/** Pictures that are drawn, and written where they will be kept. */
export interface DrawnPictures {
  /** What becomes another, a line each. */
  lines: string[];
  /** Puts them in their places, in the transaction that brings the texts and games. */
  keep(change: Change): Promise<void>;
  /** Takes away what was written, where the rest was refused. */
  discard(): Promise<void>;
}

class Drawing {
  readonly lines: string[] = [];
  readonly #store: FileStore;
  readonly #at: Date;
  readonly #isDryRun: boolean;
  readonly #written: ReceivedFile[] = [];
  readonly #acts: ((change: Change) => Promise<void>)[] = [];

  constructor(store: FileStore, { now, isDryRun }: { now: Date; isDryRun: boolean }) {
    this.#store = store;
    this.#at = now;
    this.#isDryRun = isDryRun;
  }

  async #write(bytes: Uint8Array): Promise<ReceivedFile> {
    const about = { personId: null, at: this.#at, mediaType: 'image/webp' };
    const file = await writeFile(this.#store, about, [bytes]);
    this.#written.push(file);
    return file;
  }

  async drawTexts(files: PictureFiles['texts'], { keys }: Kept): Promise<void> {
    const missing = files.filter(({ key }) => !keys.has(key));
    const beyond = missing[mostPictures - keys.size];
    if (beyond !== undefined) {
      throw new ContentError(`${beyond.path}: a league has ${mostPictures} pictures at most`);
    }
    for (const file of missing) {
      const bytes = readPictureFile(file);
      const { picture } = await drawn(file, drawArticlePicture(who, bytes));
      requireSize(file, picture);
      this.lines.push(`${file.name}: new`);
      if (!this.#isDryRun) {
        const { key } = file;
        const { width, height } = picture;
        const written = await this.#write(picture.bytes);
        this.#acts.push(({ transaction, now }) =>
          keepTextPicture(transaction, {
            key,
            file: written,
            width,
            height,
            personId: null,
            at: now,
          }),
        );
      }
    }
  }

  async drawGames(files: PictureFiles['games'], kept: Kept): Promise<void> {
    for (const file of files) {
      const bytes = readPictureFile(file);
      const current = kept.games.get(file.slug);
      if (hash(bytes) === current) {
        continue;
      }
      const { small, large } = await drawn(file, drawLogo(who, bytes));
      if (hash(large.bytes) === current) {
        continue;
      }
      this.lines.push(`${file.name}: ${current === undefined ? 'new' : 'another'}`);
      if (!this.#isDryRun) {
        const files = {
          small: await this.#write(small.bytes),
          large: await this.#write(large.bytes),
        };
        this.#acts.push(async ({ transaction, now }) => {
          const change = { transaction, at: now.toISOString(), viewer: null };
          await setGamePicture(change, { slug: file.slug, ...files });
        });
      }
    }
  }

  async drawLogo(file: PictureFiles['logo'], kept: Kept): Promise<void> {
    const bytes = file === null ? null : readPictureFile(file);
    if (file === null || bytes === null || hash(bytes) === kept.logo) {
      return;
    }
    const forms = await drawn(file, drawLeagueLogo(who, bytes));
    if (hash(forms.whole.bytes) === kept.logo) {
      return;
    }
    this.lines.push(`${file.name}: ${kept.logo === null ? 'new' : 'another'}`);
    if (!this.#isDryRun) {
      const logo: LogoFiles = await writeLogo(this.#store, {
        personId: null,
        at: this.#at,
        drawn: forms,
      });
      this.#written.push(...Object.values(logo.files));
      this.#acts.push(async ({ transaction, now }) => {
        await setLogo({ transaction, at: now.toISOString(), viewer: null }, logo);
      });
    }
  }

  /** Says which pictures texts show that are neither here nor there. */
  listMissing(content: Content, files: PictureFiles['texts'], { keys }: Kept): void {
    const there = new Set([...keys, ...files.map(({ key }) => key)]);
    const shown = [...JSON.stringify(content).matchAll(textPicturePattern)];
    const missing = shown.filter(([, key = '']) => !there.has(key));
    const names = new Set(
      missing.map(([, key, size]) => `${textPicturesFolder}/${key}/${size}.webp`),
    );
    this.lines.push(...[...names].map((name) => `${name}: is not there, though a text shows it`));
  }

  async keep(change: Change): Promise<void> {
    for (const act of this.#acts) {
      await act(change);
    }
  }

  async discard(): Promise<void> {
    for (const { id } of this.#written) {
      await deleteFile(this.#store, id);
    }
  }
}

/** What was drawn of a file; a refusal is the file's fault. */
async function drawn<Drawn>(
  file: { name: string; path: string },
  work: Promise<Drawn>,
): Promise<Drawn> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PictureRefused) {
      refusePicture(file, error.code);
    }
    throw error;
  }
}

/**
 * Draws anew what the league does not have yet of a folder's pictures, as uploads are drawn. Where a picture of that
 * key is there already, it stays.
 * @throws ContentError with one line that names the file.
 */
export async function drawPictures(
  store: FileStore,
  { content, pictures: files }: Pick<NamedContent, 'content' | 'pictures'>,
  options: { now: Date; isDryRun: boolean },
): Promise<DrawnPictures> {
  const drawing = new Drawing(store, options);
  try {
    const kept = await readKept(store.database);
    await drawing.drawTexts(files.texts, kept);
    await drawing.drawGames(files.games, kept);
    await drawing.drawLogo(files.logo, kept);
    drawing.listMissing(content, files.texts, kept);
  } catch (error) {
    await drawing.discard();
    throw error;
  }
  return drawing;
}
