/**
 * The areas whose texts come with their language: those of the shell and of the shared pieces, and small
 * ones of which many kinds of page show some. A file of its own would cost more than its texts.
 */
export const givenAreas = ['shell', 'pieces', 'lists', 'picks'] as const;

export type GivenArea = (typeof givenAreas)[number];

/** Whether an area's texts come with their language. */
export function isGiven(area: string): area is GivenArea {
  return givenAreas.some((given) => given === area);
}
