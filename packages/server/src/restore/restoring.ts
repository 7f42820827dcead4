import { closeSync } from 'node:fs';
import type { Database } from '@muster/database';
import type { RestoreData, RestoreState } from '@muster/site/pages/setup/data.ts';
import type { Logger } from 'pino';
import { findForgotten } from '../backup/find-forgotten.ts';
import { findLack } from '../backup/find-lack.ts';
import type { Config } from '../config.ts';
import { FileFault, KeyFault, NewerFault } from '../league-file/file-fault.ts';
import { toRestoredFrom } from '../league-file/import-given.ts';
import { listKnown } from '../league-file/make-league.ts';
import { type LeagueFile, openBytes, openLeagueBytes } from '../league-file/open-league-file.ts';
import { findKeys, parseIdentities } from '../league-file/sealing.ts';
import { logFailure } from '../log-failure.ts';
import { openLeagueDatabase } from '../open-league.ts';
import { checkBytes } from './check-bytes.ts';
import { countRead } from './count-read.ts';
import { Hindrance, replaceLeague, requireReplaceable } from './replace-league.ts';
import { serveWaiting } from './serve-waiting.ts';
import {
  beginStaged,
  mostBackupBytes,
  type Piece,
  pieceBytes,
  requireFree,
  type Staged,
  StagingRefused,
} from './staging.ts';

/** How the server that serves the set-up page makes way for a restore. */
export interface Serving {
  port: number;
  /** Ends what is served, does the work, and serves again. */
  pause(work: (signal: AbortSignal) => Promise<void>): void;
}

/** The server's connections are told from these by the name. */
const ownName = 'muster restore';

/**
 * A restore from the set-up page: a backup comes in piece by piece, is checked, opened by its key if it is sealed, and
 * put in the place of the league that is nobody's yet. One at a time, in this process alone; a key is in hand only for
 * as long as the file is being opened.
 */
export class Restoring {
  readonly #config: Config;
  readonly #log: Logger;
  #state: RestoreState = { stage: 'none' };
  #staged: Staged | null = null;
  /** A backup that was found sound: an open file that is closed by whoever takes it from here. */
  #bytes: number | null = null;
  #forgotten: readonly string[] = [];
  #checking = new AbortController();
  #serving: Serving | null = null;

  constructor(config: Config, log: Logger) {
    this.#config = config;
    this.#log = log;
  }

  /** Tells it of the server that is running. */
  serve(serving: Serving): void {
    this.#serving = serving;
  }

