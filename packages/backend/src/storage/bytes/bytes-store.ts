import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import type { ByteRange, BytesHome, HomeName } from './home.ts';

/** How long downloads that have begun may go on with bytes that no row names any more. */
const graceMinutes = 10;
/** Longer than any upload takes until its row is there: what is older and nobody's was left by a dead process. */
const longestMinutes = 45;
const sweptAtOnce = 100;

/** Bytes that were there and are not: a fault of the home, never of a caller. */
class BytesMissing extends Error {}

/** The bytes of all objects, wherever they lie; new ones go to one home. */
export class BytesStore {
  readonly #database: Database;
  readonly #homes: Partial<Record<HomeName, BytesHome>>;
  readonly #home: HomeName;
  readonly #onError: (error: unknown) => void;

  constructor(options: {
    database: Database;
    homes: Partial<Record<HomeName, BytesHome>>;
    /** Where new bytes go. */
    home: HomeName;
    onError: (error: unknown) => void;
  }) {
    this.#database = options.database;
    this.#homes = options.homes;
    this.#home = options.home;
    this.#onError = options.onError;
  }

  /** Makes room for new bytes and says under which id. They go by themselves unless a row names them in time. */
  async begin(): Promise<string> {
    const id = randomUUID();
    await this.#database.query('insert into private.stored_bytes (id, home) values ($1, $2)', [
      id,
      this.#home,
    ]);
    return id;
  }

  /** Takes all bytes as they come; resolves to how many they are once all are safe. */
  async write(id: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
    const home = await this.#findHome(id);
    const size = await home.append(id, 0, bytes);
    await home.finish(id);
    return size;
  }

  /** Adds bytes behind those that are there, and tells how many are safe (`BytesHome.append`). */
  async append(
    id: string,
    start: number,
    bytes: AsyncIterable<Uint8Array>,
    onSafe: (size: number) => Promise<void>,
  ): Promise<number> {
    return (await this.#findHome(id)).append(id, start, bytes, onSafe);
  }

  /** Makes readable what was added. */
  async finish(id: string): Promise<void> {
    await (await this.#findHome(id)).finish(id);
  }

  async read(id: string, range: ByteRange): Promise<ReadableStream<Uint8Array>> {
    return (await this.#findHome(id)).read(id, range);
  }

  /** The same bytes anew, in the home where they lie. */
  async copy(id: string): Promise<string> {
    const copy = randomUUID();
    const [row] = await this.#database.query<{ home: HomeName }>(
      `insert into private.stored_bytes (id, home)
       select $2, home from private.stored_bytes where id = $1 returning home`,
      [id, copy],
    );
    if (row === undefined) {
      throw new BytesMissing(`there are no bytes ${id}`);
    }
    await this.#requireHome(row.home).copy(id, copy);
    return copy;
  }

  /**
   * Takes back bytes of which no row came to be. Where that is not sure, as when a connection was lost over a
   * commit, the database knows; what cannot be done now `sweep` does.
   */
  async drop(id: string): Promise<void> {
    try {
      const dropped = await this.#database.query(
        `update private.stored_bytes set unwanted_at = now()
         where id = $1 and named_at is null and unwanted_at is null returning id`,
        [id],
      );
      if (dropped.length > 0) {
        await this.#remove(id);
      }
    } catch (error) {
      this.#onError(error);
    }
  }

  async #remove(id: string): Promise<void> {
    const home = await this.#findHome(id);
    await home.remove(id);
    await this.#database.query('delete from private.stored_bytes where id = $1', [id]);
  }

  /** Takes away what rows have left behind, and what broke off before a row could name it. */
  async sweep(): Promise<void> {
    // A row that comes too late is refused from here on.
    await this.#database.query(
      `update private.stored_bytes b set unwanted_at = begun_at
       where named_at is null and unwanted_at is null and begun_at < now() - make_interval(mins => $1)
         and not exists (
           select from private.resumable_uploads u where u.id = b.id and u.expires_at > now())`,
      [longestMinutes],
    );
    await this.#database.query('delete from private.resumable_uploads where expires_at <= now()');
    const failures: unknown[] = [];
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const left = await this.#database.query<{ id: string }>(
        `select id from private.stored_bytes
         where unwanted_at < now() - make_interval(mins => $1) and id > $2
         order by id limit ${sweptAtOnce}`,
        [graceMinutes, after],
      );
      for (const { id } of left) {
        after = id;
        // A home that is away keeps nobody else's bytes.
        await this.#remove(id).catch((error: unknown) => failures.push(error));
      }
      if (left.length < sweptAtOnce) {
        break;
      }
    }
    await this.#sweepLeftovers(failures);
    if (failures.length > 0) {
      throw new AggregateError(failures, `bytes that nobody names could not be taken away`);
    }
  }

  /** Takes away what moves have left behind in the homes from which nothing is read any more. */
  async #sweepLeftovers(failures: unknown[]): Promise<void> {
    for (;;) {
      // Taken by its new instant: a move that writes there in the meantime finds that it is not its own any more.
      const left = await this.#database.query<{ bytes_id: string; home: HomeName; since: string }>(
        `update private.leftover_bytes l set since = clock_timestamp()
         from (
           select bytes_id, home from private.leftover_bytes o
           where since < now() - make_interval(mins => $1)
             and not exists (select from private.stored_bytes b where b.id = o.bytes_id and b.home = o.home)
           order by since limit ${sweptAtOnce} for update skip locked) as old
         where l.bytes_id = old.bytes_id and l.home = old.home
         returning l.bytes_id, l.home, l.since::text`,
        [longestMinutes],
      );
      for (const { bytes_id: id, home, since } of left) {
        try {
          await this.#requireHome(home).remove(id);
          await this.#database.query(
            `delete from private.leftover_bytes
             where bytes_id = $1 and home = $2 and since = $3::timestamptz`,
            [id, home, since],
          );
        } catch (error) {
          failures.push(error);
        }
      }
      if (left.length < sweptAtOnce) {
        return;
      }
    }
  }

  async #findHome(id: string): Promise<BytesHome> {
    const [row] = await this.#database.query<{ home: HomeName }>(
      'select home from private.stored_bytes where id = $1',
      [id],
    );
    if (row === undefined) {
      throw new BytesMissing(`there are no bytes ${id}`);
    }
    return this.#requireHome(row.home);
  }

  #requireHome(name: HomeName): BytesHome {
    const home = this.#homes[name];
    if (home === undefined) {
      throw new BytesMissing(`bytes lie in the home ${name}, which is not configured`);
    }
    return home;
  }
}
