import { randomBytes } from 'node:crypto';

/** What one connection says of somebody who is present. */
type Meta = Readonly<Record<string, unknown>> & { phx_ref: string };

/** Who is present: by the name of each, what each of their connections says. */
type PresenceState = Record<string, { metas: Meta[] }>;

/** Who came and who went. Who says something new of themselves does both. */
export interface PresenceDiff {
  joins: PresenceState;
  leaves: PresenceState;
}

interface Present {
  name: string;
  meta: Meta;
}

/** Who is present on the channels of this process; each connection is there at most once on a channel. */
export class Presences {
  readonly #most: number;
  readonly #channels = new Map<string, Map<object, Present>>();

  /** @param most how many may be present on one channel */
  constructor(most: number) {
    this.#most = most;
  }

  /** Says of a connection what it wants to be known for; null where nobody more has a place. */
  track(
    channel: string,
    owner: object,
    { name, payload }: { name: string; payload: Readonly<Record<string, unknown>> },
  ): PresenceDiff | null {
    const present = this.#channels.get(channel) ?? new Map<object, Present>();
    const before = present.get(owner);
    if (before === undefined && present.size >= this.#most) {
      return null;
    }
    const phx_ref = randomBytes(9).toString('base64url');
    const meta: Meta = before
      ? { ...payload, phx_ref, phx_ref_prev: before.meta.phx_ref }
      : { ...payload, phx_ref };
    const now = { name, meta };
    present.set(owner, now);
    this.#channels.set(channel, present);
    return { joins: group([now]), leaves: group(before ? [before] : []) };
  }

  /** Takes a connection away; null where it was not there. */
  untrack(channel: string, owner: object): PresenceDiff | null {
    const present = this.#channels.get(channel);
    const before = present?.get(owner);
    if (present === undefined || before === undefined) {
      return null;
    }
    present.delete(owner);
    if (present.size === 0) {
      this.#channels.delete(channel);
    }
    return { joins: {}, leaves: group([before]) };
  }

  list(channel: string): PresenceState {
    return group([...(this.#channels.get(channel)?.values() ?? [])]);
  }
}

function group(present: readonly Present[]): PresenceState {
  const byName = new Map<string, { metas: Meta[] }>();
  for (const { name, meta } of present) {
    const metas = byName.get(name)?.metas ?? [];
    metas.push(meta);
    byName.set(name, { metas });
  }
  return Object.fromEntries(byName);
}
