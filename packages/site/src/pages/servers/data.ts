import type { PageHead, Translate } from '../../page-head.ts';

export const serverPages = ['bf2042', 'space-engineers'] as const;
export type ServerPageName = (typeof serverPages)[number];

export interface ListedServer {
  id: string;
  name: string;
  region: string;
  note: string;
  /** What it answered last; null while it never has. */
  seen: {
    at: string;
    players: number | null;
    max_players: number | null;
    map: string | null;
  } | null;
}

/** What /servers/:server shows. */
export interface ServersData {
  page: ServerPageName;
  /** The game's name. */
  name: string;
  game_path: string | null;
  servers: ListedServer[];
}

export function toServersHead(data: ServersData, translate: Translate): PageHead {
  return { title: translate('servers.title', { game: data.name }) };
}