  get data(): RestoreData {
    return { state: this.#state, most_bytes: mostBackupBytes, piece_bytes: pieceBytes };
  }

  /**
   * Takes a piece; the first begins anew whatever was before, the last begins the check.
   * @throws StagingRefused
   */
  async take(database: Database, piece: Piece): Promise<void> {
    if (piece.at === 0) {
      await this.drop();
      this.#staged = await beginStaged(this.#config, piece.size);
    }
    const staged = this.#staged;
    // A last piece that comes once more changes nothing of what has become of the whole.
    if (staged === null || staged.isWhole) {
      throw new StagingRefused({ code: 'out_of_step' });
    }
    const { size } = staged;
    this.#state = { stage: 'receiving', size, received: staged.received };
    await staged.append(piece);
    this.#state = { stage: 'receiving', size, received: staged.received };
    if (staged.isWhole) {
      const keys = await findKeys(staged.path);
      if (keys === null) {
        this.#startCheck(database, staged, []);
      } else {
        this.#state = { stage: 'sealed', size, keys, is_wrong: false };
      }
    }
  }

  /**
   * Opens a sealed backup with what was typed, be it a key or the whole file of one.
   * @throws StagingRefused
   */
  async unlock(database: Database, typed: string): Promise<void> {
    const staged = this.#staged;
    if (staged === null || this.#state.stage !== 'sealed') {
      throw new StagingRefused({ code: 'out_of_step' });
    }
    await requireFree(this.#config, staged.size);
    this.#startCheck(database, staged, parseIdentities(typed));
  }

  /**
   * The list of who has left since, which lies beside the backup.
   * @throws FileFault where it lists something else, StagingRefused
   */
  async noteForgotten(content: Uint8Array): Promise<void> {
    const staged = this.#staged;
    if (staged === null || this.#state.stage !== 'checked') {
      throw new StagingRefused({ code: 'out_of_step' });
    }
    await staged.noteForgotten(content);
    this.#forgotten = await this.#listForgotten(staged);
    this.#state = { ...this.#state, forgotten: this.#forgotten.length };
  }

  /**
   * Begins to put the league in the place of the one that is here. The server ends, and serves again once it is over.
   * @throws Hindrance where that one may not go, StagingRefused where none is checked.
   */
  async begin(database: Database): Promise<void> {
    const serving = this.#serving;
    if (this.#state.stage !== 'checked' || serving === null) {
      throw new StagingRefused({ code: 'out_of_step' });
    }
    const checked = this.#state;
    this.#state = { stage: 'restoring', share: 0 };
    await requireReplaceable(database, 1).catch((error: unknown) => {
      this.#state = checked;
      throw error;
    });
    serving.pause((signal) => this.#restore(serving.port, signal));
  }

  /**
   * Forgets what is staged.
   * @throws StagingRefused where it is being restored.
   */
  async drop(): Promise<void> {
    if (this.#state.stage === 'restoring') {
      throw new StagingRefused({ code: 'out_of_step' });
    }
    this.#state = { stage: 'none' };
    await this.#clear();
  }

  async #clear(): Promise<void> {
    const [bytes, staged] = [this.#bytes, this.#staged];
    this.#checking.abort();
    [this.#bytes, this.#staged, this.#forgotten] = [null, null, []];
    if (bytes !== null) {
      closeSync(bytes);
    }
    await staged?.remove();
  }

  /** The person asks for how far it is. */
  #startCheck(database: Database, staged: Staged, identities: readonly string[]): void {
    const { size } = staged;
    const checking = new AbortController();
    this.#checking = checking;
    this.#state = { stage: 'checking', size, share: 0 };
    this.#check(database, { staged, identities, signal: checking.signal }).catch(
      async (error: unknown) => {
        if (checking.signal.aborted) {
          return;
        }
        if (error instanceof KeyFault) {
          const keys = (await findKeys(staged.path)) ?? [];
          this.#state = { stage: 'sealed', size, keys, is_wrong: true };
        } else {
          await this.#refuse(error);
        }
      },
    );
  }

  async #check(
    database: Database,
    {
      staged,
      identities,
      signal,
    }: { staged: Staged; identities: readonly string[]; signal: AbortSignal },
  ): Promise<void> {
    const { path, folder, size } = staged;
    const opened = await openBytes(path, { identities, signal, folder });
    try {
      const { contents, bytes } = await checkBytes(opened, {
        known: await listKnown(this.#config, database),
        signal,
        onShare: (share) => {
          this.#state = { stage: 'checking', size, share };
        },
      });
      const lack = await findLack(this.#config, bytes);
      if (lack !== null) {
        throw new StagingRefused({ code: 'no_room', ...lack });
      }
      const forgotten = await this.#listForgotten(staged);
      signal.throwIfAborted();
      [this.#bytes, this.#forgotten] = [opened, forgotten];
      this.#state = { stage: 'checked', size, contents, forgotten: forgotten.length };
    } catch (error) {
      closeSync(opened);
      throw error;
    }
  }

  #listForgotten({ path }: Staged): Promise<string[]> {
    return findForgotten(this.#config, path);
  }

  /** Here the manifest is understood in our own process: it serves nothing else meanwhile. */
  async #restore(port: number, signal: AbortSignal): Promise<void> {
    const waiting = await serveWaiting({ ...this.#config, port }, () => this.data);
    try {
      await using taken = await this.#takeFile();
      const left = { restored: toRestoredFrom(taken.manifest), forgotten: this.#forgotten };
      const file = countRead(taken, (share) => {
        this.#state = { stage: 'restoring', share };
      });
      const opened = await openLeagueDatabase(this.#config, {
        mayJoin: false,
        applicationName: ownName,
      });
      try {
        const print = (line: string) => console.log(line);
        await replaceLeague(this.#config, opened.database, { file, left, print, signal });
      } finally {
        await opened.close();
      }
      await this.#clear();
    } catch (error) {
      await this.#refuse(error);
    } finally {
      await waiting.close();
    }
    // Whoever hears that it is over goes to the league's sign-in: nobody hears it of who does not serve that.
    if (this.#state.stage === 'restoring') {
      this.#state = { stage: 'none' };
    }
  }

  #takeFile(): Promise<LeagueFile> {
    const bytes = this.#bytes;
    if (bytes === null) {
      throw new StagingRefused({ code: 'out_of_step' });
    }
    this.#bytes = null;
    return openLeagueBytes(bytes);
  }

  async #refuse(error: unknown): Promise<void> {
    await this.#clear();
    this.#state = { stage: 'refused', ...toFault(error) };
    if (this.#state.fault === 'failed') {
      logFailure(this.#log, error, 'a backup could not be restored');
    }
  }
}

function toFault(error: unknown): Omit<Extract<RestoreState, { stage: 'refused' }>, 'stage'> {
  if (error instanceof NewerFault) {
    return { fault: 'newer', detail: error.message };
  }
  if (error instanceof FileFault) {
    return { fault: 'damaged', detail: error.message };
  }
  if (error instanceof Hindrance) {
    return { fault: 'hindered', detail: error.message };
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT' || code === '53100';
  return isFull || error instanceof StagingRefused
    ? { fault: 'no_room', detail: null }
    : { fault: 'failed', detail: code };
}
