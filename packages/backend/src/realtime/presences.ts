import { randomBytes } from 'node:crypto';

/** A channel of clients, by the hub's name for it and by its own. */
export interface NamedChannel {
  key: string;
  topic: string;
}

/** What one connection says of somebody who is present. */
export type Meta = Readonly<Record<string, unknown>> & { phx_ref: string };

/** Somebody who is present, as other processes hear of them. */
export interface TrackedPresence {
  name: string;
  meta: Meta;
}

/** What other processes must know; `instead` is the reference of what somebody said of themselves before. */
export type PresenceChange = NamedChannel &
  (
    | { kind: 'track'; present: readonly TrackedPresence[]; instead: string | null }
    | { kind: 'untrack'; ref: string }
  );

/** Who is present: by the name of each, what each of their connections says. */
export type PresenceState = Record<string, { metas: Meta[] }>;

/** Who came and who went. Who says something new of themselves does both. */
export interface PresenceDiff {
  joins: PresenceState;
  leaves: PresenceState;
}

/** One connection's, by its reference. */
interface Present extends TrackedPresence {
  /** The process to which it is connected; null: this one. */
  process: string | null;
  bytes: number;
}

interface Channel extends NamedChannel {
  present: Map<string, Present>;
  /** What those who listen have not been told yet. */
  joins: Map<string, Present>;
  leaves: Map<string, Present>;
  bytes: number;
  toldAt: number;
  timer: NodeJS.Timeout | null;
}

interface PresencesOptions {
  /** How many may be present on one channel, and how many bytes they may say of themselves together. */
  most: number;
  mostBytes: number;
  /** The same of all channels of this process. */
  mostBytesOfAll: number;
  /** Tells those who listen here. */
  tell: (channel: NamedChannel, diff: PresenceDiff) => void;
  /** Tells the other processes. */
  tellOthers: (change: PresenceChange) => void;
}

/** Of one channel it is told so often who came and went: many at once are told together. */
const pauseMs = 100;

/** Who is present, in this process and in the others; each connection is there at most once on a channel. */
export class Presences {
  readonly #options: PresencesOptions;
  readonly #channels = new Map<string, Channel>();
  readonly #owners = new Map<object, string>();
  /** Those of other processes of which it is not known whether they are still there, by the process. */
  readonly #unsure = new Map<string, Set<string>>();
  #bytes = 0;

  constructor(options: PresencesOptions) {
    this.#options = options;
  }

