import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { ClaimWords } from '../moderation/claim-words.tsx';
import { useCommand } from '../team/use-command.ts';
import type { RecordedSanction } from './data.ts';
import { WordsField } from './record-forms.tsx';

/** Who has the appeal in hand, and its answer. */
export function AppealInHand({ sanction }: { sanction: RecordedSanction }) {
  const holder = sanction.appeal?.holder ?? null;
  return (
    <>
      <Claim id={sanction.id} holder={holder} />
      {(holder === null || holder.is_own) && <AnswerForm sanction={sanction} />}
    </>
  );
}

interface ClaimProps {
  id: string;
  holder: NonNullable<RecordedSanction['appeal']>['holder'];
}

function Claim({ id, holder }: ClaimProps) {
  const t = useTranslations('moderation.claim');
  const { send, isBusy } = useCommand();
  const act = holder?.is_own === true ? 'release' : holder === null ? 'take' : 'take_over';
  const path = `/api/sanctions/${id}/appeal`;
  const press = () =>
    act === 'release'
      ? send({ path: `${path}/release` })
      : send({ path: `${path}/claim`, body: { take_over: act === 'take_over' } });
  return (
    <div className="people-acts">
      <ClaimWords holder={holder} />
      <Button isBusy={isBusy} onClick={() => void press()}>
        {t(act)}
      </Button>
    </div>
  );
}

/** The answer to an appeal: yes and no are both acts, each with a reason. */
function AnswerForm({ sanction: { id } }: { sanction: RecordedSanction }) {
  const t = useTranslations('sanctions.appeal');
  const { send, isBusy } = useCommand();
  const [reason, setReason] = useState('');
  const isReady = reason.trim() !== '';
  const answer = (is_granted: boolean) =>
    void send({
      path: `/api/sanctions/${id}/appeal/answer`,
      body: { is_granted, reason },
      done: t('answered'),
    });
  return (
    <div className="people-form">
      <h3>{t('answer')}</h3>
      <WordsField label={t('reason')} words={reason} onChange={setReason} />
      <p className="people-acts">
        <Button look="main" isBusy={isBusy} disabled={!isReady} onClick={() => answer(true)}>
          {t('grant')}
        </Button>
        <Button isBusy={isBusy} disabled={!isReady} onClick={() => answer(false)}>
          {t('refuse')}
        </Button>
      </p>
    </div>
  );
}
