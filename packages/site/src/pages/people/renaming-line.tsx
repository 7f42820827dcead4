import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import { useCommand } from '../team/use-command.ts';
import type { Renaming } from './data.ts';
import { WordsField } from './record-forms.tsx';

/** A name that an admin gave, why, and the way back. */
export function RenamingLine({ renaming, mayUndo }: { renaming: Renaming; mayUndo: boolean }) {
  const t = useTranslations('people.names');
  const words = useTranslations('profile.standing');
  const { send, isBusy } = useCommand();
  const [reason, setReason] = useState('');
  const { id, from, to, at, by, undone_at } = renaming;
  return (
    <div className="sanction">
      <p>
        {t('renamed', { from, to })}{' '}
        <span className="soft">
          <Time instant={at} look="full" />
          {by !== null && ` · ${by}`}
          {undone_at !== null && ` · ${t('undone')}`}
        </span>
      </p>
      <p className="sanction-words">{words('reason', { reason: renaming.reason })}</p>
      {mayUndo && undone_at === null && (
        <details className="people-more">
          <summary>{t('undo')}</summary>
          <div className="people-form">
            <WordsField label={t('reason')} most={300} words={reason} onChange={setReason} />
            <p>
              <Button
                isBusy={isBusy}
                disabled={reason.trim() === ''}
                onClick={() =>
                  void send({
                    path: `/api/moderation/renames/${id}`,
                    method: 'DELETE',
                    body: { reason },
                    done: t('undone'),
                  })
                }
              >
                {t('undo')}
              </Button>
            </p>
          </div>
        </details>
      )}
    </div>
  );
}
