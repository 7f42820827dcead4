import type { ProtocolVersion } from './frames.ts';
import type { Hint } from './hints.ts';
import { type Encoded, type Message, toHintMessage } from './messages.ts';

/** One client that may be told things. */
export interface Subscriber {
  readonly version: ProtocolVersion;
  send(bytes: Buffer, isBinary: boolean): void;
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

  /** Sends a hint to all who listen. */
  deliver(hint: Hint): number {
    return this.publish(hint.topic, toHintMessage(hint));
  }

  /**
   * Tells all who listen, but for one; each form of it is written once, however many they are.
   * @returns how many listen
   */
  publish(topic: string, message: Message, except: Subscriber | null = null): number {
    const subscribers = this.#topics.get(topic);
    if (!subscribers) {
      return 0;
    }
    const forms = new Map<ProtocolVersion, Encoded | null>();
    for (const subscriber of [...subscribers]) {
      if (subscriber !== except) {
        tell(subscriber, message, forms);
      }
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

function tell(
  subscriber: Subscriber,
  message: Message,
  forms: Map<ProtocolVersion, Encoded | null>,
): void {
  const { version } = subscriber;
  const form = forms.has(version) ? forms.get(version) : message(version);
  forms.set(version, form ?? null);
  if (form) {
    subscriber.send(form.bytes, form.isBinary);
  }
}
