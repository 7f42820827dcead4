import { openDatabase } from '@muster/database';
import { parseConfig } from '../../config.ts';
import { listMigrationFolders } from '../../open-league.ts';
import { updateLeague } from '../update-league.ts';

/** A start of a newer version, whose migrations lie in the folder that is its argument, for tests that kill it. */
const [newer = ''] = process.argv.slice(2);
const config = parseConfig(process.env);
const opened = await openDatabase({
  databaseUrl: config.databaseUrl ?? undefined,
  dataDir: config.dataDir,
});
const folders = [...listMigrationFolders(config), { label: 'newer', path: newer }];
await updateLeague(config, opened, { folders, print: () => undefined });
await opened.close();
