import type { Transaction } from '@muster/database';
import type { LeagueEvent } from '@muster/league';
import type { StreamChange } from '../engine/kinds/kind.ts';
import { hintPeople } from './write.ts';

/** What brings something onto the desk of a ladder's admins, changes it there or takes it off. */
const deskEvents: ReadonlySet<string> = new Set<LeagueEvent['type']>([
  'match_disputed',
  'result_disputed',
  'statement_added',
  'ruling_given',
  'appeal_made',
  'appeal_decided',
  'match_voided',
  'deadline_extended',
  'deadlines_extended',
  'match_reported',
  'run_submitted',
  'run_confirmed',
  'run_verified',
  'run_rejected',
  'run_withdrawn',
]);

/** Tells who runs a ladder, or the whole site, and whom its rules name as outsider, that something of their desk has changed; null: of no ladder. */
export async function hintOffices(
  transaction: Transaction,
  ladderId: string | null,
): Promise<void> {
  const admins = await transaction.query<{ person_id: string }>(
    `select person_id from public.admins where ladder_id is null or ladder_id = $1
     union select (rules -> 'dispute' ->> 'outsider')::uuid from public.seasons
       where ladder_id = $1 and status <> 'closed' and rules -> 'dispute' ->> 'outsider' is not null`,
    [ladderId],
  );
  await hintPeople(
    transaction,
    admins.map(({ person_id }) => person_id),
  );
}

/** Tells everybody who has an office: what has changed may be any one's, and a hint says nothing of it. */
export async function hintAllOffices(transaction: Transaction): Promise<void> {
  const people = await transaction.query<{ person_id: string }>(
    'select person_id from public.admins union select person_id from public.editors',
  );
  await hintPeople(
    transaction,
    people.map(({ person_id }) => person_id),
  );
}

/** Tells the admins of a ladder on which something happened that waits for them, or waits no more. */
export async function hintOfficesOf(
  transaction: Transaction,
  { events }: StreamChange,
): Promise<void> {
  const event = events.find(({ type }) => deskEvents.has(type));
  if (event !== undefined) {
    await hintOffices(transaction, event.ladder_id);
  }
}
