import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { useCommand } from '../team/use-command.ts';
import { type ReportReason, reportReasons, type ThingKind } from './kinds.ts';

export function ReportTitle() {
  return useTranslations('report')('title');
}

interface ReportFormProps {
  kind: ThingKind;
  id: string;
  onDone: () => void;
}

/** The reasons, each a button that sends; a sentence may go with it, folded so that a phone's keys do not hide the choice. */
export function ReportForm({ kind, id, onDone }: ReportFormProps) {
  const t = useTranslations('report');
  const { send, isBusy } = useCommand();
  const [text, setText] = useState('');
  const label = useId();
  async function report(reason: ReportReason) {
    const body = { kind, id, reason, text };
    if ((await send({ path: '/api/reports', body, done: t('sent') })) !== null) {
      onDone();
    }
  }
  return (
    <div className="report-form">
      <p className="soft">{t('lead')}</p>
      <details className="field">
        <summary id={label}>{t('text')}</summary>
        <textarea
          aria-labelledby={label}
          maxLength={500}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </details>
      <p>{t('choose')}</p>
      <div className="report-reasons">
        {reportReasons.map((reason) => (
          <Button key={reason} isBusy={isBusy} onClick={() => void report(reason)}>
            {t(`reasons.${reason}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}
