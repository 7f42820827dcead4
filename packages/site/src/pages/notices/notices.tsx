import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useViewer } from '../../app/environment.tsx';
import { useReload } from '../../client/live/use-reload.ts';
import { useReloadOnNews } from '../../client/live/use-reload-on-news.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import type { NoticeLineData, NoticesData } from './data.ts';
import { NoticeChoices } from './notice-choices.tsx';
import { NoticeLine } from './notice-line.tsx';
import { readNotices } from './read-notices.ts';
import './notices.css';

/** What somebody has been told, the new first, and what they wish to be told. */
export default function NoticesPage({ data }: { data: NoticesData }) {
  const title = useTranslations('shell.titles')('notices');
  const viewer = useViewer();
  useReloadOnNews();
  return (
    <>
      <PageTop
        title={title}
        kicker={viewer === null ? undefined : <a href="/account">{viewer.username}</a>}
      />
      <div className="page notices-page">
        <Lists data={data} />
        <NoticeChoices data={data} />
      </div>
    </>
  );
}

function Lists({ data }: { data: NoticesData }) {
  const t = useTranslations('notices.page');
  const reload = useReload();
  const [isBusy, setIsBusy] = useState(false);
  async function read(what: { ids: string[] } | { all: true }) {
    setIsBusy(true);
    await readNotices(what);
    await reload();
    setIsBusy(false);
  }
  return (
    <div className="stack">
      <section aria-labelledby="unread">
        <SectionHead title={t('unread')} id="unread">
          {data.unread.length > 1 && (
            <Button isBusy={isBusy} onClick={() => void read({ all: true })}>
              {t('all_read')}
            </Button>
          )}
        </SectionHead>
        {data.unread.length === 0 ? (
          <EmptyState title={t('none')} reason={t('none_reason')} />
        ) : (
          <Lines lines={data.unread} onRead={(ids) => void read({ ids })} />
        )}
      </section>
      {data.earlier.length > 0 && (
        <section aria-labelledby="earlier">
          <SectionHead title={t('earlier')} id="earlier" />
          <Lines lines={data.earlier} onRead={null} />
          {countNotices(data) >= data.limit && (
            <p className="soft notices-limit">{t('only_last', { count: data.limit })}</p>
          )}
        </section>
      )}
    </div>
  );
}

const countNotices = ({ unread, earlier }: NoticesData) =>
  [...unread, ...earlier].reduce((count, { ids }) => count + ids.length, 0);

function Lines({
  lines,
  onRead,
}: {
  lines: readonly NoticeLineData[];
  onRead: ((ids: string[]) => void) | null;
}) {
  // Of several new ones that ask for something the first calls.
  const first = onRead === null ? undefined : lines.find(({ matter }) => matter?.weight === 'act');
  return (
    <ul className="lines">
      {lines.map((notice) => (
        <NoticeLine
          key={notice.id}
          notice={notice}
          isFirst={notice === first}
          onRead={onRead === null ? null : () => onRead(notice.ids)}
        />
      ))}
    </ul>
  );
}
