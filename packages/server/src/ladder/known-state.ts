import type { Database } from '@muster/database';
import { emptyLadder, type LadderState } from '@muster/league';
import type { LadderPageRow } from './query.ts';

/** What this process has read of a ladder for its page, and where the log stood. */
interface KnownState {
  sequence: number;
  hash: string;
  state: LadderState;
}

/** So many ladders are known; the one that was looked at longest ago goes first. */
const limit = 50;
const known = new WeakMap<Database, Map<string, KnownState>>();

/** What the page's statement is told of a ladder: where its log stood when it was read last. */
export function findKnown(database: Database, slug: string): KnownState | null {
  return known.get(database)?.get(slug) ?? null;
}

/** To be read whole the next time. */
export function forget(database: Database, slug: string): void {
  known.get(database)?.delete(slug);
}

function remember(database: Database, slug: string, read: KnownState): void {
  const states = known.get(database) ?? new Map<string, KnownState>();
  states.delete(slug);
  states.set(slug, read);
  const [oldest] = states.keys();
  if (states.size > limit && oldest !== undefined) {
    states.delete(oldest);
  }
  known.set(database, states);
}

type Members<Member> = Record<string, Member | null> | null;

/** The members that are live, of which those that were known came without their state; null where one is missing. */
function complete<Member>(
  rows: Members<Member>,
  before: Readonly<Record<string, Member>> | undefined,
): Record<string, Member> | null {
  const members: Record<string, Member> = {};
  for (const [id, state] of Object.entries(rows ?? {})) {
    const member = state ?? before?.[id];
    if (member === undefined) {
      return null;
    }
    members[id] = member;
  }
  return members;
}

/**
 * The rules' own state of the season that the page shows, from what the page's statement brought and what was known
 * before. Undefined where these do not fit, so that the ladder is to be read whole; null where there is none, or it
 * is of another season.
 */
export function readLadderState(
  database: Database,
  { slug, state: row, season }: LadderPageRow,
  before: KnownState | null,
): LadderState | null | undefined {
  if (row === null || season === null || row.root.season?.id !== season.id) {
    return null;
  }
  const entries = complete(row.entries, before?.state.entries);
  const matches = complete(row.matches, before?.state.matches);
  if (entries === null || matches === null) {
    return undefined;
  }
  const state = { ...emptyLadder, ...row.root, entries, matches };
  remember(database, slug, { sequence: Number(row.sequence), hash: row.hash, state });
  return state;
}
