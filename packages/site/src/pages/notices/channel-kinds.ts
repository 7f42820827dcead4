import type { SideAct, WaitingEnd } from '@muster/league';

/** The news that a ladder's or a team's chat channel gets. */
export const channelKinds = [
  'challenge_made',
  'challenge_accepted',
  'match_scheduled',
  'match_rescheduled',
  'check_in_opened',
  'match_reported',
  'match_completed',
  'match_forfeited',
  'match_disputed',
  'result_overturned',
  'season_opened',
  'season_closed',
] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** What the words of the news are made of and what stays true of them. */
export interface ChannelFacts {
  challenger?: string;
  defender?: string;
  winner?: 'challenger' | 'defender' | 'draw';
}

/** What of the news still lies ahead as they are sent; times are ISO instants. */
export interface ChannelAhead {
  /** What a side is to do, by when, and what becomes of it then. */
  asked: { act: SideAct; until: string; otherwise: WaitingEnd } | null;
  starts_at: string | null;
}
