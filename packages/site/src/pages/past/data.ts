/** At which instant a page is looked at, as its address asks. */
export interface PastView {
  /** Null: as it is now. */
  at: string | null;
  /** What the address said, where it names no instant that can be shown. */
  wrong: string | null;
  /** The earliest instant that the log tells of; null where it tells of nothing. */
  first: string | null;
  /** Shown with every later ruling in place, not as it was known then. */
  is_recomputed: boolean;
  /** Whether a later ruling changed what stood then, so that there is a second view. */
  has_recomputed: boolean;
}
