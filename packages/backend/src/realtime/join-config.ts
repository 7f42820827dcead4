import { crc32 } from 'node:zlib';
import { isRecord } from './frames.ts';

/** One of the changes of tables that a client asks to be told of, with the id by which it is told. */
type WantedChanges = Readonly<Record<string, unknown>> & { id: number };

/** What a client wants of a channel, as its join says it. */
export interface JoinConfig {
  isPrivate: boolean;
  /** Whether each broadcast of its own is answered. */
  acknowledges: boolean;
  /** Whether it hears its own broadcasts. */
  hearsItself: boolean;
  /** What was said before that it wants to hear; `since` in milliseconds, null for what is no moment. */
  replay: { since: number | null; limit: number } | null;
  /** Whether it wants to be told that what the database says reaches it. */
  wantsDatabase: boolean;
  /** By which name it is present; null where the service chooses one. */
  presenceKey: string | null;
  hearsPresence: boolean;
  /** In the order that the client named them, in which it reads the answer. */
  changes: WantedChanges[];
}

/** How many messages of before a join is given, and the most that it may ask for. */
const mostReplayed = 25;
const longestPresenceKey = 255;

/**
 * Reads the `config` of a join. As with Supabase, a part that is not what it should be is as if it were
 * not there: the client's own libraries differ in what they leave out.
 */
export function parseJoinConfig(given: unknown): JoinConfig {
  const config = toRecord(given);
  const broadcast = toRecord(config.broadcast);
  const presence = toRecord(config.presence);
  const changes = Array.isArray(config.postgres_changes) ? config.postgres_changes : [];
  return {
    isPrivate: isTrue(config.private),
    acknowledges: isTrue(broadcast.ack),
    hearsItself: isTrue(broadcast.self),
    replay: toReplay(broadcast.replay),
    wantsDatabase: isTrue(broadcast.replication_ready),
    presenceKey: toPresenceName(presence.key),
    hearsPresence: isTrue(presence.enabled),
    changes: changes.filter(isRecord).map((wanted) => ({ ...wanted, id: toId(wanted) })),
  };
}

function toReplay(given: unknown): JoinConfig['replay'] {
  if (!isRecord(given)) {
    return null;
  }
  const { since, limit = mostReplayed } = given;
  const count = typeof limit === 'number' ? Math.trunc(limit) : mostReplayed;
  return {
    since: Number.isSafeInteger(since) ? Number(since) : null,
    limit: Math.min(Math.max(count, 1), mostReplayed),
  };
}

function toPresenceName(given: unknown): string | null {
  const name = typeof given === 'number' ? String(given) : given;
  return typeof name === 'string' && name !== '' ? name.slice(0, longestPresenceKey) : null;
}

/** The same for the same wish, so that a client that joins again knows it again. */
function toId(wanted: Record<string, unknown>): number {
  return crc32(JSON.stringify(wanted));
}

/** Some clients write it as a word. */
function isTrue(given: unknown): boolean {
  return given === true || (typeof given === 'string' && given.toLowerCase() === 'true');
}

function toRecord(given: unknown): Record<string, unknown> {
  return isRecord(given) ? given : {};
}
