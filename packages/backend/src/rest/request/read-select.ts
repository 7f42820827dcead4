import { refuseEmbedDepth, refuseEmbeds, refuseSelected, restLimits } from '../limits.ts';
import type { Aggregate, Selected, SelectedEmbed, SelectedField } from './query-types.ts';
import { Scanner } from './scanner.ts';

const aggregates = ['sum', 'avg', 'count', 'max', 'min'] as const satisfies Aggregate[];
const endOfItem = 'one of "," ")" "::" "." "->" or end of input';

/** Reads the `select` parameter; its size is bounded while it is read. */
export function readSelect(text: string): Selected[] {
  const reader = new SelectReader(new Scanner(text, 'select parameter'));
  return reader.read();
}

class SelectReader {
  readonly #scanner: Scanner;
  #selected = 0;
  #embeds = 0;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
  }

  read(): Selected[] {
    const items = this.#readItems(0);
    this.#scanner.requireEnd();
    return items;
  }

  #readItems(depth: number): Selected[] {
    const scanner = this.#scanner;
    scanner.skipBlanks();
    if (scanner.isAtEnd || scanner.sees(')')) {
      return [];
    }
    const items: Selected[] = [];
    do {
      this.#selected += 1;
      if (this.#selected > restLimits.selected) {
        throw refuseSelected();
      }
      scanner.skipBlanks();
      items.push(this.#readItem(depth));
      scanner.skipBlanks();
    } while (scanner.take(','));
    return items;
  }

  #readItem(depth: number): Selected {
    const scanner = this.#scanner;
    if (scanner.take('...')) {
      return this.#readEmbed({ target: scanner.requireName(), alias: null, isSpread: true }, depth);
    }
    if (scanner.take('*')) {
      return toField('*', null);
    }
    const alias = scanner.attempt(() => {
      const name = scanner.findName();
      return name !== null && !scanner.sees('::') && scanner.take(':') ? name : null;
    });
    const target = scanner.requireName();
    if (target !== 'count' && (scanner.sees('!') || scanner.sees('('))) {
      return this.#readEmbed({ target, alias, isSpread: false }, depth);
    }
    return this.#readField(target, alias);
  }

  #readField(name: string, alias: string | null): SelectedField {
    const scanner = this.#scanner;
    if (name === 'count' && scanner.take('()')) {
      const field = { ...toField('*', alias), aggregate: 'count' as const };
      return { ...field, aggregateCast: this.#readCast() };
    }
    const path = scanner.readJsonPath();
    const cast = this.#readCast();
    const aggregate = this.#readAggregate();
    const aggregateCast = aggregate === null ? null : this.#readCast();
    scanner.skipBlanks();
    if (!scanner.isAtEnd && !scanner.sees(',') && !scanner.sees(')')) {
      throw scanner.failure(endOfItem);
    }
    return { kind: 'field', field: { name, path }, alias, cast, aggregate, aggregateCast };
  }

  #readCast(): string | null {
    return this.#scanner.take('::') ? this.#scanner.requireIdentifier() : null;
  }

  #readAggregate(): Aggregate | null {
    const scanner = this.#scanner;
    if (!scanner.take('.')) {
      return null;
    }
    const name = aggregates.find((each) => scanner.take(`${each}()`));
    if (name === undefined) {
      throw scanner.failure('"sum()", "avg()", "count()", "max()" or "min()"');
    }
    return name;
  }

  #readEmbed(
    head: Pick<SelectedEmbed, 'target' | 'alias' | 'isSpread'>,
    depth: number,
  ): SelectedEmbed {
    const scanner = this.#scanner;
    this.#embeds += 1;
    if (this.#embeds > restLimits.embeds) {
      throw refuseEmbeds();
    }
    if (depth >= restLimits.embedDepth) {
      throw refuseEmbedDepth();
    }
    let hint: string | null = null;
    let isInner = false;
    while (scanner.take('!')) {
      const word = scanner.requireName();
      if (word === 'inner') {
        isInner = true;
      } else if (word !== 'left') {
        hint = word;
      }
    }
    scanner.require('(');
    const select = this.#readItems(depth + 1);
    scanner.require(')');
    return { kind: 'embed', ...head, hint, isInner, select };
  }
}

function toField(name: string, alias: string | null): SelectedField {
  const field = { name, path: [] };
  return { kind: 'field', field, alias, cast: null, aggregate: null, aggregateCast: null };
}
