import { archives } from './archives.ts';
import { articles } from './articles/articles.ts';
import { gameServers } from './game-servers.ts';
import { games } from './games/games.ts';
import { ladders } from './ladders/ladders.ts';
import { menuItems } from './menu-items.ts';

export type { LadderContent, Translated } from './types.ts';

/** The league's own content, as it is laid into an empty database. */
export const content = { games, ladders, menuItems, articles, archives, gameServers } as const;
