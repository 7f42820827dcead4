import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../types.ts';
import { copyBase } from './base-copy.ts';
import { manifestName } from './chain.ts';
import { JournalFault, toJournalFault } from './journal-fault.ts';
import { type OwnState, readOwnState, toStatePath, writeOwnState } from './own-state.ts';
import { type Piece, parsePieceName, toInstantName } from './piece-name.ts';
import {
  formatPlace,
  type Place,
  type Position,
  parsePlace,
  readPosition,
  slotName,
  toSegmentStart,
} from './position.ts';
import { keptFor, removeOutdated } from './remove-outdated.ts';
import { type Bytes, isThere } from './whole-file.ts';
import { readLog, writePieces } from './write-pieces.ts';

const day = 24 * 3600_000;
/** A restore reads the log since the last base copy: more than so much of it, and there is another. */
const mostLog = 2 * 2 ** 30;
/** A base copy that failed is tried again after so long, and while one is made the log goes on this often. */
const baseAgainAfter = 5 * 60_000;
const logEvery = 10_000;
/** With less room the league needs it more than the journal does: on its disk, and where the journal lies. */
const leastRoom = 512 * 2 ** 20;

export interface JournalOptions {
  /** As the owner, with a connection of its own or a share. */
  database: Database;
  /** The league's data directory. */
  dataDir: string;
  /** Where the journal lies; made where its parent is there. */
  folder: string;
  /** Encrypts what is written. */
  seal: ((bytes: Bytes) => Bytes) | null;
  /** In place of half a gibibyte, for tests. */
  leastRoom?: number;
}

/** How the journal is. */
export interface JournalState {
  /** Since when this process keeps it. */
  since: Date;
  /** When the base copy was whole; null while there is none. */
  baseAt: Date | null;
  /** Whatever was acknowledged before can be restored. */
  at: Date | null;
  /** The first failure since it last went well, in a few words; null while it goes well. */
  failure: { at: Date; words: string } | null;
}

/** A chain that is being written. */
interface Writing {
  name: string;
  folder: string;
  baseAt: Date | null;
  at: Date;
  place: Place;
  length: number;
  last: { from: Place; sha256: string } | null;
  /** The pieces of the segment that is being written. */
  pieces: Piece[];
}

/**
 * Keeps base copies of the embedded server's files and its write-ahead log since, so that any instant of seven days
 * can be restored. PostgreSQL keeps the log until it was copied, by a slot, up to a limit of its own
 * (`max_slot_wal_keep_size`): where that is reached, or the log does not fit to what is there, the journal begins
 * anew with another base copy.
 */
