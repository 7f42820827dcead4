import { useTranslations } from 'use-intl';
import { ButtonLink } from '../../ui/button.tsx';
import { ChatJoinButton } from '../../ui/connect-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import './boards.css';
import type { BoardsData } from './data.ts';

export default function BoardsPage({ data }: { data: BoardsData }) {
  const t = useTranslations('pages.boards');
  const title = useTranslations('shell.titles')('boards');
  return (
    <>
      <PageTop title={title} terrain="boards">
        <p className="boards-lead">{t('lead')}</p>
      </PageTop>
      <div className="page columns">
        <div className="stack">
          <section>
            <SectionHead title={t('notes')} id="notes" />
            <EmptyState title={t('none')} reason={t('none_reason')}>
              <ChatJoinButton />
              <ButtonLink href="/teams">{t('teams')}</ButtonLink>
            </EmptyState>
          </section>
          <ShortTeams data={data} />
        </div>
      </div>
    </>
  );
}

function ShortTeams({ data }: { data: BoardsData }) {
  const t = useTranslations('home.short');
  const words = useTranslations('pages.boards');
  return (
    <section>
      <SectionHead title={t('title')} id="short">
        {words('short_aside')}
      </SectionHead>
      {data.short_teams.length === 0 ? (
        <p className="soft">{t('none')}</p>
      ) : (
        <ul className="lines">
          {data.short_teams.map((team) => (
            <li key={`${team.slug} ${team.ladder.slug}`}>
              <a className="boards-name" href={`/teams/${team.slug}`}>
                {team.name}
              </a>{' '}
              <span className="soft">{team.tag}</span>
              <p className="soft">
                {t.rich('row', {
                  people: team.people,
                  size: team.size,
                  ladder: () => <a href={`/ladders/${team.ladder.slug}`}>{team.ladder.name}</a>,
                })}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
