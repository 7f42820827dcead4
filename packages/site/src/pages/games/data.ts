import type { PageHead } from '../../page-head.ts';
import type { ProseNode } from '../articles/prose-node.ts';
import type { ArticleLine, LadderLine } from '../home/data.ts';

/** What /games/:game shows. */
export interface GameData {
  slug: string;
  name: string;
  tagline: string;
  about: ProseNode[];
  facts: { key: string; value: string }[];
  maps: string[];
  modes: string[];
  ladders: LadderLine[];
  /** The page that lists its servers, if there is one. */
  servers_path: string | null;
  articles: ArticleLine[];
}

export function toGameHead(data: GameData): PageHead {
  return { title: data.name, description: data.tagline };
}
