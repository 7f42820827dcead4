import type { JsonInstant } from '../page/instants.ts';

export interface MatchEventRow {
  sequence: number;
  at: JsonInstant;
  type: string;
  actor_id: string | null;
  match_id: string | null;
  data: Record<string, unknown>;
  hash: string;
}