export class Journal {
  readonly #options: JournalOptions;
  readonly #statePath: string;
  readonly #since = new Date();
  #chain: Writing | null = null;
  /** The last that this database has written, going on or not. */
  #lastName: string | null = null;
  /** Read once, whoever asks first. */
  #reading: Promise<void> | undefined;
  #failure: JournalState['failure'] = null;
  #baseTriedAt = Number.NEGATIVE_INFINITY;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#statePath = toStatePath(resolve(options.dataDir));
  }

  /** What was written before the process began counts too, as soon as it has been read. */
  async readState(): Promise<JournalState> {
    await this.#read();
    const { baseAt = null, at = null } = this.#chain ?? {};
    return {
      ...{ since: this.#since, baseAt, failure: this.#failure },
      at: baseAt === null ? null : at,
    };
  }

  /**
   * Copies what the log has become since the last time, after a base copy where one is due. What fails is kept for
   * `readState` and thrown; the next call tries again. The signal ends a base copy, or keeps one from being begun.
   */
  async keep(signal: AbortSignal): Promise<void> {
    try {
      await this.#read();
      const position = await readPosition(this.#options.database);
      await this.#requireRoom(position);
      await this.#goOn(position);
      if (!signal.aborted && this.#isBaseDue(position)) {
        await this.#begin(signal);
      }
      // Without a base copy nothing goes well, though the next is tried only after a while.
      if (this.#chain !== null) {
        this.#failure = null;
      }
    } catch (error) {
      if (!signal.aborted) {
        this.#failure ??= { at: new Date(), words: toJournalFault(error) };
        this.#failure.words = toJournalFault(error);
      }
      throw error;
    }
  }

  #read(): Promise<void> {
    this.#reading ??= this.#readOwn();
    return this.#reading;
  }

  /** Which chain this data directory was writing; it is begun anew where anything about it is not as it should be. */
  async #readOwn(): Promise<void> {
    const own = await readOwnState(this.#statePath);
    const folder = join(this.#options.folder, own?.chain ?? '');
    this.#lastName = own?.chain ?? null;
    const isSame = own?.folder === this.#options.folder && !own.isOver;
    if (own === null || !isSame || !(await isThere(folder))) {
      return;
    }
    const names = await readdir(folder);
    // Of a process that was killed in the writing: nobody else writes here.
    for (const name of names.filter((one) => one.endsWith('.part'))) {
      await rm(join(folder, name), { force: true });
    }
    this.#chain = {
      ...{ name: own.chain, folder, baseAt: new Date(own.base_at), at: new Date(own.at) },
      ...{ place: parsePlace(own.place), length: own.length },
      last: { from: parsePlace(own.last.from), sha256: own.last.sha256 },
      pieces: names.flatMap((name) => parsePieceName(name) ?? []),
    };
  }

  async #requireRoom({ pgData }: Position): Promise<void> {
    const least = this.#options.leastRoom ?? leastRoom;
    await mkdir(this.#options.folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') {
        throw error;
      }
    });
    const hasRoom = async (path: string) => {
      const { bavail, bsize } = await statfs(path);
      return bavail * bsize >= least;
    };
    const words = `less than ${Math.ceil(least / 2 ** 20)} MiB are free`;
    if (!(await hasRoom(pgData))) {
      // What PostgreSQL would keep for it, the league needs now.
      await this.#giveUp();
      throw new JournalFault(`${words} on the database’s disk`);
    }
    if (!(await hasRoom(this.#options.folder))) {
      throw new JournalFault(`${words} where it lies`);
    }
  }

  /** Goes on with the chain, or gives it up where the log does not continue it. */
  async #goOn(position: Position): Promise<void> {
    const chain = this.#chain;
    if (chain === null) {
      return;
    }
    const fault = await this.#findBreak(chain, position);
    if (fault !== null) {
      await this.#giveUp();
      throw new JournalFault(`${fault}: it begins anew`);
    }
    await this.#write(chain, position);
    await this.#letGo([chain]);
  }

  async #findBreak(chain: Writing, position: Position): Promise<string | null> {
    const [slot] = await this.#options.database.query<{ status: string | null }>(
      'select wal_status as status from pg_replication_slots where slot_name = $1',
      [slotName],
    );
    if (slot === undefined || slot.status === 'lost') {
      return 'PostgreSQL did not keep the log for it';
    }
    if (!(await isThere(join(chain.folder, manifestName)))) {
      return 'its base copy is gone';
    }
    if (position.flushed < chain.place) {
      return 'the database is older than it';
    }
    if (chain.last === null) {
      return null;
    }
    const log = await readLog(chain.last.from, chain.place, position).catch((error: unknown) => {
      if (error instanceof JournalFault) {
        return null;
      }
      throw error;
    });
    return log !== null && toHash(log) === chain.last.sha256
      ? null
      : 'the database’s log is not the one that was written into it';
  }

  async #write(chain: Writing, position: Position): Promise<void> {
    if (position.flushed === chain.place) {
      chain.at = position.at;
      return;
    }
    const { folder, at: before, place, pieces } = chain;
    const { seal } = this.#options;
    const written = await writePieces(place, { position, folder, seal, before }, pieces);
    if (written === null) {
      return;
    }
    const { piece, sha256 } = written;
    chain.length += Number(piece.to - chain.place);
    chain.last = { from: piece.from, sha256 };
    chain.place = piece.to;
    chain.at = position.at;
    // Of full segments nothing more is taken away.
    const segment = toSegmentStart(chain.place, position.segmentSize);
    chain.pieces = chain.pieces.filter(({ to }) => to > segment);
    await this.#note(chain);
  }

  async #note({ name, baseAt, at, place, last, length }: Writing): Promise<void> {
    if (baseAt === null || last === null) {
      return;
    }
    const state: OwnState = {
      ...{ folder: this.#options.folder, chain: name, base_at: baseAt.toISOString() },
      ...{ at: at.toISOString(), place: formatPlace(place), length, isOver: false },
      last: { from: formatPlace(last.from), sha256: last.sha256 },
    };
    await writeOwnState(this.#statePath, state);
  }

  /** PostgreSQL may take the log away that all of these have, but for the last piece, which is looked at again. */
  async #letGo(chains: readonly Writing[]): Promise<void> {
    const places = chains.map(({ last, place }) => last?.from ?? place);
    const least = places.reduce((one, other) => (one < other ? one : other));
    await this.#options.database.query(
      `select pg_replication_slot_advance(slot_name, $2::pg_lsn) from pg_replication_slots
       where slot_name = $1 and restart_lsn < $2::pg_lsn`,
      [slotName, formatPlace(least)],
    );
  }

  /** Nothing is kept for a journal that does not go on. What it has written stays. */
  async #giveUp(): Promise<void> {
    this.#chain = null;
    await this.#options.database.query(
      'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1',
      [slotName],
    );
    const own = await readOwnState(this.#statePath);
    if (own !== null) {
      await writeOwnState(this.#statePath, { ...own, isOver: true });
    }
  }

  #isBaseDue({ at }: Position): boolean {
    const chain = this.#chain;
    const age =
      chain?.baseAt == null ? Number.POSITIVE_INFINITY : at.getTime() - chain.baseAt.getTime();
    const isDue =
      chain === null ||
      chain.length > mostLog ||
      age >= keptFor ||
      // The clock was set back since.
      age < -day;
    return isDue && performance.now() - this.#baseTriedAt >= baseAgainAfter;
  }

  /** Makes a base copy and goes on from it. The chain before goes on until it is whole. */
  async #begin(signal: AbortSignal): Promise<void> {
    const { database, folder, seal } = this.#options;
    this.#baseTriedAt = performance.now();
    if (this.#chain === null) {
      await this.#giveUp();
      await database.query('select pg_create_physical_replication_slot($1, true)', [slotName]);
    }
    const position = await readPosition(database);
    const name = `${toInstantName(position.at)}-${randomBytes(4).toString('hex')}`;
    const made: Writing = {
      ...{ name, folder: join(folder, name), baseAt: null, at: position.at, place: 0n },
      ...{ length: 0, last: null, pieces: [] },
    };
    try {
      await mkdir(made.folder, { mode: 0o700 });
      const { url } = database;
      let isStarted = false;
      const about = { url, position, folder: made.folder, after: this.#lastName, seal, signal };
      const copying = copyBase(about, (start) => {
        made.place = toSegmentStart(parsePlace(start), position.segmentSize);
        isStarted = true;
      });
      while (!(await isDone(copying, logEvery))) {
        await this.#writeBoth(made, isStarted);
      }
      const { base, finish } = await copying;
      await this.#writeBoth(made, true);
      if (made.place < parsePlace(base.stop)) {
        throw new JournalFault('the log ends before the base copy does');
      }
      await finish();
      made.baseAt = new Date(base.stopped_at);
    } catch (error) {
      await rm(made.folder, { recursive: true, force: true });
      if (this.#chain === null) {
        await this.#giveUp();
      }
      throw error;
    }
    this.#chain = made;
    this.#lastName = name;
    await this.#note(made);
    await this.#letGo([made]);
    await removeOutdated(folder, { except: name, now: position.at });
  }

  async #writeBoth(made: Writing, isStarted: boolean): Promise<void> {
    const now = await readPosition(this.#options.database);
    const chains = [...(this.#chain === null ? [] : [this.#chain]), ...(isStarted ? [made] : [])];
    for (const chain of chains) {
      await this.#write(chain, now);
    }
    if (isStarted) {
      await this.#letGo(chains);
    }
  }
}

/** Waits so long for it; a failure is its own to tell. */
async function isDone(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const timer = new AbortController();
  const ended = work.then(
    () => true,
    () => true,
  );
  const late = delay(milliseconds, false, { signal: timer.signal }).catch(() => false);
  const isOver = await Promise.race([ended, late]);
  timer.abort();
  return isOver;
}

const toHash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
