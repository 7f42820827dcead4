import { useTranslations } from 'use-intl';
import { Time } from '../../ui/time.tsx';
import type { CaseActLine } from './data.ts';

/** What was done, and what of it is undone. */
export function ActList({ acts }: { acts: readonly CaseActLine[] }) {
  const t = useTranslations('moderation');
  return (
    <ul className="case-acts-done">
      {acts.map(({ id, act, until, undone_at }) => (
        <li key={id}>
          {undone_at === null ? <b>{t(`done_acts.${act}`)}</b> : <s>{t(`done_acts.${act}`)}</s>}{' '}
          {until !== null && undone_at === null && (
            <span className="soft">
              {t.rich('lasts', { time: () => <Time instant={until} look="full" /> })}
            </span>
          )}
          {undone_at !== null && (
            <span className="soft">
              {t.rich('undone', { time: () => <Time instant={undone_at} /> })}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
