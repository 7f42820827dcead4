import { type Database, DatabaseUnavailable } from '@muster/database';
import type { AskQueue } from './ask-queue.ts';
import type { VerifyToken } from './authorize.ts';
import type { Caller } from './caller.ts';
import type { ChangeFeed } from './changes/change-feed.ts';
import { askReading, askWriting, type ChannelRights } from './channel-rights.ts';
import type { Exchange } from './exchange/exchange.ts';
import type { Hub } from './hub.ts';
import type { Presences } from './presences.ts';
import type { SpeechLimits } from './speech-limits.ts';
import { parseHintTopic } from './topics.ts';

/** What every channel between clients works with. */
export interface ChannelServices {
  database: Database;
  onError: (error: unknown) => void;
  verify: VerifyToken;
  hub: Hub;
  presences: Presences;
  exchange: Pick<Exchange, 'broadcast'>;
  speech: SpeechLimits;
  changes: Pick<ChangeFeed, 'listen'>;
  /** Where policies wait to be asked. */
  asks: AskQueue;
  /** Whether clients may speak on channels that no policy guards. */
  allowsPublic: boolean;
}

/** Who asks, and from where. */
interface Asking {
  caller: Caller;
  address: string;
}

/** An operator's own program may always. */
export function maySpeakPublicly({ role }: Caller, { allowsPublic }: ChannelServices): boolean {
  return allowsPublic || role === 'service_role';
}

/** Whether somebody may say something on a channel that they have not joined. */
export async function mayBroadcast(
  { topic, isPrivate }: { topic: string; isPrivate: boolean },
  { caller, address }: Asking,
  services: ChannelServices,
): Promise<boolean> {
  if (parseHintTopic(topic) !== null) {
    return false;
  }
  return isPrivate
    ? (await services.asks.ask(address, () => askWriting(services, caller, topic))).broadcast
    : maySpeakPublicly(caller, services);
}

/** What a client may hear on a private channel; null where the database cannot be asked. */
export async function findReading(
  services: ChannelServices,
  { caller, address }: Asking,
  name: string,
): Promise<ChannelRights | null> {
  try {
    return await services.asks.ask(address, () => askReading(services, caller, name));
  } catch (thrown) {
    if (thrown instanceof DatabaseUnavailable) {
      return null;
    }
    throw thrown;
  }
}
