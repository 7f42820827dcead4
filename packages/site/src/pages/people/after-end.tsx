import { useTranslations } from 'use-intl';
import './people.css';
import type { TeamEnd } from './team-data.ts';

/** What the end of a team moves, said before it ends. */
export function AfterEnd({ end }: { end: TeamEnd }) {
  const t = useTranslations('people.team.after');
  const match = useTranslations('people.after');
  const { members, entries, matches, asking } = end;
  return (
    <div className="people-after">
      <h3>{match('title')}</h3>
      <ul>
        <li>{t('members', { count: members })}</li>
        {asking > 0 && <li>{t('asking', { count: asking })}</li>}
        {entries.map(({ slug, name }) => (
          <li key={slug}>
            {t.rich('entry', { ladder: () => <a href={`/ladders/${slug}`}>{name}</a> })}
          </li>
        ))}
        {matches.map(({ id, opponent, ends }) => (
          <li key={id}>
            {match.rich(`match.${ends ?? 'decided'}`, {
              opponent: () => <a href={`/matches/${id}`}>{opponent}</a>,
            })}
          </li>
        ))}
        {entries.length + matches.length === 0 && <li>{t('nothing')}</li>}
      </ul>
      <p className="soft">{t('back')}</p>
    </div>
  );
}
