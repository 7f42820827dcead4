import { listMigrationFiles, type MigrationFolder } from '../migration-files.ts';
import type { Database } from '../types.ts';

/** Applies a folder as Supabase's own tool does (`supabase db push`): file by file, each with its row in the tool's table. */
export async function pushMigrations(database: Database, folder: MigrationFolder): Promise<void> {
  for (const { name, sql } of await listMigrationFiles(folder)) {
    const [, version = '', rest = ''] = /^(\d+)_(.*)\.sql$/.exec(name) ?? [];
    try {
      await database.transaction(async (transaction) => {
        await transaction.query(sql);
        await transaction.query(
          'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
          [version, rest, [sql]],
        );
      });
    } catch (error) {
      throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  }
}
