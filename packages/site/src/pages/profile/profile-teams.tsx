import { useTranslations } from 'use-intl';
import { Emblem } from '../../ui/emblem.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FoundTeamLink } from '../../ui/found-team-link.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import type { Membership, ProfileData } from './data.ts';

/** The teams that a person is on, and those that they were on. */
export function ProfileTeams({ data }: { data: ProfileData }) {
  const t = useTranslations('profile.teams');
  const now = data.teams.filter(({ left_at, team }) => left_at === null && !team.is_disbanded);
  const before = data.teams.filter((membership) => !now.includes(membership));
  return (
    <>
      <section>
        <SectionHead title={t('now')} id="teams" />
        {now.length > 0 ? (
          <MembershipList memberships={now} />
        ) : (
          <EmptyState title={t('none')} {...(data.is_own ? { reason: t('none_own') } : {})}>
            {data.is_own && <FoundTeamLink>{t('found')}</FoundTeamLink>}
          </EmptyState>
        )}
      </section>
      {before.length > 0 && (
        <section>
          <SectionHead title={t('before')} id="teams-before" />
          <MembershipList memberships={before} />
        </section>
      )}
    </>
  );
}

function MembershipList({ memberships }: { memberships: readonly Membership[] }) {
  const t = useTranslations('profile.teams');
  const toRole = useTranslations('pieces.roles');
  return (
    <ul className="lines">
      {memberships.map(({ team, role, joined_at, left_at }) => (
        <li className="profile-team" key={`${team.slug} ${joined_at}`}>
          <Emblem name={team.name} picture={team.logo} />
          <p>
            <a className="profile-link" href={`/teams/${team.slug}`}>
              {team.name}
            </a>{' '}
            <span className="soft">{team.tag}</span>
          </p>
          <p className="soft profile-team-detail">
            {toRole(role)} ·{' '}
            {left_at === null
              ? t.rich('from', { date: () => <Time instant={joined_at} look="date" /> })
              : t.rich('from_until', {
                  from: () => <Time instant={joined_at} look="date" />,
                  until: () => <Time instant={left_at} look="date" />,
                })}
          </p>
        </li>
      ))}
    </ul>
  );
}
