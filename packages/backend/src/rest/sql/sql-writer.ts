/** What statements of ours call their parts. */
const ownNames = [
  'answer',
  'body',
  'c',
  'called',
  'each',
  'first',
  'l',
  'lines',
  'm',
  'r',
  'written',
];

/** A statement that is being written: its values, and the names that it has given to tables. */
export class SqlWriter {
  readonly values: unknown[] = [];
  readonly #keys = new Map<string, string>();
  readonly #aliases = new Set(ownNames);

  /** A parameter for a value, whose type PostgreSQL finds by where it stands. */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** A parameter for a member's name or place; the same one each time, so that equal expressions are equal. */
  addKey(key: string | number): string {
    const type = typeof key === 'number' ? 'integer' : 'text';
    const known = this.#keys.get(`${type} ${key}`);
    if (known !== undefined) {
      return known;
    }
    const added = `${this.add(String(key))}::${type}`;
    this.#keys.set(`${type} ${key}`, added);
    return added;
  }

  /** A name for a table that no other in this statement has. */
  nameTable(table: string): string {
    let alias = table;
    for (let count = 1; this.#aliases.has(alias); count += 1) {
      alias = `${table}_${count}`;
    }
    this.#aliases.add(alias);
    return quote(alias);
  }
}

/** A name as it stands in SQL. It cannot hold the character of code zero: a query with one is refused. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The text of a PostgreSQL array. */
export function toArrayText(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
