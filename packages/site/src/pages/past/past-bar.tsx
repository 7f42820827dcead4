import { toLocalTime } from '@muster/league';
import { useNow, useTimeZone, useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import { useZoneNames } from '../../ui/use-zone-names.ts';
import type { PastView } from './data.ts';

interface PastBarProps {
  past: PastView;
  /** The page's own address, without a question. */
  path: string;
}

/** Says at which instant the page is looked at, and leads to another one; works without a script. */
export function PastBar({ past, path }: PastBarProps) {
  const t = useTranslations('past');
  const { at, wrong } = past;
  return (
    <div className="past">
      {wrong !== null && (
        <p className="past-note past-wrong" role="alert">
          {t('wrong', { asked: wrong })}
        </p>
      )}
      {at !== null && (
        <div className="past-note" role="note">
          <p>
            <b>
              {t.rich(past.is_recomputed ? 'as_recomputed' : 'as_it_was', {
                time: () => <Time instant={at} look="full" />,
              })}
            </b>{' '}
            <a href={path}>{t('now')}</a>
          </p>
          {(past.has_recomputed || past.is_recomputed) && <OtherView past={past} path={path} />}
        </div>
      )}
      {past.first !== null && <PastForm past={past} path={path} />}
    </div>
  );
}

/** The same instant as it was known then, or with every later ruling in place. */
function OtherView({ past, path }: PastBarProps) {
  const t = useTranslations('past');
  const address = `${path}?at=${past.at}`;
  return (
    <p className="soft">
      {t(past.is_recomputed ? 'recomputed_says' : 'known_says')}{' '}
      <a href={past.is_recomputed ? address : `${address}&view=recomputed`}>
        {t(past.is_recomputed ? 'show_known' : 'show_recomputed')}
      </a>
    </p>
  );
}

function PastForm({ past, path }: PastBarProps) {
  const t = useTranslations('past');
  const zone = useTimeZone() ?? 'UTC';
  const toZoneName = useZoneNames();
  const now = useNow();
  const first = past.first ?? now.toISOString();
  return (
    <details className="past-form">
      <summary>{t('another')}</summary>
      <form method="get" action={path}>
        <label>
          <span>{t('when', { zone: toZoneName(zone) })}</span>
          <input
            type="datetime-local"
            name="at"
            required
            min={toTyped(first, zone)}
            max={toTyped(now.toISOString(), zone)}
            defaultValue={toTyped(past.at ?? now.toISOString(), zone)}
          />
        </label>
        <Button type="submit">{t('show')}</Button>
      </form>
    </details>
  );
}

/** An instant as a datetime field writes it, in the viewer's zone. */
function toTyped(instant: string, zone: string): string {
  const { day, minutes } = toLocalTime(zone, Date.parse(instant));
  return new Date(day + minutes * 60_000).toISOString().slice(0, 16);
}
