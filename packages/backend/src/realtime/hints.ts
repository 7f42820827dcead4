import { isRecord } from './frames.ts';
import { parseHintTopic } from './topics.ts';

/** The NOTIFY channel on which any process of the league says what has changed. */
export const hintChannel = 'muster_hints';

/** That something has changed, and the version it has now; what has changed is fetched by whoever cares. */
export interface Hint {
  topic: string;
  id: string;
  version: number;
}

/** Writes the payload of a NOTIFY on `hintChannel`. */
export function toHintPayload(hint: Hint): string {
  const { topic, id, version } = hint;
  return JSON.stringify({ topic, id, version });
}

/** Reads the payload of a NOTIFY; throws on what is no hint. */
export function parseHint(payload: string): Hint {
  const parsed: unknown = JSON.parse(payload);
  if (isRecord(parsed)) {
    const { topic, id, version } = parsed;
    const isComplete =
      typeof topic === 'string' && typeof id === 'string' && typeof version === 'number';
    if (isComplete && parseHintTopic(topic)) {
      return { topic, id, version };
    }
  }
  throw new Error(`a notice on ${hintChannel} is no hint: ${payload.slice(0, 200)}`);
}
