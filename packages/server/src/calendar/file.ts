import { addDuration } from '@muster/league';
import { ICalCalendar, type ICalEventData, ICalEventStatus } from 'ical-generator';

/** A match or a scrim as calendars show it. */
export interface CalendarMatch {
  id: string;
  version: number;
  status: string;
  starts_at: Date;
  /** When something was last said of it: by the log, or where a scrim was agreed. */
  changed_at: Date;
  /** How long it holds its sides' time, as its season's rules say. */
  holds: string;
  challenger: string;
  defender: string;
  challenger_score: number | null;
  defender_score: number | null;
  /** The ladder and its season, or the game of a scrim. */
  about: string;
  /** Where it is on the site. */
  path: string;
}

interface CalendarOptions {
  name: string;
  /** The site's own origin, for the links. */
  origin: string;
  /** Where the calendar's subject is on the site. */
  path: string;
}

const refreshSeconds = 3600;

/** It was arranged and is not played: it stays in the calendar, struck out. */
const unplayed = new Set(['cancelled', 'voided', 'forfeited', 'withdrawn', 'expired', 'declined']);

function toSummary(match: CalendarMatch): string {
  const { challenger, defender, challenger_score, defender_score } = match;
  const hasScore = challenger_score !== null && defender_score !== null;
  const between = hasScore ? ` ${challenger_score}–${defender_score} ` : ' – ';
  return `${challenger}${between}${defender}`;
}

function toEvent(match: CalendarMatch, origin: string): ICalEventData {
  const url = `${origin}${match.path}`;
  return {
    id: match.id,
    sequence: match.version,
    // Without these the file would name the instant of asking and never be the same twice.
    stamp: match.changed_at,
    lastModified: match.changed_at,
    start: match.starts_at,
    end: new Date(addDuration(match.starts_at.toISOString(), match.holds)),
    summary: toSummary(match),
    description: `${match.about}\n${url}`,
    url,
    status: unplayed.has(match.status) ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  };
}

/**
 * An iCalendar file of matches. Times are in UTC: each calendar shows its owner's zone, and none needs
 * the definitions of zones that a local time would ask for.
 */
export function toCalendarFile(
  matches: readonly CalendarMatch[],
  { name, origin, path }: CalendarOptions,
): string {
  const calendar = new ICalCalendar({
    name,
    prodId: { company: 'Muster', product: 'Muster' },
    ttl: refreshSeconds,
    url: `${origin}${path}`,
    events: matches.map((match) => toEvent(match, origin)),
  });
  return calendar.toString();
}