  /**
   * Says of a connection what it wants to be known for.
   * @param owner stands for one connection on one channel
   * @returns false where nobody more, or nothing longer, has a place
   */
  track(
    named: NamedChannel,
    owner: object,
    { name, payload }: { name: string; payload: Readonly<Record<string, unknown>> },
  ): boolean {
    const channel = this.#open(named);
    const before = this.#owners.get(owner);
    const phx_ref = randomBytes(9).toString('base64url');
    const meta: Meta =
      before === undefined
        ? { ...payload, phx_ref }
        : { ...payload, phx_ref, phx_ref_prev: before };
    const bytes = Buffer.byteLength(name) + Buffer.byteLength(JSON.stringify(meta));
    if (!this.#hasRoom(channel, bytes, before)) {
      this.#closeEmpty(channel);
      return false;
    }
    if (before !== undefined) {
      this.#remove(channel, before);
    }
    this.#owners.set(owner, phx_ref);
    this.#add(channel, { name, meta, process: null, bytes });
    this.#options.tellOthers({
      ...{ kind: 'track', ...toNamed(channel), present: [{ name, meta }] },
      instead: before ?? null,
    });
    this.#tellSoon(channel);
    return true;
  }

  /** Takes a connection away; one that was not there is no mistake. */
  untrack(named: NamedChannel, owner: object): void {
    const ref = this.#owners.get(owner);
    const channel = this.#channels.get(named.key);
    this.#owners.delete(owner);
    if (channel !== undefined && ref !== undefined) {
      this.#remove(channel, ref);
      this.#options.tellOthers({ kind: 'untrack', ...toNamed(channel), ref });
      this.#tellSoon(channel);
    }
  }

  /** Who is there, as those who listen have been told: what came since reaches them and whoever asks alike. */
  list(key: string): PresenceState {
    const channel = this.#channels.get(key);
    if (channel === undefined) {
      return {};
    }
    const told = [...channel.present].filter(([ref]) => !channel.joins.has(ref));
    return group([...told.map(([, present]) => present), ...channel.leaves.values()]);
  }

  /** Who is connected to this process, by their channels. */
  *listOwn(): Generator<NamedChannel & { present: readonly TrackedPresence[] }> {
    for (const channel of [...this.#channels.values()]) {
      const own = [...channel.present.values()].filter(({ process }) => process === null);
      if (own.length > 0) {
        const present = own.map(({ name, meta }) => ({ name, meta }));
        yield { ...toNamed(channel), present };
      }
    }
  }

  /**
   * Hears of people of another process.
   * @param instead the reference of what one of them said before
   */
  addOf(
    process: string,
    named: NamedChannel,
    { present, instead }: { present: readonly TrackedPresence[]; instead: string | null },
  ): void {
    const channel = this.#open(named);
    if (instead !== null) {
      this.#remove(channel, instead);
    }
    const unsure = this.#unsure.get(process);
    for (const { name, meta } of present) {
      unsure?.delete(meta.phx_ref);
      if (!channel.present.has(meta.phx_ref)) {
        this.#add(channel, { name, meta, process, bytes: 0 });
      }
    }
    this.#tellSoon(channel);
  }

  removeOf(named: NamedChannel, ref: string): void {
    const channel = this.#channels.get(named.key);
    if (channel !== undefined) {
      this.#remove(channel, ref);
      this.#tellSoon(channel);
    }
  }

  /** A process begins to say who is with it. */
  doubt(process: string): void {
    const refs = new Set<string>();
    for (const { present } of this.#channels.values()) {
      for (const [ref, one] of present) {
        if (one.process === process) {
          refs.add(ref);
        }
      }
    }
    this.#unsure.set(process, refs);
  }

  /** It has said so: who was not named has gone. */
  settle(process: string): void {
    const gone = this.#unsure.get(process) ?? new Set<string>();
    this.#unsure.delete(process);
    if (gone.size === 0) {
      return;
    }
    for (const channel of [...this.#channels.values()]) {
      for (const ref of [...channel.present.keys()].filter((known) => gone.has(known))) {
        this.#remove(channel, ref);
      }
      this.#tellSoon(channel);
    }
  }

  /** A process has gone, and with it its people. */
  drop(process: string): void {
    this.doubt(process);
    this.settle(process);
  }

  close(): void {
    for (const { timer } of this.#channels.values()) {
      clearTimeout(timer ?? undefined);
    }
  }

  #open({ key, topic }: NamedChannel): Channel {
    const known = this.#channels.get(key);
    if (known !== undefined) {
      return known;
    }
    const made: Channel = {
      ...{ key, topic, bytes: 0, toldAt: Number.NEGATIVE_INFINITY, timer: null },
      ...{ present: new Map(), joins: new Map(), leaves: new Map() },
    };
    this.#channels.set(key, made);
    return made;
  }

  #closeEmpty({ key, present, timer }: Channel): void {
    if (present.size === 0 && timer === null) {
      this.#channels.delete(key);
    }
  }

  #hasRoom(channel: Channel, bytes: number, before: string | undefined): boolean {
    const { most, mostBytes, mostBytesOfAll } = this.#options;
    const freed = before === undefined ? 0 : (channel.present.get(before)?.bytes ?? 0);
    return (
      (before !== undefined || channel.present.size < most) &&
      channel.bytes - freed + bytes <= mostBytes &&
      this.#bytes - freed + bytes <= mostBytesOfAll
    );
  }

  #add(channel: Channel, present: Present): void {
    const ref = present.meta.phx_ref;
    channel.present.set(ref, present);
    channel.bytes += present.bytes;
    this.#bytes += present.bytes;
    if (!channel.leaves.delete(ref)) {
      channel.joins.set(ref, present);
    }
  }

  #remove(channel: Channel, ref: string): void {
    const present = channel.present.get(ref);
    if (present === undefined) {
      return;
    }
    channel.present.delete(ref);
    channel.bytes -= present.bytes;
    this.#bytes -= present.bytes;
    if (!channel.joins.delete(ref)) {
      channel.leaves.set(ref, present);
    }
  }

  /** At once where it was quiet, else together with what comes within the pause. */
  #tellSoon(channel: Channel): void {
    if (channel.timer !== null) {
      return;
    }
    const wait = channel.toldAt + pauseMs - performance.now();
    if (wait <= 0) {
      this.#tell(channel);
    } else {
      channel.timer = setTimeout(() => this.#tell(channel), wait);
    }
  }

  #tell(channel: Channel): void {
    channel.timer = null;
    if (channel.joins.size + channel.leaves.size > 0) {
      channel.toldAt = performance.now();
      const diff = {
        joins: group([...channel.joins.values()]),
        leaves: group([...channel.leaves.values()]),
      };
      channel.joins.clear();
      channel.leaves.clear();
      this.#options.tell(toNamed(channel), diff);
    }
    this.#closeEmpty(channel);
  }
}

function toNamed({ key, topic }: NamedChannel): NamedChannel {
  return { key, topic };
}

function group(present: readonly TrackedPresence[]): PresenceState {
  const byName = new Map<string, { metas: Meta[] }>();
  for (const { name, meta } of present) {
    const metas = byName.get(name)?.metas ?? [];
    metas.push(meta);
    byName.set(name, { metas });
  }
  return Object.fromEntries(byName);
}
