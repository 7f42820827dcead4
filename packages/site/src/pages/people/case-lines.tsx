import { useTranslations } from 'use-intl';
import { Time } from '../../ui/time.tsx';
import type { CaseBrief } from '../moderation/kinds.ts';

/** Cases in a few words each, with the way to them. */
export function CaseLines({ cases }: { cases: readonly CaseBrief[] }) {
  const t = useTranslations('moderation');
  return (
    <ul className="lines">
      {cases.map(({ id, kind, status, at, title, acts }) => (
        <li key={id}>
          <a href={`/admins/cases/${id}`}>
            {t(`kinds.${kind}`)}
            {title === '' ? '' : `: ${title}`}
          </a>
          <p className="soft people-line-words">
            {t(`states.${status}`)}
            {acts.map((act) => ` · ${t(`done_acts.${act}`)}`)} · <Time instant={at} look="date" />
          </p>
        </li>
      ))}
    </ul>
  );
}
