/** A team, or on a ladder of persons a person, as a row names it. */
export interface EntryName {
  entry_id: string;
  name: string;
  tag: string | null;
  /** Null for a person who has deleted their account. */
  href: string | null;
}
