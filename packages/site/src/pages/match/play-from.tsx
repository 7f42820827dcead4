import { useTranslations } from 'use-intl';
import { Time } from '../../ui/time.tsx';
import type { MatchData, RosterPerson } from './data.ts';

/** Whether somebody of the roster may play by the time of the match. */
export function canPlay({ eligible_from }: RosterPerson, { time }: MatchData): boolean {
  return eligible_from !== null && (time === null || eligible_from <= time.starts_at);
}

/** Why somebody of the roster may not play yet. */
export function PlayFrom({ person, data }: { person: RosterPerson; data: MatchData }) {
  const t = useTranslations('match.lineups');
  const { eligible_from } = person;
  if (eligible_from === null) {
    return <span className="soft">{t('not_eligible')}</span>;
  }
  if (canPlay(person, data)) {
    return <span className="soft">{t(`role.${person.role}`)}</span>;
  }
  return (
    <span className="soft">{t.rich('from', { time: () => <Time instant={eligible_from} /> })}</span>
  );
}
