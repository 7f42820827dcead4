import { useFormatter, useNow, useTimeZone, useTranslations } from 'use-intl';
import { useZoneNames } from './use-zone-names.ts';

interface TimeProps {
  /** An ISO instant. */
  instant: string;
  /** The zone to show it in; the viewer's own unless told. */
  zone?: string;
  /** `moment` Thu 20:00 · `full` Thursday, November 26, 20:00, with the zone · `date` Nov 26, 2026 · `clock` 20:00. */
  look?: 'moment' | 'full' | 'date' | 'clock';
  /** Names the zone after the time. */
  namesZone?: boolean;
}

const looks = {
  moment: { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  dated: { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  full: {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  },
  date: { year: 'numeric', month: 'short', day: 'numeric' },
  clock: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const;

const week = 6 * 24 * 3600 * 1000;

/** An instant in the viewer's zone; the exact time and the zone stand in its title. */
export function Time({ instant, zone, look = 'moment', namesZone = look === 'full' }: TimeProps) {
  const format = useFormatter();
  const now = useNow();
  const t = useTranslations('pieces');
  const viewerZone = useTimeZone() ?? 'UTC';
  const timeZone = zone ?? viewerZone;
  const date = new Date(instant);
  const isFar = Math.abs(date.getTime() - now.getTime()) > week;
  const words = format.dateTime(date, {
    ...looks[look === 'moment' && isFar ? 'dated' : look],
    timeZone,
  });
  const zoneName = useZoneNames()(timeZone);
  const title = `${format.dateTime(date, { ...looks.full, year: 'numeric', timeZone })} · ${timeZone}`;
  return (
    <time dateTime={instant} title={title}>
      {namesZone ? t('time_in_zone', { time: words, zone: zoneName }) : words}
    </time>
  );
}
