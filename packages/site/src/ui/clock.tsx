import { useSyncExternalStore } from 'react';
import { useNow, useTranslations } from 'use-intl';
import { readServerTime, subscribeToSeconds } from '../client/live/server-clock.ts';
import { toClockFigures } from './clock-figures.ts';

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
      ? t('clock_days', { days, time: toClockFigures(left % 86_400, true) })
      : toClockFigures(left, left >= 3600);
  return (
    <span className="clock">
      <span className="display clock-figures" role="timer" aria-label={label}>
        {shown}
      </span>
      <span className="soft">{label}</span>
    </span>
  );
}
