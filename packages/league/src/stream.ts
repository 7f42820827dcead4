import type { LadderEvent, SiteEvent, TeamEvent } from './event.ts';
import type { LadderState } from './state.ts';
import type { SiteState, TeamState } from './team-state.ts';

/** The kinds of streams: how each is named, what happens in it and what that comes to. A name begins with its kind. */
interface Streams {
  ladder: { name: `ladder:${string}`; event: LadderEvent; state: LadderState };
  team: { name: `team:${string}`; event: TeamEvent; state: TeamState };
  site: { name: 'site'; event: SiteEvent; state: SiteState };
}

export type StreamKind = keyof Streams;
/** `ladder:<id>`, `team:<id>` or `site`. */
export type StreamName<K extends StreamKind = StreamKind> = Streams[K]['name'];
export type StreamEvent<K extends StreamKind = StreamKind> = Streams[K]['event'];
export type StreamState<K extends StreamKind = StreamKind> = Streams[K]['state'];
