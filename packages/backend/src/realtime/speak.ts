import type { ChannelServices } from './channel-services.ts';
import type { Broadcast } from './exchange/notice.ts';
import { toMessage } from './exchange/to-message.ts';
import type { Subscriber } from './hub.ts';

/**
 * Tells all who listen to a channel, in every process.
 * @returns false where so much is on its way already that it was told to nobody
 */
export function publish(
  { hub, exchange }: Pick<ChannelServices, 'hub' | 'exchange'>,
  said: Broadcast,
  except: Subscriber | null = null,
): boolean {
  if (hub.isFull || !exchange.broadcast(said)) {
    return false;
  }
  hub.publish(said.key, toMessage(said), { except });
  return true;
}
