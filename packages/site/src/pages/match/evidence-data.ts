import type { Instant, Side } from '@muster/league';

/** A picture, a recording or a link that somebody of a side has brought. */
export interface EvidencePiece {
  id: string;
  side: Side;
  kind: 'image' | 'demo' | 'link';
  /** Of a link. */
  url: string | null;
  name: string;
  note: string;
  person_id: string;
  added_at: Instant;
  /** Of an image. */
  width: number | null;
  height: number | null;
  /** Of a file. */
  bytes: number | null;
  /** Whether who looks may take it back. */
  is_own: boolean;
}

export interface MatchEvidence {
  /** In the order in which they came. */
  pieces: EvidencePiece[];
  /** Whether who looks may bring more. */
  may_bring: boolean;
  /** Whether everybody sees it once the match is over. */
  is_public_later: boolean;
}
