import { useTranslations } from 'use-intl';
import { FactLine, PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { CaseLines } from './case-lines.tsx';
import './people.css';
import { RenamingLine } from './renaming-line.tsx';
import type { TeamAdminData } from './team-data.ts';
import { DisbandTeamForm, RenameTeamForm, ReturnTeamForm } from './team-forms.tsx';

/** A team as site admins see it: who is on it, what was done about it, and what may be done, with what that moves. */
export default function TeamAdminPage({ data }: { data: TeamAdminData }) {
  const t = useTranslations('people.team');
  const { name, tag, slug, disbanded_at, founded_at, why } = data;
  return (
    <>
      <PageTop title={`${name} [${tag}]`} kicker={<a href="/admins">{t('kicker')}</a>}>
        <FactLine>
          <span>
            {t.rich('founded', { time: () => <Time instant={founded_at} look="date" /> })}
          </span>
          {disbanded_at !== null && (
            <span>
              {t.rich(`gone.${why ?? 'by_captain'}`, {
                time: () => <Time instant={disbanded_at} look="full" />,
              })}
            </span>
          )}
          <a href={`/teams/${slug}`}>{t('page')}</a>
        </FactLine>
      </PageTop>
      <div className="page people-page">
        {disbanded_at === null && (
          <section aria-labelledby="members">
            <SectionHead title={t('members')} id="members" />
            <Members data={data} />
          </section>
        )}
        {data.cases.length > 0 && (
          <section aria-labelledby="cases">
            <SectionHead title={t('cases')} id="cases" />
            <CaseLines cases={data.cases} />
          </section>
        )}
        <section aria-labelledby="names">
          <SectionHead title={t('names')} id="names" />
          {data.renamings.length === 0 && <p>{t('never_renamed')}</p>}
          {data.renamings.map((renaming) => (
            <RenamingLine
              key={renaming.id}
              renaming={renaming}
              mayUndo={!data.is_own && disbanded_at === null}
            />
          ))}
          {!data.is_own && disbanded_at === null && (
            <details className="people-more">
              <summary>{t('rename')}</summary>
              <RenameTeamForm key={`${name} ${tag}`} data={data} />
            </details>
          )}
        </section>
        <section aria-labelledby="end">
          <SectionHead title={t(disbanded_at === null ? 'end' : 'way_back')} id="end" />
          <End data={data} />
        </section>
      </div>
    </>
  );
}

function End({ data }: { data: TeamAdminData }) {
  const t = useTranslations('people.team');
  if (data.is_own) {
    return <p>{t('own')}</p>;
  }
  if (data.disbanded_at !== null) {
    return <ReturnTeamForm key={data.disbanded_at} data={data} />;
  }
  return (
    <details className="people-more">
      <summary>{t('disband')}</summary>
      <DisbandTeamForm data={data} />
    </details>
  );
}

function Members({ data }: { data: TeamAdminData }) {
  const roles = useTranslations('people.person.role');
  const kinds = useTranslations('profile.standing');
  return (
    <ul className="lines">
      {data.members.map(({ person_id, username, role, sanction }) => (
        <li key={person_id}>
          <a href={`/admins/people/${encodeURIComponent(username)}`}>{username}</a>{' '}
          <span className="soft">{roles(role)}</span>{' '}
          {sanction !== null && <b className="people-sanction">{kinds(`sanction.${sanction}`)}</b>}
        </li>
      ))}
    </ul>
  );
}
