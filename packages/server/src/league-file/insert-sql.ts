import { quote, type TableHere } from './catalogue.ts';

/**
 * Writes rows given as one array of JSON; what a value may be, each column's type says. `fixed` are the values, as
 * SQL, of columns that the rows do not have.
 */
export function toInsertSql(
  { name, columns }: TableHere,
  fixed: Readonly<Record<string, string>>,
): string {
  const names = [...columns.map((column) => column.name), ...Object.keys(fixed)];
  const values = columns.map(({ name: column, kind }) => {
    const value = `r.${quote(column)}`;
    // A null of JSON's own is read as SQL's.
    return kind === 'json' || kind === 'jsonb'
      ? `case when ${value} is null then (l.line -> '${column}')::${kind} else ${value} end`
      : value;
  });
  return `insert into ${quote(name)} (${names.map(quote).join(', ')}) overriding system value
    select ${[...values, ...Object.values(fixed)].join(', ')}
    from json_array_elements($1::json) l (line), json_populate_record(null::${quote(name)}, l.line) r`;
}

/** The sequences that count a table's columns, each with the column. */
export const sequencesSql = `
  select a.attname as column,
    coalesce(
      pg_catalog.pg_get_serial_sequence(a.attrelid::regclass::text, a.attname),
      (regexp_match(pg_catalog.pg_get_expr(d.adbin, d.adrelid), '^nextval\\(''([^'']+)'''))[1]
    ) as sequence
  from pg_catalog.pg_attribute a
    left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = $1::regclass and not a.attisdropped
    and (a.attidentity <> '' or pg_catalog.pg_get_expr(d.adbin, d.adrelid) like 'nextval(%')`;
