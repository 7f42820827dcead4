import type { Queryable } from '@muster/database';
import { emptyLadder, type LadderState, type StreamName } from '@muster/league';
import type { Collection, ReadState, StreamRoot } from './kind.ts';

interface MemberRow {
  collection: Collection;
  id: string;
  /** Null where it is what it was at the sequence that was named. */
  state: object | null;
}

/** The dispute and the appeal of each match of `matches`, by their keys: a stream's past has thousands of them. */
const toCasesSql = (matches: string) => `
  select of_match.* from ${matches} match
  cross join lateral (values ('disputes', match.state ->> 'dispute_id'), ('appeals', match.state ->> 'appeal_id'))
    as named (collection, id)
  cross join lateral (
    select found.collection, found.id, found.state from private.stream_members found
    where found.stream = $1 and found.collection = named.collection and found.id = named.id::uuid
    limit 1) of_match
  where named.id is not null`;

/** $1 the stream, $2 the sequence after which a member must have changed to be told. A row each: a long text is parsed at one go. */
const membersStatement = `
  with live as materialized (
    select collection, id, sequence, state from private.stream_members
    where stream = $1 and is_current and is_live
  ), open as (select state from live where collection = 'matches')
  select collection, id, case when sequence > $2 then state end as state from live
  union all ${toCasesSql('open')}`;

/** $1 the stream, $2 the match. */
const matchStatement = `
  with match as materialized (
    select collection, id, state from private.stream_members
    where stream = $1 and collection = 'matches' and id = $2 and is_current
  )
  select collection, id, state from match
  union all ${toCasesSql('match')}`;

/** Puts the members into the state's collections; null where one is not known that should be. */
function toLadderState(
  root: StreamRoot<'ladder'>,
  rows: readonly MemberRow[],
  known: LadderState | undefined,
): LadderState | null {
  const found: Record<Collection, Record<string, object>> = {
    entries: {},
    matches: {},
    disputes: {},
    appeals: {},
    runs: {},
  };
  for (const { collection, id, state } of rows) {
    const member = state ?? known?.[collection][id];
    if (member === undefined) {
      return null;
    }
    found[collection][id] = member;
  }
  // The tables hold what the rules have put there.
  return { ...emptyLadder, ...root, ...found } as LadderState;
}

/** A ladder's state with what is live of its members; of those that are known only what has changed since is read. */
export async function readMembers(
  queryable: Queryable,
  name: StreamName<'ladder'>,
  root: StreamRoot<'ladder'>,
  known: ReadState<LadderState> | undefined,
): Promise<LadderState | null> {
  const rows = await queryable.query<MemberRow>(membersStatement, [name, known?.sequence ?? -1]);
  return toLadderState(root, rows, known?.state);
}

/** Brings a match into a ladder's state that may be over, with its dispute and its appeal. */
export async function addMatch(
  queryable: Queryable,
  name: StreamName<'ladder'>,
  state: LadderState,
  matchId: string,
): Promise<LadderState> {
  if (state.matches[matchId] !== undefined) {
    return state;
  }
  const rows = await queryable.query<MemberRow>(matchStatement, [name, matchId]);
  const added = toLadderState(emptyLadder, rows, undefined);
  if (rows.length === 0 || added === null) {
    return state;
  }
  return {
    ...state,
    matches: { ...state.matches, ...added.matches },
    disputes: { ...state.disputes, ...added.disputes },
    appeals: { ...state.appeals, ...added.appeals },
  };
}
