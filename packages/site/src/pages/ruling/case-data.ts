/** An admin who has a case in hand. */
export interface CaseHolder {
  username: string;
  since: string;
  /** When it lapses by itself. */
  until: string;
  is_own: boolean;
}
