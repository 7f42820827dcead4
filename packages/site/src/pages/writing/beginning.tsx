import { useTranslations } from 'use-intl';
import { Field } from '../../ui/field.tsx';
import { toSlug } from '../owner/use-form.ts';
import type { Texts, WritingData } from './data.ts';

interface BeginningProps {
  choices: NonNullable<WritingData['choices']>;
  texts: Texts;
  onWrite: (field: string, text: string) => void;
}

/** What is said of a new article beside its texts: its address, and what it belongs to. */
export function Beginning({ choices, texts, onWrite }: BeginningProps) {
  const t = useTranslations('writing');
  const lists = { game: choices.games, ladder: choices.ladders };
  return (
    <>
      <Field label={t('slug')} hint={t('slug_hint')}>
        {(control) => (
          <input
            {...control}
            value={texts.slug ?? toSlug(texts.title ?? '', 80)}
            maxLength={80}
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => onWrite('slug', event.target.value)}
          />
        )}
      </Field>
      <div className="writing-two">
        {(['game', 'ladder'] as const).map((name) => (
          <Field key={name} label={t(name)}>
            {(control) => (
              <select
                {...control}
                value={texts[name] ?? ''}
                onChange={(event) => onWrite(name, event.target.value)}
              >
                <option value="">{t('of_none')}</option>
                {lists[name].map((thing) => (
                  <option key={thing.slug} value={thing.slug}>
                    {thing.name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ))}
      </div>
    </>
  );
}
