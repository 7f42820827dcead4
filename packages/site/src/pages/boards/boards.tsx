import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useViewer } from '../../app/environment.tsx';
import { useReloadOnNews } from '../../client/live/use-reload-on-news.ts';
import { startSignIn } from '../../client/session/start-sign-in.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ChatJoinButton } from '../../ui/connect-button.tsx';
import { Emblem } from '../../ui/emblem.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { BoardFilterForm } from './board-filters.tsx';
import './boards.css';
import { BoardPostForm } from './board-form.tsx';
import { BoardLine } from './board-line.tsx';
import type { BoardsData } from './data.ts';
import { OwnScrims } from './own-scrims.tsx';

export default function BoardsPage({ data }: { data: BoardsData }) {
  const t = useTranslations('boards');
  const title = useTranslations('shell.titles')('boards');
  const [isOpen, setIsOpen] = useState(false);
  const isHeld = useViewer()?.held !== undefined;
  useReloadOnNews();
  return (
    <>
      <PageTop title={title}>
        <p className="boards-lead">{t('lead')}</p>
        <p className="boards-acts">
          {data.form === null ? (
            <Button look="main" onClick={() => void startSignIn()}>
              {t('sign_in')}
            </Button>
          ) : isHeld ? null : (
            <Button look="main" onClick={() => setIsOpen(true)}>
              {t('put_up')}
            </Button>
          )}
        </p>
      </PageTop>
      <div className="page columns boards-columns">
        <div className="stack">
          <OwnScrims scrims={data.scrims} />
          <section>
            <SectionHead title={t('notes')} id="notes">
              {t('count', { count: data.posts.length })}
            </SectionHead>
            <BoardFilterForm data={data} />
            <Posts data={data} onPutUp={isHeld ? null : () => setIsOpen(true)} />
          </section>
          <ShortTeams data={data} />
        </div>
      </div>
      {data.form !== null && (
        <BoardPostForm form={data.form} isOpen={isOpen} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

interface PostsProps {
  data: BoardsData;
  /** Null for who may put nothing up. */
  onPutUp: (() => void) | null;
}

function Posts({ data, onPutUp }: PostsProps) {
  const t = useTranslations('boards');
  if (data.posts.length > 0) {
    return (
      <ul className="lines">
        {data.posts.map((post) => (
          <BoardLine key={post.id} post={post} form={data.form} />
        ))}
      </ul>
    );
  }
  if (Object.values(data.filters).some((filter) => filter !== null)) {
    return (
      <EmptyState title={t('none_found')} reason={t('none_found_reason')}>
        <ButtonLink href="/boards">{t('all')}</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t('none')} reason={t('none_reason')}>
      <ChatJoinButton />
      <ButtonLink href="/teams">{t('teams')}</ButtonLink>
      {data.form !== null && onPutUp !== null && <Button onClick={onPutUp}>{t('put_up')}</Button>}
    </EmptyState>
  );
}

function ShortTeams({ data }: { data: BoardsData }) {
  const t = useTranslations('lists.short');
  const words = useTranslations('boards');
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
              <Emblem name={team.name} picture={team.logo} size="small" />{' '}
              <a className="boards-name" href={`/teams/${team.slug}`}>
                {team.name}
              </a>{' '}
              <span className="soft">{team.tag}</span>
              <p className="soft boards-short">
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
