import { useTranslations } from 'use-intl';
import { Field } from '../../ui/field.tsx';
import { toSlug } from '../owner/use-form.ts';
import { ChoiceFields } from './choice-fields.tsx';
import { toChosenLadder } from './chosen-ladder.ts';
import type { Texts, WritingData } from './data.ts';

interface BeginningProps {
  own: WritingData['own_ladders'];
  texts: Texts;
  onWrite: (field: string, text: string) => void;
}

/** What is said of a new article beside its texts: its address, and what it belongs to. */
export function Beginning({ own, texts, onWrite }: BeginningProps) {
  const t = useTranslations('writing');
  const ladder = toChosenLadder(own, texts.ladder);
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
      <ChoiceFields own={own} chosen={{ game: texts.game ?? '', ladder }} onChoose={onWrite} />
    </>
  );
}
