import { useTranslations } from 'use-intl';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import type { NoticeLineData } from './data.ts';
import { type NoticeAct, noticeKinds } from './kinds.ts';
import { findNoticeTime, toNoticePath, toNoticeValues } from './notice.ts';
import { readNotices } from './read-notices.ts';

/** What the button promises: the act while it can be done, later only the way to what it was about. */
function toShownAct({ kind, match_id, can_act }: NoticeLineData): NoticeAct {
  if (can_act) {
    return noticeKinds[kind].act;
  }
  return match_id === null ? 'see_team' : 'see_match';
}

/** One notice: what, by when, and the way to the button, which reads it. `onRead` only for one that is new. */
export function NoticeLine({
  notice,
  onRead,
}: {
  notice: NoticeLineData;
  onRead: (() => void) | null;
}) {
  const t = useTranslations('notices');
  const time = findNoticeTime(notice.facts);
  const isNew = onRead !== null;
  return (
    <li className="notices-line" data-new={isNew || undefined}>
      <div className="notices-words">
        <p className="notices-title">
          {isNew && <span className="visually-hidden">{t('page.new')}: </span>}
          {t(`kinds.${notice.kind}`, toNoticeValues(notice))}
        </p>
        <p className="soft">
          {time !== null && (
            <>
              {t.rich(`times.${time.what}`, {
                time: () => <Time instant={time.instant} look="full" />,
              })}
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
          look={isNew && notice.can_act ? 'main' : 'quiet'}
          href={toNoticePath(notice)}
          onClick={() => isNew && void readNotices({ ids: [notice.id] })}
        >
          {t(`acts.${toShownAct(notice)}`)}
        </ButtonLink>
      </div>
    </li>
  );
}
