import { refuseOrderTerms, restLimits } from '../limits.ts';
import type { OrderTerm } from './query-types.ts';
import { Scanner } from './scanner.ts';

/** Reads `order=name.desc.nullslast,teams(name)`. */
export function readOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, 'order');
  const terms: OrderTerm[] = [];
  do {
    if (terms.length >= restLimits.orderTerms) {
      throw refuseOrderTerms();
    }
    scanner.skipBlanks();
    terms.push(readTerm(scanner));
    scanner.skipBlanks();
  } while (scanner.take(','));
  scanner.requireEnd();
  return terms;
}

function readTerm(scanner: Scanner): OrderTerm {
  const relation = scanner.attempt(() => {
    const name = scanner.findName();
    return name !== null && scanner.take('(') ? name : null;
  });
  const field = scanner.requireField();
  if (relation !== null) {
    scanner.require(')');
  }
  const direction = scanner.take('.asc') ? 'asc' : scanner.take('.desc') ? 'desc' : null;
  const nulls = scanner.take('.nullsfirst') ? 'first' : scanner.take('.nullslast') ? 'last' : null;
  if (!scanner.isAtEnd && !scanner.sees(',')) {
    throw scanner.failure('"asc", "desc", "nullsfirst", "nullslast", "," or end of input');
  }
  return { relation, field, direction, nulls };
}
