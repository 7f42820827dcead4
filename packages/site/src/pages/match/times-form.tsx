import { fromLocalTime, getWeekday, parseDuration, type Rules, toLocalTime } from '@muster/league';
import { useState } from 'react';
import { useFormatter, useNow, useTimeZone, useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { toZoneName } from '../../ui/time.tsx';
import type { MatchData } from './data.ts';
import { BothZones } from './match-top.tsx';

const day = 86_400_000;

export interface TimesLimits {
  minimum: number;
  maximum: number;
  /** How far ahead the first may be. */
  earliest: string;
}

interface TimesFieldProps {
  data: MatchData;
  limits: TimesLimits;
  times: string[];
  onChange: (times: string[]) => void;
}

/** Choosing times: quick choices inside the ladder's hours, or any other; each in both zones. */
export function TimesField({ data, limits, times, onChange }: TimesFieldProps) {
  const t = useTranslations('match.times');
  const toggle = (instant: string) =>
    onChange(
      times.includes(instant)
        ? times.filter((time) => time !== instant)
        : [...times, instant].sort().slice(0, limits.maximum),
    );
  return (
    <fieldset className="times">
      <legend>
        {limits.minimum === limits.maximum
          ? t('legend_exact', { count: limits.maximum })
          : t('legend', { minimum: limits.minimum, maximum: limits.maximum })}
      </legend>
      <QuickTimes data={data} limits={limits} times={times} onToggle={toggle} />
      <OtherTime
        zone={data.ladder.zone}
        onAdd={(instant) => !times.includes(instant) && toggle(instant)}
      />
      <ul className="times-chosen" aria-live="polite">
        {times.map((instant) => (
          <li key={instant}>
            <BothZones instant={instant} zone={data.ladder.zone} />
            <button type="button" className="match-link" onClick={() => toggle(instant)}>
              {t('remove')}
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

interface QuickTimesProps extends Omit<TimesFieldProps, 'onChange'> {
  onToggle: (instant: string) => void;
}

/** The next days with three hours of the ladder's evening each. */
function QuickTimes({ data, limits, times, onToggle }: QuickTimesProps) {
  const t = useTranslations('match.times');
  const format = useFormatter();
  const own = useTimeZone() ?? 'UTC';
  const now = useNow().getTime();
  const { zone } = data.ladder;
  const days = listQuickTimes(data.rules, zone, now, limits);
  return (
    <div className="times-days">
      <p className="soft">{t('hours_in', { zone: toZoneName(own) })}</p>
      {days.map(({ date, instants }) => (
        <fieldset key={date} className="times-day">
          <legend>
            {format.dateTime(new Date(date), {
              weekday: 'short',
              day: 'numeric',
              month: 'short',
              timeZone: 'UTC',
            })}
          </legend>
          {instants.map((instant) => (
            <button
              key={instant}
              type="button"
              className="times-hour"
              aria-pressed={times.includes(instant)}
              disabled={!times.includes(instant) && times.length >= limits.maximum}
              onClick={() => onToggle(instant)}
            >
              {format.dateTime(new Date(instant), {
                hour: '2-digit',
                minute: '2-digit',
                hourCycle: 'h23',
                timeZone: own,
              })}
            </button>
          ))}
        </fieldset>
      ))}
    </div>
  );
}

const quickHours = [19 * 60, 20 * 60, 21 * 60];

function listQuickTimes(
  { schedule }: Rules,
  zone: string,
  now: number,
  limits: TimesLimits,
): { date: number; instants: string[] }[] {
  const from = now + (parseDuration(limits.earliest) ?? day) + 60_000;
  const until = now + (parseDuration(schedule.latest) ?? 10 * day);
  const first = toLocalTime(zone, now).day;
  const days: { date: number; instants: string[] }[] = [];
  for (let date = first; date <= until && days.length < 7; date += day) {
    if (!schedule.weekdays.includes(getWeekday(date))) continue;
    const instants = listHours(schedule)
      .map((minutes) => fromLocalTime(zone, { day: date, minutes }))
      .filter((epoch) => epoch >= from && epoch <= until)
      .map((epoch) => new Date(epoch).toISOString());
    if (instants.length > 0) days.push({ date, instants });
  }
  return days;
}

const toMinutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

function listHours({ hoursFrom, hoursUntil }: Rules['schedule']): number[] {
  const from = toMinutes(hoursFrom);
  const until = toMinutes(hoursUntil);
  const end = until > from ? until : until + 1440;
  const usual = quickHours.filter((minutes) => minutes >= from && minutes <= end);
  return usual.length > 0 ? usual : [from];
}

/** Any other time, typed in the viewer's own zone. */
function OtherTime({ zone, onAdd }: { zone: string; onAdd: (instant: string) => void }) {
  const t = useTranslations('match.times');
  const own = useTimeZone() ?? 'UTC';
  const [typed, setTyped] = useState('');
  const instant = toTypedInstant(typed, own);
  return (
    <div className="times-other">
      <Field
        label={t('other', { zone: toZoneName(own) })}
        hint={instant !== null && <BothZones instant={instant} zone={zone} />}
      >
        {(control) => (
          <input
            {...control}
            type="datetime-local"
            step={900}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Button
        disabled={instant === null}
        onClick={() => {
          if (instant !== null) onAdd(instant);
          setTyped('');
        }}
      >
        {t('add')}
      </Button>
    </div>
  );
}

/** What a datetime-local field holds, as the instant that it is in a zone. */
function toTypedInstant(typed: string, zone: string): string | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(typed)?.slice(1).map(Number);
  if (parts === undefined) return null;
  const [year = 0, month = 1, date = 1, hour = 0, minute = 0] = parts;
  const epoch = fromLocalTime(zone, {
    day: Date.UTC(year, month - 1, date),
    minutes: hour * 60 + minute,
  });
  return new Date(epoch).toISOString();
}
