import { encode, encodeUserBroadcast, type ProtocolVersion, type UserBody } from './frames.ts';
import type { Hint } from './hints.ts';
import { toWireTopic } from './topics.ts';

/** A frame as it goes over the line. */
export interface Encoded {
  bytes: Buffer;
  isBinary: boolean;
}

/** What all who listen are told, in the form that each version has for it; null where it has none. */
export type Message = (version: ProtocolVersion) => Encoded | null;

/** That something has changed, as the league's pages hear it. */
export function toHintMessage({ topic, id, version }: Hint): Message {
  const payload = { type: 'broadcast', event: 'hint', payload: { id, version } };
  return toTextMessage(topic, 'broadcast', payload);
}

/** @param name the topic's own, without its prefix */
export function toTextMessage(
  name: string,
  event: string,
  payload: Readonly<Record<string, unknown>>,
): Message {
  const topic = toWireTopic(name);
  return (version) => toText(encode(version, { topic, event, payload, ref: null, joinRef: null }));
}

/**
 * What somebody broadcasts, its body untouched. The older protocol has no form for bytes that are no JSON.
 * @param meta what the service says of it, such as its id
 */
export function toBroadcast(
  name: string,
  event: string,
  body: UserBody,
  meta: object | null = null,
): Message {
  const topic = toWireTopic(name);
  return (version) => {
    const binary = version === '2.0.0' ? encodeUserBroadcast(topic, event, body, meta) : null;
    if (binary !== null) {
      return { bytes: binary, isBinary: true };
    }
    return body.isJson ? toText(writeBroadcast(version, { topic, event, body, meta })) : null;
  };
}

function writeBroadcast(
  version: ProtocolVersion,
  parts: { topic: string; event: string; body: UserBody; meta: object | null },
): string {
  const topic = JSON.stringify(parts.topic);
  const event = JSON.stringify(parts.event);
  const meta = parts.meta === null ? '' : `,"meta":${JSON.stringify(parts.meta)}`;
  const payload = `{"type":"broadcast","event":${event},"payload":${parts.body.bytes.toString('utf8')}${meta}}`;
  return version === '1.0.0'
    ? `{"topic":${topic},"event":"broadcast","payload":${payload},"ref":null,"join_ref":null}`
    : `[null,null,${topic},"broadcast",${payload}]`;
}

function toText(text: string): Encoded {
  return { bytes: Buffer.from(text), isBinary: false };
}
