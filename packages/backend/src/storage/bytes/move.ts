import { createHash } from 'node:crypto';
import type { Database } from '@muster/database';
import type { BytesHome, HomeName } from './home.ts';
import { type HomesConfig, openHomes } from './open-store.ts';

/** How far a move is: files moved, files that could not be, and how many there were to move at its start. */
export interface MoveProgress {
  moved: number;
  failed: number;
  total: number;
}

interface MoveOptions {
  onProgress?: (progress: MoveProgress) => void;
  /** Told of each file that could not be moved, and stays where it is. */
  onFailure: (error: unknown) => void;
  /** Ends the move between two pieces of a file. */
  signal?: AbortSignal;
}

/** A home in which bytes lie, or should, is not configured; its message is for whoever runs the move. */
export class HomeMissing extends Error {
  constructor(home: HomeName) {
    super(`The home ${home} is not configured.`);
  }
}

interface Stored {
  id: string;
  home: HomeName;
  size: string;
}

const listedAtOnce = 100;

/** What a move takes: what an object names. What comes in or is on its way out stays where it is. */
const toMove = `private.stored_bytes b join storage.objects o on o.version = b.id::text
  where b.home <> $1 and b.named_at is not null and b.unwanted_at is null`;

/**
 * Brings the bytes of all objects into one home, one after another, while the league runs. An object is read from
 * where it was until its bytes are whole in the new home, and downloads that have begun go on. What breaks off leaves
 * nothing that `sweep` does not take away, what is stopped nothing at all; the next move goes on. A file that fails
 * stays where it is.
 * @throws HomeMissing where the home, or one in which bytes lie, is not configured; the signal's reason.
 */
export async function moveStoredBytes(
  database: Database,
  config: HomesConfig,
  to: HomeName,
  { onProgress = () => {}, onFailure, signal = new AbortController().signal }: MoveOptions,
): Promise<MoveProgress> {
  const homes = openHomes(database, config);
  const used = await database.query<{ home: HomeName; files: number }>(
    `select b.home, count(*)::integer as files from ${toMove} group by b.home`,
    [to],
  );
  for (const name of [to, ...used.map(({ home }) => home)]) {
    if (homes[name] === undefined) {
      throw new HomeMissing(name);
    }
  }
  const total = used.reduce((sum, { files }) => sum + files, 0);
  const progress: MoveProgress = { moved: 0, failed: 0, total };
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const found = await database.query<Stored>(
      `select b.id, b.home, o.metadata->>'size' as size from ${toMove} and b.id > $2
       order by b.id limit ${listedAtOnce}`,
      [to, after],
    );
    for (const stored of found) {
      signal.throwIfAborted();
      after = stored.id;
      try {
        progress.moved += (await moveAlone({ database, homes, to, signal }, stored)) ? 1 : 0;
      } catch (error) {
        signal.throwIfAborted();
        progress.failed += 1;
        onFailure(error);
      }
      onProgress({ ...progress });
    }
    if (found.length < listedAtOnce) {
      return progress;
    }
  }
}

/** The same bytes until they are stopped, with the hash of those that have come. */
function hashing(bytes: AsyncIterable<Uint8Array> | Uint8Array[], signal: AbortSignal) {
  const hash = createHash('sha256');
  async function* pass(): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      signal.throwIfAborted();
      hash.update(chunk);
      yield chunk;
    }
  }
  return { bytes: pass(), digest: () => hash.digest('hex') };
}

interface Move {
  database: Database;
  homes: Partial<Record<HomeName, BytesHome>>;
  to: HomeName;
  signal: AbortSignal;
}

/** Moves a file by itself: another move that is at it has it, until its process ends. */
function moveAlone(move: Move, stored: Stored): Promise<boolean> {
  return move.database.transaction(async (transaction) => {
    const [lock] = await transaction.query<{ is_free: boolean }>(
      'select pg_try_advisory_xact_lock(hashtextextended($1, 3)) as is_free',
      [`move ${stored.id}`],
    );
    return lock?.is_free === true && moveOne(move, stored);
  });
}

/** False where the object went or got other bytes in the meantime. */
async function moveOne(
  { database, homes, to, signal }: Move,
  { id, home: from, size }: Stored,
): Promise<boolean> {
  const [source, target] = [homes[from], homes[to]];
  if (source === undefined || target === undefined) {
    throw new HomeMissing(from);
  }
  // Known before the first byte lies there, so that a sweep finds what breaks off.
  const [begun] = await database.query<{ since: string }>(
    `insert into private.leftover_bytes (bytes_id, home) values ($1, $2)
     on conflict (bytes_id, home) do update set since = clock_timestamp()
     returning since::text`,
    [id, to],
  );
  const bytes = { id, length: Number(size), signal };
  await copyBytes(source, target, bytes).catch(async (error: unknown) => {
    if (signal.aborted) {
      await target.remove(id);
      await database.query(
        `delete from private.leftover_bytes
         where bytes_id = $1 and home = $2 and since = $3::timestamptz`,
        [id, to, begun?.since],
      );
    }
    throw error;
  });
  const [moved] = await database.query(
    `with written as (
       delete from private.leftover_bytes l using private.stored_bytes b
       where l.bytes_id = $1 and l.home = $2 and l.since = $3::timestamptz
         and b.id = l.bytes_id and b.home = $4 and b.unwanted_at is null
       returning l.bytes_id),
     moved as (
       update private.stored_bytes set home = $2
       where id = (select bytes_id from written) and home = $4 returning id)
     insert into private.leftover_bytes (bytes_id, home) select id, $4 from moved
     on conflict (bytes_id, home) do update set since = now()
     returning bytes_id`,
    [id, to, begun?.since, from],
  );
  return moved !== undefined;
}

/** Copies bytes to another home, and refuses what cannot be read again there as it was written. */
async function copyBytes(
  source: BytesHome,
  target: BytesHome,
  { id, length, signal }: { id: string; length: number; signal: AbortSignal },
): Promise<void> {
  await target.remove(id);
  const whole = { first: 0, last: length - 1 };
  const sent = hashing(source.read(id, whole), signal);
  const written = await target.append(id, 0, sent.bytes);
  if (written !== length) {
    throw new Error(`${id} has ${written} bytes of ${length}`);
  }
  await target.finish(id);
  const read = hashing(length === 0 ? [] : target.read(id, whole), signal);
  for await (const _ of read.bytes) {
    // Reading is hashing.
  }
  if (read.digest() !== sent.digest()) {
    throw new Error(`${id} was read from its new home as other bytes than those that were written`);
  }
}
