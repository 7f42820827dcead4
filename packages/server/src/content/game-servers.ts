import type { GameServerContent } from './types.ts';

/**
 * The servers that the league lists. None is invented: the list stays empty until somebody gives an
 * address, and the pages say so.
 */
export const gameServers: readonly GameServerContent[] = [];
