import { randomUUID } from 'node:crypto';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const alias = /^(?:team\d+(?:-[a-d])?|match\d+|made\d+|judged\d+|id\d+|judge|owner)$/;

/** The short names that the rules' random play knows things by, and the ids that the database has for them. */
export class Aliases {
  readonly #ids = new Map<string, string>();
  readonly #names = new Map<string, string>();

  set(name: string, id: string): void {
    this.#ids.set(name, id);
    this.#names.set(id, name);
  }

  /** The id of a name that the database knows already. */
  get(name: string): string | undefined {
    return this.#ids.get(name);
  }

  #toId(name: string): string {
    const known = this.#ids.get(name);
    if (known !== undefined) {
      return known;
    }
    const id = randomUUID();
    this.set(name, id);
    return id;
  }

  #toName(id: string): string {
    const known = this.#names.get(id);
    if (known !== undefined) {
      return known;
    }
    const name = `id${this.#names.size + 100_000}`;
    this.set(name, id);
    return name;
  }

  /** The same value with names in the place of ids. */
  toNames<Value>(value: Value): Value {
    return replace(value, (text) => (uuid.test(text) ? this.#toName(text) : text));
  }

  /** The same value with ids in the place of names. */
  toIds<Value>(value: Value): Value {
    return replace(value, (text) => (alias.test(text) ? this.#toId(text) : text));
  }
}

function replace<Value>(value: Value, rename: (text: string) => string): Value {
  return JSON.parse(JSON.stringify(value), (_key, part: unknown) => {
    if (typeof part === 'string') {
      return rename(part);
    }
    if (typeof part === 'object' && part !== null && !Array.isArray(part)) {
      return Object.fromEntries(Object.entries(part).map(([key, of]) => [rename(key), of]));
    }
    return part;
  });
}
