import { type Texts, toMarkdownField, type WritingKind } from './data.ts';
import { findDifference } from './difference.ts';

/** A text of two that came of one. Where both changed the same lines, each stands for itself, or both in turn. */
export interface MergedText {
  mine: string;
  theirs: string;
  both: string;
  isClash: boolean;
}

type Side = 'mine' | 'theirs';

/** What a side has in place of the lines `start` to `end` of the text that both came of. */
interface Change {
  side: Side;
  start: number;
  end: number;
  lines: string[];
}

function listChanges(base: string[], side: Side, text: string): Change[] {
  let start = 0;
  return findDifference(base, text.split('\n')).flatMap(({ gone, came, isSame }) => {
    const change: Change = { side, start, end: start + gone.length, lines: came };
    start = change.end;
    return isSame ? [] : [change];
  });
}

/** Changes of both sides that overlap or touch, as one place. */
interface Place {
  start: number;
  end: number;
  changes: Change[];
}

function groupChanges(changes: readonly Change[]): Place[] {
  const places: Place[] = [];
  for (const change of changes.toSorted((one, other) => one.start - other.start)) {
    const last = places.at(-1);
    if (last === undefined || change.start > last.end) {
      places.push({ start: change.start, end: change.end, changes: [change] });
    } else {
      last.end = Math.max(last.end, change.end);
      last.changes.push(change);
    }
  }
  return places;
}

/** A place's lines as one side has them. */
function readSide(base: readonly string[], place: Place, side: Side): string[] {
  const lines: string[] = [];
  let from = place.start;
  for (const change of place.changes.filter((one) => one.side === side)) {
    lines.push(...base.slice(from, change.start), ...change.lines);
    from = change.end;
  }
  return [...lines, ...base.slice(from, place.end)];
}

function mergePlace(base: readonly string[], place: Place) {
  const [mine, theirs] = [readSide(base, place, 'mine'), readSide(base, place, 'theirs')];
  const sides = new Set(place.changes.map(({ side }) => side));
  if (sides.size === 2 && mine.join('\n') !== theirs.join('\n')) {
    return { mine, theirs, both: [...theirs, ...mine], isClash: true };
  }
  const lines = sides.has('mine') ? mine : theirs;
  return { mine: lines, theirs: lines, both: lines, isClash: false };
}

/** Two texts that came of one, put together by whole lines: whatever only one of them changed is in all of it. */
export function mergeText(base: string, mine: string, theirs: string): MergedText {
  const from = base.split('\n');
  const changes = [...listChanges(from, 'mine', mine), ...listChanges(from, 'theirs', theirs)];
  const lines = { mine: [] as string[], theirs: [] as string[], both: [] as string[] };
  const sides = ['mine', 'theirs', 'both'] as const;
  let isClash = false;
  let start = 0;
  for (const place of groupChanges(changes)) {
    const merged = mergePlace(from, place);
    for (const side of sides) {
      lines[side].push(...from.slice(start, place.start), ...merged[side]);
    }
    isClash ||= merged.isClash;
    start = place.end;
  }
  const rest = from.slice(start);
  const join = (side: (typeof sides)[number]) => [...lines[side], ...rest].join('\n');
  return { mine: join('mine'), theirs: join('theirs'), both: join('both'), isClash };
}

export type MergedTexts = Record<string, MergedText>;

/** The texts that a language has, each field put together by itself; of a field of one line both stand in that. */
export function mergeTexts(
  kind: WritingKind,
  { base, mine, theirs }: { base: Texts; mine: Texts; theirs: Texts },
): MergedTexts {
  const fields = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  return Object.fromEntries(
    fields.map((field) => {
      const merged = mergeText(base[field] ?? '', mine[field] ?? '', theirs[field] ?? '');
      const isLine = field !== toMarkdownField(kind);
      return [field, isLine ? { ...merged, both: merged.both.replaceAll('\n', ' ') } : merged];
    }),
  );
}

/** All fields as one side has them, or as both have in turn. */
export const pick = (merged: MergedTexts, side: 'mine' | 'theirs' | 'both'): Texts =>
  Object.fromEntries(Object.entries(merged).map(([field, text]) => [field, text[side]]));
