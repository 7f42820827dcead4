import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { sendCommand } from '../../client/command/command.ts';
import type { CommandError } from '../../client/command/command-answer.ts';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { Button } from '../../ui/button.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { ChangedText } from './changed-text.tsx';
import { fieldsOfKind, type Texts, type WritingData } from './data.ts';

interface OfferedProps {
  data: WritingData;
  /** Writes the texts that ship over the draft. */
  onTake: (texts: Texts) => void;
}

/** A newer text that ships, beside the league's own: either is chosen, and asked about no more. */
export function Offered({ data, onTake }: OfferedProps) {
  const t = useTranslations('writing');
  const reload = useReload();
  const toSentence = useRefusal();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<CommandError | null>(null);
  const { offered, texts, kind, slug, locale } = data;
  if (offered === null) {
    return null;
  }
  const keepMine = async () => {
    setIsBusy(true);
    const body = { locale, texts: offered.texts };
    const answer = await sendCommand(`/api/writing/${kind}/${slug}/offered`, body, {
      method: 'DELETE',
    });
    setIsBusy(false);
    setError(answer.ok ? null : answer.error);
    if (answer.ok) {
      await reload();
    }
  };
  const fields = fieldsOfKind[kind];
  return (
    <section>
      <SectionHead title={t('offered')} id="offered" />
      <div className="writing-sides">
        {fields.map((field) => (
          <div key={field} className="writing-sides-field">
            <h3>{t(`fields.${field}`)}</h3>
            <div>
              <h4 className="soft">{t('yours')}</h4>
              <p className="writing-text">{texts[field]}</p>
            </div>
            <div>
              <h4 className="soft">{t('shipped')}</h4>
              <ChangedText before={texts[field] ?? ''} after={offered.texts[field] ?? ''} />
            </div>
          </div>
        ))}
      </div>
      {error !== null && <p role="alert">{toSentence(error)}</p>}
      <div className="writing-acts">
        <Button
          onClick={() =>
            onTake(Object.fromEntries(fields.map((field) => [field, offered.texts[field] ?? ''])))
          }
        >
          {t('take_offered')}
        </Button>
        <Button isBusy={isBusy} onClick={() => void keepMine()}>
          {t('keep_yours')}
        </Button>
      </div>
    </section>
  );
}
