import { getOtherSide, type Side } from '@muster/league';
import { useFormatter, useTimeZone, useTranslations } from 'use-intl';
import { toTypedInstant, withTyped } from '../../client/form/typed-instant.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Time } from '../../ui/time.tsx';
import { useZoneNames } from '../../ui/use-zone-names.ts';
import type { ChosenTimes } from './chosen-times.ts';
import type { MatchData } from './data.ts';
import { listBestHours } from './hour-days.ts';
import { HoursGrid } from './hours-grid.tsx';
import { type MatchHours, useFreeHours } from './use-free-hours.ts';
import './times.css';

export interface TimesLimits {
  minimum: number;
  maximum: number;
}

interface TimesFieldProps {
  data: MatchData;
  limits: TimesLimits;
  chosen: ChosenTimes;
  onChange: (chosen: ChosenTimes) => void;
}

/** Choosing times: the hours that the rules allow with who is free at them, or any other; each in the zones of all. */
export function TimesField({ data, limits, chosen, onChange }: TimesFieldProps) {
  const t = useTranslations('match-forms.times');
  const zone = useTimeZone() ?? 'UTC';
  const { times, typed } = chosen;
  const meant = withTyped(times, typed, zone);
  const answer = useFreeHours(data.id);
  const hours = answer !== null && 'hours' in answer ? answer.hours : null;
  const toggle = (instant: string) =>
    onChange({
      typed,
      times: times.includes(instant)
        ? times.filter((time) => time !== instant)
        : [...times, instant].sort(),
    });
  const choice = { data, times, isFull: meant.length >= limits.maximum, onToggle: toggle };
  return (
    <fieldset className="times">
      <legend>
        {limits.minimum === limits.maximum
          ? t('legend_exact', { count: limits.maximum })
          : t('legend', { minimum: limits.minimum, maximum: limits.maximum })}
      </legend>
      <div aria-live="polite">
        {answer === null && <p className="soft times-wait">{t('loading')}</p>}
        {answer !== null && hours === null && <p className="soft">{t('failed')}</p>}
      </div>
      {hours !== null && (
        <>
          <BestHours {...choice} hours={hours} />
          <HoursGrid {...choice} hours={hours} />
        </>
      )}
      {times.length < limits.maximum && (
        <OtherTime
          data={data}
          hours={hours}
          typed={typed}
          onType={(value) => onChange({ times, typed: value })}
          onAdd={() => onChange({ times: meant, typed: '' })}
        />
      )}
      <ul className="times-chosen" aria-live="polite">
        {times.map((instant) => (
          <li key={instant}>
            <AllZones data={data} hours={hours} instant={instant} />
            <button type="button" className="match-link" onClick={() => toggle(instant)}>
              {t('remove')}
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

interface BestHoursProps {
  data: MatchData;
  hours: MatchHours;
  times: readonly string[];
  isFull: boolean;
  onToggle: (instant: string) => void;
}

/** The three hours that suit both sides most; where a side has named none, how it can. */
function BestHours({ data, hours, times, isFull, onToggle }: BestHoursProps) {
  const t = useTranslations('match-forms.times');
  const format = useFormatter();
  const timeZone = useTimeZone() ?? 'UTC';
  const side = data.viewer?.side ?? 'challenger';
  const best = listBestHours(hours.hours, timeZone, 3);
  if (hours.declared[side] === 0 && data.viewer?.side != null) {
    return (
      <p className="soft">
        {t.rich('nobody_declared', {
          link: (words) => <a href="/account#availability">{words}</a>,
        })}
      </p>
    );
  }
  if (best.length === 0) {
    return null;
  }
  return (
    <div className="times-best">
      <p>{t('best')}</p>
      {best.map((hour) => {
        const isChosen = times.includes(hour.time);
        return (
          <button
            key={hour.time}
            type="button"
            className="hours-hour"
            aria-pressed={isChosen}
            aria-disabled={(!isChosen && isFull) || undefined}
            onClick={() => (isChosen || !isFull) && onToggle(hour.time)}
          >
            {format.dateTime(new Date(hour.time), {
              weekday: 'short',
              day: 'numeric',
              month: 'short',
              hour: '2-digit',
              minute: '2-digit',
              hourCycle: 'h23',
              timeZone,
            })}
            <span className="times-free">
              {t('free', { own: hour[side], other: hour[getOtherSide(side)] })}
            </span>
          </button>
        );
      })}
    </div>
  );
}

export interface AllZonesProps {
  data: MatchData;
  hours: MatchHours | null;
  instant: string;
}

/** An instant on the viewer's clock, and on those of both teams' homes and of the ladder where they show another. */
export function AllZones({ data, hours, instant }: AllZonesProps) {
  const t = useTranslations('match-forms.times');
  const own = useTimeZone() ?? 'UTC';
  const toZoneName = useZoneNames();
  const sides: readonly Side[] = ['challenger', 'defender'];
  const homes = sides.flatMap((side) => {
    const zone = hours?.zones[side] ?? null;
    return zone === null || zone === own || side === data.viewer?.side
      ? []
      : [{ name: data.sides[side].name, zone }];
  });
  const { ladder } = data;
  const isKnown = [own, ...homes.map(({ zone }) => zone)].includes(ladder.zone);
  const others = isKnown ? homes : [...homes, { name: ladder.name, zone: ladder.zone }];
  return (
    <span className="times-zones">
      <Time instant={instant} look="full" />
      {others.map(({ name, zone }) => (
        <span key={name} className="soft">
          {t.rich('for_team', {
            time: () => <Time instant={instant} zone={zone} />,
            team: name,
            zone: toZoneName(zone),
          })}
        </span>
      ))}
    </span>
  );
}

interface OtherTimeProps {
  data: MatchData;
  hours: MatchHours | null;
  typed: string;
  onType: (typed: string) => void;
  onAdd: () => void;
}

/** Any other time, typed in the viewer's own zone. */
function OtherTime({ data, hours, typed, onType, onAdd }: OtherTimeProps) {
  const t = useTranslations('match-forms.times');
  const own = useTimeZone() ?? 'UTC';
  const toZoneName = useZoneNames();
  const instant = toTypedInstant(typed, own);
  return (
    <div className="times-other">
      <Field
        label={t('other', { zone: toZoneName(own) })}
        hint={instant !== null && <AllZones data={data} hours={hours} instant={instant} />}
      >
        {(control) => (
          <input
            {...control}
            type="datetime-local"
            step={900}
            value={typed}
            onChange={(event) => onType(event.target.value)}
          />
        )}
      </Field>
      <Button disabled={instant === null} onClick={onAdd}>
        {t('add')}
      </Button>
    </div>
  );
}
