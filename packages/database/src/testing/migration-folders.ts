import { fileURLToPath } from 'node:url';
import type { MigrationFolder } from '../migration-files.ts';

const root = new URL('../../../../', import.meta.url);

/** What Supabase brings by itself. */
export const backendFolder: MigrationFolder = {
  label: 'backend',
  path: fileURLToPath(new URL('packages/backend/migrations', root)),
};

/** What stands in `supabase/migrations`, as Supabase's own tool expects it. */
export const leagueFolder: MigrationFolder = {
  label: 'league',
  path: fileURLToPath(new URL('supabase/migrations', root)),
};

/** Both, in the order in which they are applied. */
export const migrationFolders: readonly MigrationFolder[] = [backendFolder, leagueFolder];
