import { toLocalTime } from '@muster/league';
import { useFormatter, useTranslations } from 'use-intl';
import { readServerTime } from '../../client/live/server-clock.ts';
import { Time } from '../../ui/time.tsx';
import type { PersonAdminData, Precedent } from './data.ts';

const day = 24 * 3600 * 1000;
const usual = [1, 7, 30];

/** So many days from now, as a field of a day and an hour in a zone holds it. */
function toTyped(days: number, zone: string): string {
  const { day: date, minutes } = toLocalTime(zone, readServerTime() + days * day);
  return new Date(date + minutes * 60_000).toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length);
}

interface PrecedentsProps {
  data: PersonAdminData;
  kind: string;
  rule: string;
  zone: string;
  onChoose: (typed: string) => void;
}

/** How long this person and others got the same for, those of the same rule first; each length may be taken over. */
export function Precedents({ data, kind, rule, zone, onChoose }: PrecedentsProps) {
  const t = useTranslations('people.precedents');
  const own: Precedent[] = data.sanctions.map(({ from, until, lifted, ...one }) => ({
    ...{ id: one.id, kind: one.kind, rule: one.rule, reason: one.reason, from },
    username: data.username,
    days:
      until === null ? null : Math.max(1, Math.round((Date.parse(until) - Date.parse(from)) / day)),
    is_lifted: lifted !== null,
  }));
  const chooseDays = (days: number) => onChoose(toTyped(days, zone));
  const others = data.precedents.filter((one) => one.kind === kind);
  const wanted = rule.trim().toLowerCase();
  const isOfRule = (one: Precedent) => wanted !== '' && one.rule?.toLowerCase() === wanted;
  const sorted = [...others].sort((one, other) => Number(isOfRule(other)) - Number(isOfRule(one)));
  return (
    <div className="people-precedents">
      <p className="people-acts">
        {usual.map((days) => (
          <Length key={days} days={days} onChoose={chooseDays} />
        ))}
      </p>
      <h3>{t('own')}</h3>
      {own.length === 0 ? (
        <p className="soft">{t('none_own')}</p>
      ) : (
        <PrecedentList list={own} onChoose={chooseDays} />
      )}
      <h3>{t('others')}</h3>
      {sorted.length === 0 ? (
        <p className="soft">{t('none')}</p>
      ) : (
        <PrecedentList list={sorted} onChoose={chooseDays} />
      )}
    </div>
  );
}

interface PrecedentListProps {
  list: readonly Precedent[];
  onChoose: (days: number) => void;
}

/** What others got, with for how long; each length may be taken over. */
export function PrecedentList({ list, onChoose }: PrecedentListProps) {
  const t = useTranslations('people.precedents');
  const words = useTranslations('profile.standing');
  return (
    <ul>
      {list.map(({ id, kind, username, from, days, rule, reason, is_lifted }) => (
        <li key={id}>
          {days === null ? <b>{words('for_good')}</b> : <Length days={days} onChoose={onChoose} />}{' '}
          <span className="soft">
            {words(`sanction.${kind}`)} · {username} · <Time instant={from} look="date" />
            {rule !== null && ` · ${rule}`}
            {reason !== null && ` · ${words('reason', { reason })}`}
            {is_lifted && ` · ${t('lifted')}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Length({ days, onChoose }: { days: number } & Omit<PrecedentListProps, 'list'>) {
  const format = useFormatter();
  const t = useTranslations('people.precedents');
  const length = format.number(days, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  return (
    <button
      type="button"
      className="people-length"
      aria-label={t('take', { length })}
      onClick={() => onChoose(days)}
    >
      {length}
    </button>
  );
}
