import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useViewer } from '../../app/environment.tsx';
import { sendCommand } from '../../client/command/command.ts';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { showToast } from '../../client/toast/show-toast.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Time } from '../../ui/time.tsx';
import { useCommand } from '../team/use-command.ts';
import { AnswerForm } from './answer-form.tsx';
import { listAnsweringTeams } from './answering-teams.ts';
import type { BoardForm, BoardPost, OwnAnswer } from './data.ts';

interface BoardActsProps {
  post: BoardPost;
  form: BoardForm;
}

/** What the person who looks may do about a notice: take their own down, answer, or take their answer back. */
export function BoardActs({ post, form }: BoardActsProps) {
  const held = useViewer()?.held;
  if (post.is_own) {
    return <TakeDown post={post} />;
  }
  const seeksPlayer = post.kind === 'team_seeks_player';
  // Who is on the team has nothing to ask of it any more.
  if (seeksPlayer && post.is_member) {
    return null;
  }
  const isPossible = seeksPlayer || listAnsweringTeams(post, form).length > 0;
  // An invitation says nothing: only who may do nothing at all is kept from it.
  const isHeld = post.kind === 'player_seeks_team' ? held === 'barred' : held !== undefined;
  const button = isPossible && !isHeld ? <AnswerButton post={post} form={form} /> : null;
  const answer = post.own_answer;
  if (answer === null) {
    return button;
  }
  return (
    <OwnAnswerSays post={post} answer={answer}>
      {/* Who was declined may answer again. */}
      {answer.status === 'declined' && button}
    </OwnAnswerSays>
  );
}

function AnswerButton({ post, form }: BoardActsProps) {
  const t = useTranslations('boards.answer');
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const name = post.team?.name ?? post.author.username;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t(`act.${post.kind}`)}</Button>
      <Dialog isOpen={isOpen} onClose={close} title={t(`title.${post.kind}`, { name })}>
        <AnswerForm post={post} form={form} onDone={close} />
      </Dialog>
    </>
  );
}

interface OwnAnswerSaysProps {
  post: BoardPost;
  answer: OwnAnswer;
  children: ReactNode;
}

function OwnAnswerSays({ post, answer, children }: OwnAnswerSaysProps) {
  const t = useTranslations('boards.answer');
  const toSentence = useRefusal();
  const reload = useReload();
  const [isBusy, setIsBusy] = useState(false);
  async function withdraw(id: string) {
    setIsBusy(true);
    const given = await sendCommand(`/api/boards/answers/${id}`, {}, { method: 'DELETE' });
    if (!given.ok) {
      const isGone = given.error.code === 'not_found';
      void showToast({ kind: 'error', text: isGone ? t('gone') : toSentence(given.error) });
    }
    // Also after a refusal: the other side has been quicker, and the page shows what it did.
    await reload();
    setIsBusy(false);
  }
  return (
    <div className="boards-own-answer">
      <p className="soft">
        {t.rich(`own.${answer.status}`, {
          team: () => <a href={`/teams/${post.team?.slug}`}>{post.team?.name}</a>,
        })}
        {answer.starts_at !== null && (
          <>
            {' '}
            <Time instant={answer.starts_at} />
          </>
        )}
      </p>
      {answer.status === 'open' && (
        <Button isBusy={isBusy} onClick={() => void withdraw(answer.id)}>
          {t('withdraw')}
        </Button>
      )}
      {children}
    </div>
  );
}

function TakeDown({ post }: { post: BoardPost }) {
  const t = useTranslations('boards');
  const { send, isBusy } = useCommand();
  async function takeDown() {
    const answer = await send({ path: `/api/boards/${post.id}`, method: 'DELETE' });
    if (answer !== null) {
      void showToast({ kind: 'success', text: t('taken_down') });
    }
  }
  return (
    <Button isBusy={isBusy} onClick={() => void takeDown()}>
      {t('take_down')}
    </Button>
  );
}
