import type { Queryable, Transaction } from '@muster/database';
import type {
  LadderState,
  LeagueEvent,
  SiteState,
  StreamEvent,
  StreamKind,
  StreamName,
  StreamState,
  TeamState,
} from '@muster/league';

/** A ladder's members stand in rows of their own, so that a command need not read what is over. */
export type Collection = 'entries' | 'matches' | 'disputes' | 'appeals' | 'runs';

interface Roots {
  ladder: Omit<LadderState, Collection>;
  team: TeamState;
  site: SiteState;
}

/** What stands in a stream's own row: its state without the members that have rows of their own. */
export type StreamRoot<K extends StreamKind> = Roots[K];

/** A stream locked by this transaction: where its log stands, and what it comes to. */
export interface HeldStream<K extends StreamKind = StreamKind> {
  kind: K;
  name: StreamName<K>;
  sequence: number;
  hash: string;
  /** The instant of its last event; nothing after it may be dated earlier. */
  at: string | null;
  state: StreamState<K>;
}

/** What new events have made of a stream. */
export interface StreamChange<K extends StreamKind = StreamKind> {
  kind: K;
  stream: StreamName<K>;
  /** Of the last of the events. */
  sequence: number;
  before: StreamState<K>;
  after: StreamState<K>;
  events: readonly LeagueEvent<K>[];
  isDemo: boolean;
}

/** A member as its row has it. */
export interface Member {
  collection: Collection;
  id: string;
  is_live: boolean;
  state: object;
}

/** What a topic's readers are told: that there is something new, not what. */
export interface Hint {
  topic: string;
  id: string;
  version: number;
}

/** A state as the log has it after one of its events. A ladder's is without the matches that are over. */
export interface ReadState<State> {
  sequence: number;
  state: State;
}

export interface Replay<K extends StreamKind> {
  take(event: StreamEvent<K>): void;
  getState(): StreamState<K>;
}

/** What one kind of stream is: all that the engine does otherwise for one than for another. */
export interface Kind<K extends StreamKind> {
  /** The state of a stream of which nothing has happened yet. */
  empty: StreamState<K>;
  /** The state after one event of the stream; what the event does not touch keeps its identity. */
  apply(state: StreamState<K>, event: StreamEvent<K>): StreamState<K>;
  /** Folds events on from a state that is given away. */
  replay(state: StreamState<K>): Replay<K>;
  /** The same state as one's own, to be given away. */
  copy(state: StreamState<K>): StreamState<K>;
  toRoot(state: StreamState<K>): StreamRoot<K>;
  /** The state that a root and its rows of members come to; null where a member is not known that should be. */
  read(
    queryable: Queryable,
    name: StreamName<K>,
    root: StreamRoot<K>,
    known: ReadState<StreamState<K>> | undefined,
  ): Promise<StreamState<K> | null>;
  /** Whether what is read is all there is, so that any event may be applied to it. */
  isReadWhole: boolean;
  /** What a process remembers of a state between two commands. */
  toKept(state: StreamState<K>): StreamState<K>;
  listChangedMembers(before: StreamState<K>, after: StreamState<K>): Member[];
  /** Whether the members there were are current no more. */
  dropsMembers(before: StreamState<K>, after: StreamState<K>): boolean;
  /** When the clock has something to do next. */
  findDue(state: StreamState<K>): string | null;
  /** Brings the tables that pages read in line with the state after the events. */
  project(transaction: Transaction, change: StreamChange<K>): Promise<void>;
  listHints(change: StreamChange<K>): Hint[];
  /** The first thing in members and tables that is not what the log comes to; null when all is. */
  findDifference(
    queryable: Queryable,
    name: StreamName<K>,
    state: StreamState<K>,
  ): Promise<string | null>;
}
