import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import { useMatterWords } from '../me/use-matter-words.tsx';
import type { NoticeLineData } from './data.ts';
import { findNoticeTime, toNoticeAct, toNoticePath, toNoticeValues } from './notice.ts';
import { readNotices } from './read-notices.ts';

interface NoticeLineProps {
  notice: NoticeLineData;
  /** Only for one that is new. */
  onRead: (() => void) | null;
  /** Of several the one whose button calls. */
  isFirst: boolean;
}

/** One notice: what, by when, and the way to the button, which reads it. */
export function NoticeLine({ notice, onRead, isFirst }: NoticeLineProps) {
  const t = useTranslations('notices');
  const when = useNoticeTime(notice);
  const toWords = useMatterWords();
  const { kind, matter, can_act, ids } = notice;
  const words = matter === null ? null : toWords(matter);
  const isNew = onRead !== null;
  return (
    <li className="notices-line" data-new={isNew || undefined}>
      <div className="notices-words">
        <p className="notices-title">
          {isNew && <span className="visually-hidden">{t('page.new')}: </span>}
          {words !== null && ids.length > 1
            ? words.title
            : t(`kinds.${kind}`, toNoticeValues(notice))}
        </p>
        {words !== null && <p>{words.reason}</p>}
        <p className="soft">
          {when !== null && (
            <>
              {when}
              {' · '}
            </>
          )}
          {notice.ladder !== null && (
            <>
              <a href={`/ladders/${notice.ladder.slug}`}>{notice.ladder.name}</a>
              {' · '}
            </>
          )}
          <Time instant={notice.created_at} />
        </p>
      </div>
      <div className="notices-acts">
        {onRead !== null && <Button onClick={onRead}>{t('page.mark_read')}</Button>}
        <ButtonLink
          look={isFirst ? 'main' : 'quiet'}
          href={words?.href ?? toNoticePath(notice)}
          onClick={() => isNew && void readNotices({ ids })}
        >
          {words?.act ?? t(`acts.${toNoticeAct(notice, can_act)}`)}
        </ButtonLink>
      </div>
    </li>
  );
}

/** The time that the notice names, where what it asks for does not say it. */
function useNoticeTime({ facts, matter }: NoticeLineData): ReactNode {
  const t = useTranslations('notices');
  const time = findNoticeTime(facts);
  if (time === null || (matter !== null && time.what === 'by')) {
    return null;
  }
  return t.rich(`times.${time.what}`, {
    time: () => <Time instant={time.instant} look="full" />,
  });
}
