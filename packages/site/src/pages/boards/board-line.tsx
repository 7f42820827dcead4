import { useFormatter, useTranslations } from 'use-intl';
import { showToast } from '../../client/toasts.ts';
import { getLocale } from '../../intl/locales.ts';
import { Button } from '../../ui/button.tsx';
import { Shield } from '../../ui/shield.tsx';
import { Time, toZoneName } from '../../ui/time.tsx';
import { toWeekdayDate } from '../account/free-hours.ts';
import { useCommand } from '../team/use-command.ts';
import type { BoardPost } from './data.ts';

/** One notice: who, what they look for, when they play, and until when it is up. */
export function BoardLine({ post }: { post: BoardPost }) {
  const t = useTranslations('pages.boards');
  const { team, author } = post;
  const href = team === null ? `/profiles/${author.user_id}` : `/teams/${team.slug}`;
  return (
    <li className="boards-post">
      <Shield name={team?.name ?? author.username} />
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
        <p className="boards-text">{post.text}</p>
        <Facts post={post} />
      </div>
      {post.is_own && <TakeDown post={post} />}
    </li>
  );
}

function Facts({ post }: { post: BoardPost }) {
  const t = useTranslations('pages.boards');
  const format = useFormatter();
  const days = post.evenings.map((weekday) =>
    format.dateTime(toWeekdayDate(weekday), { weekday: 'short', timeZone: 'UTC' }),
  );
  return (
    <p className="soft boards-facts">
      {t(`regions.${post.region}`)} · {toZoneName(post.zone)}
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

function TakeDown({ post }: { post: BoardPost }) {
  const t = useTranslations('pages.boards');
  const { send, isBusy } = useCommand();
  async function takeDown() {
    const answer = await send({ path: `/api/boards/${post.id}`, method: 'DELETE' });
    if (answer !== null) showToast({ kind: 'success', text: t('taken_down') });
  }
  return (
    <Button isBusy={isBusy} onClick={() => void takeDown()}>
      {t('take_down')}
    </Button>
  );
}
