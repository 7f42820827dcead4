import { fromLocalTime, type Rules, toLocalTime } from '@muster/league';
import { useState } from 'react';
import { useNow, useTimeZone, useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useZoneNames } from '../../ui/use-zone-names.ts';
import { useCommand } from '../team/use-command.ts';
import { EntryError } from './entry-error.tsx';

interface RestFormProps {
  entryId: string;
  rules: Rules['rest'];
  daysLeft: number;
  onClose: () => void;
}

/** Announcing days of rest: from now or from a day on, as many as the rules and the season leave. */
export function RestForm({ entryId, rules, daysLeft, onClose }: RestFormProps) {
  const t = useTranslations('entry-forms');
  const toLeft = useTranslations('ladder.own');
  const zone = useTimeZone() ?? 'UTC';
  const toZoneName = useZoneNames();
  const today = toDateText(toLocalTime(zone, useNow().getTime()).day);
  const { isBusy, error, send } = useCommand({ saysErrors: false });
  const [from, setFrom] = useState(today);
  const [days, setDays] = useState(rules.minimum);
  const most = Math.min(rules.maximum, daysLeft);
  const choices = Array.from({ length: most - rules.minimum + 1 }, (_, at) => rules.minimum + at);
  async function announce() {
    // Today means from now on, which has no hour of its own.
    const start = from === today ? {} : { from: toInstant(from, zone) };
    const body = { days, ...start };
    const path = `/api/entries/${entryId}/rest`;
    if ((await send({ path, body, done: t('rest.done') })) !== null) {
      onClose();
    }
  }
  return (
    <form
      method="post"
      className="ladder-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) {
          void announce();
        }
      }}
    >
      <p>{t('rest.meaning')}</p>
      <Field label={t('rest.from', { zone: toZoneName(zone) })}>
        {(control) => (
          <input
            {...control}
            type="date"
            min={today}
            required
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('rest.length')} hint={toLeft('days_left', { count: daysLeft })}>
        {(control) => (
          <select
            {...control}
            value={days}
            onChange={(event) => setDays(Number(event.target.value))}
          >
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {t('rest.days', { count: choice })}
              </option>
            ))}
          </select>
        )}
      </Field>
      <EntryError error={error} />
      <div className="ladder-form-acts">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button look="main" type="submit" isBusy={isBusy} disabled={from === ''}>
          {t('rest.act')}
        </Button>
      </div>
    </form>
  );
}

const toDateText = (day: number) => new Date(day).toISOString().slice(0, 10);

/** The beginning of a date in a zone. */
function toInstant(date: string, zone: string): string {
  return new Date(fromLocalTime(zone, { day: Date.parse(date), minutes: 0 })).toISOString();
}
