import type { Transaction } from '@muster/database';
import { refuse } from '../engine/refusal.ts';
import { type ReceivedFile, settleFile } from '../files/stored-files.ts';

/** Of a whole league, in all its texts. */
export const mostPictures = 5000;

async function requireRoom(transaction: Transaction): Promise<void> {
  // One after the other, so that two at once do not both take the last place.
  await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 4))', ['pictures']);
  const [count] = await transaction.query<{ pictures: number }>(
    'select count(*)::integer as pictures from private.pictures',
  );
  if ((count?.pictures ?? 0) >= mostPictures) {
    refuse({ code: 'pictures_full', params: { most: mostPictures } });
  }
}

interface NewPicture {
  /** By which its address names it. */
  key: string;
  /** Drawn anew and written. */
  file: ReceivedFile;
  width: number;
  height: number;
  /** Null for what the host's own command brings. */
  personId: string | null;
  at: Date;
}

/** Keeps a picture that texts may show; one of the same key stays as it is. */
export async function keepTextPicture(
  transaction: Transaction,
  { key, file, width, height, personId, at }: NewPicture,
): Promise<void> {
  await requireRoom(transaction);
  const id = await settleFile(transaction, file);
  await transaction.query(
    `insert into private.pictures (key, file_id, width, height, person_id, created_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (key) do update set created_at = excluded.created_at`,
    [key, id, width, height, personId, at],
  );
}
