/** As much of a column as decides how its values are written. */
interface ColumnType {
  table: string;
  name: string;
  type: string;
  pg_type?: string | undefined;
}

const JSON_TYPES = new Set(['json', 'jsonb']);

/**
 * Writes the values for JSON columns as JSON: a driver cannot tell them from text and arrays.
 * Of the request as the library has read it, only `values` is looked at.
 */
export function encodeJsonValues<Ast extends object>(
  ast: Ast & { from?: string; values?: unknown },
  columns: readonly ColumnType[],
): Ast {
  const { from, values } = ast;
  if (values === undefined || values === null) return ast;
  const names = columns
    .filter(({ table, type, pg_type }) => table === from && JSON_TYPES.has(pg_type ?? type))
    .map(({ name }) => name);
  if (names.length === 0) return ast;
  return {
    ...ast,
    values: Array.isArray(values)
      ? values.map((row) => encodeRow(row, names))
      : encodeRow(values, names),
  };
}

function encodeRow(row: unknown, names: readonly string[]): unknown {
  if (typeof row !== 'object' || row === null) return row;
  const encoded: Record<string, unknown> = { ...row };
  for (const name of names) {
    const value = encoded[name];
    if (value !== undefined && value !== null) encoded[name] = new JsonValue(value);
  }
  return encoded;
}

/** Not a string, or the library would parse it again; `pg` asks what is to be sent. */
class JsonValue {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  toPostgres(): string {
    return JSON.stringify(this.#value);
  }
}
