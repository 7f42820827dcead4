import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { useFormatter, useTimeZone, useTranslations } from 'use-intl';
import { getBrowserZone } from '../../client/profile/zone.ts';
import { showToast } from '../../client/toast/show-toast.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { toZoneName } from '../../ui/zone-name.ts';
import { ZoneOptions } from '../../ui/zone-options.tsx';
import { useCommand } from '../team/use-command.ts';
import type { AccountData } from './data.ts';
import {
  addHours,
  type FormHours,
  removeHours,
  toFormHours,
  toSettings,
  toWeekdayDate,
  weekdays,
} from './free-hours.ts';
import { HoursRow } from './hours-row.tsx';

/** The hours of a week in which the person can play: what the default time of a match is computed from. */
export function AvailabilityForm({ data }: { data: AccountData }) {
  const t = useTranslations('account.availability');
  const { send, isBusy } = useCommand();
  const [zone, setZone] = useState(data.zone ?? '');
  const [hours, setHours] = useState<readonly FormHours[]>(() => toFormHours(data.availability));
  const browserZone = useBrowserZone();
  const body = toSettings({ zone, browserZone, hours });
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if ((await send({ path: '/api/me/settings', body })) !== null) {
      void showToast({ kind: 'success', text: t('saved') });
    }
  }
  return (
    <form method="post" className="account-form" onSubmit={(event) => void submit(event)}>
      <p className="soft">{t('reason')}</p>
      <Field label={t('zone')} hint={t('zone_hint')}>
        {(control) => (
          <select {...control} value={zone} onChange={(event) => setZone(event.target.value)}>
            <option value="">{t('zone_of_browser')}</option>
            <ZoneOptions zones={data.zones} />
          </select>
        )}
      </Field>
      <HoursZone data={data} zone={body.availability_zone} />
      <ul className="lines account-week">
        {weekdays.map((weekday) => (
          <Weekday key={weekday} weekday={weekday} hours={hours} onChange={setHours} />
        ))}
      </ul>
      <p>
        <Button type="submit" look="main" isBusy={isBusy}>
          {t('save')}
        </Button>
      </p>
    </form>
  );
}

/** The zone of this browser; while the page is built elsewhere, the one that it is built for. */
function useBrowserZone(): string {
  const pageZone = useTimeZone() ?? 'UTC';
  return useSyncExternalStore(
    () => () => undefined,
    () => getBrowserZone() ?? pageZone,
    () => pageZone,
  );
}

interface HoursZoneProps {
  data: Pick<AccountData, 'availability' | 'hours_zone' | 'zones'>;
  zone: string;
}

/** In which zone the hours count, and that saving changes it where it would: they stay as they are written. */
export function HoursZone({ data, zone }: HoursZoneProps) {
  const t = useTranslations('account.availability');
  const toName = (of: string) =>
    data.zones.find((choice) => choice.zone === of)?.name ?? toZoneName(of);
  const isOther = data.availability.length > 0 && data.hours_zone !== zone;
  return (
    <p>
      {isOther
        ? t('hours_zone_changes', { before: toName(data.hours_zone), zone: toName(zone) })
        : t('hours_zone', { zone: toName(zone) })}
    </p>
  );
}

interface WeekdayProps {
  weekday: number;
  hours: readonly FormHours[];
  onChange: (hours: readonly FormHours[]) => void;
}

function Weekday({ weekday, hours, onChange }: WeekdayProps) {
  const t = useTranslations('account.availability');
  const format = useFormatter();
  const name = format.dateTime(toWeekdayDate(weekday), { weekday: 'long', timeZone: 'UTC' });
  const own = hours.filter((range) => range.weekday === weekday);
  return (
    <li className="account-day">
      <span className="account-day-name">{name}</span>
      <div className="account-ranges">
        {own.length === 0 && <span className="soft">{t('not_free')}</span>}
        {own.map((range) => (
          <HoursRow
            key={range.id}
            day={name}
            range={range}
            onChange={(changed) =>
              onChange(
                hours.map((other) =>
                  other.id === range.id ? { ...changed, id: range.id } : other,
                ),
              )
            }
            onRemove={() => onChange(removeHours(hours, range.id))}
          />
        ))}
      </div>
      <Button
        aria-label={t('add_on', { day: name })}
        onClick={() => onChange(addHours(hours, weekday, crypto.randomUUID()))}
      >
        {t('add')}
      </Button>
    </li>
  );
}
