import { hash as toDigest } from 'node:crypto';
import type { Queryable } from '@muster/database';
import {
  findChainFault,
  type LeagueEvent,
  type StreamKind,
  type StreamName,
  type StreamState,
} from '@muster/league';
import type { ArchiveFault } from '@muster/site/pages/archives/data.ts';
import { createTurns } from '../engine/replay/slices.ts';
import { listEvents, startReplay } from '../engine/streams.ts';

/** So many events are read and folded at a time, and others have their turn between. */
const page = 500;

interface ReplayOptions<K extends StreamKind> {
  kind: K;
  stream: StreamName<K>;
  /** The last event that is taken. */
  until: number;
  onEvent?: (event: LeagueEvent<K>) => void;
}

interface Replayed<K extends StreamKind> {
  state: StreamState<K>;
  last: LeagueEvent<K> | null;
  fault: ArchiveFault | null;
}

const hashNatively = (text: string) => toDigest('sha256', text);

/** What a stream comes to up to one of its events, with the chain checked on the way. */
export async function replayUntil<K extends StreamKind>(
  queryable: Queryable,
  { kind, stream, until, onEvent }: ReplayOptions<K>,
): Promise<Replayed<K>> {
  const replaying = startReplay(kind);
  const takeTurns = createTurns();
  let last: LeagueEvent<K> | null = null;
  for (;;) {
    const after: number = last?.sequence ?? 0;
    const limit = Math.min(page, until - after);
    const events: LeagueEvent<K>[] = await listEvents<K>(queryable, stream, after, limit);
    for (const event of events) {
      const broken = findChainFault(event, last, hashNatively);
      if (broken !== null) {
        const about = `${broken.fault} ${stream} ${event.sequence}`;
        return { state: replaying.getState(), last, fault: { code: 'chain', about } };
      }
      last = event;
      replaying.take(event);
      onEvent?.(event);
      await takeTurns();
    }
    if (events.length === 0 || (last !== null && last.sequence >= until)) {
      return { state: replaying.getState(), last, fault: null };
    }
  }
}
