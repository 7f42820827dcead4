import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { useCommand } from '../team/use-command.ts';
import type { AskedPerson, CaseData, CaseQuestion } from './data.ts';

/** What was asked in the case with what was answered, and another question. */
export function CaseQuestions({ data }: { data: CaseData }) {
  const t = useTranslations('moderation.questions');
  const { questions, askable } = data;
  if (questions.length + askable.length === 0) {
    return null;
  }
  return (
    <section>
      <SectionHead title={t('title')} id="questions" />
      <ul className="lines">
        {questions.map((question) => (
          <Asked key={question.id} question={question} />
        ))}
      </ul>
      {askable.length > 0 && (
        // A question that was sent leaves the form empty.
        <AskForm key={questions.length} data={data} people={askable} />
      )}
    </section>
  );
}

function Asked({ question }: { question: CaseQuestion }) {
  const t = useTranslations('moderation.questions');
  const somebody = useTranslations('moderation')('somebody');
  const { to, by, words, at, answer, answered_at } = question;
  return (
    <li>
      <p className="soft">
        {t('asked', { by: by ?? somebody, to })} · <Time instant={at} />
      </p>
      <p className="case-quote">{words}</p>
      {answer === null ? (
        <p className="soft">{t('no_answer')}</p>
      ) : (
        <>
          <p>
            <b>{t('answered', { by: to })}</b>{' '}
            <span className="soft">{answered_at !== null && <Time instant={answered_at} />}</span>
          </p>
          <blockquote className="case-quote">{answer}</blockquote>
        </>
      )}
    </li>
  );
}

function AskForm({ data, people }: { data: CaseData; people: readonly AskedPerson[] }) {
  const t = useTranslations('moderation.questions');
  const { send, isBusy } = useCommand();
  const [person, setPerson] = useState(people[0]?.person_id ?? '');
  const [text, setText] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() !== '' && !isBusy) {
      const body = { version: data.version, person, text };
      void send({ path: `/api/moderation/cases/${data.id}/questions`, body, done: t('sent') });
    }
  }
  return (
    <details className="case-undo">
      <summary>{t('ask')}</summary>
      <form method="post" className="case-form" onSubmit={submit}>
        <Field label={t('whom')}>
          {(control) => (
            <select {...control} value={person} onChange={(event) => setPerson(event.target.value)}>
              {people.map(({ person_id, username, part }) => (
                <option key={`${person_id} ${part}`} value={person_id}>
                  {t(`parts.${part}`, { name: username })}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t('words')} hint={t('hint')}>
          {(control) => (
            <textarea
              {...control}
              maxLength={1000}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" isBusy={isBusy} disabled={text.trim() === ''}>
          {t('send')}
        </Button>
      </form>
    </details>
  );
}
