import { useTranslations } from 'use-intl';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { Effects } from './effects.tsx';
import type { Preview } from './use-preview.ts';

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
