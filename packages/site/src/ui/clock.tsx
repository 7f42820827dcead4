import { useSyncExternalStore } from 'react';
import { useNow, useTranslations } from 'use-intl';
import { readServerTime, subscribeToSeconds } from '../client/server-clock.ts';

interface ClockProps {
  /** The ISO instant it runs down to. */
  until: string;
  /** What happens then. */
  label: string;
}

/** A clock that everybody sees alike: it runs on the server's time, not on the machine's. */
export function Clock({ until, label }: ClockProps) {
  const t = useTranslations('pieces');
  const renderedAt = useNow().getTime();
  const now = useSyncExternalStore(subscribeToSeconds, readServerTime, () => renderedAt);
  const left = Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));
  const days = Math.floor(left / 86_400);
  const shown =
    days > 0
      ? t('clock_days', { days, time: toClock(left % 86_400, true) })
      : toClock(left, left >= 3600);
  return (
    <span className="clock">
      <span className="display clock-figures" role="timer" aria-label={label}>
        {shown}
      </span>
      <span className="soft">{label}</span>
    </span>
  );
}

function toClock(seconds: number, hasHours: boolean): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const tail = pad(seconds % 60);
  return hasHours
    ? `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}:${tail}`
    : `${pad(minutes)}:${tail}`;
}
