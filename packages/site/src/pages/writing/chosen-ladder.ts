import type { WritingData } from './data.ts';

/**
 * The ladder that a new article is bound to: the one that its draft names, empty for none. Whoever writes for ladders of
 * their own binds it to one of those, and chooses only where there are several.
 */
export function toChosenLadder(
  own: WritingData['own_ladders'],
  drafted: string | undefined,
): string {
  if (own === null) {
    return drafted ?? '';
  }
  const isOwn = own.some(({ slug }) => slug === drafted);
  const only = own.length === 1 ? own[0]?.slug : undefined;
  return (isOwn ? drafted : only) ?? '';
}
