import { statSync } from 'node:fs';
import { OperatorError } from '../commands/command.ts';
import type { Config } from '../config.ts';
import { FileFault } from '../league-file/file-fault.ts';
import { createProgress } from '../league-file/progress.ts';
import { requireLeague } from '../league-file/require-league.ts';
import { openLeagueDatabase } from '../open-league.ts';
import { createSettingsReader } from '../page/settings.ts';
import type { PublicOptions } from './export-public.ts';
import { requireBuiltSite } from './require-built-site.ts';
import { writePublicFile } from './write-public-file.ts';

/**
 * Writes what anybody may read of the league of the configuration to where a command says, and tells of it.
 * @throws OperatorError in one line.
 */
export async function exportPublicTo(
  config: Config,
  path: string,
  { signal, siteFolder }: Pick<PublicOptions, 'signal' | 'siteFolder'>,
): Promise<void> {
  await requireBuiltSite(siteFolder);
  const opened = await openLeagueDatabase(config);
  try {
    await requireLeague(opened.database);
    const settings = await createSettingsReader(opened.database, config);
    const progress = createProgress(console.log);
    const manifest = await writePublicFile(opened.database, path, {
      ...{ homes: config.storage, settings, progress, signal },
      ...(siteFolder === undefined ? {} : { siteFolder }),
    });
    console.log(
      `${path} (${statSync(path).size} bytes) has what anybody may read of the league, as of ${manifest.as_of}: ${manifest.pages} pages, ${manifest.streams.length} streams of the log. Unpack it and open index.html.`,
    );
  } catch (error) {
    throw error instanceof FileFault ? new OperatorError(`${path}: ${error.message}.`) : error;
  } finally {
    await opened.close();
  }
}
