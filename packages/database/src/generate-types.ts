import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Queryable } from './types.ts';

/** A column of a table of ours, as the catalogue has it. */
interface Column {
  schema: string;
  table: string;
  name: string;
  type: string;
  is_array: boolean;
  is_nullable: boolean;
  /** The values that an enum or a check allows; null when any value of the type is. */
  labels: string[] | null;
}

/** What pg gives for a type; all others arrive as text. */
const types: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  oid: 'number',
  float4: 'number',
  float8: 'number',
  json: 'unknown',
  jsonb: 'unknown',
  timestamptz: 'Date',
  bytea: 'Buffer',
};

const sql = `
  select n.nspname as schema, c.relname as table, a.attname as name,
    coalesce(base.typname, element.typname, t.typname) as type,
    t.typcategory = 'A' as is_array,
    -- A view's columns may be null whatever the tables under it say.
    not (a.attnotnull and c.relkind in ('r', 'p')) as is_nullable,
    coalesce(
      (select array_agg(e.enumlabel::text order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid),
      (select array_agg(label[1]::text order by place)
        from pg_constraint k
          cross join lateral (select substring(pg_get_constraintdef(k.oid)
            from '^CHECK \\(\\([^ ]+ = ANY \\(ARRAY\\[(.*)\\]\\)\\)\\)$') as list) checked
          cross join lateral regexp_matches(list, '''([^'']*)''::text', 'g') with ordinality as m (label, place)
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum])
    ) as labels
  from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_namespace n on n.oid = c.relnamespace
    join pg_type t on t.oid = a.atttypid
    left join pg_type element on element.oid = t.typelem and t.typcategory = 'A'
    left join pg_type base on base.oid = t.typbasetype
  where n.nspname in ('public', 'private') and c.relkind in ('r', 'p', 'v', 'm')
    and a.attnum > 0 and not a.attisdropped
  order by n.nspname desc, c.relname collate "C", a.attnum`;

/** Writes the row types of all tables in `public` and `private`, from the catalogue of a migrated database. */
export async function generateTypes(database: Queryable): Promise<string> {
  const columns = await database.query<Column>(sql);
  const tables = Map.groupBy(columns, ({ schema, table }) => `${schema}.${table}`);
  const lines = [
    '// Made by generate-types.ts from the migrated database; do not edit.',
    '// Types are as pg gives them here: bigint and numeric as string, timestamptz as Date.',
  ];
  for (const [name, own] of tables) {
    lines.push('', `/** A row of \`${name}\`. */`, `export interface ${toTypeName(name)} {`);
    lines.push(...own.map((column) => `  ${toKey(column.name)}: ${toType(column)};`), '}');
  }
  lines.push(
    '',
    '/** The row type of each table, by its full name. */',
    'export interface Tables {',
  );
  for (const name of tables.keys()) {
    lines.push(`  '${name}': ${toTypeName(name)};`);
  }
  return `${[...lines, '}'].join('\n')}\n`;
}

/** `public.match_maps` is MatchMapsRow, `private.match_maps` PrivateMatchMapsRow. */
function toTypeName(name: string): string {
  const words = name.replace(/^public\./, '').split(/[._]/);
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Row`;
}

function toKey(name: string): string {
  return /^[a-z_][a-z0-9_]*$/i.test(name) ? name : `'${name}'`;
}

function toType(column: Column): string {
  const single = column.labels?.map((label) => `'${label}'`).join(' | ') ?? types[column.type];
  const type = single ?? 'string';
  const whole = column.is_array ? `${column.labels ? `(${type})` : type}[]` : type;
  // `unknown` holds null already.
  return column.is_nullable && whole !== 'unknown' ? `${whole} | null` : whole;
}

/** Where the generated types stand. */
export const tablesPath: string = fileURLToPath(new URL('tables.ts', import.meta.url));

if (import.meta.main) {
  const { withMigratedDatabase } = await import('./testing/migrated-database.ts');
  await withMigratedDatabase(async (database) => {
    await writeFile(tablesPath, await generateTypes(database));
  });
}
