const leastLikeness = 0.5;

/** The name that looks most like a mistyped one, or null where none comes near. */
export function findNearest(name: string, names: Iterable<string>): string | null {
  const own = toPairs(name);
  let nearest: string | null = null;
  let best = leastLikeness;
  for (const each of names) {
    const likeness = compare(own, toPairs(each));
    if (each !== name && likeness > best) {
      best = likeness;
      nearest = each;
    }
  }
  return nearest;
}

function toPairs(name: string): Set<string> {
  const padded = `-${name.toLowerCase()}-`;
  return new Set(Array.from(padded, (_, at) => padded.slice(at, at + 2)).slice(0, -1));
}

/** How much of all their pairs of letters two names share: 1 for the same ones. */
function compare(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((pair) => other.has(pair)).length;
  return (2 * shared) / (one.size + other.size);
}
