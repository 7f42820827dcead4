import { statSync } from 'node:fs';
import { updateForgotten } from '../backup/forgotten-list.ts';
import { writeBackup } from '../backup/write-backup.ts';
import type { Config } from '../config.ts';
import { FileFault } from '../league-file/file-fault.ts';
import { createProgress } from '../league-file/progress.ts';
import { requireLeague } from '../league-file/require-league.ts';
import type { WrittenFile } from '../league-file/write-league-file.ts';
import { openLeagueDatabase } from '../open-league.ts';
import { type Command, OperatorError } from './command.ts';
import { untilInterrupted } from './until-interrupted.ts';

async function write(config: Config, folder: string, signal: AbortSignal): Promise<WrittenFile> {
  const opened = await openLeagueDatabase(config);
  try {
    await requireLeague(opened.database);
    await updateForgotten(opened.database, folder);
    return await writeBackup(opened.database, folder, {
      ...{ homes: config.storage, keys: config.backup.keys, at: new Date(), signal },
      progress: createProgress(console.error),
    });
  } catch (error) {
    throw error instanceof FileFault ? new OperatorError(`${folder}: ${error.message}.`) : error;
  } finally {
    await opened.close();
  }
}

/** `backup [DIR]`: the league's file into a folder, else into `BACKUP_DIR`, while the league runs. */
export const command: Command = {
  options: {},
  async run(config, { positionals: [folder = config.backup.directory, ...more] }) {
    if (folder === null || more.length > 0) {
      throw new OperatorError('backup takes DIR where BACKUP_DIR is not set.');
    }
    if (config.supabase !== null) {
      throw new OperatorError('The files lie with the Supabase that SUPABASE_URL names.');
    }
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
      throw new OperatorError(`There is no folder ${folder}.`);
    }
    const { path, manifest } = await untilInterrupted((signal) => write(config, folder, signal));
    const as = manifest.instant === null ? '' : ` as of ${manifest.instant}`;
    console.log(`${path} has the league${as}, and was read back.`);
    console.log(
      config.backup.keys.length === 0
        ? `Whoever has it can sign in as anybody. npx muster restore ${path} brings it back.`
        : `It opens with the identity of ${config.backup.keys.join(' or ')} alone. npx muster restore ${path} --identity FILE brings it back.`,
    );
    return 0;
  },
};
