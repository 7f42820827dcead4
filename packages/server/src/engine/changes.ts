/**
 * The members of one of a ladder's collections that are new or others than before. A collection that no event
 * touched is the same object, and need not be gone through: a ladder's year has thousands of matches.
 */
export function listChanged<Member extends { id: string }>(
  before: Readonly<Record<string, Member>>,
  after: Readonly<Record<string, Member>>,
): Member[] {
  return before === after
    ? []
    : Object.values(after).filter((member) => before[member.id] !== member);
}
