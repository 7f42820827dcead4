import { encode, type Frame, type ProtocolVersion } from './frames.ts';
import type { Hint } from './hints.ts';
import { toWireTopic } from './topics.ts';

/** One client that may be told things. */
export interface Subscriber {
  readonly version: ProtocolVersion;
  send(bytes: Buffer): void;
  /** The client has perhaps missed something on the topic: it must join again, and then look for itself. */
  restart(topic: string): void;
}

/** Who listens to what in this process. */
export class Hub {
  readonly #topics = new Map<string, Set<Subscriber>>();

  get topicCount(): number {
    return this.#topics.size;
  }

  join(topic: string, subscriber: Subscriber): void {
    const subscribers = this.#topics.get(topic) ?? new Set();
    subscribers.add(subscriber);
    this.#topics.set(topic, subscribers);
  }

  leave(topic: string, subscriber: Subscriber): void {
    const subscribers = this.#topics.get(topic);
    subscribers?.delete(subscriber);
    if (subscribers?.size === 0) {
      this.#topics.delete(topic);
    }
  }

  /** Sends a hint to all who listen; each form of it is written once, however many they are. */
  deliver(hint: Hint): number {
    const subscribers = this.#topics.get(hint.topic);
    if (!subscribers) {
      return 0;
    }
    const forms = new Map<ProtocolVersion, Buffer>();
    for (const subscriber of [...subscribers]) {
      const bytes = forms.get(subscriber.version) ?? toBytes(subscriber.version, hint);
      forms.set(subscriber.version, bytes);
      subscriber.send(bytes);
    }
    return subscribers.size;
  }

  restartAll(): void {
    for (const [topic, subscribers] of [...this.#topics]) {
      for (const subscriber of [...subscribers]) {
        subscriber.restart(topic);
      }
    }
  }
}

function toBytes(version: ProtocolVersion, { topic, id, version: changed }: Hint): Buffer {
  const frame: Frame = {
    topic: toWireTopic(topic),
    event: 'broadcast',
    payload: { type: 'broadcast', event: 'hint', payload: { id, version: changed } },
    ref: null,
    joinRef: null,
  };
  return Buffer.from(encode(version, frame));
}
