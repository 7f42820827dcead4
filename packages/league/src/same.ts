/**
 * Whether two values are the same as JSON: by value, whatever the order of their members, and a member that
 * is undefined is none. They are when their canonical forms are, and no text has to be written to see it.
 */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) {
    return true;
  }
  if (!isObject(one) || !isObject(other)) {
    return false;
  }
  if (Array.isArray(one) !== Array.isArray(other)) {
    return false;
  }
  const names = listNames(one);
  return (
    names.length === listNames(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}

type Members = Record<string, unknown>;

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

const listNames = (members: Members): string[] =>
  Object.keys(members).filter((name) => members[name] !== undefined);
