import { RestFailure } from '../failure.ts';
import type { Field, JsonStep } from './query-types.ts';

const identifier = /[\p{L}\p{N}_ $]+/uy;
const nameForm = /[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/uy;
const quoted = /"((?:[^"\\]|\\.)*)"/suy;
const blanks = /[ \t]*/y;
const jsonIndex = /[+-]?\d+(?=->|::|[.,)]|$)/y;
const jsonKey = /[^(:.,>)-]+(?:-(?!>)[^(:.,>)-]+)*/y;

/** Reads a text from left to right; what does not fit is a failure that says where. */
export class Scanner {
  readonly #text: string;
  readonly #what: string;
  #at = 0;

  /** `what` names the text in failures: `select parameter`. */
  constructor(text: string, what: string) {
    this.#text = text;
    this.#what = what;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Whether the text goes on with this; it stays there. */
  sees(expected: string): boolean {
    return this.#text.startsWith(expected, this.#at);
  }

  /** Takes this if the text goes on with it. */
  take(expected: string): boolean {
    if (!this.sees(expected)) {
      return false;
    }
    this.#at += expected.length;
    return true;
  }

  require(expected: string): void {
    if (!this.take(expected)) {
      throw this.failure(`"${expected}"`);
    }
  }

  /** Takes what a sticky pattern finds here: its first group, or all of it. */
  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) {
      return null;
    }
    this.#at = pattern.lastIndex;
    return found[1] ?? found[0];
  }

  skipBlanks(): void {
    this.match(blanks);
  }

  /** Tries to read something, and stands where it stood if that gives null. */
  attempt<T>(read: () => T | null): T | null {
    const before = this.#at;
    const value = read();
    if (value === null) {
      this.#at = before;
    }
    return value;
  }

  findQuoted(): string | null {
    return this.match(quoted)?.replace(/\\(.)/gsu, '$1') ?? null;
  }

  findName(): string | null {
    return this.findQuoted() ?? this.match(nameForm)?.trim() ?? null;
  }

  requireName(): string {
    const name = this.findName();
    if (name === null || name === '') {
      throw this.failure('field name (* or [a..z0..9_$])');
    }
    return name;
  }

  /** A plain word: a type or a language. */
  requireIdentifier(): string {
    const name = this.match(identifier)?.trim();
    if (!name) {
      throw this.failure('letter or digit');
    }
    return name;
  }

  requireField(): Field {
    this.skipBlanks();
    const field = { name: this.requireName(), path: this.readJsonPath() };
    this.skipBlanks();
    return field;
  }

  readJsonPath(): JsonStep[] {
    const path: JsonStep[] = [];
    for (;;) {
      const asText = this.take('->>');
      if (!asText && !this.take('->')) {
        return path;
      }
      const index = this.match(jsonIndex);
      const key = index === null ? (this.findQuoted() ?? this.match(jsonKey)?.trim()) : null;
      if (index === null && !key) {
        throw this.failure('any non reserved character different from: .,>()');
      }
      path.push({ key: index === null ? String(key) : Number(index), asText });
    }
  }

  requireEnd(): void {
    if (!this.isAtEnd) {
      throw this.failure('end of input');
    }
  }

  failure(expected: string): RestFailure {
    const found = this.isAtEnd ? 'end of input' : `"${[...this.#text.slice(this.#at)][0]}"`;
    return new RestFailure(400, {
      code: 'PGRST100',
      message: `"failed to parse ${this.#what} (${this.#text})" (line 1, column ${this.#at + 1})`,
      details: `unexpected ${found} expecting ${expected}`,
    });
  }
}
