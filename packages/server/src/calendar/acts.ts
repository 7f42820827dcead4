import type { Queryable } from '@muster/database';
import { isLocaleCode } from '@muster/site';
import { toKnownZone } from '@muster/site/intl/detect-locale.ts';
import { isMatchMatter } from '@muster/site/pages/me/matter.ts';
import { listMatters } from '../waiting/matters.ts';
import { toMatterWords } from '../waiting/words.ts';
import type { CalendarAct } from './file.ts';

/** Whose own calendar it is, and how they read. */
export interface FeedOwner {
  id: string;
  username: string;
  locale: string;
  zone: string | null;
  /** When the calendar got its secret word. */
  made_at: Date;
}

/** What waits for somebody and has an instant, as their pages have it. */
export async function listCalendarActs(
  queryable: Queryable,
  owner: FeedOwner,
  now: Date,
): Promise<CalendarAct[]> {
  const locale = isLocaleCode(owner.locale) ? owner.locale : 'en';
  const matters = await listMatters(queryable, owner.id, now);
  return matters.flatMap((matter) => {
    const { weight, until } = matter;
    if (weight !== 'act' || until === null) {
      return [];
    }
    const { title, reason, path } = toMatterWords(matter, locale, toKnownZone(owner.zone));
    const match_id = isMatchMatter(matter) ? matter.match.id : null;
    return [{ match_id, until: new Date(until), title, reason, path }];
  });
}
