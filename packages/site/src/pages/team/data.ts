import type { FormatName, Refusal, Role } from '@muster/league';
import type { LocaleCode } from '../../intl/locales.ts';
import type { PageHead, Translate } from '../../page-head.ts';
import type { ZoneChoice } from '../../ui/zone-options.tsx';
import type { NextStep } from '../home/data.ts';
import type { PastView } from '../past/data.ts';
import type { RatingPoint } from '../rating/draw-rating-chart.ts';
import type { MatchLine } from './match-line.ts';
import type { Eligibility, InviteOffer, TeamChange, TeamViewer } from './people-data.ts';

/** Somebody on a roster, now or before. */
export interface Member {
  person_id: string;
  username: string;
  /** Null for one who has deleted their account. */
  user_id: string | null;
  role: Role;
  joined_at: string;
  left_at: string | null;
}

/** A rung that an entry stood on from an instant on; null: on none. */
export interface RungStep {
  at: string;
  rung: number | null;
}

/** A team's place on a season of a ladder. */
export interface TeamEntry {
  entry_id: string;
  ladder: { slug: string; name: string; format: FormatName };
  season: { name: string; is_running: boolean; is_demo: boolean };
  rung: number | null;
  /** How many stand on the ladder. */
  size: number;
  wins: number;
  losses: number;
  draws: number;
  form: string;
  /** Oldest first. */
  steps: RungStep[];
  /** On a rating ladder: its steps, oldest first. */
  ratings: RatingPoint[];
  /** Absent where the page shows the past. */
  eligible?: Eligibility;
}

/** A practice match that is agreed and still ahead. */
export interface ScrimAhead {
  id: string;
  starts_at: string;
  game: string;
  opponent: { slug: string; name: string };
}

/** One of the first three places at a season's end. */
export interface Trophy {
  place: number;
  ladder: { slug: string; name: string };
  season: string;
  /** The word of the season's archive in addresses; null while it has none. */
  archive: string | null;
  /** The team with which a person won it; not said on the team's own page. */
  team?: string;
}

/** What /teams/:slug shows. */
export interface TeamData {
  id: string;
  slug: string;
  name: string;
  tag: string;
  /** What its home zone is called in the reader's language. */
  zone_name: string;
  locale: LocaleCode;
  about: string;
  /** The address of its picture. */
  logo: string | null;
  is_demo: boolean;
  founded_at: string;
  disbanded_at: string | null;
  members: Member[];
  former: Member[];
  /** Its own story, the newest first. */
  changes: TeamChange[];
  entries: TeamEntry[];
  /** Open ones, the next first. */
  open_matches: MatchLine[];
  /** The next first; none where the page shows the past: the log knows nothing of them. */
  scrims: ScrimAhead[];
  /** The latest results. */
  results: MatchLine[];
  trophies: Trophy[];
  invite: InviteOffer | null;
  /** Null for a visitor. */
  viewer: TeamViewer | null;
  /** What the person should do for the team now; null for somebody who is not on it. */
  next: NextStep | null;
  past: PastView;
}

export function toTeamHead(data: TeamData): PageHead {
  const { name, about, logo } = data;
  const emblem = { kind: 'team', name, picture: logo } as const;
  return about === '' ? { title: name, emblem } : { title: name, description: about, emblem };
}

/** What a team's form holds. */
export interface TeamFields {
  name: string;
  tag: string;
  zone: string;
  locale: LocaleCode;
  about: string;
}

/** What /teams/:slug/edit shows. */
export interface TeamEditData {
  slug: string;
  /** Null for somebody who is not its captain: the page then says so and nothing else. */
  fields: TeamFields | null;
  name: string;
  logo: string | null;
  zones: readonly ZoneChoice[];
}

export function toTeamEditHead(data: TeamEditData, translate: Translate): PageHead {
  return { title: translate('team-forms.edit.title', { team: data.name }), isPrivate: true };
}

/** What /teams/new shows. */
export interface TeamNewData {
  /** Why the person may found no team, in place of the form. */
  refusal: Refusal | null;
  zones: readonly ZoneChoice[];
  /** The person's own zone and language, to begin with. */
  zone: string;
  locale: LocaleCode;
}

export interface TeamLine {
  slug: string;
  name: string;
  logo: string | null;
  tag: string;
  /** What its home zone is called in the reader's language. */
  zone_name: string;
  locale: LocaleCode;
  people: number;
  /** Where it stands now, the best place first. */
  places: { slug: string; name: string; rung: number | null }[];
}

/** What /teams shows. */
export interface TeamsData {
  /** What was searched for. */
  query: string;
  teams: TeamLine[];
  /** Where nothing is called so: the few whose names come near it, the nearest first. */
  alike: TeamLine[];
  total: number;
  from: number;
  limit: number;
}

export function toTeamsHead(data: TeamsData, translate: Translate): PageHead {
  return {
    title:
      data.query === ''
        ? translate('shell.titles.teams')
        : translate('teams.title_search', { query: data.query }),
  };
}
