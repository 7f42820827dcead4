import type { Queryable } from '@muster/database';

/** Rows by their transactions, which every process reads within a moment: those that are old are cleared away. */
export class PassingRows {
  readonly #table: 'realtime.changes' | 'realtime.announcements';
  readonly #rounds: number;
  /** The first open transaction at each of the last rounds. */
  readonly #horizons: string[] = [];

  /** @param rounds so many rounds of clearing rows stay at least, counted from the end of their transaction */
  constructor(table: 'realtime.changes' | 'realtime.announcements', rounds: number) {
    this.#table = table;
    this.#rounds = rounds;
  }

  async clear(queryable: Queryable): Promise<void> {
    const [row] = await queryable.query<{ xid: string }>(
      'select pg_snapshot_xmin(pg_current_snapshot())::text as xid',
    );
    this.#horizons.push(row?.xid ?? '0');
    if (this.#horizons.length > this.#rounds) {
      await queryable.query(`delete from ${this.#table} where xid < $1::text::xid8`, [
        this.#horizons.shift(),
      ]);
    }
  }
}
