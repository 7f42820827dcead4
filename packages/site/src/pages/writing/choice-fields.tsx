import { useTranslations } from 'use-intl';
import { Field } from '../../ui/field.tsx';
import type { Choice, Choices } from './use-choices.ts';

interface ChoiceFieldsProps {
  /** Null until they are here; what is chosen is shown all the same. */
  choices: Choices | null;
  chosen: { game: Choice | null; ladder: Choice | null };
  toError?: (name: string) => string | undefined;
  onChoose: (name: 'game' | 'ladder', slug: string) => void;
}

/** The game and the ladder that an article belongs to, or none. */
export function ChoiceFields({ choices, chosen, toError, onChoose }: ChoiceFieldsProps) {
  const t = useTranslations('writing');
  const lists = { game: choices?.games ?? [], ladder: choices?.ladders ?? [] };
  return (
    <div className="writing-two">
      {(['game', 'ladder'] as const).map((name) => {
        const own = chosen[name];
        const isListed = lists[name].some(({ slug }) => slug === own?.slug);
        return (
          <Field key={name} label={t(name)} error={toError?.(name)}>
            {(control) => (
              <select
                {...control}
                value={own?.slug ?? ''}
                onChange={(event) => onChoose(name, event.target.value)}
              >
                <option value="">{t('of_none')}</option>
                {own !== null && !isListed && <option value={own.slug}>{own.name}</option>}
                {lists[name].map((thing) => (
                  <option key={thing.slug} value={thing.slug}>
                    {thing.name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        );
      })}
    </div>
  );
}
