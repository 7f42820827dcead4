import type { PageHead } from '../../page-head.ts';
import type { ProseNode } from '../articles/prose-node.ts';
import type { ArticleLine, LadderLine } from '../home/data.ts';
import type { GameServers } from '../servers/data.ts';

/** What /games/:game shows. */
export interface GameData {
  slug: string;
  name: string;
  /** The address of its picture in its sizes. */
  picture: string | null;
  tagline: string;
  about: ProseNode[];
  facts: { key: string; value: string }[];
  maps: string[];
  modes: string[];
  ladders: LadderLine[];
  /** Null where there is neither one nor a page for them. */
  servers: GameServers | null;
  articles: ArticleLine[];
}

export function toGameHead(data: GameData): PageHead {
  const { name, tagline, picture } = data;
  return { title: name, description: tagline, emblem: { kind: 'game', name, picture } };
}
