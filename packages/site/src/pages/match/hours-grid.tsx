import type { FreeAt, Side } from '@muster/league';
import { getOtherSide } from '@muster/league';
import { type KeyboardEvent, useState } from 'react';
import { useFormatter, useTimeZone, useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { useZoneNames } from '../../ui/use-zone-names.ts';
import type { MatchData } from './data.ts';
import { listUsualHours, toHourDays } from './hour-days.ts';
import type { MatchHours } from './use-free-hours.ts';

interface HoursGridProps {
  data: MatchData;
  hours: MatchHours;
  times: readonly string[];
  isFull: boolean;
  onToggle: (instant: string) => void;
}

/** The coming days, a row each, with the hours that the rules allow; two bars in each say who is free. */
export function HoursGrid(props: HoursGridProps) {
  const { data, hours, times } = props;
  const t = useTranslations('match-forms.times');
  const own = useTimeZone() ?? 'UTC';
  const toZoneName = useZoneNames();
  const [showsAll, setShowsAll] = useState(false);
  const usual = listUsualHours(hours.hours, own);
  const shown = showsAll || usual.length === 0 ? hours.hours : usual;
  const side = data.viewer?.side ?? 'challenger';
  const tabStop = shown.find(({ time }) => times.includes(time)) ?? shown[0];
  return (
    <div className="hours">
      <p className="soft">{t('hours_in', { zone: toZoneName(own) })}</p>
      {hours.declared.challenger + hours.declared.defender > 0 && (
        <HoursLegend own={data.sides[side].name} other={data.sides[getOtherSide(side)].name} />
      )}
      {toHourDays(shown, own).map((day) => (
        <HoursDay key={day.date} {...props} day={day} side={side} tabStop={tabStop?.time} />
      ))}
      {shown.length === 0 && (
        <p>{t.rich('no_hours', { admins: (words) => <a href="/admins">{words}</a> })}</p>
      )}
      {usual.length > 0 && usual.length < hours.hours.length && (
        <Button onClick={() => setShowsAll(!showsAll)}>
          {t(showsAll ? 'usual_hours' : 'all_hours')}
        </Button>
      )}
    </div>
  );
}

function HoursLegend({ own, other }: { own: string; other: string }) {
  const t = useTranslations('match-forms.times');
  return (
    <p className="hours-legend soft">
      <span>
        <FreeBars own={1} other={0} /> {t('free_of', { team: own })}
      </span>
      <span>
        <FreeBars own={0} other={1} /> {t('free_of', { team: other })}
      </span>
    </p>
  );
}

interface HoursDayProps extends HoursGridProps {
  day: { date: number; hours: FreeAt[] };
  side: Side;
  tabStop: string | undefined;
}

function HoursDay(props: HoursDayProps) {
  const { data, day, side, tabStop, hours, times, isFull, onToggle } = props;
  const t = useTranslations('match-forms.times');
  const format = useFormatter();
  const own = useTimeZone() ?? 'UTC';
  const name = format.dateTime(new Date(day.date), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: own } as const;
  const { declared } = hours;
  const other = getOtherSide(side);
  return (
    <fieldset className="hours-day">
      <legend>{name}</legend>
      <div className="hours-row">
        {day.hours.map((hour) => {
          const words = format.dateTime(new Date(hour.time), clock);
          const isChosen = times.includes(hour.time);
          return (
            <button
              key={hour.time}
              type="button"
              className="hours-hour"
              aria-pressed={isChosen}
              aria-disabled={(!isChosen && isFull) || undefined}
              aria-label={t('hour', {
                time: words,
                free: hour[side],
                team: data.sides[side].name,
                other_free: hour[other],
                other: data.sides[other].name,
              })}
              tabIndex={hour.time === tabStop ? 0 : -1}
              onKeyDown={moveFocus}
              onClick={() => (isChosen || !isFull) && onToggle(hour.time)}
            >
              {words}
              <FreeBars
                own={toPart(hour[side], declared[side])}
                other={toPart(hour[other], declared[other])}
              />
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}

const toPart = (free: number, declared: number) => (declared === 0 ? 0 : free / declared);

/** How much of one's own side is free, above, and of the other, below. */
export function FreeBars({ own, other }: { own: number; other: number }) {
  return (
    <svg className="hours-bars" viewBox="0 0 40 8" aria-hidden="true">
      <rect className="hours-bar-track" width={40} height={3} />
      <rect className="hours-bar-own" width={40 * own} height={3} />
      <rect className="hours-bar-track" y={5} width={40} height={3} />
      <rect className="hours-bar-other" y={5} width={40 * other} height={3} />
    </svg>
  );
}

/** Left and right go through all hours, up and down to the same place of the day before or after. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const button = event.currentTarget;
  const rows = [...(button.closest('.hours')?.querySelectorAll('.hours-row') ?? [])].map((line) => [
    ...line.querySelectorAll('button'),
  ]);
  const row = rows.findIndex((buttons) => buttons.includes(button));
  const place = rows[row]?.indexOf(button) ?? -1;
  const all = rows.flat();
  const index = all.indexOf(button);
  const near = (buttons: HTMLButtonElement[] | undefined) =>
    buttons?.[Math.min(place, buttons.length - 1)];
  const targets: Record<string, HTMLButtonElement | undefined> = {
    ArrowRight: all[index + 1],
    ArrowLeft: all[index - 1],
    ArrowDown: near(rows[row + 1]),
    ArrowUp: near(rows[row - 1]),
  };
  const target = targets[event.key];
  if (target === undefined) {
    return;
  }
  event.preventDefault();
  target.focus();
}
