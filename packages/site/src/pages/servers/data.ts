import type { PageHead, Translate } from '../../page-head.ts';

export type ServerProtocol = 'a2s' | 'quake2' | 'portal' | 'manual';

/** How a server is, as far as anybody can tell. */
export interface ServerState {
  /**
   * `announced`: nobody asks it; `waiting`: it was not asked yet; `unheard`: it has never answered; `silent`: it
   * has not for a while; `unknown`: none of all does, so that nothing can be said of it.
   */
  kind: 'announced' | 'waiting' | 'unheard' | 'answers' | 'silent' | 'unknown';
  /** Since when it is silent, or nothing is known. */
  since: string | null;
  /** What it said of itself; null where it is not heard. */
  claim: {
    players: number;
    max_players: number | null;
    bots: number | null;
    map: string | null;
    /** Milliseconds from the league's own machine. */
    ping: number | null;
    has_password: boolean;
    version: string | null;
    /** Names of who plays, as it gives them; null where it gives none. */
    people: string[] | null;
  } | null;
}

export interface ListedServer {
  id: string;
  name: string;
  region: string;
  note: string;
  protocol: ServerProtocol;
  /** Where it is joined, as `host:port`; null where it has no such address. */
  address: string | null;
  state: ServerState;
  /** The most players in each ten minutes of the last day, the oldest first; null without an answer. */
  day: (number | null)[];
}

/** What /servers/:server shows. */
export interface ServersData {
  page: string;
  /** What the page is called: mostly the game's name. */
  name: string;
  game_path: string | null;
  /** On which is said that something is new here. */
  topic: string;
  blind_since: string | null;
  /** One of them is the only server that is asked: what it does not answer says little. */
  is_alone: boolean;
  servers: ListedServer[];
}

/** A game's servers, the first of them. */
export interface GameServers {
  path: string;
  topic: string | null;
  has_more: boolean;
  servers: { id: string; name: string; region: string; state: ServerState }[];
}

/** A listed server by the address that two teams agreed on. */
export interface ServerAtAddress {
  name: string;
  path: string;
  topic: string;
  state: ServerState;
}

export function toServersHead(data: ServersData, translate: Translate): PageHead {
  return { title: translate('servers.title', { game: data.name }) };
}
