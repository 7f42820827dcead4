/** Numbers between 0 and 1 that depend on the name alone (FNV-1a into mulberry32). */
export function createDice(name: string): () => number {
  let seed = 0x811c9dc5;
  for (const char of name) {
    seed = Math.imul(seed ^ (char.codePointAt(0) ?? 0), 0x01000193);
  }
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
