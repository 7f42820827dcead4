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

/** The matches and runs that events name, as `played` and `driven`; `events` is a query of them named before. */
export const toNamedInSql = (events: string) => `
  played as (
    select m.id, m.challenger_entry_id as challenger, m.defender_entry_id as defender
    from public.matches m where m.id in (select match_id from ${events})
  ),
  driven as (
    select r.id, r.entry_id as entry, r.stage
    from public.runs r where r.id in (select (data ->> 'run_id')::uuid from ${events})
  )`;
