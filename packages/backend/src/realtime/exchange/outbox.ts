import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import { type BucketLimit, TokenBucket } from '../token-bucket.ts';
import { exchangeChannel, type Said, writeNotice, writeParcel } from './notice.ts';

/** A notification takes 7,999 bytes. */
const longestLine = 7_999;
/** What waits for PostgreSQL to take it. */
const mostBytes = 8 * 1024 * 1024;
/** What is broadcast in rows, in bytes: they lie there for half a minute. */
const parcelBytes: BucketLimit = { burst: 16 * 1024 * 1024, perSecond: 4 * 1024 * 1024 };
const batchLines = 500;
const batchBytes = 512 * 1024;
/** How long is waited after PostgreSQL has not taken something, in milliseconds. */
const pauseMs = 500;

/** One line of a notification, and what lies in a row for it. */
interface Letter {
  line: string;
  parcel: { id: string; body: string } | null;
  bytes: number;
  isBeat: boolean;
}

/** One statement for all that waits; the rows are there as soon as the notification is. */
const sendSql = `
  with parcels as (
    insert into private.parcels (id, body) select * from unnest($2::uuid[], $3::text[]) returning id)
  select set_config('synchronous_commit', 'off', true), count(pg_notify('${exchangeChannel}', l.line))
  from (select line from unnest($1::text[]) with ordinality as l (line, place) order by place) l`;

/**
 * What a process tells the others, in its order and a statement at a time: while one is under way the next
 * are gathered, so that many messages make few transactions. What is full refuses.
 */
export class Outbox {
  readonly #own: string;
  readonly #database: Database;
  readonly #onError: (error: unknown) => void;
  readonly #onDrained: () => void;
  readonly #parcelBytes = new TokenBucket(parcelBytes, performance.now());
  #waiting: Letter[] = [];
  #bytes = 0;
  #count = 0;
  #spoken = 0;
  #isBeatUnderWay = false;
  #sending: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: {
    own: string;
    database: Database;
    onError: (error: unknown) => void;
    /** Told when nothing waits any more. */
    onDrained: () => void;
  }) {
    this.#own = options.own;
    this.#database = options.database;
    this.#onError = options.onError;
    this.#onDrained = options.onDrained;
  }

  /** Says that the process is there, unless that is being said: several at once would be taken for so much time. */
  beat(): void {
    if (!this.#isBeatUnderWay) {
      this.#isBeatUnderWay = this.add({ kind: 'beat', spoken: this.#spoken });
    }
  }

  /** Takes something for the others; false where too much waits already. */
  add(said: Said): boolean {
    const letter = this.#write(said);
    if (this.#isClosed || this.#bytes + letter.bytes > mostBytes) {
      return false;
    }
    const isLong = said.kind === 'broadcast' && letter.parcel !== null;
    if (isLong && !this.#parcelBytes.take(performance.now(), letter.bytes)) {
      return false;
    }
    this.#count += 1;
    this.#spoken += said.kind === 'broadcast' ? 1 : 0;
    this.#bytes += letter.bytes;
    this.#waiting.push(letter);
    this.#sending ??= this.#send();
    return true;
  }

  /** Resolves when all that was taken is on its way, or cannot be. */
  async settle(): Promise<void> {
    await this.#sending;
  }

  /** Gives what waits one more try. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#sending;
  }

  #write(said: Said): Letter {
    const head = { from: this.#own, count: this.#count + 1 };
    const line = writeNotice({ ...head, said });
    const bytes = Buffer.byteLength(line);
    const isBeat = said.kind === 'beat';
    if (bytes <= longestLine) {
      return { line, parcel: null, bytes, isBeat };
    }
    const id = randomUUID();
    const key = said.kind === 'broadcast' ? said.key : '';
    const parcel = { id, body: line };
    return { line: writeParcel({ ...head, parcel: id, key }), parcel, bytes, isBeat };
  }

  async #send(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#takeBatch();
      const parcels = batch.flatMap(({ parcel }) => parcel ?? []);
      try {
        await this.#database.query(sendSql, [
          batch.map(({ line }) => line),
          parcels.map(({ id }) => id),
          parcels.map(({ body }) => body),
        ]);
        this.#bytes -= batch.reduce((sum, { bytes }) => sum + bytes, 0);
        if (batch.some(({ isBeat }) => isBeat)) {
          this.#isBeatUnderWay = false;
        }
      } catch (error) {
        this.#onError(error);
        if (this.#isClosed) {
          break;
        }
        // Who has heard it all the same knows it again by its count.
        this.#waiting.unshift(...batch);
        await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
      }
    }
    this.#sending = null;
    this.#onDrained();
  }

  #takeBatch(): Letter[] {
    let bytes = 0;
    let count = 0;
    for (const letter of this.#waiting) {
      bytes += letter.bytes;
      if (count > 0 && (count >= batchLines || bytes > batchBytes)) {
        break;
      }
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }
}
