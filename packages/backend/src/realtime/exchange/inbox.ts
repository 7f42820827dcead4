import type { Database } from '@muster/database';
import { CatchUp } from '../catch-up.ts';
import { toChannelKey } from '../topics.ts';
import { type DatabaseMessage, type Heard, type Parcel, parseNotice } from './notice.ts';

interface InboxOptions {
  /** By which name this process says things itself. */
  own: string;
  database: Database;
  /** Whether somebody here listens to a channel. */
  isWanted: (key: string) => boolean;
  handle: (heard: Heard) => void;
  /**
   * Looks for what the database said while nothing was heard, as it would have been notified; null where that, or what
   * others said, cannot be known any more.
   */
  findMissed: () => Promise<readonly string[] | null>;
  /** Told where something that was sent cannot be known any more. */
  onLost: () => void;
  onError: (error: unknown) => void;
}

/** What may wait behind a row that is being read. */
const mostWaiting = 10_000;
const mostWaitingBytes = 16 * 1024 * 1024;
/** The longest message of the database that is handed on. */
export const mostMessageBytes = 256 * 1024;

/** What a process hears of the others and of the database, in the order in which it was sent. */
export class Inbox {
  readonly #options: InboxOptions;
  #waiting: { heard: Heard; bytes: number }[] = [];
  #bytes = 0;
  #isReading = false;
  readonly #catchingUp = new CatchUp<readonly string[]>(mostWaiting);

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  /** @param payload empty: the listening connection was lost for a while */
  receive(payload: string): void {
    if (payload === '') {
      void this.#catchUp();
    } else if (!this.#catchingUp.hold(payload)) {
      this.#take(payload);
    }
  }

  /** What comes meanwhile waits, and where that is too much, all is lost. */
  async #catchUp(): Promise<void> {
    const caughtUp = await this.#catchingUp.run(this.#options.findMissed);
    if (caughtUp === null) {
      return;
    }
    const { missed, later } = caughtUp;
    if (missed === null || later.length > mostWaiting) {
      this.#lose();
      return;
    }
    for (const payload of [...missed, ...later]) {
      this.#take(payload);
    }
  }

  #take(payload: string): void {
    let heard: Heard;
    try {
      heard = parseNotice(payload);
    } catch (error) {
      this.#options.onError(error);
      return;
    }
    if (!this.#isReading && !this.#needsRow(heard)) {
      this.#options.handle(heard);
      return;
    }
    this.#waiting.push({ heard, bytes: payload.length });
    this.#bytes += payload.length;
    if (this.#waiting.length > mostWaiting || this.#bytes > mostWaitingBytes) {
      this.#lose();
    } else if (!this.#isReading) {
      void this.#readAll();
    }
  }

  #lose(): void {
    this.#waiting = [];
    this.#bytes = 0;
    this.#options.onLost();
  }

  #needsRow(heard: Heard): boolean {
    return 'parcel' in heard || ('body' in heard && heard.body === null);
  }

  async #readAll(): Promise<void> {
    this.#isReading = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      this.#bytes -= next.bytes;
      try {
        const heard = await this.#toWhole(next.heard);
        if (heard !== null) {
          this.#options.handle(heard);
        }
      } catch (error) {
        this.#options.onError(error);
        this.#lose();
      }
    }
    this.#isReading = false;
  }

  /** What lies in a row is read, where it concerns anybody here; null where there is nothing to do. */
  async #toWhole(heard: Heard): Promise<Heard | null> {
    if ('parcel' in heard) {
      return this.#open(heard);
    }
    return 'body' in heard && heard.body === null ? this.#readMessage(heard) : heard;
  }

  async #open({ from, count, parcel, key }: Parcel): Promise<Heard | null> {
    const { own, isWanted, database } = this.#options;
    if (from === own) {
      return null;
    }
    if (!isWanted(key)) {
      // It counts all the same.
      return { from, count, said: { kind: 'other' } };
    }
    const [row] = await database.query<{ body: string }>(
      'select body from private.parcels where id = $1',
      [parcel],
    );
    if (row === undefined) {
      throw new Error(`what another process sent is gone: ${parcel}`);
    }
    return parseNotice(row.body);
  }

  async #readMessage(message: DatabaseMessage): Promise<DatabaseMessage | null> {
    const { isWanted, database } = this.#options;
    const { topic, isPrivate, id, insertedAt } = message;
    if (!isWanted(toChannelKey(topic, isPrivate))) {
      return null;
    }
    const [row] = await database.query<{ json: string | null; bytes: Buffer | null }>(
      `select payload::text as json, binary_payload as bytes from realtime.messages
       where id = $1 and inserted_at = $2::timestamp
       and octet_length(coalesce(payload::text, '')) + octet_length(coalesce(binary_payload, '')) <= $3`,
      [id, insertedAt, mostMessageBytes],
    );
    if (row === undefined) {
      this.#options.onError(new Error(`a message of the database is too long or gone: ${id}`));
      return null;
    }
    const bytes = row.json === null ? (row.bytes ?? Buffer.alloc(0)) : Buffer.from(row.json);
    return { ...message, body: { isJson: row.json !== null, bytes } };
  }
}
