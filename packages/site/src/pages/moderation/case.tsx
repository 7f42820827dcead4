import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useHint } from '../../client/live/hints.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { useReloadEachMinute } from '../../client/live/use-reload-each-minute.ts';
import { Button } from '../../ui/button.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { useCommand } from '../team/use-command.ts';
import { ActList } from './act-list.tsx';
import { CaseActs } from './case-acts.tsx';
import { CaseQuestions } from './case-questions.tsx';
import type { CaseData, ReportedThing } from './data.ts';
import './moderation.css';
import { ThingView } from './thing-view.tsx';

/** One thing that was reported: as it was, what is said of it, what was done before, and what to do. */
export default function CasePage({ data }: { data: CaseData }) {
  const t = useTranslations('moderation');
  const reload = useReload();
  useHint(`case:${data.id}`, () => void reload());
  // A claim lapses by itself.
  useReloadEachMinute();
  return (
    <>
      <PageTop
        title={t(`kinds.${data.kind}`)}
        kicker={<a href="/admins/cases">{t('titles.cases')}</a>}
      >
        <p className="page-top-lead">
          {t(`states.${data.status}`)} · <Time instant={data.opened_at} look="full" />
          {data.ladder !== null && (
            <>
              {'\u00a0· '}
              <a href={`/ladders/${data.ladder.slug}`}>{data.ladder.name}</a>
            </>
          )}
        </p>
      </PageTop>
      <div className="page columns">
        <div className="stack">
          <Things key={data.version} data={data} />
          <Reports data={data} />
          <Decided data={data} />
          <CaseQuestions data={data} />
          <CaseActs key={`${data.id} ${data.status}`} data={data} />
        </div>
        <aside className="stack">
          <Precedents data={data} />
        </aside>
      </div>
    </>
  );
}

function Things({ data }: { data: CaseData }) {
  const t = useTranslations('moderation');
  const { send, isBusy } = useCommand();
  const [read, setRead] = useState<ReportedThing[] | null>(null);
  const things = data.things ?? read;
  const { concerned, team } = data;
  async function open() {
    const path = `/api/moderation/cases/${data.id}/withheld`;
    const answer = await send<{ things: ReportedThing[] }>({ path });
    setRead(answer?.things ?? null);
  }
  return (
    <section>
      <SectionHead title={t('thing')} id="thing">
        {concerned !== null &&
          (concerned.user_id === null ? (
            concerned.username
          ) : (
            <a href={`/admins/people/${encodeURIComponent(concerned.username)}`}>
              {concerned.username}
            </a>
          ))}
        {team !== null && data.is_site_admin && (
          <a href={`/admins/teams/${team.slug}`}>{t('team_record', { team: team.name })}</a>
        )}
      </SectionHead>
      {things === null ? (
        <div className="case-withheld">
          <p>{t('withheld_why')}</p>
          <Button isBusy={isBusy} onClick={() => void open()}>
            {t('read')}
          </Button>
        </div>
      ) : (
        things.map((thing) => <ThingView key={JSON.stringify(thing)} thing={thing} />)
      )}
    </section>
  );
}

function Decided({ data }: { data: CaseData }) {
  const t = useTranslations('moderation');
  const { decided, appeal, appeal_decided } = data;
  if (decided === null) {
    return null;
  }
  return (
    <section>
      <SectionHead title={t('decision')} id="decision" />
      <p className="soft">
        {decided.by ?? t('somebody')} · <Time instant={decided.at} look="full" />
      </p>
      <ActList acts={data.acts} />
      {decided.answer !== '' && <p className="case-quote">{decided.answer}</p>}
      {appeal !== null && (
        <>
          <h3>{t('appeal.title')}</h3>
          <p className="soft">
            <Time instant={appeal.at} look="full" />
          </p>
          <blockquote className="case-quote">{appeal.text}</blockquote>
        </>
      )}
      {appeal_decided !== null && (
        <>
          <p>
            <b>{t(appeal_decided.granted ? 'appeal.granted' : 'appeal.refused')}</b>{' '}
            <span className="soft">
              {appeal_decided.by ?? t('somebody')} · <Time instant={appeal_decided.at} />
            </span>
          </p>
          <p className="case-quote">{appeal_decided.answer}</p>
        </>
      )}
    </section>
  );
}

function Reports({ data }: { data: CaseData }) {
  const t = useTranslations('moderation');
  const reasons = useTranslations('report.reasons');
  return (
    <section>
      <SectionHead title={t('said')} id="said" />
      <ul className="lines">
        {data.reports.map(({ by, reason, words, at }) => (
          <li key={`${at} ${by?.username}`}>
            <p>
              <b>{reasons(reason)}</b> ·{' '}
              {by === null ? t(reason === 'flagged' ? 'word_list' : 'somebody') : by.username}{' '}
              <span className="soft">
                <Time instant={at} />
              </span>
            </p>
            {words !== '' && <p className="case-quote">{words}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Precedents({ data }: { data: CaseData }) {
  const t = useTranslations('moderation');
  return (
    <section>
      <SectionHead title={t('precedents')} id="precedents" />
      {data.precedents.length === 0 && <p className="soft">{t('no_precedent')}</p>}
      <ul className="lines">
        {data.precedents.map(({ id, kind, status, at, title, acts }) => (
          <li key={id}>
            <p>
              <a href={`/admins/cases/${id}`}>
                {t(`kinds.${kind}`)}: {title === '' ? t('withheld') : title}
              </a>
            </p>
            <p className="soft">
              {t(`states.${status}`)} · <Time instant={at} look="date" />
            </p>
            <ActList acts={acts} />
          </li>
        ))}
      </ul>
    </section>
  );
}
