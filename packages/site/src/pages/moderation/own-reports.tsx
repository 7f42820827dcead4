import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useReloadWhenHeard } from '../../client/live/use-reload-when-heard.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { useCommand } from '../team/use-command.ts';
import { ActList } from './act-list.tsx';
import type { OwnCase, OwnReport, OwnReportsData } from './data.ts';
import './moderation.css';
import { OwnQuestions } from './own-questions.tsx';

/** What one has reported, with what became of it, and what was decided about oneself. */
export default function OwnReportsPage({ data }: { data: OwnReportsData }) {
  const t = useTranslations('moderation');
  useReloadWhenHeard();
  return (
    <>
      <PageTop title={t('titles.own')} kicker={<a href="/account">{t('account')}</a>}>
        <p className="page-top-lead">{t('own.lead')}</p>
      </PageTop>
      <div className="page stack case-page">
        <OwnQuestions questions={data.questions} />
        {data.cases.length > 0 && (
          <section>
            <SectionHead title={t('own.about_you')} id="about-you" />
            <ul className="lines">
              {data.cases.map((own) => (
                <Concerned key={own.id} own={own} />
              ))}
            </ul>
          </section>
        )}
        <section>
          <SectionHead title={t('own.reports')} id="reports" />
          {data.reports.length === 0 ? (
            <EmptyState title={t('own.none')} reason={t('own.none_reason')} />
          ) : (
            <ul className="lines">
              {data.reports.map((report) => (
                <Report key={report.id} report={report} />
              ))}
            </ul>
          )}
        </section>
      </div>
    </>
  );
}

function Report({ report }: { report: OwnReport }) {
  const t = useTranslations('moderation');
  const reasons = useTranslations('report.reasons');
  const { kind, title, path, reason, words, at, status, acts, answer } = report;
  return (
    <li className="case-words">
      <p>
        <b>{t(`kinds.${kind}`)}</b> · {reasons(reason)} ·{' '}
        <span className="soft">
          <Time instant={at} />
        </span>
      </p>
      <p className="case-title">{path === '' ? title : <a href={path}>{title}</a>}</p>
      {words !== '' && <p className="case-quote">{words}</p>}
      <p>{t(`own.states.${status}`)}</p>
      <ActList acts={acts} />
      {answer !== '' && <p className="case-quote">{answer}</p>}
    </li>
  );
}

function Concerned({ own }: { own: OwnCase }) {
  const t = useTranslations('moderation');
  const { kind, title, status, at, acts, answer, appeal, appeal_until } = own;
  return (
    <li className="case-words">
      <p>
        <b>{t(`kinds.${kind}`)}</b> ·{' '}
        <span className="soft">
          <Time instant={at} look="full" />
        </span>
      </p>
      <p className="case-title">{title}</p>
      <ActList acts={acts} />
      {answer !== '' && <p className="case-quote">{answer}</p>}
      {appeal !== '' && (
        <>
          <p>
            <b>{t(status === 'appealed' ? 'own.appealed' : 'appeal.title')}</b>
          </p>
          <p className="case-quote">{appeal}</p>
        </>
      )}
      {own.appeal_granted !== null && (
        <>
          <p>
            <b>{t(own.appeal_granted ? 'appeal.granted' : 'appeal.refused')}</b>
          </p>
          {own.appeal_answer !== '' && <p className="case-quote">{own.appeal_answer}</p>}
        </>
      )}
      {appeal_until !== null && <AppealForm id={own.id} until={appeal_until} />}
    </li>
  );
}

function AppealForm({ id, until }: { id: string; until: string }) {
  const t = useTranslations('moderation.own');
  const { send, isBusy } = useCommand();
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('text') ?? '');
    void send({ path: `/api/moderation/cases/${id}/appeal`, body: { text }, done: t('sent') });
  }
  return (
    <details className="case-undo">
      <summary>{t('appeal')}</summary>
      <form method="post" className="case-form" onSubmit={submit}>
        <p className="soft">
          {t.rich('appeal_how', { time: () => <Time instant={until} look="full" /> })}
        </p>
        <Field label={t('appeal_text')}>
          {(control) => <textarea {...control} name="text" required maxLength={2000} />}
        </Field>
        <Button type="submit" look="main" isBusy={isBusy}>
          {t('send')}
        </Button>
      </form>
    </details>
  );
}
