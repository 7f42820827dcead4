import type { PageHead } from '../../page-head.ts';

/** What /ladders/:slug shows. */
export interface LadderData {
  /** The page's title, without the league's name. */
  title: string;
}

export function toLadderHead(data: LadderData): PageHead {
  return { title: data.title };
}

/** What /ladders/:slug/admin shows. */
export interface LadderAdminData {
  /** The page's title, without the league's name. */
  title: string;
}

export function toLadderAdminHead(data: LadderAdminData): PageHead {
  return { title: data.title };
}

/** What /ladders/:slug/log shows. */
export interface LadderLogData {
  /** The page's title, without the league's name. */
  title: string;
}

export function toLadderLogHead(data: LadderLogData): PageHead {
  return { title: data.title };
}

/** What /ladders/:slug/rules shows. */
export interface LadderRulesData {
  /** The page's title, without the league's name. */
  title: string;
}

export function toLadderRulesHead(data: LadderRulesData): PageHead {
  return { title: data.title };
}
