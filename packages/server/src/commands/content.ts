import type { Database } from '@muster/database';
import { exportContent } from '../content/export-content.ts';
import { importContent } from '../content/import-content.ts';
import { describeImport } from '../content/plan-import.ts';
import { readNamedContent } from '../content/read-content.ts';
import type { FileStore } from '../files/file-store.ts';
import { openObjects, type WhereFiles } from '../files/open-objects.ts';
import { openLeague } from '../open-league.ts';
import { type Command, OperatorError } from './command.ts';

const toStore = (config: WhereFiles, database: Database): FileStore => ({
  database,
  objects: openObjects(config, database),
});

/** `content export DIR` and `content import DIR [--dry-run]`, for those who keep their content in git. */
export const command: Command = {
  options: { 'dry-run': { type: 'boolean' } },
  async run(config, { values, positionals: [action, folder, ...more] }) {
    const isDryRun = values['dry-run'] === true;
    const isExport = action === 'export' && !isDryRun;
    if ((!isExport && action !== 'import') || folder === undefined || more.length > 0) {
      throw new OperatorError('content takes export DIR, or import DIR [--dry-run].');
    }
    if (isExport) {
      await using opened = await openLeague(config);
      await exportContent(toStore(config, opened.database), folder);
      console.log(`The league's content stands in ${folder}.`);
      return 0;
    }
    const files = readNamedContent(folder);
    await using opened = await openLeague(config);
    const plan = await importContent(toStore(config, opened.database), files, {
      now: new Date(),
      isDryRun,
    });
    const lines = describeImport(plan);
    const nothing = isDryRun ? 'Nothing would change.' : 'Nothing has changed.';
    console.log(lines.length === 0 ? nothing : lines.join('\n'));
    return 0;
  },
};
