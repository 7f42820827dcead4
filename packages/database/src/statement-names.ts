import { randomBytes } from 'node:crypto';

/** Statements seen so often are worth keeping prepared in each connection. */
const usesBeforeNaming = 3;
/** Prepared statements cost the server memory in every connection. */
const mostNamed = 300;
/** After so many more names a connection has too many that stand for nothing any more. */
const mostOutlived = 600;
const mostCounted = 1_000;

/**
 * Names for the statements that come again and again, so that the server parses and plans them once a
 * connection. Statements that are put together anew each time are counted, then forgotten. When all names
 * are given the one that was not used for longest is given up, so that nobody uses them up for the others.
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
    if (name !== undefined) {
      this.#keep(this.#names, text, name, mostNamed);
      return name;
    }
    const uses = (this.#uses.get(text) ?? 0) + 1;
    this.#uses.delete(text);
    if (uses < usesBeforeNaming) {
      this.#keep(this.#uses, text, uses, mostCounted);
      return undefined;
    }
    // Never the same name again, since connections remember what it stood for.
    this.#named += 1;
    const made = `muster_${this.#own}_${this.#named}`;
    this.#keep(this.#names, text, made, mostNamed);
    return made;
  }

  /** How many names were given until now. */
  get given(): number {
    return this.#named;
  }

  /** Whether a connection that was opened after so many names were given is better opened anew. */
  isOutlived(givenBefore: number): boolean {
    return this.#named - givenBefore > mostOutlived;
  }

  /** After a change of tables, when plans that connections keep do not fit any more. */
  forget(): void {
    this.#names.clear();
    this.#uses.clear();
  }

  /** As the one that was used last; the one that was not for longest makes room. */
  #keep<Value>(map: Map<string, Value>, text: string, value: Value, most: number): void {
    map.delete(text);
    map.set(text, value);
    const [oldest] = map.keys();
    if (map.size > most && oldest !== undefined) {
      map.delete(oldest);
    }
  }
}
