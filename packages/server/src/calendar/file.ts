import { addDuration } from '@muster/league';
import {
  foldLines,
  ICalCalendar,
  ICalEvent,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import { finishInSlices } from '../engine/replay/slices.ts';

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

/** What waits for the owner of a calendar, as their own pages say it. */
export interface CalendarAct {
  /** The match that it is of; null for anything else. */
  match_id: string | null;
  until: Date;
  title: string;
  /** By when, and what becomes of it then. */
  reason: string;
  /** Where it is done. */
  path: string;
}

interface CalendarOptions {
  name: string;
  /** The site's own origin, for the links. */
  origin: string;
  /** Where the calendar's subject is on the site. */
  path: string;
  /** What acts that have no instant of their own were written at: the same at each asking. */
  stamp: Date;
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

function toEvent(
  match: CalendarMatch,
  acts: readonly CalendarAct[],
  origin: string,
): ICalEventData {
  const url = `${origin}${match.path}`;
  const asked = acts.map(({ title, reason }) => `${title}. ${reason}`);
  return {
    id: match.id,
    sequence: match.version,
    // Without these the file would name the instant of asking and never be the same twice.
    stamp: match.changed_at,
    lastModified: match.changed_at,
    start: match.starts_at,
    end: new Date(addDuration(match.starts_at.toISOString(), match.holds)),
    summary: toSummary(match),
    description: [...asked, match.about, url].join('\n'),
    url,
    status: unplayed.has(match.status) ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  };
}

/** An act of its own at the instant when it is too late: it takes nobody's time, and bears that instant in its id. */
function toActEvent({ until, title, reason, path }: CalendarAct, options: CalendarOptions) {
  const { origin, stamp } = options;
  const url = `${origin}${path}`;
  return {
    id: `${path.slice(1)}@${until.toISOString()}`,
    stamp,
    start: until,
    end: until,
    summary: title,
    description: `${reason}\n${url}`,
    url,
    transparency: ICalEventTransparency.TRANSPARENT,
  };
}

const calendarEnd = 'END:VCALENDAR';

/** The calendar's lines with its events inside, an event a step: a ladder's take a good while together. */
function* writeLines(
  calendar: ICalCalendar,
  events: Iterable<ICalEventData>,
): Generator<undefined, string> {
  let lines = calendar.toString().slice(0, -calendarEnd.length);
  for (const event of events) {
    lines += foldLines(new ICalEvent(event, calendar).toString());
    yield;
  }
  return lines + calendarEnd;
}

interface Entries {
  matches: readonly CalendarMatch[];
  acts: readonly CalendarAct[];
}

function* listEvents({ matches, acts }: Entries, options: CalendarOptions) {
  const dated = new Set(matches.map(({ id }) => id));
  const byMatch = Map.groupBy(acts, ({ match_id }) => match_id);
  for (const match of matches) {
    yield toEvent(match, byMatch.get(match.id) ?? [], options.origin);
  }
  for (const act of acts) {
    if (act.match_id === null || !dated.has(act.match_id)) {
      yield toActEvent(act, options);
    }
  }
}

/**
 * An iCalendar file of matches, and of what is to be done by whose it is: beside its match where that has an hour, else for itself. Times are in UTC: each calendar shows its owner's zone, and none needs
 * the definitions of zones that a local time would ask for.
 */
export function toCalendarFile(entries: Entries, options: CalendarOptions): Promise<string> {
  const { name, origin, path } = options;
  const calendar = new ICalCalendar({
    name,
    prodId: { company: 'Muster', product: 'Muster' },
    ttl: refreshSeconds,
    url: `${origin}${path}`,
  });
  return finishInSlices(writeLines(calendar, listEvents(entries, options)));
}
