import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Lack, readFree } from '../backup/find-lack.ts';
import { forgottenName } from '../backup/forgotten-list.ts';
import type { Config } from '../config.ts';

const megabyte = 1024 * 1024;

/** How much of a backup comes in at once: less than a minute's worth of a slow line. */
export const pieceBytes = 8 * megabyte;
/** The largest backup that is taken from a browser; `muster restore` takes any. */
export const mostBackupBytes = 16 * 1024 * megabyte;
/** That of sixty thousand files; the process that checks it has memory for this much. */
export const mostManifestBytes = 16 * megabyte;
/** What stays free on the disk, so that nothing else there stands still. */
const reserveBytes = 256 * megabyte;

/** A piece is not the one that comes next, or the disk has no room for the whole. */
export class StagingRefused extends Error {
  readonly refused: { code: 'out_of_step' } | ({ code: 'no_room' } & Lack);

  constructor(refused: StagingRefused['refused']) {
    super(refused.code);
    this.refused = refused;
  }
}

type Where = Pick<Config, 'dataDir'>;

/** Where a backup lies while it comes in and is looked at; nothing in it is kept. */
const toStagingFolder = ({ dataDir }: Where) => join(dataDir, 'restore-work');

/** Takes away what a process that was ended has left there. */
export async function clearStaging(config: Where): Promise<void> {
  await rm(toStagingFolder(config), { recursive: true, force: true });
}

/** @throws StagingRefused where so many bytes more would fill the disk. */
export async function requireFree(config: Where, bytes: number): Promise<void> {
  const free = await readFree(toStagingFolder(config));
  const wanted = bytes + reserveBytes;
  if (free < wanted) {
    throw new StagingRefused({ code: 'no_room', wanted, free });
  }
}

/** A piece of a backup, and where in it the piece belongs. */
export interface Piece {
  /** The size of the whole. */
  size: number;
  at: number;
  bytes: AsyncIterable<Uint8Array>;
}

/** A backup that comes in piece by piece, each behind the last. */
export class Staged {
  readonly folder: string;
  readonly path: string;
  readonly size: number;
  received = 0;
  #isWriting = false;

  constructor(folder: string, size: number) {
    this.folder = folder;
    this.path = join(folder, 'backup');
    this.size = size;
  }

  get isWhole(): boolean {
    return this.received === this.size;
  }

  /**
   * Takes the next piece; one that breaks off may come again.
   * @throws StagingRefused where it is not the next.
   */
  async append({ size, at, bytes }: Piece): Promise<void> {
    if (this.#isWriting || size !== this.size || at !== this.received || this.isWhole) {
      throw new StagingRefused({ code: 'out_of_step' });
    }
    this.#isWriting = true;
    try {
      let taken = 0;
      async function* count() {
        for await (const chunk of bytes) {
          taken += chunk.length;
          if (at + taken > size) {
            throw new StagingRefused({ code: 'out_of_step' });
          }
          yield chunk;
        }
      }
      await pipeline(count, createWriteStream(this.path, { flags: 'r+', start: at }));
      this.received = at + taken;
    } finally {
      this.#isWriting = false;
    }
  }

  /** The ids of who has left since, as the list beside the backup has them. */
  async noteForgotten(content: Uint8Array): Promise<void> {
    await writeFile(join(this.folder, forgottenName), content, { mode: 0o600 });
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** @throws StagingRefused where the disk has no room for it. */
export async function beginStaged(config: Where, size: number): Promise<Staged> {
  await requireFree(config, size);
  const staged = new Staged(await mkdtemp(join(toStagingFolder(config), 'backup-')), size);
  await writeFile(staged.path, '', { mode: 0o600 });
  return staged;
}
