import type { PageHead } from '../../page-head.ts';
import type { ProseNode } from '../articles/prose-node.ts';

export interface ArchiveLine {
  slug: string;
  title: string;
  summary: string;
  closed_at: string;
  /** The ladder whose season it is; null for what is no season of ours. */
  ladder: { slug: string; name: string } | null;
}

/** What /archives shows. */
export interface ArchivesData {
  archives: ArchiveLine[];
}

/** A row of the final standings, as it was when the season closed. */
export interface FinalPlace {
  place: number;
  name: string;
  href: string | null;
  wins: number | null;
  losses: number | null;
  draws: number | null;
}

/** What /archives/:archive shows. */
export interface ArchiveData extends ArchiveLine {
  /** Empty where there is only a table. */
  body: ProseNode[];
  standings: FinalPlace[];
  season: string | null;
  matches: number | null;
}

export function toArchiveHead(data: ArchiveData): PageHead {
  return { title: data.title, description: data.summary };
}

/** What /archives/debug shows. */
export interface ArchiveDebugData {
  archives: { slug: string; title: string }[];
  /** Which one is looked at, by `?archive=`; null while none is chosen. */
  chosen: { slug: string; title: string; raw: string } | null;
  /** What was asked for and is not there. */
  unknown: string | null;
}
