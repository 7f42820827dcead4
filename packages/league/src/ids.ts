/** Ids are strings given from outside (UUID version 7); the aliases say what a field names. */
export type LadderId = string;
export type SeasonId = string;
export type TeamId = string;
/** `profiles.id`: the id made for the log, never the account's. */
export type PersonId = string;
export type EntryId = string;
export type MatchId = string;
export type DisputeId = string;
export type AppealId = string;
export type RunId = string;
export type StrikeId = string;
export type RestId = string;
export type SanctionId = string;

/** ISO 8601 in UTC with milliseconds: `2026-11-21T18:00:00.000Z`. */
export type Instant = string;
/** ISO 8601 duration of days, hours, minutes and seconds: `PT72H`, `P7D`. */
export type Duration = string;
/** IANA name. */
export type Zone = string;
/** `HH:MM`, 24 hours, up to `24:00`. */
export type ClockTime = string;

/** The two sides of a match. */
export type Side = 'challenger' | 'defender';
/** A role on a team's roster. */
export type Role = 'captain' | 'co_captain' | 'player' | 'substitute';
/** The three formats of competition. */
export type FormatName = 'rung' | 'rating' | 'time_attack';

/** A free text kept outside the log: the event holds its salted hash only. */
export type TextReference = { text_id: string; hash: string };
