import type { Database } from '@muster/database';
import { parseBackupName } from './backup-name.ts';

/*
 * Which backup an update began with stands in a comment until the update is through: which tables and columns there
 * are depends on the version that it began from.
 */
const pattern = /^update from (\S+) at (\d+)$/;

async function countApplied(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    'select count(*)::integer as count from private.migrations',
  );
  return row?.count ?? 0;
}

async function comment(database: Database, words: string | null): Promise<void> {
  const [row] = await database.query<{ sql: string }>(
    `select format('comment on table private.migrations is %L', $1::text) as sql`,
    [words],
  );
  await database.query(row?.sql ?? '');
}

export async function noteBegun(database: Database, name: string): Promise<void> {
  await comment(database, `update from ${name} at ${await countApplied(database)}`);
}

export function noteThrough(database: Database): Promise<void> {
  return comment(database, null);
}

/** The backup that an update which did not come through began with, and whether it had changed the tables by then. */
export async function findBegun(
  database: Database,
): Promise<{ name: string; hasChanged: boolean } | null> {
  const [row] = await database.query<{ words: string | null }>(
    `select obj_description('private.migrations'::regclass, 'pg_class') as words`,
  );
  const [, name = '', applied = ''] = pattern.exec(row?.words ?? '') ?? [];
  return parseBackupName(name) === null
    ? null
    : { name, hasChanged: (await countApplied(database)) > Number(applied) };
}
