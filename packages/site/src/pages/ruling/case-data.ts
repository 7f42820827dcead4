/** An admin who has a case in hand. */
export interface CaseHolder {
  username: string;
  since: string;
  is_own: boolean;
}
