import type { Transaction } from '@muster/database';
import type { StreamKind, StreamName } from '@muster/league';
import type { HeldStream, Hint, Kind, StreamChange } from './kind.ts';
import { ladder } from './ladder.ts';
import { site } from './site.ts';
import { team } from './team.ts';

/** Every kind of stream. Whom its events concern stands in `notice/tell-people.ts`, by the same kinds. */
export const kinds: { [K in StreamKind]: Kind<K> } = { ladder, team, site };

const isKind = (text: string): text is StreamKind => Object.hasOwn(kinds, text);

/** The kind of a stream, which its name begins with. */
export function toKind(name: StreamName): StreamKind {
  const [kind = ''] = name.split(':');
  if (!isKind(kind)) {
    throw new Error(`${name} is no stream`);
  }
  return kind;
}

export function isOfKind<K extends StreamKind>(
  stream: HeldStream,
  kind: K,
): stream is HeldStream<K> {
  return stream.kind === kind;
}

/** Brings the tables that pages read in line with what has changed. */
export function project<K extends StreamKind>(
  transaction: Transaction,
  change: StreamChange<K>,
): Promise<void> {
  return kinds[change.kind].project(transaction, change);
}

/** What those who look at a page are to be told of a change. */
export function listHints<K extends StreamKind>(change: StreamChange<K>): Hint[] {
  return kinds[change.kind].listHints(change);
}
