import type { Transaction } from '@muster/database';
import type { StreamName } from '@muster/league';
import type { HeldStream } from './kinds/kind.ts';
import { toKind } from './kinds/kinds.ts';
import { readHeld, type StreamCache } from './read-state.ts';

interface Head {
  stream: StreamName;
  sequence: string;
  hash: string;
  at: Date | null;
}

async function lockHeads(transaction: Transaction, names: readonly StreamName[]): Promise<Head[]> {
  // Two statements, sent together: the one that waits for the locks goes on seeing the log as it was before it
  // waited, and would not find the event that it waited for.
  const [heads, lasts] = await Promise.all([
    transaction.query<Omit<Head, 'at'>>(
      `select stream, sequence, hash from public.stream_heads
       where stream = any($1) order by stream collate "C" for update`,
      [names],
    ),
    transaction.query<{ stream: StreamName; at: Date }>(
      `select stream, e.at from public.stream_heads
       join public.league_events e using (stream, sequence) where stream = any($1)`,
      [names],
    ),
  ]);
  const instants = new Map(lasts.map(({ stream, at }) => [stream, at]));
  return heads.map((head) => ({ ...head, at: instants.get(head.stream) ?? null }));
}

/** Locks the heads of the streams, in the order of their names, and brings their states. */
export async function holdStreams(
  transaction: Transaction,
  names: readonly StreamName[],
  cache: StreamCache,
): Promise<Map<StreamName, HeldStream>> {
  const wanted = [...new Set(names)].sort();
  let heads = await lockHeads(transaction, wanted);
  if (heads.length < wanted.length) {
    await transaction.query(
      'insert into public.stream_heads (stream) select unnest($1::text[]) on conflict do nothing',
      [wanted],
    );
    heads = await lockHeads(transaction, wanted);
  }
  const held = new Map<StreamName, HeldStream>();
  for (const { stream, sequence, hash, at } of heads) {
    const head = {
      name: stream,
      sequence: Number(sequence),
      hash,
      at: at?.toISOString() ?? null,
    };
    held.set(stream, await readHeld(transaction, toKind(stream), head, cache));
  }
  return held;
}
