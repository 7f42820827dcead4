import { useTranslations } from 'use-intl';
import { getLocale } from '../../intl/locales.ts';
import { AdminPill } from '../../ui/admin-pill.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Emblem } from '../../ui/emblem.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FactLine, PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { ReportButton } from '../moderation/report-button.tsx';
import { MatchList } from '../team/match-list.tsx';
import { Trophies } from '../team/trophies.tsx';
import type { ProfileData } from './data.ts';
import './profile.css';
import { Accounts, Identities } from './profile-accounts.tsx';
import { ProfileTeams } from './profile-teams.tsx';
import { MyStanding, Ratings, Sanctions } from './standing.tsx';

export default function ProfilePage({ data }: { data: ProfileData }) {
  const t = useTranslations('profile');
  return (
    <>
      <ProfileTop data={data} />
      <div className="page columns">
        <div className="stack">
          <MyStanding data={data} />
          <Sanctions data={data} />
          <ProfileTeams data={data} />
          <Ratings data={data} />
          <section>
            <SectionHead title={t('matches.title')} id="matches" />
            {data.matches.length > 0 ? (
              <MatchList matches={data.matches} />
            ) : (
              <EmptyState title={t('matches.none')} reason={t('matches.none_reason')} />
            )}
          </section>
        </div>
        <aside className="stack">
          <Trophies trophies={data.trophies} />
          <Identities identities={data.identities} />
          <Accounts accounts={data.accounts} isOwn={data.is_own} />
        </aside>
      </div>
    </>
  );
}

function ProfileTop({ data }: { data: ProfileData }) {
  const t = useTranslations('profile');
  const { tag, name } = getLocale(data.locale);
  const { wins, losses, draws } = data.record;
  return (
    <PageTop
      title={data.username}
      emblem={<Emblem name={data.username} kind="person" size="large" />}
      kicker={<Offices data={data} />}
    >
      <FactLine>
        <span>
          {t.rich('record', { wins, losses, b: (words) => <b>{words}</b> })}
          {draws > 0 && ` · ${t('draws', { draws })}`}
        </span>
        <span lang={tag}>{name}</span>
        <span>
          {t.rich('since', { date: () => <Time instant={data.joined_at} look="date" /> })}
        </span>
      </FactLine>
      {!data.is_own && <ReportButton kind="person" id={data.user_id} about={data.username} />}
      {data.is_own && (
        <p className="profile-acts">
          <ButtonLink look="main" href="/account">
            {t('edit')}
          </ButtonLink>
        </p>
      )}
    </PageTop>
  );
}

/** What the person is beside a player: admin of the site, of ladders. */
function Offices({ data }: { data: ProfileData }) {
  const t = useTranslations('profile');
  const { site, ladders } = data.admin_of;
  if (!site && ladders.length === 0) {
    return data.is_demo ? t('demo') : t('player');
  }
  return (
    <span className="profile-offices">
      <AdminPill />
      {site
        ? t('site_admin')
        : ladders.map((ladder) => (
            <a key={ladder.slug} href={`/ladders/${ladder.slug}`}>
              {ladder.name}
            </a>
          ))}
    </span>
  );
}
