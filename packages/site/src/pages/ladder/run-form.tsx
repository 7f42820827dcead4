import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useCommand } from '../team/use-command.ts';
import type { LadderData } from './data.ts';
import { parsePenalty, parseRunTime, toProofLink } from './run-time.ts';

interface RunFormProps {
  data: LadderData;
  onClose: () => void;
}

const none = { time: '', penalty: '', proof: '' };

/** A stage, a time, what was added to it, and where it can be seen. */
export function RunForm({ data, onClose }: RunFormProps) {
  const t = useTranslations('ladder.time_attack.run');
  const toSentence = useRefusal();
  const stages = data.season?.rules.timeAttack.stages ?? [];
  const needsProof = data.season?.rules.report.evidence === 'required';
  const [stage, setStage] = useState(stages[0] ?? '');
  const [written, setWritten] = useState(none);
  const [isTried, setIsTried] = useState(false);
  const { send, isBusy, error } = useCommand({ saysErrors: false });
  const time_ms = parseRunTime(written.time);
  const penalty_ms = parsePenalty(written.penalty);
  const proof = toProofLink(written.proof);
  const isProofWrong = proof === null && (needsProof || written.proof.trim() !== '');
  const wrong = {
    time: isTried && time_ms === null && t('time_wrong'),
    penalty: isTried && penalty_ms === null && t('penalty_wrong'),
    proof: isTried && isProofWrong && t('proof_wrong'),
  };
  const handIn = async () => {
    setIsTried(true);
    if (time_ms === null || penalty_ms === null || isProofWrong) {
      return;
    }
    const path = `/api/entries/${data.viewer?.entry?.entry_id}/runs`;
    const body = { stage, time_ms, penalty_ms, ...(proof === null ? {} : { proof }) };
    if ((await send({ path, body, done: t('done') })) !== null) {
      onClose();
    }
  };
  return (
    <form
      method="post"
      className="ladder-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) {
          void handIn();
        }
      }}
    >
      <Field label={t('stage')}>
        {(control) => (
          <select {...control} value={stage} onChange={(event) => setStage(event.target.value)}>
            {stages.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
      </Field>
      {(['time', 'penalty', 'proof'] as const).map((name) => (
        <Field key={name} label={t(name)} hint={t(`${name}_hint`)} error={wrong[name] || undefined}>
          {(control) => (
            <input
              {...control}
              name={name}
              type={name === 'proof' ? 'url' : 'text'}
              autoComplete="off"
              placeholder={placeholders[name]}
              value={written[name]}
              onChange={(event) => setWritten({ ...written, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <p className="ladder-form-error" role="alert">
        {error !== null && toSentence(error)}
      </p>
      <div className="ladder-form-acts">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button look="main" type="submit" isBusy={isBusy}>
          {t('title')}
        </Button>
      </div>
    </form>
  );
}

const placeholders = { time: '4:31.250', penalty: '0', proof: 'https://' };
