/** What a hint can be about. All but `person` may be heard by anybody. */
type HintKind = 'ladder' | 'match' | 'team' | 'servers' | 'person' | 'case';

/** A topic on which the server tells that something has changed. */
export interface HintTopic {
  kind: HintKind;
  id: string;
}

const hintTopic =
  /^(ladder|match|team|servers|person|case):([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;
/** Every topic of a client carries it; it is no part of the name. */
const prefix = 'realtime:';

/** The topic's own name, null when it lacks the prefix that every client puts before it. */
export function findTopicName(wireTopic: string): string | null {
  return wireTopic.startsWith(prefix) ? wireTopic.slice(prefix.length) : null;
}

/** A topic as it stands in frames. */
export function toWireTopic(name: string): string {
  return `${prefix}${name}`;
}

/** The parts of a hint topic's name; null for any other. */
export function parseHintTopic(name: string): HintTopic | null {
  const match = hintTopic.exec(name);
  if (!match?.[1] || !match[2]) {
    return null;
  }
  return { kind: match[1] as HintKind, id: match[2] };
}

export function isHintTopic(name: string): boolean {
  return parseHintTopic(name) !== null;
}

/** Where what is said on a channel goes to; a private one is another than the public one of its name. */
export function toChannelKey(name: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'}/${name}`;
}

/** Where it is told who comes to a channel and who goes. */
export function toPresenceKey(channelKey: string): string {
  return `presence/${channelKey}`;
}
