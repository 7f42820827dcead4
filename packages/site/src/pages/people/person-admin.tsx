import { useTranslations } from 'use-intl';
import { later, useLater } from '../../client/fetch/use-later.ts';
import { AdminPill } from '../../ui/admin-pill.tsx';
import { FactLine, PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { StandingLine } from '../profile/standing-line.tsx';
import { MatchList } from '../team/match-list.tsx';
import type { PersonAdminData, RecordedSanction } from './data.ts';
import { HeldAccounts } from './held-accounts.tsx';
import { NameDesk } from './name-desk.tsx';
import './people.css';
import { AppealInHand } from './appeal-in-hand.tsx';
import { CaseLines } from './case-lines.tsx';
import { LiftForm } from './record-forms.tsx';
import { SanctionCard } from './sanction-card.tsx';

const sanctionForm = later([], () => import('./sanction-form.tsx'));

/** Somebody as those in office see them: what holds, what was, and what may be done about it. */
export default function PersonAdminPage({ data }: { data: PersonAdminData }) {
  const t = useTranslations('people.person');
  const { username, user_id, sanctions, items, teams, matches, offices } = data;
  const now = sanctions.filter(({ is_in_force }) => is_in_force);
  const before = sanctions.filter(({ is_in_force }) => !is_in_force);
  const hasOffice = offices.site || offices.editor || offices.ladders.length > 0;
  return (
    <>
      <PageTop title={username} kicker={<a href="/admins/people">{t('kicker')}</a>}>
        <FactLine>
          {offices.site && <AdminPill />}
          {offices.editor && <span>{t('editor')}</span>}
          {offices.ladders.map(({ slug, name }) => (
            <a key={slug} href={`/ladders/${slug}`}>
              {t('admin_of', { ladder: name })}
            </a>
          ))}
          {!hasOffice && <span>{t('no_office')}</span>}
          <span>
            {t.rich('since', { time: () => <Time instant={data.joined_at} look="date" /> })}
          </span>
          <a href={`/profiles/${user_id}`}>{t('profile')}</a>
        </FactLine>
      </PageTop>
      <div className="page people-page">
        <section aria-labelledby="now">
          <SectionHead title={t('now')} id="now" />
          {now.length + items.length === 0 ? <p>{t('nothing')}</p> : null}
          <Record sanctions={now} />
          {items.length > 0 && (
            <ul className="lines">
              {items.map((item) => (
                <StandingLine
                  key={`${item.kind} ${item.entry.name} ${item.ladder.slug} ${item.from} ${item.until}`}
                  item={item}
                />
              ))}
            </ul>
          )}
        </section>
        {!data.is_own && (data.is_site_admin || data.own_ladder !== null) && (
          <section aria-labelledby="give">
            <SectionHead title={t('give')} id="give" />
            <GivePart data={data} />
          </section>
        )}
        <section aria-labelledby="before">
          <SectionHead title={t('before')} id="before" />
          {before.length === 0 ? <p>{t('clean')}</p> : <Record sanctions={before} />}
        </section>
        <section aria-labelledby="cases">
          <SectionHead title={t('cases')} id="cases" />
          {data.cases.length === 0 ? <p>{t('no_case')}</p> : <CaseLines cases={data.cases} />}
          {data.reported.length > 0 && (
            <details className="people-more">
              <summary>{t('reported', { count: data.reported.length })}</summary>
              <CaseLines cases={data.reported} />
            </details>
          )}
        </section>
        <section aria-labelledby="teams">
          <SectionHead title={t('teams')} id="teams" />
          {teams.length === 0 ? (
            <p>{t('no_team')}</p>
          ) : (
            <ul className="lines">
              {teams.map(({ slug, name, role }) => (
                <li key={slug}>
                  <a href={data.is_site_admin ? `/admins/teams/${slug}` : `/teams/${slug}`}>
                    {name}
                  </a>{' '}
                  <span className="soft">{t(`role.${role}`)}</span>
                </li>
              ))}
            </ul>
          )}
          {matches.length > 0 && <MatchList matches={matches} />}
        </section>
        <section aria-labelledby="names">
          <SectionHead title={t('names')} id="names" />
          <NameDesk data={data} />
        </section>
        <section aria-labelledby="accounts">
          <SectionHead title={t('accounts')} id="accounts" />
          <HeldAccounts data={data} />
        </section>
      </div>
    </>
  );
}

function Record({ sanctions }: { sanctions: readonly RecordedSanction[] }) {
  const t = useTranslations('sanctions.appeal');
  if (sanctions.length === 0) {
    return null;
  }
  return (
    <ul className="sanctions">
      {sanctions.map((sanction) => {
        const { appeal, case_id, lifted } = sanction;
        const isWaiting = appeal !== null && appeal.decided === null && lifted === null;
        return (
          <SanctionCard key={sanction.id} sanction={sanction}>
            {case_id !== null && (
              <p>
                <a href={`/admins/cases/${case_id}`}>{t(isWaiting ? 'in_case' : 'case')}</a>
              </p>
            )}
            {sanction.may_answer && <AppealInHand sanction={sanction} />}
            {isWaiting && !sanction.may_answer && case_id === null && (
              <p className="soft">{t('own')}</p>
            )}
            {isWaiting && sanction.others === 0 && <p className="soft">{t('nobody')}</p>}
            {sanction.may_lift && sanction.is_in_force && <LiftForm sanction={sanction} />}
          </SanctionCard>
        );
      })}
    </ul>
  );
}

/** The form comes after the first look; its place is kept. */
function GivePart({ data }: { data: PersonAdminData }) {
  const part = useLater(sanctionForm, true);
  return part === null ? (
    <div className="people-give" />
  ) : (
    <part.SanctionForm key={data.sanctions.length} data={data} />
  );
}
