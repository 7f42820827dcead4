import { fileURLToPath } from 'node:url';
import type { MigrationFolder } from '../migration-files.ts';

const root = new URL('../../../../', import.meta.url);

/** What Supabase brings by itself, then the league: the order in which both are applied. */
export const migrationFolders: readonly MigrationFolder[] = [
  { label: 'backend', path: fileURLToPath(new URL('packages/backend/migrations', root)) },
  { label: 'league', path: fileURLToPath(new URL('supabase/migrations', root)) },
];
