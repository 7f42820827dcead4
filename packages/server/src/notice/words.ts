import { getLocale, type LocaleCode } from '@muster/site';
import {
  findNoticeTime,
  type Notice,
  toNoticeAct,
  toNoticeValues,
} from '@muster/site/pages/notices/notice.ts';
import { getTranslator } from '../translate.ts';

/** A notice in words. */
export interface NoticeWords {
  title: string;
  /** By when, or when it starts; null where no time matters. */
  time: string | null;
  button: string;
}

/** A time in full, with the zone's own name beside it, so that nobody mistakes it. */
export function toTimeWords(instant: string, locale: LocaleCode, zone: string): string {
  const words = new Date(instant).toLocaleString(getLocale(locale).tag, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  });
  return `${words} (${zone})`;
}

/** Says a notice in one language, its time in one zone; the button's act only to who can still do it. */
export function toNoticeWords(
  notice: Notice,
  { locale, zone, canAct }: { locale: LocaleCode; zone: string; canAct: boolean },
): NoticeWords {
  const t = getTranslator(locale, 'notices');
  const time = findNoticeTime(notice.facts);
  return {
    title: t(`kinds.${notice.kind}`, toNoticeValues(notice)),
    time:
      time === null
        ? null
        : t.markup(`times.${time.what}`, { time: () => toTimeWords(time.instant, locale, zone) }),
    button: t(`acts.${toNoticeAct(notice, canAct)}`),
  };
}
