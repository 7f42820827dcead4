import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import type { FreeHours } from './data.ts';
import { listClockTimes } from './free-hours.ts';

interface HoursRowProps {
  /** The weekday's name, for who cannot see the row. */
  day: string;
  range: FreeHours;
  onChange: (range: FreeHours) => void;
  onRemove: () => void;
}

const starts = listClockTimes(false);
const ends = listClockTimes(true);

/** One range of a day: from, to, and a way to be rid of it. */
export function HoursRow({ day, range, onChange, onRemove }: HoursRowProps) {
  const t = useTranslations('account.availability');
  return (
    <span className="account-range">
      <select
        aria-label={t('from_on', { day })}
        value={range.from}
        onChange={(event) => onChange({ ...range, from: event.target.value })}
      >
        {starts
          .filter((time) => time !== range.to)
          .map((time) => (
            <option key={time}>{time}</option>
          ))}
      </select>
      <span aria-hidden="true">–</span>
      <select
        aria-label={t('to_on', { day })}
        value={range.to}
        onChange={(event) => onChange({ ...range, to: event.target.value })}
      >
        {ends
          .filter((time) => time !== range.from)
          .map((time) => (
            <option key={time}>{time}</option>
          ))}
      </select>
      <Button aria-label={t('remove_on', { day })} onClick={onRemove}>
        ×
      </Button>
    </span>
  );
}
