import type { PageHead, Translate } from '../../page-head.ts';

/** What /archives/debug shows. */
export type ArchiveDebugData = Record<string, never>;

export function toArchiveDebugHead(_data: ArchiveDebugData, translate: Translate): PageHead {
  return { title: translate('shell.titles.archive_debug') };
}

/** What /archives/:archive shows. */
export interface ArchiveData {
  /** The page's title, without the league's name. */
  title: string;
}

export function toArchiveHead(data: ArchiveData): PageHead {
  return { title: data.title };
}

/** What /archives shows. */
export type ArchivesData = Record<string, never>;

export function toArchivesHead(_data: ArchivesData, translate: Translate): PageHead {
  return { title: translate('shell.titles.archives') };
}
