import type { Database } from '@muster/database';
import { createId } from '../engine/ids.ts';

const atOnce = 3;
/** Longer than any upload takes, to be read, drawn and written: what is older was left by a dead process. */
const longestMinutes = 20;

/**
 * Counts an upload before any of it is read, over all processes of the database. Gives the id to end it
 * by; null where the person has as many under way as they may.
 */
export async function beginUpload(database: Database, personId: string): Promise<string | null> {
  return database.transaction(async (transaction) => {
    // One after the other for a person, so that two at once do not both take the last place.
    await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 2))', [personId]);
    const [begun] = await transaction.query<{ id: string }>(
      `with over as (
         delete from private.uploads
         where person_id = $2 and started_at <= now() - make_interval(mins => $3))
       insert into private.uploads (id, person_id)
       select $1, $2 where (select count(*) from private.uploads
         where person_id = $2 and started_at > now() - make_interval(mins => $3)) < $4
       returning id`,
      [createId(), personId, longestMinutes, atOnce],
    );
    return begun?.id ?? null;
  });
}

export async function endUpload(database: Database, id: string): Promise<void> {
  await database.query('delete from private.uploads where id = $1', [id]);
}

/** Forgets what dead processes left. */
export async function sweepUploads(database: Database): Promise<void> {
  await database.query(
    'delete from private.uploads where started_at <= now() - make_interval(mins => $1)',
    [longestMinutes],
  );
}
