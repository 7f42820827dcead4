import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useCommand } from '../team/use-command.ts';
import type { RecordedSanction } from './data.ts';

interface WordsFieldProps {
  label: string;
  words: string;
  most?: number;
  onChange: (words: string) => void;
}

/** A reason in an admin's own words. */
export function WordsField({ label, words, most = 4000, onChange }: WordsFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <textarea
          {...control}
          rows={3}
          maxLength={most}
          value={words}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Takes a sanction back, with a reason. */
export function LiftForm({ sanction: { id } }: { sanction: RecordedSanction }) {
  const t = useTranslations('people.lift');
  const { send, isBusy } = useCommand();
  const [reason, setReason] = useState('');
  return (
    <details className="people-more">
      <summary>{t('title')}</summary>
      <div className="people-form">
        <WordsField label={t('reason')} words={reason} onChange={setReason} />
        <p>
          <Button
            isBusy={isBusy}
            disabled={reason.trim() === ''}
            onClick={() =>
              void send({
                path: `/api/sanctions/${id}`,
                method: 'DELETE',
                body: { reason },
                done: t('done'),
              })
            }
          >
            {t('send')}
          </Button>
        </p>
      </div>
    </details>
  );
}
