import { parseDuration } from '@muster/league';
import { useFormatter, useTranslations } from 'use-intl';
import { readServerTime } from '../../client/live/server-clock.ts';
import { Time } from '../../ui/time.tsx';
import { toTyped } from './act-form.tsx';
import type { LadderAdminData } from './data.ts';

const day = 24 * 3600 * 1000;
const shown = 5;

type Desk = NonNullable<LadderAdminData['desk']>;

/** A suspension that an admin gave here before. */
interface Given {
  key: string;
  at: string;
  days: number;
  name: string;
  reason: string | null;
}

function listGiven({ acts, names }: Desk): Given[] {
  return acts.flatMap((act) => {
    if (act.type !== 'entry_suspended') {
      return [];
    }
    // What the log holds of such an event.
    const { entry_id, until } = act.data as { entry_id: string; until: string };
    const days = Math.round((Date.parse(until) - Date.parse(act.at)) / day);
    const name = names.entries[entry_id]?.name ?? '?';
    return [{ key: `${act.stream} ${act.sequence}`, at: act.at, days, name, reason: act.reason }];
  });
}

interface SuspensionLengthsProps {
  desk: Desk;
  onChoose: (typed: string) => void;
}

/** How long others were suspended here, and why, so that like is measured by like; each length may be taken over. */
export function SuspensionLengths({ desk, onChoose }: SuspensionLengthsProps) {
  const t = useTranslations('ladder-admin.lengths');
  const given = listGiven(desk).slice(0, shown);
  const rule = desk.season?.rules.strikes;
  const ruled = rule === undefined ? null : parseDuration(rule.suspension);
  return (
    <div className="desk-lengths">
      <p className="soft">{t('title')}</p>
      <ul>
        {rule !== undefined && ruled !== null && (
          <li>
            <Length days={Math.round(ruled / day)} onChoose={onChoose} />{' '}
            <span className="soft">{t('by_rule', { count: rule.limit })}</span>
          </li>
        )}
        {given.map(({ key, at, days, name, reason }) => (
          <li key={key}>
            <Length days={days} onChoose={onChoose} />{' '}
            <span className="soft">
              {name} · <Time instant={at} look="date" />
              {reason !== null && ` · ${reason}`}
            </span>
          </li>
        ))}
      </ul>
      {given.length === 0 && <p className="soft">{t('none')}</p>}
    </div>
  );
}

function Length({
  days,
  onChoose,
}: {
  days: number;
  onChoose: SuspensionLengthsProps['onChoose'];
}) {
  const format = useFormatter();
  const t = useTranslations('ladder-admin.lengths');
  const length = format.number(days, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  return (
    <button
      type="button"
      aria-label={t('take', { length })}
      onClick={() => onChoose(toTyped(new Date(readServerTime() + days * day)))}
    >
      {length}
    </button>
  );
}
