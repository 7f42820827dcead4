import type { EventDraft } from './event.ts';
import type { ClockTime, Instant, MatchId, PersonId, Role, TeamId, Zone } from './ids.ts';
import type { MatchRuling, Recomputed } from './recompute.ts';
import type { Refusal } from './refusal.ts';
import type { SanctionKind } from './team-state.ts';

/** A person's usual free hours, in their own zone. `until` at or before `from` runs through midnight. */
export interface WeeklyAvailability {
  zone: Zone;
  ranges: readonly { weekday: number; from: ClockTime; until: ClockTime }[];
}

/** What the log does not hold and a decision may need. Apply never reads it. */
export interface Facts {
  /** Of everybody on the rosters concerned who declared any. */
  availability: Readonly<Record<PersonId, WeeklyAvailability>>;
  /** The identity kinds that each person has linked (`steam`, `ea`, …). */
  identities: Readonly<Record<PersonId, readonly string[]>>;
  /** In force at `at`, for the site or for this ladder. */
  sanctions: Readonly<Record<PersonId, readonly { kind: SanctionKind; until: Instant | null }[]>>;
  /** The teams of persons, for runs that need a confirmation by somebody unrelated. */
  teams: Readonly<Record<PersonId, readonly TeamId[]>>;
  /** The secret seeds of open matches, made by the server with the challenge. */
  seeds: Readonly<Record<MatchId, string>>;
  /** Makes the next id: called for rows that a decision opens by itself (strikes, disputes, rests). */
  createId: () => string;
  /** Makes 128 random bits, as 32 lower-case hex digits: called for what is hashed before it is shown. */
  createSalt: () => string;
  /** The season with a ruling in place, or as it is: only for rulings that may overturn a result (`findRecomputation`). */
  recompute?: (ruling?: MatchRuling) => Recomputed;
  /** Everybody in the ladder's and the site's offices, and the outsider, who is not suspended: only where a case is asked about. */
  judges?: readonly Actor[];
  /** Names and tags of teams whose skeleton equals that of the name or tag in the command. */
  similar_names?: readonly { team_id: TeamId; name: string; tag: string }[];
  /** Names and tags that an admin took from the team or hid for all, and that look like those in the command. */
  removed_names?: { readonly name: readonly string[]; readonly tag: readonly string[] };
  /** Who of the team's people has an account. */
  accounts?: readonly PersonId[];
  /** How many teams the actor has founded. */
  teams_founded?: number;
  /** How many pieces of evidence a side has given, where the rules require some. */
  evidence?: Readonly<Record<MatchId, number>>;
}

/** Who acts. */
export interface Actor {
  person_id: PersonId;
  is_site_admin: boolean;
  /** Of the ladder that the command is for. */
  is_ladder_admin: boolean;
  teams: Readonly<Record<TeamId, Role>>;
}

export interface DecideContext {
  at: Instant;
  /** null: nobody is signed in, or the clock or the system itself acts. */
  actor: Actor | null;
  /** Set by the server's own jobs and content loading, never for a request. */
  system?: true;
  facts: Facts;
}

/** Events to seal and apply, or the reason why not. A refusal changes nothing. */
export type Decision<Draft = EventDraft> =
  | { ok: true; events: Draft[] }
  | { ok: false; refusal: Refusal };
