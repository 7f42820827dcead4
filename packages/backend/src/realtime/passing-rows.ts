import type { Database } from '@muster/database';

/** What lies there at most, in bytes: of what comes beyond, `realtime.keep_change` keeps only that it was too much. */
const mostBytes = 256 * 1024 * 1024;
/** Whoever writes waits behind us for the table's lock; so we wait for it no longer than this. */
const lockTimeoutMs = 100;

/** On which NOTIFY channel it is told of each table's rows. */
const channels = {
  'realtime.changes': 'realtime_changes',
  'realtime.announcements': 'muster_realtime',
} as const;
type PassingTable = keyof typeof channels;

/** Rows by their transactions, which every process reads within a moment: those that are old are cleared away. */
export class PassingRows {
  readonly #table: PassingTable;
  readonly #rounds: number;
  readonly #mostBytes: number;
  /** The first open transaction at each of the last rounds. */
  readonly #horizons: string[] = [];

  /** @param rounds so many rounds of clearing rows stay at least, counted from the end of their transaction */
  constructor(table: PassingTable, rounds: number, most = mostBytes) {
    this.#table = table;
    this.#rounds = rounds;
    this.#mostBytes = most;
  }

  /** Where so much lies there that it has no place any more, all goes, and every process begins anew. */
  async clear(database: Database): Promise<void> {
    const [row] = await database.query<{ xid: string; bytes: string }>(
      `select pg_snapshot_xmin(pg_current_snapshot())::text as xid,
         pg_table_size($1::text::regclass)::text as bytes`,
      [this.#table],
    );
    if (Number(row?.bytes) > this.#mostBytes) {
      await this.#empty(database);
      return;
    }
    this.#horizons.push(row?.xid ?? '0');
    if (this.#horizons.length > this.#rounds) {
      await database.query(`delete from ${this.#table} where xid < $1::text::xid8`, [
        this.#horizons.shift(),
      ]);
    }
  }

  /** A table that is in use is emptied another time. */
  async #empty(database: Database): Promise<void> {
    try {
      await database.transaction(async (transaction) => {
        await transaction.query(`set local lock_timeout = ${lockTimeoutMs}`);
        await transaction.query(`truncate ${this.#table}`);
        await transaction.query(`notify ${channels[this.#table]}`);
      });
    } catch (thrown) {
      if (!(thrown instanceof Error && 'code' in thrown && thrown.code === '55P03')) {
        throw thrown;
      }
    }
  }
}
