import type { Role } from '@muster/league';
import { useTranslations } from 'use-intl';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import type { ChangePerson, TeamChange } from './people-data.ts';

/** The team's own story from its log: who came and went, what it was called, who led it. */
export function TeamHistory({ changes }: { changes: readonly TeamChange[] }) {
  const t = useTranslations('team.history');
  if (changes.length === 0) {
    return null;
  }
  return (
    <section>
      <SectionHead title={t('title')} id="history" />
      <ol className="team-history">
        {changes.map((change) => (
          <li key={`${change.sequence} ${change.type}`}>
            <span className="soft">
              <Time instant={change.at} look="date" />
            </span>
            <ChangeSentence change={change} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function ChangeSentence({ change }: { change: TeamChange }) {
  const t = useTranslations('team.history');
  const toRole = useTranslations('pieces.roles');
  const { type, person, from, to } = change;
  const isRole = type === 'role_changed';
  return (
    <span>
      {t.rich(type, {
        person: () => <Person person={person} />,
        from,
        to: isRole ? toRole(to as Role) : to,
      })}
    </span>
  );
}

function Person({ person }: { person: ChangePerson | null }) {
  const t = useTranslations('team.history');
  if (person === null) {
    return t('somebody');
  }
  return person.user_id === null ? (
    person.username
  ) : (
    <a className="team-link" href={`/profiles/${person.user_id}`}>
      {person.username}
    </a>
  );
}
