import { access, constants, mkdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeAddress, makePassword } from './address.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { locateData, placeBinaries } from './data-location.ts';
import { acquireLock, findLockHolder } from './directory-lock.ts';
import { EmbeddedError } from './embedded-error.ts';
import { findDataVersion, initialise } from './initialise.ts';
import { readOwnState, toStatePath } from './journal/own-state.ts';
import { clearLeftovers } from './leftovers.ts';
import { Postmaster } from './postmaster.ts';
import { choosePrivileges, type Privileges } from './privileges.ts';
import { getHost } from './process-identity.ts';
import { getLockPath, readState, removeState, writeState } from './running-state.ts';

/** What a start is doing, for whoever waits for it. */
export type EmbeddedStep =
  | 'initialising'
  | 'starting'
  | 'ready'
  | 'restarting'
  /** Somebody else has told PostgreSQL to stop; it is not started again, and whoever uses it should end. */
  | 'told_to_stop'
  /** The database's files were taken away; whoever uses it should end. */
  | 'files_gone'
  /** Root could not use a user namespace, so PostgreSQL runs as nobody. */
  | 'running_as_nobody';

export interface EmbeddedOptions {
  /** The league's data directory (`DATA_DIR`); the database is kept in `postgres` in it. */
  dataDir: string;
  onProgress?: (step: EmbeddedStep, detail: string) => void;
  /** A directory with `postgres` and `initdb`, in place of the package's own. */
  binaries?: string;
  /** How root's powers are dropped, in place of what a probe finds. */
  privileges?: Privileges;
  /** Where programs and data go that nobody could not reach, in place of `/var/lib/muster`. */
  reachableHome?: string;
  /** False for data that may be lost, as in tests: nothing is flushed to disk. */
  isDurable?: boolean;
  /** Thrown away at its stop, as is what a killed process has left of an earlier one. */
  isTemporary?: boolean;
  /** More settings, as `postgres -c` takes them. */
  settings?: Readonly<Record<string, string>>;
}

/** A PostgreSQL that runs for us. */
export interface EmbeddedServer {
  /** The owner's address, for pg and whatever else reads PostgreSQL's own form of address. */
  url: string;
  /** The directory of its Unix socket; null on Windows. */
  socketDir: string | null;
  version: string;
  /** False when it was running already and another process will stop it. */
  isOwn: boolean;
  stop(): Promise<void>;
}

const joinTimeoutMs = 10 * 60_000;
const joinPollMs = 100;

/**
 * Starts the PostgreSQL of a data directory, making its database at the first start. One start a
 * directory: a second is refused while the first process runs. What an earlier start left behind
 * after a crash is stopped or cleared first.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const dataDir = resolve(options.dataDir);
  await makeDataDir(dataDir);
  const lock = await acquireLock(getLockPath(dataDir), options.dataDir);
  try {
    await removeState(dataDir);
    const { binaries, privileges, pgData } = await prepare(dataDir, options);
    const throwAway = async () => {
      if (options.isTemporary === true) {
        await rm(pgData, { recursive: true, force: true });
      }
    };
    const address = await makeAddress(dataDir, privileges);
    const postmaster = new Postmaster({
      binaries,
      privileges,
      pgData,
      settings: { ...toSettings(options), ...address.settings },
      logPath: join(dataDir, 'postgres.log'),
      onRestart: () => options.onProgress?.('restarting', 'PostgreSQL ended unexpectedly'),
      onToldToStop: (areFilesGone) =>
        areFilesGone
          ? options.onProgress?.('files_gone', pgData)
          : options.onProgress?.('told_to_stop', `PostgreSQL ${binaries.version}`),
    });
    options.onProgress?.('starting', `PostgreSQL ${binaries.version}`);
    await postmaster.start();
    const { url, socketDir } = address;
    await writeState(dataDir, { url, socketDir, version: binaries.version, pid: process.pid });
    options.onProgress?.('ready', `PostgreSQL ${binaries.version}`);
    const stop = once(async () => {
      try {
        await postmaster.stop();
      } finally {
        await throwAway();
        await removeState(dataDir);
        await lock.release();
      }
    });
    return { url, socketDir, version: binaries.version, isOwn: true, stop };
  } catch (error) {
    await removeState(dataDir);
    await lock.release();
    throw error;
  }
}

/**
 * For a command beside a running server: the server's PostgreSQL when it runs, else one of its own,
 * which `stop` then stops.
 */
