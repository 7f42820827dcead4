import type { Difference } from './given.ts';

type Way = readonly (string | number)[];

const isHolder = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const haveSameMembers = (one: Record<string, unknown>, other: Record<string, unknown>) => {
  const names = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name))
  );
};

/** Where one value of JSON differs from another of nearly the same form, by the shortest ways. */
export function listDifferences(from: unknown, to: unknown, way: Way = []): Difference[] {
  if (isHolder(from) && isHolder(to) && haveSameMembers(from, to)) {
    return Object.keys(from).flatMap((name) =>
      listDifferences(from[name], to[name], [...way, Array.isArray(from) ? Number(name) : name]),
    );
  }
  return from === to ? [] : [[way, to]];
}

/** A value with other words in these places; what was given stays as it is. */
export function withDifferences(value: unknown, differences: readonly Difference[]): unknown {
  return differences.reduce((changed, [way, to]) => replaceAt(changed, way, to), value);
}

function replaceAt(value: unknown, [first, ...rest]: Way, to: unknown): unknown {
  if (first === undefined) {
    return to;
  }
  if (Array.isArray(value)) {
    return value.with(Number(first), replaceAt(value[Number(first)], rest, to));
  }
  return isHolder(value) ? { ...value, [first]: replaceAt(value[first], rest, to) } : value;
}
