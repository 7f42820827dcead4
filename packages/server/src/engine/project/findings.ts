import type { Transaction } from '@muster/database';
import type { LeagueEvent } from '@muster/league';

/** Keeps the places that the closing of a season says, for the pages that name them. */
export async function projectFinalPlaces(
  transaction: Transaction,
  events: readonly LeagueEvent[],
): Promise<void> {
  for (const event of events) {
    if (event.type !== 'season_closed') {
      continue;
    }
    await transaction.query(
      `update public.entries e set final_place = final.place
       from jsonb_to_recordset($1::jsonb) as final (entry_id uuid, place integer)
       where e.id = final.entry_id`,
      [JSON.stringify(event.data.standings)],
    );
  }
}

/**
 * Keeps what the page of the admins says of rulings, and which of them an appeal overturned; those on a test ladder count
 * nowhere. The events stand in the log already.
 */
export async function projectRulings(
  transaction: Transaction,
  events: readonly LeagueEvent[],
): Promise<void> {
  const given = events.filter(({ type }) => type === 'ruling_given').map(({ id }) => id);
  const overturned = events.flatMap((event) =>
    event.type === 'appeal_decided' && event.data.status === 'overturned'
      ? [event.data.dispute_id]
      : [],
  );
  if (given.length > 0) {
    await transaction.query(
      `insert into private.rulings (event_id, dispute_id, actor_id, hours)
       select r.id, (r.data ->> 'dispute_id')::uuid, r.actor_id,
         extract(epoch from r.at - (select min(opened.at) from public.league_events opened
           where opened.match_id = r.match_id and opened.type in ('match_disputed', 'result_disputed')
             and opened.data ->> 'dispute_id' = r.data ->> 'dispute_id')) / 3600
       from public.league_events r where r.id = any ($1::uuid[])
         and not exists (select from public.ladders l where l.id = r.ladder_id and l.is_test)`,
      [given],
    );
  }
  if (overturned.length > 0) {
    await transaction.query(
      'update private.rulings set is_overturned = true where dispute_id = any ($1::uuid[])',
      [overturned],
    );
  }
}
