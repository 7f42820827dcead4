import { useState } from 'react';
import { useTimeZone, useTranslations } from 'use-intl';
import { toTypedInstant } from '../../client/form/typed-instant.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Time } from '../../ui/time.tsx';
import { useZoneNames } from '../../ui/use-zone-names.ts';

interface TimesFieldProps {
  times: readonly string[];
  onChange: (times: string[]) => void;
  error: string | undefined;
}

/** Times that a team offers at most. */
const most = 5;

/** The name of the field in which a time stands that is typed and not yet added. */
export const typedTimeField = 'typed_time';

/** When a team would play: up to five times, typed in one's own zone. */
export function TimesField({ times, onChange, error }: TimesFieldProps) {
  const t = useTranslations('boards.form');
  const zone = useTimeZone() ?? 'UTC';
  const toZoneName = useZoneNames();
  const [typed, setTyped] = useState('');
  const instant = toTypedInstant(typed, zone);
  function add() {
    if (instant !== null) {
      onChange([...new Set([...times, instant])].sort());
    }
    setTyped('');
  }
  return (
    <div>
      {times.length < most && (
        <div className="boards-time">
          <Field
            label={t('times', { zone: toZoneName(zone) })}
            hint={t('times_hint')}
            error={error}
          >
            {(control) => (
              <input
                {...control}
                type="datetime-local"
                name={typedTimeField}
                step={900}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
          <Button disabled={instant === null} onClick={add}>
            {t('add_time')}
          </Button>
        </div>
      )}
      <ul className="boards-times" aria-live="polite">
        {times.map((time) => (
          <li key={time}>
            <Time instant={time} look="full" />{' '}
            <Button onClick={() => onChange(times.filter((other) => other !== time))}>
              {t('remove_time')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
