import type { Texts } from './data.ts';

/** Where two lists differ: from `start` to `end` of the one stands what is from `start` to `otherEnd` of the other. */
export interface Difference {
  start: number;
  end: number;
  otherEnd: number;
}

/** The one stretch outside of which two lists are the same. */
export function findDifference(one: readonly string[], other: readonly string[]): Difference {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) {
    start += 1;
  }
  let same = 0;
  while (same < shorter - start && one.at(-1 - same) === other.at(-1 - same)) {
    same += 1;
  }
  return { start, end: one.length - same, otherEnd: other.length - same };
}

/** Two texts that came of one, as one text by whole lines; null where both changed the same or neighbouring lines. */
export function mergeText(base: string, mine: string, theirs: string): string | null {
  if (mine === theirs || theirs === base) {
    return mine;
  }
  if (mine === base) {
    return theirs;
  }
  const [from, own, other] = [base, mine, theirs].map((text) => text.split('\n'));
  if (from === undefined || own === undefined || other === undefined) {
    return null;
  }
  const [ours, changed] = [findDifference(from, own), findDifference(from, other)];
  const isMineFirst = ours.end < changed.start;
  if (!isMineFirst && changed.end >= ours.start) {
    return null;
  }
  const [first, firstLines, last, lastLines] = isMineFirst
    ? [ours, own, changed, other]
    : [changed, other, ours, own];
  return [
    ...firstLines.slice(0, first.otherEnd),
    ...from.slice(first.end, last.start),
    ...lastLines.slice(last.start),
  ].join('\n');
}

export interface Merged {
  /** Mine where both changed the same. */
  texts: Texts;
  /** The fields that somebody must choose. */
  clashes: string[];
}

/** All texts of a language, each field merged by itself. */
export function mergeTexts(base: Texts, mine: Texts, theirs: Texts): Merged {
  const merged: Merged = { texts: {}, clashes: [] };
  for (const field of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const own = mine[field] ?? '';
    const text = mergeText(base[field] ?? '', own, theirs[field] ?? '');
    merged.texts[field] = text ?? own;
    if (text === null) {
      merged.clashes.push(field);
    }
  }
  return merged;
}
