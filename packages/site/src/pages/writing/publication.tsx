import { useState } from 'react';
import { useTimeZone, useTranslations } from 'use-intl';
import { sendCommand } from '../../client/command/command.ts';
import type { CommandError } from '../../client/command/command-answer.ts';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { toTypedInstant } from '../../client/form/typed-instant.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { useZoneNames } from '../../ui/use-zone-names.ts';
import type { WritingData } from './data.ts';

type Step = { act: 'now' } | { act: 'withdraw' } | { act: 'at'; at: string };

/** Whether readers see an article, and from when; each change is asked about first. */
export function Publication({ data }: { data: WritingData }) {
  const t = useTranslations('writing.publication');
  const zone = useTimeZone() ?? 'UTC';
  const toZoneName = useZoneNames();
  const reload = useReload();
  const toSentence = useRefusal();
  const [typed, setTyped] = useState('');
  const [step, setStep] = useState<Step | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<CommandError | null>(null);
  const at = toTypedInstant(typed, zone);
  const send = async (sure: Step) => {
    setIsBusy(true);
    const body = sure.act === 'now' ? {} : { at: sure.act === 'at' ? sure.at : null };
    const answer = await sendCommand(`/api/articles/${data.slug}/publication`, body);
    setIsBusy(false);
    setError(answer.ok ? null : answer.error);
    if (answer.ok) {
      setStep(null);
      await reload();
    }
  };
  return (
    <section className="writing-publication">
      <SectionHead title={t('title')} />
      <p>
        {t(data.is_published ? 'is_out' : data.published_at === null ? 'is_not' : 'is_planned')}{' '}
        {data.published_at !== null && <Time instant={data.published_at} look="full" />}
      </p>
      {data.is_published && (
        <div>
          <ButtonLink href={data.path}>{t('see')}</ButtonLink>
        </div>
      )}
      {!data.is_published && (
        <div>
          <Button onClick={() => setStep({ act: 'now' })}>{t('now')}</Button>
        </div>
      )}
      {!data.is_published && (
        <Field label={t('at')} hint={toZoneName(zone)}>
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      )}
      {!data.is_published && at !== null && (
        <div>
          <Button onClick={() => setStep({ act: 'at', at })}>{t('plan')}</Button>
        </div>
      )}
      {data.published_at !== null && (
        <div>
          <Button onClick={() => setStep({ act: 'withdraw' })}>{t('withdraw')}</Button>
        </div>
      )}
      <Dialog isOpen={step !== null} onClose={() => setStep(null)} title={t('title')}>
        {step !== null && (
          <div className="stack">
            <p>
              {t(`sure_${step.act}`)} {step.act === 'at' && <Time instant={step.at} look="full" />}
            </p>
            {error !== null && <p role="alert">{toSentence(error)}</p>}
            <Button look="main" isBusy={isBusy} onClick={() => void send(step)}>
              {t('yes')}
            </Button>
          </div>
        )}
      </Dialog>
    </section>
  );
}
