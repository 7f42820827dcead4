import pg from 'pg';

/** What is wrong with a value that came as JSON, and where: `scores.0.map`, empty for the whole. */
export interface ValueFault {
  path: string;
  rule: 'depth' | 'characters';
}

/**
 * Finds what neither the database nor anything that goes through a value can take: a NUL, half of a surrogate
 * pair, a nesting deeper than `maxDepth`. To be asked before anything else looks at what somebody sent.
 */
export function findValueFault(
  value: unknown,
  maxDepth: number,
  path = '',
  depth = 0,
): ValueFault | null {
  if (depth > maxDepth) {
    return { path: '', rule: 'depth' };
  }
  if (typeof value === 'string') {
    return value.includes('\0') || !value.isWellFormed() ? { path, rule: 'characters' } : null;
  }
  if (typeof value !== 'object' || value === null) {
    return null;
  }
  for (const [key, member] of Object.entries(value)) {
    const fault =
      findValueFault(key, maxDepth, path, depth) ??
      findValueFault(member, maxDepth, path === '' ? key : `${path}.${key}`, depth + 1);
    if (fault !== null) {
      return fault;
    }
  }
  return null;
}

/** Numbers, dates, texts and ids outside of PostgreSQL's ranges. */
const refusedValues = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05']);

/**
 * Whether PostgreSQL refused a value that it was given. Inputs are judged before they get there; this is for
 * the edges of the program, where the one who sent what slipped through is told that it was theirs.
 */
export function isRefusedValue(error: unknown): boolean {
  return error instanceof pg.DatabaseError && refusedValues.has(error.code ?? '');
}
