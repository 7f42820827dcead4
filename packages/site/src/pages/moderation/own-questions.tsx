import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { useCommand } from '../team/use-command.ts';
import type { OwnQuestion } from './data.ts';

/** What the admins ask of oneself, those that wait for an answer first. */
export function OwnQuestions({ questions }: { questions: readonly OwnQuestion[] }) {
  const t = useTranslations('moderation');
  if (questions.length === 0) {
    return null;
  }
  return (
    <section>
      <SectionHead title={t('questions.own')} id="questions" />
      <ul className="lines">
        {questions.map(({ id, kind, title, words, at, answer, is_open }) => (
          <li className={is_open ? 'case-words case-urgent' : 'case-words'} key={id}>
            <p>
              <b>{t(`kinds.${kind}`)}</b> ·{' '}
              <span className="soft">
                <Time instant={at} look="full" />
              </span>
            </p>
            <p className="case-title">{title}</p>
            <p className="case-quote">{words}</p>
            {answer !== null && (
              <>
                <p>
                  <b>{t('questions.yours')}</b>
                </p>
                <blockquote className="case-quote">{answer}</blockquote>
              </>
            )}
            {is_open && <AnswerForm id={id} />}
            {!is_open && answer === null && <p className="soft">{t('questions.too_late')}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function AnswerForm({ id }: { id: string }) {
  const t = useTranslations('moderation.questions');
  const { send, isBusy } = useCommand();
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('text') ?? '');
    void send({ path: `/api/moderation/questions/${id}/answer`, body: { text }, done: t('heard') });
  }
  return (
    <form method="post" className="case-form" onSubmit={submit}>
      <Field label={t('answer')} hint={t('answer_hint')}>
        {(control) => <textarea {...control} name="text" required maxLength={2000} />}
      </Field>
      <Button type="submit" look="main" isBusy={isBusy}>
        {t('send_answer')}
      </Button>
    </form>
  );
}
