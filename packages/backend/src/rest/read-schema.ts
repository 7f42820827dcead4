import type { Database } from '@muster/database';
import type { IntrospectResult } from '@supabase/lite';
import type { Kysely } from 'kysely';
import { toKysely } from './scoped-transaction.ts';

/** The one schema that requests can name. */
export const EXPOSED_SCHEMA = 'public';

/**
 * Reads the catalogue in one transaction and keeps the exposed schema, so that nothing else can be
 * named, not even in a hint.
 */
export async function readSchema(
  owner: Database,
  introspect: (kysely: Kysely<unknown>) => Promise<IntrospectResult>,
): Promise<IntrospectResult> {
  const all = await owner.transaction((transaction) => introspect(toKysely(transaction)), {
    readOnly: true,
    isolation: 'repeatable read',
  });
  const tables = all.tables.filter(isExposed);
  if (tables.length === 0) throw new Error(`the schema ${EXPOSED_SCHEMA} is empty, or unreadable`);
  return {
    ...all,
    tables,
    columns: all.columns.filter(isExposed),
    indexes: all.indexes.filter(isExposed),
    // The library forgets the schema that a key leads to; its definition names one that is not public.
    foreign_keys: all.foreign_keys.filter(
      (key) => isExposed(key) && !/ REFERENCES (?!public\.)[^(]*\./.test(key.fk_def ?? ''),
    ),
    primary_keys: all.primary_keys.filter(isExposed),
    views: all.views.filter(isExposed),
    functions: (all.functions ?? []).filter(isExposed),
    check_constraints: all.check_constraints.filter(isExposed),
    unique_constraints: all.unique_constraints.filter(isExposed),
    comments: all.comments.filter(isExposed),
  };
}

function isExposed(thing: { schema?: string | undefined }): boolean {
  return thing.schema === EXPOSED_SCHEMA;
}
