import type { PageHead, Translate } from '../../page-head.ts';

/** What /teams/:slug shows. */
export interface TeamData {
  /** The page's title, without the league's name. */
  title: string;
}

export function toTeamHead(data: TeamData): PageHead {
  return { title: data.title };
}

/** What /teams/:slug/edit shows. */
export interface TeamEditData {
  /** The page's title, without the league's name. */
  title: string;
}

export function toTeamEditHead(data: TeamEditData): PageHead {
  return { title: data.title };
}

/** What /teams/new shows. */
export type TeamNewData = Record<string, never>;

export function toTeamNewHead(_data: TeamNewData, translate: Translate): PageHead {
  return { title: translate('shell.titles.team_new') };
}

/** What /teams shows. */
export type TeamsData = Record<string, never>;

export function toTeamsHead(_data: TeamsData, translate: Translate): PageHead {
  return { title: translate('shell.titles.teams') };
}
