import { diffArrays } from 'diff';

/** A stretch of one list that stands for a stretch of another, or what both have. */
export interface Stretch {
  gone: string[];
  came: string[];
  isSame: boolean;
}

/** Two lists that differ in more places than this are another text: to look for more would hold the page up. */
const mostChanges = 1_500;

/** How one list became another, in order: what is the same, and what came for what went. */
export function findDifference(before: string[], after: string[]): Stretch[] {
  const parts = diffArrays(before, after, { maxEditLength: mostChanges });
  if (parts === undefined) {
    return [{ gone: before, came: after, isSame: false }];
  }
  const stretches: Stretch[] = [];
  for (const { value, added, removed } of parts) {
    const last = stretches.at(-1);
    if (!added && !removed) {
      stretches.push({ gone: value, came: value, isSame: true });
    } else if (last === undefined || last.isSame) {
      stretches.push({ gone: removed ? value : [], came: added ? value : [], isSame: false });
    } else {
      last.gone = [...last.gone, ...(removed ? value : [])];
      last.came = [...last.came, ...(added ? value : [])];
    }
  }
  return stretches;
}
