import { randomUUID } from 'node:crypto';
import type { Queryable } from '@muster/database';
import { storageLimits } from './limits.ts';

/** An upload that may break off and go on. */
export interface ResumableUpload {
  id: string;
  bucket_id: string;
  name: string;
  role: string;
  owner_id: string | null;
  is_signed: boolean;
  is_upsert: boolean;
  size: number;
  taken: number;
  media_type: string;
  cache_control: string;
  user_metadata: unknown;
  expires_at: Date;
  /** Whether its object's row has been written. */
  is_done: boolean;
}

type Row = Omit<ResumableUpload, 'size' | 'taken'> & { size: string; taken: string };

const columns =
  'u.id, bucket_id, name, role, owner_id, is_signed, is_upsert, size, taken, media_type, cache_control, user_metadata, expires_at';

function toUpload(row: Row): ResumableUpload {
  return { ...row, size: Number(row.size), taken: Number(row.taken) };
}

export async function findUpload(database: Queryable, id: string): Promise<ResumableUpload | null> {
  const [row] = await database.query<Row>(
    `select ${columns}, b.named_at is not null as is_done
     from private.resumable_uploads u join private.stored_bytes b using (id)
     where u.id = $1 and expires_at > now()`,
    [id],
  );
  return row === undefined ? null : toUpload(row);
}

/** Begins an upload; false where its owner has as many under way as they may. */
export async function addUpload(
  database: Queryable,
  upload: Omit<ResumableUpload, 'taken' | 'expires_at' | 'is_done'>,
): Promise<boolean> {
  const added = await database.query(
    `insert into private.resumable_uploads
       (id, bucket_id, name, role, owner_id, is_signed, is_upsert, size, media_type, cache_control,
        user_metadata, expires_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now() + make_interval(hours => $12)
     where $4 = 'service_role' and $5::text is null or (
       select count(*) from private.resumable_uploads u join private.stored_bytes b using (id)
       where owner_id is not distinct from $5 and expires_at > now() and b.named_at is null) < $13
     returning id`,
    [
      ...[upload.id, upload.bucket_id, upload.name, upload.role, upload.owner_id],
      ...[upload.is_signed, upload.is_upsert, upload.size, upload.media_type, upload.cache_control],
      upload.user_metadata === null ? null : JSON.stringify(upload.user_metadata),
      ...[storageLimits.resumableHours, storageLimits.resumableOfOne],
    ],
  );
  return added.length > 0;
}

/** So long a process that is gone keeps others from an upload, in seconds; one that lives renews it. */
const heldSeconds = 20;
const renewMilliseconds = 6_000;

/** The right to add to an upload, of one request at a time over all processes. */
export interface Hold {
  /** How much had come when it was taken. */
  taken: number;
  /** Says that so much is safe. Rejects where the hold was lost. */
  record(taken: number): Promise<void>;
  release(): Promise<void>;
}

/** Takes an upload for one request; null where another one has it. */
export async function holdUpload(
  database: Queryable,
  id: string,
  onError: (error: unknown) => void,
): Promise<Hold | null> {
  const holder = randomUUID();
  const [row] = await database.query<{ taken: string }>(
    `update private.resumable_uploads
     set holder = $2, held_until = now() + make_interval(secs => ${heldSeconds})
     where id = $1 and (holder is null or held_until < now()) returning taken`,
    [id, holder],
  );
  if (row === undefined) {
    return null;
  }
  const renew = () =>
    database
      .query(
        `update private.resumable_uploads set held_until = now() + make_interval(secs => ${heldSeconds})
         where id = $1 and holder = $2`,
        [id, holder],
      )
      .catch(onError);
  const timer = setInterval(renew, renewMilliseconds).unref();
  return {
    taken: Number(row.taken),
    async record(taken) {
      const recorded = await database.query(
        'update private.resumable_uploads set taken = $3 where id = $1 and holder = $2 returning id',
        [id, holder, taken],
      );
      if (recorded.length === 0) {
        throw new Error(`the upload ${id} was taken over or is gone`);
      }
    },
    async release() {
      clearInterval(timer);
      await database
        .query('update private.resumable_uploads set holder = null where id = $1 and holder = $2', [
          id,
          holder,
        ])
        .catch(onError);
    },
  };
}
