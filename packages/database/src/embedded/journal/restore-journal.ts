import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { connect } from '../../connect.ts';
import type { Database } from '../../types.ts';
import { makeAddress, makePassword } from '../address.ts';
import { setOwner } from '../data-location.ts';
import { acquireLock } from '../directory-lock.ts';
import { EmbeddedError } from '../embedded-error.ts';
import { findDataVersion } from '../initialise.ts';
import { Postmaster } from '../postmaster.ts';
import { getOwner } from '../privileges.ts';
import { getLockPath, removeState } from '../running-state.ts';
import { type EmbeddedOptions, locate, makeDataDir, toSettings } from '../start-embedded.ts';
import { readChains } from './chain.ts';
import { JournalFault } from './journal-fault.ts';
import { toStatePath } from './own-state.ts';
import { planRestore, type RestorePlan } from './plan-restore.ts';
import { type Tell, type Unseal, unpackBase, unpackLog } from './unpack.ts';
import { syncFolder } from './whole-file.ts';

export interface RestoreOptions extends Omit<EmbeddedOptions, 'onProgress' | 'settings'> {
  /** Where the journal lies. */
  folder: string;
  at: Date;
  unseal: Unseal;
  /** What is done with the database before it can be started by anybody else. */
  finish: (database: Database) => Promise<void>;
  /** Takes a line of what begins. */
  print: (line: string) => void;
  /** Is told how far it is, far more often than anybody wants to read. */
  progress: Tell;
  signal: AbortSignal;
}

/** So often it is told that PostgreSQL reads the log still, in milliseconds: it says nothing of how far it is. */
const toldEvery = 2_000;

/**
 * Makes the database of a data directory that has none, as it was at an instant: from the base copy before it, and
 * the log up to it. It appears whole or not at all. Resolves to the instant that it is of.
 * @throws JournalFault or EmbeddedError in one line.
 */
export async function restoreJournal(options: RestoreOptions): Promise<Date> {
  const dataDir = resolve(options.dataDir);
  await makeDataDir(dataDir);
  const lock = await acquireLock(getLockPath(dataDir), options.dataDir);
  try {
    await removeState(dataDir);
    const { privileges, binaries, pgData } = await locate(dataDir, options);
    if ((await findDataVersion(pgData)) !== undefined) {
      throw new JournalFault(`${options.dataDir} holds a database already: name an empty DATA_DIR`);
    }
    const plan = planRestore(await readChains(options.folder), options.at);
    if (Number.parseInt(plan.chain.base.postgresql, 10) !== binaries.major) {
      throw new JournalFault(
        `PostgreSQL ${plan.chain.base.postgresql} wrote it, and this is ${binaries.version}`,
      );
    }
    const draft = `${pgData}.new`;
    try {
      await rm(draft, { recursive: true, force: true });
      await unpackDraft(draft, plan, options);
      await setOwner(draft, getOwner(privileges));
      if (process.platform === 'win32') {
        await makePassword(dataDir);
      }
      await recover(draft, plan, { ...options, dataDir, binaries, privileges });
      await rename(draft, pgData);
      await syncFolder(dirname(pgData));
      // It writes a chain of its own from here on.
      await rm(toStatePath(dataDir), { force: true });
      return plan.at;
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  } finally {
    await removeState(dataDir);
    await lock.release();
  }
}

async function unpackDraft(
  draft: string,
  plan: RestorePlan,
  { unseal, print, progress, signal }: RestoreOptions,
): Promise<void> {
  const { chain, pieces } = plan;
  await mkdir(draft, { mode: 0o700, recursive: true });
  print(`Unpacking the base copy of ${chain.base.stopped_at}`);
  await unpackBase(chain, draft, { unseal, progress, signal });
  print(`Unpacking ${pieces.length} pieces of the log since`);
  const target = join(draft, 'pg_wal');
  await unpackLog(chain, pieces, { target, unseal, progress, signal });
  await writeFile(join(draft, 'backup_label'), chain.base.backup_label, { mode: 0o600 });
  await writeFile(join(draft, 'recovery.signal'), '', { mode: 0o600 });
}

type Located = Awaited<ReturnType<typeof locate>>;
type RecoverOptions = Omit<RestoreOptions, 'binaries' | 'privileges'> &
  Pick<Located, 'binaries' | 'privileges'>;

/** Has PostgreSQL read the log, and finishes what is to be done before anybody else starts it. */
async function recover(
  draft: string,
  { target }: RestorePlan,
  options: RecoverOptions,
): Promise<void> {
  const { dataDir, binaries, privileges, finish, print, progress, signal } = options;
  const address = await makeAddress(dataDir, privileges);
  const start = async (stopAt: RestorePlan['target']) => {
    const postmaster = new Postmaster({
      ...{ binaries, privileges, pgData: draft, logPath: join(dataDir, 'postgres.log') },
      settings: {
        ...toSettings({ isDurable: options.isDurable ?? true }),
        ...address.settings,
        // All of the log lies where the server looks for it after this has failed.
        restore_command: 'exit 1',
        recovery_target_action: 'promote',
        // It says that it is ready when all is read, and not before.
        hot_standby: 'off',
        ...stopAt,
      },
      onRestart: () => undefined,
      onToldToStop: () => undefined,
    });
    const giveUp = () => void postmaster.stop().catch(() => undefined);
    signal.addEventListener('abort', giveUp, { once: true });
    const telling = setInterval(() => progress(() => 'Reading the log still'), toldEvery);
    await postmaster.start().finally(() => {
      clearInterval(telling);
      signal.removeEventListener('abort', giveUp);
    });
    return postmaster;
  };
  print('Reading the log');
  signal.throwIfAborted();
  const postmaster = await start(target).catch((error: unknown) => {
    // Nothing was committed after that instant: then all that there is, is of it.
    const isAtEnd =
      error instanceof EmbeddedError &&
      error.message.includes('recovery ended before configured recovery target was reached');
    if (!isAtEnd) {
      throw error;
    }
    return start({});
  });
  try {
    const database = connect({ url: address.url, maxConnections: 2, statementTimeout: 0 });
    try {
      signal.throwIfAborted();
      await finish(database);
    } finally {
      await database.close();
    }
  } finally {
    await postmaster.stop();
  }
}
