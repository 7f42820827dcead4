import type { Database } from '@muster/database';
import type { Line } from './channel.ts';
import { toBroadcast } from './messages.ts';
import { type ReplayedMessage, readReplay, toReplayFault } from './replay.ts';

/** What was said while a channel reads what was said before. */
const mostHeld = 250;

interface HeldFrame {
  bytes: Buffer;
  isBinary: boolean;
  id: string | null;
}

/** Tells a client what was said before it joined in front of what is said since, and nothing twice. */
export class Replaying {
  readonly #line: Line;
  /** What waits until what was said before has been told; null: nothing waits. */
  #held: HeldFrame[] | null = null;
  #hasMissed = false;
  #messages: readonly ReplayedMessage[] = [];
  /** Which messages it was told so: the word that they were said may come later. */
  #told: ReadonlySet<string> = new Set();

  constructor(line: Line) {
    this.#line = line;
  }

  /** Reads what was said before; what is said meanwhile waits. Why it could not be read, or null. */
  async read(
    database: Database,
    topic: string,
    wanted: { since: number | null; limit: number },
  ): Promise<string | null> {
    this.#held = [];
    const read = await readReplay(database, topic, wanted).catch(toReplayFault);
    if (read === null || typeof read === 'string') {
      return read ?? 'UnableToReplayMessages: Replay params are not valid';
    }
    this.#messages = read;
    return null;
  }

  /** Tells what was read, and what waits behind it; false where some of that has been missed. */
  tell(topic: string): boolean {
    const held = this.#held ?? [];
    this.#told = new Set(this.#messages.map(({ id }) => id));
    for (const { id, event, body } of this.#messages) {
      const form = toBroadcast(topic, event, body, { replayed: true, id })(this.#line.version);
      if (form !== null) {
        this.#line.send(form.bytes, form.isBinary);
      }
    }
    this.#held = null;
    this.#messages = [];
    for (const { bytes, isBinary, id } of held) {
      this.send(bytes, isBinary, id);
    }
    return !this.#hasMissed;
  }

  send(bytes: Buffer, isBinary: boolean, id: string | null): void {
    if (this.#held === null) {
      if (id === null || !this.#told.has(id)) {
        this.#line.send(bytes, isBinary);
      }
    } else if (this.#held.length < mostHeld) {
      this.#held.push({ bytes, isBinary, id });
    } else {
      this.#hasMissed = true;
    }
  }

  /** Notes that something was missed; false where nothing waits any more, and the client must be told now. */
  miss(): boolean {
    this.#hasMissed = true;
    return this.#held !== null;
  }
}
