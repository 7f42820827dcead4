import { useFormatter, useTranslations } from 'use-intl';
import { getLocale } from '../../intl/locales.ts';
import { Emblem } from '../../ui/emblem.tsx';
import { Time } from '../../ui/time.tsx';
import { toWeekdayDate } from '../account/free-hours.ts';
import { ReportButton } from '../moderation/report-button.tsx';
import { BoardActs } from './board-acts.tsx';
import { BoardAnswers } from './board-answers.tsx';
import type { BoardForm, BoardPost } from './data.ts';

/** One notice: who, what they look for, when they play, and until when it is up. */
export function BoardLine({ post, form }: { post: BoardPost; form: BoardForm | null }) {
  const t = useTranslations('boards');
  const removed = useTranslations('pieces');
  const { team, author } = post;
  const href = team === null ? `/profiles/${author.user_id}` : `/teams/${team.slug}`;
  return (
    <li className="boards-post">
      <Emblem
        name={team?.name ?? author.username}
        kind={team === null ? 'person' : 'team'}
        picture={team?.logo ?? null}
      />
      <div className="boards-post-words">
        <p className="boards-kind">
          {t(`kinds.${post.kind}`)} · {post.game.name}
        </p>
        <p>
          <a className="boards-name" href={href}>
            {team?.name ?? author.username}
          </a>{' '}
          {team !== null && <span className="soft">{team.tag}</span>}
        </p>
        {post.is_removed && <p className="removed-words">{removed('removed')}</p>}
        {post.is_withheld && (
          <p className="removed-words">{t(post.is_up ? 'withheld' : 'not_up')}</p>
        )}
        <p className="boards-text">{post.text}</p>
        <Times post={post} />
        <Facts post={post} />
        {!post.is_own && (
          <ReportButton
            kind="post"
            id={post.id}
            about={team?.name ?? author.username}
            ownerId={author.user_id}
          />
        )}
      </div>
      {form !== null && <BoardActs post={post} form={form} />}
      <BoardAnswers post={post} />
    </li>
  );
}

function Times({ post }: { post: BoardPost }) {
  const t = useTranslations('boards');
  if (post.times.length === 0) {
    return null;
  }
  return (
    <p className="boards-offered">
      {t('times')}{' '}
      {post.times.map((time) => (
        <span className="boards-offer" key={time}>
          <Time instant={time} />
        </span>
      ))}
    </p>
  );
}

function Facts({ post }: { post: BoardPost }) {
  const t = useTranslations('boards');
  const format = useFormatter();
  const days = post.evenings.map((weekday) =>
    format.dateTime(toWeekdayDate(weekday), { weekday: 'short', timeZone: 'UTC' }),
  );
  return (
    <p className="soft boards-facts">
      {t(`regions.${post.region}`)} · {post.zone_name}
      {days.length > 0 && <> · {t('on_evenings', { days: format.list(days) })}</>}
      {post.languages.map((code) => {
        const { tag, name } = getLocale(code);
        return (
          <span key={code}>
            {' '}
            · <span lang={tag}>{name}</span>
          </span>
        );
      })}
      {post.team !== null && (
        <>
          {' '}
          ·{' '}
          {t.rich('by', {
            name: () => <a href={`/profiles/${post.author.user_id}`}>{post.author.username}</a>,
          })}
        </>
      )}{' '}
      · {t.rich('until', { time: () => <Time instant={post.expires_at} look="date" /> })}
    </p>
  );
}
