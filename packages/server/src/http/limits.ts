import { refuse } from '../engine/refusal.ts';

/** How many of what one person or team makes are kept at once; what has an end of its own counts until then. */
export const most = {
  /** What one person says in the room of one match or scrim. */
  messages: 500,
  /** A team's invitations that have not run out, but those that were taken. */
  invites: 50,
  /** How often one person asks in a day to be let onto one team, whatever became of it. */
  requestsADay: 5,
  /** What one person has reported and nobody has decided, and what they report in a day. */
  openReports: 30,
  reportsADay: 40,
  /** Who somebody is in games, one name for each kind. */
  gameNames: 30,
} as const;

/** Refuses one more where there are as many as may be, or where there were as many in a day. */
export function requireRoom(
  count: number,
  limit: number,
  code: 'limit_reached' | 'daily_limit' = 'limit_reached',
): void {
  if (count >= limit) {
    refuse({ code, params: { limit } });
  }
}
