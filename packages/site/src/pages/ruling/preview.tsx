import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type CommandError, sendCommand } from '../../client/command.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import type { ShownEffects } from './data.ts';
import { Effects } from './effects.tsx';

/** What the server has reckoned, or why it would refuse. */
interface Preview {
  effects: ShownEffects | null;
  error: CommandError | null;
}

const nothing: Preview = { effects: null, error: null };

/** Asks the server what a decision would move, null while there is none; what is asked later counts. */
export function usePreview(path: string, body: Record<string, unknown> | null): Preview {
  const [preview, setPreview] = useState<Preview>(nothing);
  const asked = body === null ? null : JSON.stringify(body);
  useEffect(() => {
    setPreview(nothing);
    if (asked === null) return undefined;
    let isCurrent = true;
    void sendCommand<ShownEffects>(path, JSON.parse(asked)).then((answer) => {
      if (!isCurrent) return;
      setPreview(
        answer.ok ? { effects: answer.data, error: null } : { effects: null, error: answer.error },
      );
    });
    return () => {
      isCurrent = false;
    };
  }, [path, asked]);
  return preview;
}

/** What a decision would change, above the button that gives it. */
export function PreviewPlace({ preview }: { preview: Preview }) {
  const t = useTranslations('ruling');
  const toSentence = useRefusal();
  return (
    <section className="ruling-preview" aria-live="polite" aria-labelledby="preview">
      <h3 id="preview">{t('preview')}</h3>
      {preview.error !== null ? (
        <p className="match-form-error">{toSentence(preview.error)}</p>
      ) : preview.effects === null ? (
        <p className="soft">{t('reckoning')}</p>
      ) : (
        <Effects effects={preview.effects} />
      )}
    </section>
  );
}
