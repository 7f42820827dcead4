import { isFinalStatus, type Side } from '@muster/league';
import { useFormatter, useTranslations } from 'use-intl';
import { useLanguages } from '../../client/profile/use-languages.ts';
import { getLocale } from '../../intl/locales.ts';
import { Emblem } from '../../ui/emblem.tsx';
import { SpeakerAccounts } from '../../ui/person-accounts.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import type { MatchData, RosterPerson } from './data.ts';
import { PlayFrom, splitRoster } from './play-from.tsx';

/** Both rosters, who is checked in, and after the match who played. */
export function Lineups({ data }: { data: MatchData }) {
  const t = useTranslations('match.lineups');
  return (
    <section aria-labelledby="lineups">
      <SectionHead title={t('title')} id="lineups" />
      <div className="lineups">
        <SideLineup data={data} side="challenger" />
        <SideLineup data={data} side="defender" />
      </div>
    </section>
  );
}

function SideLineup({ data, side }: { data: MatchData; side: Side }) {
  const t = useTranslations('match.lineups');
  const { name, people, checked_in_at, lineup } = data.sides[side];
  const gone = (lineup ?? []).filter((id) => !people.some(({ person_id }) => person_id === id));
  const { able, others } = splitRoster(people, data, lineup ?? []);
  const toLine = (person: RosterPerson) => (
    <li key={person.person_id} className="lineup-person">
      <Emblem name={person.username} kind="person" />
      <PersonLink person={person} />
      {lineup?.includes(person.person_id) ? (
        <span className="lineup-in">{t('plays')}</span>
      ) : (
        <PlayFrom person={person} data={data} />
      )}
      <SpeakerAccounts person={person} />
    </li>
  );
  return (
    <div>
      <h3 className="lineup-name">
        {name}
        <span className={checked_in_at === null ? 'soft' : 'lineup-in'}>
          {checked_in_at === null
            ? !isFinalStatus(data.status) && t('not_in')
            : t.rich('in', { time: () => <Time instant={checked_in_at} look="clock" /> })}
        </span>
      </h3>
      {data.viewer?.side != null && <Languages people={people} />}
      <ul className="lines">
        {able.map(toLine)}
        {gone.map((id) => (
          <li key={id} className="lineup-person">
            <Emblem name={data.names.people[id]?.username ?? '?'} kind="person" />
            <b>{data.names.people[id]?.username ?? t('forgotten')}</b>
            <span className="soft">{t('played_since_gone')}</span>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <details className="match-why">
          <summary>{t('cannot_play', { count: others.length })}</summary>
          <ul className="lines">{others.map(toLine)}</ul>
        </details>
      )}
    </div>
  );
}

/** What a side can be talked to in; those who meet in the match room need it. */
function Languages({ people }: { people: readonly RosterPerson[] }) {
  const t = useTranslations('match.lineups');
  const format = useFormatter();
  const languages = useLanguages(people.map(({ user_id }) => user_id));
  const names = [...new Set(Object.values(languages))].map((code) => getLocale(code).name);
  if (names.length === 0) {
    return null;
  }
  return (
    <p className="soft lineup-languages">{t('languages', { languages: format.list(names) })}</p>
  );
}

function PersonLink({ person }: { person: Pick<RosterPerson, 'username' | 'user_id'> }) {
  return person.user_id === null ? (
    <b>{person.username}</b>
  ) : (
    <a href={`/profiles/${person.user_id}`}>{person.username}</a>
  );
}
