import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { StandingLine } from '../profile/standing-line.tsx';
import { useCommand } from '../team/use-command.ts';
import type { OwnStandingData, RecordedSanction } from './data.ts';
import './people.css';
import { SanctionCard } from './sanction-card.tsx';

/** What applies to oneself, why, until when, and how to object; it opens while one is banned. */
export default function OwnStandingPage({ data }: { data: OwnStandingData }) {
  const t = useTranslations('sanctions');
  const title = useTranslations('profile.standing')('title');
  const now = data.sanctions.filter(({ is_in_force }) => is_in_force);
  const before = data.sanctions.filter(({ is_in_force }) => !is_in_force);
  return (
    <>
      <PageTop title={title} kicker={data.username}>
        <p className="page-top-lead">{t('lead')}</p>
      </PageTop>
      <div className="page people-page">
        {data.questions > 0 && (
          <p>
            <a href="/account/reports">{t('questions', { count: data.questions })}</a>
          </p>
        )}
        <section aria-labelledby="now">
          <SectionHead title={t('now')} id="now" />
          {now.length === 0 ? <p>{t('nothing')}</p> : <OwnSanctions sanctions={now} />}
        </section>
        {data.items.length > 0 && (
          <section aria-labelledby="rules">
            <SectionHead title={t('rules')} id="rules" />
            <ul className="lines">
              {data.items.map((item) => (
                <StandingLine
                  key={`${item.kind} ${item.entry.name} ${item.ladder.slug} ${item.from} ${item.until}`}
                  item={item}
                />
              ))}
            </ul>
          </section>
        )}
        {before.length > 0 && (
          <section aria-labelledby="before">
            <SectionHead title={t('before')} id="before" />
            <OwnSanctions sanctions={before} />
          </section>
        )}
        <section aria-labelledby="data">
          <SectionHead title={t('data.title')} id="data" />
          <p>{t('data.says')}</p>
          <p className="people-data">
            <a className="button button-quiet" href="/api/me/data" download="" data-native="">
              {t('data.download')}
            </a>
          </p>
        </section>
      </div>
    </>
  );
}

function OwnSanctions({ sanctions }: { sanctions: readonly RecordedSanction[] }) {
  const t = useTranslations('sanctions');
  return (
    <ul className="sanctions">
      {sanctions.map((sanction) => (
        <SanctionCard key={sanction.id} sanction={sanction}>
          {sanction.is_in_force && <p className="sanction-means">{t(`means.${sanction.kind}`)}</p>}
          <OwnAppeal sanction={sanction} />
        </SanctionCard>
      ))}
    </ul>
  );
}

/** The one appeal that a sanction has, or until when there was one. */
function OwnAppeal({ sanction }: { sanction: RecordedSanction }) {
  const t = useTranslations('sanctions.appeal');
  const { appeal, may_appeal, appeal_until: until, lifted, others } = sanction;
  const isWaiting = appeal !== null && appeal.decided === null && lifted === null;
  const isOpen = may_appeal || isWaiting;
  return (
    <>
      {may_appeal && <AppealForm sanction={sanction} />}
      {isOpen && others === 0 && <p className="soft">{t('nobody')}</p>}
      {!may_appeal && appeal === null && lifted === null && (
        <p className="soft">
          {t.rich('closed', { time: () => <Time instant={until} look="full" /> })}
        </p>
      )}
    </>
  );
}

/** A sanction that a case gave is appealed with the case: one decision has one appeal. */
function AppealForm({ sanction: { id, case_id, appeal_until } }: { sanction: RecordedSanction }) {
  const t = useTranslations('sanctions.appeal');
  const { send, isBusy } = useCommand();
  const [words, setWords] = useState('');
  const isReady = words.trim() !== '';
  return (
    <form
      method="post"
      className="people-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isBusy) {
          void send({
            path:
              case_id === null
                ? `/api/sanctions/${id}/appeal`
                : `/api/moderation/cases/${case_id}/appeal`,
            body: { text: words },
            done: t('sent'),
          });
        }
      }}
    >
      <h3>{t('title')}</h3>
      <Field
        label={t('words')}
        hint={t.rich('hint', { time: () => <Time instant={appeal_until} look="full" /> })}
      >
        {(control) => (
          <textarea
            {...control}
            rows={4}
            maxLength={case_id === null ? 4000 : 2000}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
      </Field>
      <p>
        <Button type="submit" look="main" isBusy={isBusy} disabled={!isReady}>
          {t('send')}
        </Button>
      </p>
    </form>
  );
}
