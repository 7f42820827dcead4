import { useTranslations } from 'use-intl';
import { useViewer } from '../../app/environment.tsx';
import { useNavigate } from '../../app/router.tsx';
import { useReload } from '../../client/live/use-reload.ts';
import { showToast } from '../../client/toast/show-toast.ts';
import { Button } from '../../ui/button.tsx';
import { Emblem } from '../../ui/emblem.tsx';
import { Time } from '../../ui/time.tsx';
import { ReportButton } from '../moderation/report-button.tsx';
import { useCommand } from '../team/use-command.ts';
import type { BoardAnswer, BoardPost } from './data.ts';

/** Who answered the notice, for those who lead the team: each is taken or declined, but not by who may do nothing now. */
export function BoardAnswers({ post }: { post: BoardPost }) {
  const t = useTranslations('boards.answer');
  if (post.answers.length === 0) {
    return null;
  }
  return (
    <div className="boards-answers">
      <h3>{t('count', { count: post.answers.length })}</h3>
      <ul className="lines">
        {post.answers.map((answer, index) => (
          <AnswerLine key={answer.id} post={post} answer={answer} isFirst={index === 0} />
        ))}
      </ul>
    </div>
  );
}

interface AnswerLineProps {
  post: BoardPost;
  answer: BoardAnswer;
  /** Of several the one whose button calls. */
  isFirst: boolean;
}

function AnswerLine({ post, answer, isFirst }: AnswerLineProps) {
  const t = useTranslations('boards.answer');
  const { send, isBusy } = useCommand();
  const navigate = useNavigate();
  const reload = useReload();
  const isBarred = useViewer()?.held === 'barred';
  const { id, team, username, user_id, starts_at, words } = answer;
  const name = team?.name ?? username;
  async function accept() {
    const path = `/api/boards/answers/${id}/acceptance`;
    const given = await send<{ scrim?: string }>({ path });
    // It may have been taken back meanwhile: then it goes from the list.
    if (given === null) {
      await reload();
    } else if (given.scrim !== undefined) {
      await navigate(`/scrims/${given.scrim}`);
    } else {
      void showToast({ kind: 'success', text: t('invited', { name }) });
    }
  }
  async function decline() {
    if ((await send({ path: `/api/boards/answers/${id}/decline` })) === null) {
      await reload();
    }
  }
  return (
    <li className="boards-answer">
      <Emblem name={name} kind={team === null ? 'person' : 'team'} picture={team?.logo ?? null} />
      <div className="boards-post-words">
        <p>
          <a
            className="boards-name"
            href={team === null ? `/profiles/${user_id}` : `/teams/${team.slug}`}
          >
            {name}
          </a>{' '}
          {starts_at !== null && <Time instant={starts_at} look="full" />}
        </p>
        {words !== '' && <p className="boards-text">{words}</p>}
        {words !== '' && <ReportButton kind="answer" id={id} about={name} ownerId={user_id} />}
      </div>
      {!isBarred && (
        <div className="boards-answer-acts">
          <Button isBusy={isBusy} onClick={() => void decline()}>
            {t('decline')}
          </Button>
          <Button look={isFirst ? 'main' : 'quiet'} isBusy={isBusy} onClick={() => void accept()}>
            {post.kind === 'scrim' ? t('agree') : t('invite', { name })}
          </Button>
        </div>
      )}
    </li>
  );
}
