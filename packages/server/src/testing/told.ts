import type { Matter } from '@muster/site/pages/me/matter.ts';
import ICAL from 'ical.js';
import { expect } from 'vitest';
import type { Viewer } from '../context.ts';
import { mailNotices } from '../waiting/mail-notices.ts';
import { toMatterWords } from '../waiting/words.ts';
import type { ApiLeague } from './api-league.ts';

const siteUrl = 'http://localhost:3000';
/** Everybody of a test's league reads in this language, in the zone of their team or the ladder's. */
const locale = 'fi';
const zones = ['UTC', 'Europe/Helsinki'];

export interface ToldMail {
  recipient: string;
  /** Of the notice. */
  kind: string;
  text: string;
}

const toAddress = ({ user_id }: Viewer) => `${user_id}@players.test`;

/** Gives everybody of a league an address that is proved, and takes what waits to be mailed for sent. */
export async function giveAddresses({ database }: ApiLeague): Promise<void> {
  await database.query(
    `update auth.users set email = id || '@players.test', email_confirmed_at = now()`,
  );
  await database.query('update private.notices set mailed_at = now()');
}

/** Writes the mails of all notices that wait for theirs, and gives them. */
export async function takeMails({ database, league }: ApiLeague): Promise<ToldMail[]> {
  const waiting = await database.query<{ origin: string }>(
    'select distinct origin from private.notices where by_mail and mailed_at is null',
  );
  const options = { database, way: 'mailbox', leagueName: 'Muster', siteUrl } as const;
  for (const { origin } of waiting) {
    await mailNotices({ ...options, now: league.now }, origin);
  }
  return database.query<ToldMail>(
    `with gone as (delete from private.mails where kind like 'notice.%' returning recipient, kind, text_body)
     select recipient, substr(kind, 8) as kind, text_body as text from gone`,
  );
}

/** The mails of the kinds to somebody. */
export const pickMails = (mails: readonly ToldMail[], who: Viewer, kinds: readonly string[]) =>
  mails.filter(({ recipient, kind }) => recipient === toAddress(who) && kinds.includes(kind));

/** What of a matter is missing in a text that tells of it: its instant in words, what happens then, where it leads. */
export function listMissing(matter: Matter, text: string): string[] {
  const flat = (words: string) => words.replaceAll(/\s+/g, ' ');
  const isIn = (words: string) => flat(text).includes(flat(words));
  const [words = expect.fail(), ...others] = zones.map((zone) =>
    toMatterWords(matter, locale, zone),
  );
  const reasons = [words, ...others].map(({ reason }) => reason);
  return [
    ...(reasons.some(isIn) ? [] : [reasons.join(' or ')]),
    ...[`${siteUrl}${words.path}`].filter((link) => !isIn(link)),
  ];
}

interface CalendarEntry {
  start: string;
  text: string;
}

/** Somebody's own calendar as a calendar program takes it. */
export async function readCalendar(own: ApiLeague, who: Viewer): Promise<CalendarEntry[]> {
  const [feed] = await own.database.query<{ token: string }>(
    `insert into private.calendar_feeds as f (person_id, token, made_at) values ($1, $2, '2026-11-01T12:00:00Z')
     on conflict (person_id) do update set token = f.token returning token`,
    [who.person_id, who.person_id],
  );
  const path = `/calendar/people/${feed?.token}.ics`;
  const answer = await own.send(null, { method: 'GET', path });
  const calendar = new ICAL.Component(
    ICAL.parse(String(answer.body.text)) as [string, unknown[], unknown[]],
  );
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const { startDate, summary, description } = new ICAL.Event(component);
    const url = String(component.getFirstPropertyValue('url'));
    return {
      start: startDate.toJSDate().toISOString(),
      text: `${summary} ${description} ${url}`,
    };
  });
}

/** What somebody's calendar leaves out of their matters: acts by their instant or beside their match, dates at theirs. */
export function listUndated(
  matters: readonly Matter[],
  calendar: readonly CalendarEntry[],
): string[] {
  return matters.flatMap((matter) => {
    const { weight, until, kind } = matter;
    if (until === null || weight === 'news') {
      return [];
    }
    const starts = 'match' in matter ? matter.match.starts_at : null;
    const { title, path } = toMatterWords(matter, locale, 'UTC');
    const at = calendar.filter(({ start }) => start === (starts ?? until));
    const isThere =
      weight === 'act'
        ? at.some(({ text }) => text.includes(title) && listMissing(matter, text).length === 0)
        : at.some(({ text }) => text.includes(`${siteUrl}${path}`));
    return isThere ? [] : [`${kind} by ${until} is not in the calendar`];
  });
}
