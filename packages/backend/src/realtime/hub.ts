import type { ProtocolVersion } from './frames.ts';
import type { Hint } from './hints.ts';
import { type Encoded, type Message, toHintMessage } from './messages.ts';
import { Restarts } from './restarts.ts';
import { Turns } from './turns.ts';

/** One client that may be told things. */
export interface Subscriber {
  readonly version: ProtocolVersion;
  /** @param id the message's own, where it has one */
  send(bytes: Buffer, isBinary: boolean, id: string | null): void;
  /** The client has perhaps missed something: it must join again, and then look for itself. */
  restart(): void;
}

interface PublishOptions {
  /** Who is not told. */
  except?: Subscriber | null;
  /** The message's own, where it has one. */
  id?: string | null;
}

/** A message on its way to those who listened as it was said. */
interface Delivery {
  topic: string;
  left: MapIterator<[Subscriber, number]>;
  message: Message;
  forms: Map<ProtocolVersion, Encoded | null>;
  except: Subscriber | null;
  id: string | null;
  order: number;
}

/** What may be on its way at once. */
const mostDeliveries = 2_000;
/** So many are told between two looks at the clock. */
const stride = 16;

/** Who listens to what in this process. A message goes out in turns, however many there are to hear it. */
export class Hub {
  readonly #topics = new Map<string, Map<Subscriber, number>>();
  readonly #turns: Turns;
  readonly #deliveries: Delivery[] = [];
  readonly #restarts = new Restarts();
  #order = 0;
  #isDelivering = false;

  constructor(turns: Turns = new Turns()) {
    this.#turns = turns;
  }

  get topicCount(): number {
    return this.#topics.size;
  }

  /** Whether so much is on its way that nobody should say more. */
  get isFull(): boolean {
    return this.#deliveries.length >= mostDeliveries;
  }

  has(topic: string): boolean {
    return this.#topics.has(topic);
  }

  join(topic: string, subscriber: Subscriber): void {
    const subscribers = this.#topics.get(topic) ?? new Map<Subscriber, number>();
    if (!subscribers.has(subscriber)) {
      subscribers.set(subscriber, this.#order);
    }
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
   * Tells all who listen now, in the order in which things were said; each form of a message is written once,
   * however many they are.
   * @returns how many listen
   */
  publish(
    topic: string,
    message: Message,
    { except = null, id = null }: PublishOptions = {},
  ): number {
    const subscribers = this.#topics.get(topic);
    if (!subscribers) {
      return 0;
    }
    this.#order += 1;
    this.#deliveries.push({
      ...{ topic, message, except, id },
      left: subscribers.entries(),
      forms: new Map(),
      order: this.#order,
    });
    if (!this.#isDelivering) {
      this.#isDelivering = true;
      this.#deliverAll();
    }
    return subscribers.size;
  }

  /** Has all who listen to a topic join again. */
  restart(topic: string): void {
    this.#restarts.add(this.#topics.get(topic)?.keys() ?? []);
  }

  /** Has all join again who listen to topics of this kind. */
  restartAll(isMeant: (topic: string) => boolean = () => true): void {
    this.#restarts.add(
      [...this.#topics].flatMap(([topic, subscribers]) =>
        isMeant(topic) ? [...subscribers.keys()] : [],
      ),
    );
  }

  #deliverAll(): void {
    for (;;) {
      const [delivery] = this.#deliveries;
      if (delivery === undefined) {
        this.#isDelivering = false;
        return;
      }
      if (this.#deliverSome(delivery)) {
        this.#deliveries.shift();
      } else {
        setImmediate(() => this.#deliverAll());
        return;
      }
    }
  }

  /** Whether all have been told; else the turn is over. */
  #deliverSome(delivery: Delivery): boolean {
    if (this.#turns.isOver) {
      return false;
    }
    let told = 0;
    for (;;) {
      const { value } = delivery.left.next();
      if (value === undefined) {
        return true;
      }
      const [subscriber, joinedAt] = value;
      if (joinedAt < delivery.order) {
        tell(subscriber, delivery);
      }
      told += 1;
      if (told % stride === 0 && this.#turns.isOver) {
        return false;
      }
    }
  }
}

function tell(subscriber: Subscriber, { message, forms, except, id }: Delivery): void {
  if (subscriber === except) {
    return;
  }
  const { version } = subscriber;
  const form = forms.has(version) ? forms.get(version) : message(version);
  forms.set(version, form ?? null);
  if (form) {
    subscriber.send(form.bytes, form.isBinary, id);
  }
}
