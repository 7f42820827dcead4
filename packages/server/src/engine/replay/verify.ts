import { hash as toDigest } from 'node:crypto';
import type { Database, Queryable } from '@muster/database';
import {
  findChainFault,
  type LeagueEvent,
  type StreamKind,
  type StreamName,
  type StreamState,
} from '@muster/league';
import { kinds, toKind } from '../kinds/kinds.ts';
import { listEvents, startReplay } from '../streams.ts';
import { findStateDifference } from './state-difference.ts';
import { findKeptDifference } from './verify-kept.ts';

export interface Verification {
  events: number;
  streams: number;
  difference: { stream: string; sequence: number; what: string } | null;
}

const page = 5000;

interface Head<K extends StreamKind = StreamKind> {
  stream: StreamName<K>;
  sequence: string;
  hash: string;
}

interface Replayed<K extends StreamKind> {
  state: StreamState<K>;
  last: LeagueEvent<K> | null;
  fault: string | null;
}

const hashNatively = (text: string) => toDigest('sha256', text);

async function replay<K extends StreamKind>(
  database: Queryable,
  kind: K,
  stream: StreamName<K>,
): Promise<Replayed<K>> {
  const replaying = startReplay(kind);
  let last: LeagueEvent<K> | null = null;
  for (;;) {
    const events: LeagueEvent<K>[] = await listEvents(database, stream, last?.sequence ?? 0, page);
    for (const event of events) {
      const fault = findChainFault(event, last, hashNatively);
      last = event;
      if (fault !== null) {
        return { state: kinds[kind].empty, last, fault: `the chain breaks (${fault.fault})` };
      }
      replaying.take(event);
    }
    if (events.length < page) {
      return { state: replaying.getState(), last, fault: null };
    }
  }
}

async function findDifference<K extends StreamKind>(
  database: Queryable,
  kind: K,
  stream: StreamName<K>,
  state: StreamState<K>,
): Promise<string | null> {
  const [root] = await database.query<{ state: unknown; due_at: Date | null }>(
    'select state, due_at from private.stream_states where stream = $1',
    [stream],
  );
  const dueAt = root?.due_at?.toISOString();
  return (
    findStateDifference('the state', root?.state, kinds[kind].toRoot(state)) ??
    findStateDifference('the next deadline', dueAt, kinds[kind].findDue(state)) ??
    (await kinds[kind].findDifference(database, stream, state))
  );
}

async function verifyStream<K extends StreamKind>(
  database: Queryable,
  kind: K,
  { stream, sequence, hash }: Head<K>,
) {
  const { state, last, fault } = await replay(database, kind, stream);
  const at = last?.sequence ?? 0;
  if (fault !== null) {
    return { at, what: fault };
  }
  if (at !== Number(sequence) || (last !== null && last.hash !== hash)) {
    return { at, what: `the head stands at ${sequence}, the log ends at ${at}` };
  }
  // Somebody held it, to act where nothing is any more, and did nothing.
  const isUnwritten = last === null;
  return { at, what: isUnwritten ? null : await findDifference(database, kind, stream, state) };
}

interface VerifyOptions {
  /** Told after each stream how far it is. */
  progress?: (line: () => string) => void;
  /** Ends it between two streams. */
  signal?: AbortSignal;
}

async function verifyAll(
  database: Queryable,
  { progress, signal }: VerifyOptions,
): Promise<Verification> {
  const heads = await database.query<Head>(
    'select stream, sequence, hash from public.stream_heads order by stream',
  );
  let events = 0;
  for (const [index, head] of heads.entries()) {
    signal?.throwIfAborted();
    progress?.(() => `${index} of ${heads.length} streams of the log, ${events} events`);
    const { at, what } = await verifyStream(database, toKind(head.stream), head);
    events += at;
    if (what !== null) {
      return {
        events,
        streams: heads.length,
        difference: { stream: head.stream, sequence: at, what },
      };
    }
  }
  const what = await findKeptDifference(database);
  const difference = what === null ? null : { stream: 'tables', sequence: events, what };
  return { events, streams: heads.length, difference };
}

/**
 * Replays every stream from its first event and compares chain, states, next deadlines, standings, matches and
 * rosters with the tables, then what is kept for pages. Stops at the first difference. Reads one snapshot, so it may run while the league does.
 */
export function verify(database: Database, options: VerifyOptions = {}): Promise<Verification> {
  return database.transaction((transaction) => verifyAll(transaction, options), {
    isolation: 'repeatable read',
    readOnly: true,
  });
}