export async function joinEmbedded(
  dataDir: string,
  options: Omit<EmbeddedOptions, 'dataDir'> = {},
): Promise<EmbeddedServer> {
  const until = Date.now() + joinTimeoutMs;
  for (;;) {
    const holder = await findLockHolder(getLockPath(resolve(dataDir)));
    if (holder && holder.host !== (await getHost())) {
      throw new EmbeddedError(
        'already_running',
        `Muster runs on ${dataDir} in another container or machine: run this command there.`,
      );
    }
    const state = holder && (await readState(resolve(dataDir)));
    if (state && state.pid === holder.pid) {
      const { url, socketDir, version } = state;
      return { url, socketDir, version, isOwn: false, stop: async () => undefined };
    }
    if (!holder || Date.now() > until) {
      try {
        return await startEmbedded({ ...options, dataDir });
      } catch (error) {
        // Somebody else was quicker: join them.
        const isTaken = error instanceof EmbeddedError && error.code === 'already_running';
        if (!isTaken || Date.now() > until) {
          throw error;
        }
      }
    }
    await delay(joinPollMs);
  }
}

interface Located {
  binaries: Binaries;
  privileges: Privileges;
  /** Where the database's files are, or would be. */
  pgData: string;
}

/** Finds the programs and the place of the data, and as whom PostgreSQL runs. */
export async function locate(
  dataDir: string,
  options: Omit<EmbeddedOptions, 'dataDir'>,
): Promise<Located> {
  const privileges = options.privileges ?? (await choosePrivileges());
  const { reachableHome } = options;
  const found = await findBinaries(options.binaries);
  const binaries = await placeBinaries(found, { privileges, reachableHome });
  const pgData = await locateData({ dataDir, privileges, reachableHome });
  if (privileges === 'other-user') {
    options.onProgress?.('running_as_nobody', `programs ${binaries.directory}, data ${pgData}`);
  }
  return { binaries, privileges, pgData };
}

async function prepare(dataDir: string, options: EmbeddedOptions): Promise<Located> {
  const located = await locate(dataDir, options);
  const { binaries, privileges, pgData } = located;
  if (options.isTemporary === true) {
    await throwAwayLeftovers(pgData);
  }
  const dataVersion = await findDataVersion(pgData);
  if (dataVersion === undefined) {
    await requireNoJournal(dataDir, pgData);
    options.onProgress?.('initialising', pgData);
    const password = process.platform === 'win32' ? await makePassword(dataDir) : null;
    const isDurable = options.isDurable ?? true;
    await initialise({ binaries, privileges, pgData, password, isDurable });
  } else if (dataVersion !== binaries.major) {
    throw new EmbeddedError(
      'version_mismatch',
      `The database in ${pgData} was made by PostgreSQL ${dataVersion}, and this is ${binaries.major}: export it with the version of Muster that made it, then import it here.`,
    );
  }
  return located;
}

/** Only for the lock's holder. */
async function throwAwayLeftovers(pgData: string): Promise<void> {
  if ((await stat(pgData).catch(() => null)) !== null) {
    await clearLeftovers(pgData);
    await rm(pgData, { recursive: true, force: true });
  }
}

/** Where a database was whose files are gone, another would hide that. */
async function requireNoJournal(dataDir: string, pgData: string): Promise<void> {
  const own = await readOwnState(toStatePath(dataDir));
  if (own !== null) {
    throw new EmbeddedError(
      'data_directory_unusable',
      `The database in ${pgData} is gone; its journal in ${own.folder} has it until ${own.at}, and npx muster restore --at now brings it back. To begin anew, remove ${toStatePath(dataDir)}.`,
    );
  }
}

/** How the server is set, by `postgres -c`. */
export function toSettings(
  options: Pick<EmbeddedOptions, 'isDurable' | 'settings'>,
): Record<string, string> {
  const isDurable = options.isDurable ?? true;
  return {
    fsync: isDurable ? 'on' : 'off',
    full_page_writes: isDurable ? 'on' : 'off',
    synchronous_commit: isDurable ? 'on' : 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_destination: 'stderr',
    // The details of an error are values of rows, addresses of people among them.
    log_error_verbosity: 'terse',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    // Our statements are short; compiling them costs more than running them.
    jit: 'off',
    // Half of what PostgreSQL takes by itself: the rest of a league is in the system's own cache of files.
    shared_buffers: '64MB',
    // What a journal that does not follow may have kept for it: then it begins anew, and the disk stays free.
    max_slot_wal_keep_size: '512MB',
    // It is started again by us: PostgreSQL 18.4, whose recovery fails on a full disk after it began all anew by itself,
    // waits for ever without a startup process, and answers that it is not accepting connections yet.
    restart_after_crash: 'off',
    ...options.settings,
  };
}

/** Makes the data directory where there is none. */
export async function makeDataDir(dataDir: string): Promise<void> {
  const isUsable = async () => {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  };
  await isUsable().catch((error: NodeJS.ErrnoException) => {
    throw new EmbeddedError(
      'data_directory_unusable',
      `The data directory ${dataDir} cannot be used (${error.code}): it must be a directory of the user who starts Muster.`,
      { cause: error },
    );
  });
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}
