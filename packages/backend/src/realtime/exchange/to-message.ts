import { isRecord } from '../frames.ts';
import { type Message, toBroadcast, toTextMessage } from '../messages.ts';
import type { Broadcast } from './notice.ts';

/** What those who listen are told of a broadcast, in this process and in every other. */
export function toMessage({ topic, event, form, bytes }: Broadcast): Message {
  if (form === 'frame') {
    const payload: unknown = JSON.parse(bytes.toString('utf8'));
    return toTextMessage(topic, 'broadcast', isRecord(payload) ? payload : {});
  }
  return toBroadcast(topic, event, { isJson: form === 'json', bytes });
}
