import { randomBytes } from 'node:crypto';

/** Statements seen so often are worth keeping prepared in each connection. */
const USES_BEFORE_NAMING = 3;
/** Prepared statements cost the server memory in every connection. */
const MOST_NAMED = 300;
const MOST_COUNTED = 1_000;

/**
 * Names for the statements that come again and again, so that the server parses and plans them once a
 * connection. Statements that are put together anew each time are counted, then forgotten.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #uses = new Map<string, number>();
  /** Behind a pooler a connection may be one that another process has prepared its statements on. */
  readonly #own = randomBytes(6).toString('hex');
  #named = 0;

  /** The statement's name, once it has one. */
  find(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= MOST_NAMED) {
      return name;
    }
    const uses = (this.#uses.get(text) ?? 0) + 1;
    this.#uses.delete(text);
    if (uses < USES_BEFORE_NAMING) {
      this.#count(text, uses);
      return undefined;
    }
    // Never the same name again, since connections remember what it stood for.
    this.#named += 1;
    const made = `muster_${this.#own}_${this.#named}`;
    this.#names.set(text, made);
    return made;
  }

  /** After a change of tables, when plans that connections keep do not fit any more. */
  forget(): void {
    this.#names.clear();
    this.#uses.clear();
  }

  #count(text: string, uses: number): void {
    this.#uses.set(text, uses);
    const [oldest] = this.#uses.keys();
    if (this.#uses.size > MOST_COUNTED && oldest !== undefined) {
      this.#uses.delete(oldest);
    }
  }
}
