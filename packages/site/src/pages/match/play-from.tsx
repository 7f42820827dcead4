import { useTranslations } from 'use-intl';
import { Time } from '../../ui/time.tsx';
import type { MatchData, RosterPerson } from './data.ts';

/** Whether somebody of the roster may play by the time of the match. */
export function canPlay(
  { eligible_from }: RosterPerson,
  { time }: Pick<MatchData, 'time'>,
): boolean {
  return eligible_from !== null && (time === null || eligible_from <= time.starts_at);
}

/** The roster in two: who may play or does, and who may not. */
export function splitRoster(
  people: readonly RosterPerson[],
  data: Pick<MatchData, 'time'>,
  lineup: readonly string[] = [],
): Record<'able' | 'others', RosterPerson[]> {
  const isAble = (person: RosterPerson) =>
    canPlay(person, data) || lineup.includes(person.person_id);
  return {
    able: people.filter(isAble),
    others: people.filter((person) => !isAble(person)),
  };
}

/** Who is chosen before anybody is: all, where no more may play than must; else who played last and still may. */
export function chooseLineup(
  able: readonly RosterPerson[],
  { rules, last_lineup }: Pick<MatchData, 'rules' | 'last_lineup'>,
): string[] {
  const { size } = rules.team;
  const ids = able.map(({ person_id }) => person_id);
  const chosen = ids.length === size ? ids : ids.filter((id) => last_lineup.includes(id));
  return chosen.slice(0, size);
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
