import type { Instant, Role } from '@muster/league';
import type { PageHead, Translate } from '../../page-head.ts';

export interface ScrimPerson {
  person_id: string;
  username: string;
  user_id: string | null;
  role: Role;
}

/** One of the two teams of a scrim. */
export interface ScrimTeam {
  slug: string;
  name: string;
  tag: string;
  logo: string | null;
  people: ScrimPerson[];
}

/** What only the two teams see. */
export interface ScrimRoom {
  messages: {
    id: string;
    username: string;
    user_id: string | null;
    /** Empty where the admins removed it. */
    text: string;
    is_removed: boolean;
    sent_at: Instant;
  }[];
  server: { address: string; password: string } | null;
  /** Captain or co-captain of a side, until it is over: names the server, calls the scrim off. */
  may_arrange: boolean;
}

/** What /scrims/:id shows. */
export interface ScrimData {
  id: string;
  game: { slug: string; name: string };
  /** Who put up the notice, and who answered it. */
  home: ScrimTeam;
  away: ScrimTeam;
  starts_at: Instant;
  /** The zone in which it was agreed. */
  zone: string;
  is_over: boolean;
  cancelled: { at: Instant; by: string; reason: string } | null;
  /** Null for everybody who is on neither team. */
  room: ScrimRoom | null;
}

export function toScrimHead(data: ScrimData, translate: Translate): PageHead {
  const names = { home: data.home.name, away: data.away.name };
  return { title: translate('scrim.title', names), isPrivate: true };
}
