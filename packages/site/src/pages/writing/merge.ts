import { diff3Merge } from 'node-diff3';
import { type Texts, toMarkdownField, type WritingKind } from './data.ts';

/** A text of two that came of one. Where both changed the same lines, each stands for itself, or both in turn. */
export interface MergedText {
  mine: string;
  theirs: string;
  both: string;
  isClash: boolean;
}

/** Two texts that came of one, put together by whole lines: whatever only one of them changed is in all of it. */
export function mergeText(base: string, mine: string, theirs: string): MergedText {
  const [own, from, other] = [mine, base, theirs].map((text) => text.split('\n')) as [
    string[],
    string[],
    string[],
  ];
  const lines = { mine: [] as string[], theirs: [] as string[], both: [] as string[] };
  let isClash = false;
  for (const { ok, conflict } of diff3Merge(own, from, other)) {
    isClash ||= conflict !== undefined;
    lines.mine.push(...(ok ?? conflict?.a ?? []));
    lines.theirs.push(...(ok ?? conflict?.b ?? []));
    lines.both.push(...(ok ?? [...(conflict?.b ?? []), ...(conflict?.a ?? [])]));
  }
  return {
    mine: lines.mine.join('\n'),
    theirs: lines.theirs.join('\n'),
    both: lines.both.join('\n'),
    isClash,
  };
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
