import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useViewer } from '../../app/environment.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { useCommand } from '../team/use-command.ts';
import { ClaimWords } from './claim-words.tsx';
import type { CaseData } from './data.ts';
import { DecisionForm } from './decision-form.tsx';

/** What the viewer may do in the case, or why somebody else must. */
export function CaseActs({ data }: { data: CaseData }) {
  const t = useTranslations('moderation');
  const viewer = useViewer()?.username;
  // One's own question moves the case too, which is no news.
  const asked = data.questions.filter(({ by }) => by === viewer).length;
  const waits = data.status === 'open' || data.status === 'appealed';
  if (!waits) {
    return data.may_undo ? <UndoForm data={data} /> : null;
  }
  return (
    <section>
      <SectionHead title={t('decide')} id="decide" />
      {data.bar === null ? (
        <>
          <Claim data={data} />
          <Moved key={asked} version={data.version} />
          {data.status === 'open' ? <DecisionForm data={data} /> : <AppealForm data={data} />}
        </>
      ) : (
        <p className="case-bar">
          {t(`bars.${data.bar}`)} {t('others', { count: data.others })}
        </p>
      )}
    </section>
  );
}

/** What came while the viewer was about to decide: what they have written stays. */
function Moved({ version }: { version: number }) {
  const t = useTranslations('moderation');
  const [first] = useState(version);
  return (
    <p className="case-moved" role="status">
      {first === version ? '' : t('moved')}
    </p>
  );
}

function Claim({ data }: { data: CaseData }) {
  const t = useTranslations('moderation.claim');
  const { send, isBusy } = useCommand();
  const { id, holder } = data;
  const path = `/api/moderation/cases/${id}`;
  const act = holder?.is_own === true ? 'release' : holder === null ? 'take' : 'take_over';
  const press = () =>
    act === 'release'
      ? send({ path: `${path}/release` })
      : send({ path: `${path}/claim`, body: { take_over: act === 'take_over' } });
  return (
    <div className="case-claim">
      <ClaimWords holder={holder} />
      <Button isBusy={isBusy} onClick={() => void press()}>
        {t(act)}
      </Button>
    </div>
  );
}

function AppealForm({ data }: { data: CaseData }) {
  const t = useTranslations('moderation.appeal');
  const { send, isBusy } = useCommand();
  const isTaken = data.holder?.is_own === false;
  const [answer, setAnswer] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  function decide(granted: boolean) {
    setIsMissing(answer.trim() === '');
    if (answer.trim() !== '') {
      const body = { version: data.version, granted, answer };
      void send({ path: `/api/moderation/cases/${data.id}/appeal/decision`, body });
    }
  }
  return (
    <div className="case-form">
      <Field
        label={t('answer')}
        hint={t('answer_hint')}
        error={isMissing ? t('answer_needed') : null}
      >
        {(control) => (
          <textarea
            {...control}
            maxLength={1000}
            value={answer}
            onChange={(event) => setAnswer(event.target.value)}
          />
        )}
      </Field>
      {isTaken && <ClaimWords holder={data.holder} />}
      <div className="case-buttons">
        <Button look="main" isBusy={isBusy} disabled={isTaken} onClick={() => decide(true)}>
          {t('grant')}
        </Button>
        <Button isBusy={isBusy} disabled={isTaken} onClick={() => decide(false)}>
          {t('refuse')}
        </Button>
      </div>
    </div>
  );
}

function UndoForm({ data }: { data: CaseData }) {
  const t = useTranslations('moderation.undo');
  const { send, isBusy } = useCommand();
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const answer = String(new FormData(event.currentTarget).get('answer') ?? '');
    const body = { version: data.version, answer };
    void send({ path: `/api/moderation/cases/${data.id}/undo`, body, done: t('done') });
  }
  return (
    <details className="case-undo">
      <summary>{t('title')}</summary>
      <form method="post" className="case-form" onSubmit={submit}>
        <Field label={t('why')}>
          {(control) => <textarea {...control} name="answer" required maxLength={1000} />}
        </Field>
        <Button type="submit" isBusy={isBusy}>
          {t('act')}
        </Button>
      </form>
    </details>
  );
}
