import { useSyncExternalStore } from 'react';
import { useNow, useTranslations } from 'use-intl';
import { readServerTime, subscribeToSeconds } from '../client/live/server-clock.ts';
import type { PinnedMatch } from '../document-data.ts';
import { toClockFigures } from '../ui/clock-figures.ts';

/** The match at hand, above every page: what it asks, its clock, and the way there. */
export function Pin({ pin }: { pin: PinnedMatch }) {
  const t = useTranslations('next-step');
  const { id, kind, team, opponent } = pin;
  return (
    <a className="pin" href={`/matches/${id}`}>
      <span className="pin-title">{t(`${kind}.title`, { team, opponent })}</span>
      <PinClock pin={pin} />
      <span className="pin-act">{t(`${kind}.act`)}</span>
    </a>
  );
}

const hour = 3600;

/** Runs down to the start, then to the end of what is asked; of what has no near end it says that it is under way. */
function PinClock({ pin: { starts_at, until } }: { pin: PinnedMatch }) {
  const t = useTranslations('next-step.pin');
  const renderedAt = useNow().getTime();
  const now = useSyncExternalStore(subscribeToSeconds, readServerTime, () => renderedAt);
  const toLeft = (instant: string) => Math.ceil((Date.parse(instant) - now) / 1000);
  const toStart = toLeft(starts_at);
  const toEnd = until === null ? 0 : toLeft(until);
  if (toStart <= 0 && (toEnd <= 0 || toEnd > hour)) {
    return <span className="pin-clock">{t('live')}</span>;
  }
  const left = toStart > 0 ? toStart : toEnd;
  return (
    <span className="pin-clock">
      <span className="display" role="timer">
        {toClockFigures(left, left >= hour)}
      </span>{' '}
      {t(toStart > 0 ? 'start' : 'left')}
    </span>
  );
}
