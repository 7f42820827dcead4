import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { findChoices } from '../../client/form/find-choices.ts';
import { Field } from '../../ui/field.tsx';
import { Finder } from '../../ui/finder.tsx';

interface Named {
  slug: string;
  name: string;
}

interface ChoiceFieldsProps {
  /** The address words of what is chosen; empty for nothing. */
  chosen: { game: string; ladder: string };
  /** What the server has said of it. */
  stored?: { game: Named | null; ladder: Named | null };
  toError?: (name: string) => string | undefined;
  onChoose: (name: 'game' | 'ladder', slug: string) => void;
}

const finds = {
  game: findChoices('games', { retired: '' }),
  ladder: findChoices('ladders', { retired: '' }),
};

/** The game and the ladder that an article belongs to, or none. */
export function ChoiceFields({ chosen, stored, toError, onChoose }: ChoiceFieldsProps) {
  return (
    <div className="writing-two">
      {(['game', 'ladder'] as const).map((kind) => (
        <ChoiceField
          key={kind}
          kind={kind}
          slug={chosen[kind]}
          stored={stored?.[kind] ?? null}
          error={toError?.(kind)}
          onChoose={(slug) => onChoose(kind, slug)}
        />
      ))}
    </div>
  );
}

interface ChoiceFieldProps {
  kind: 'game' | 'ladder';
  slug: string;
  stored: Named | null;
  error: string | undefined;
  onChoose: (slug: string) => void;
}

function ChoiceField({ kind, slug, stored, error, onChoose }: ChoiceFieldProps) {
  const t = useTranslations('writing');
  const [known, setKnown] = useState(stored);
  const chosen = slug === '' ? null : known?.slug === slug ? known : { slug, name: slug };
  // A draft keeps the address word alone.
  const isUnnamed = chosen !== null && chosen !== known;
  useEffect(() => {
    if (!isUnnamed) {
      return;
    }
    const ending = new AbortController();
    void finds[kind](slug, ending.signal).then((found) => {
      const named = found?.choices.find((one) => one.slug === slug);
      if (named !== undefined && !ending.signal.aborted) {
        setKnown(named);
      }
    });
    return () => ending.abort();
  }, [isUnnamed, kind, slug]);
  return (
    <Field label={t(kind)} error={error}>
      {(control) => (
        <Finder<Named>
          control={control}
          chosen={chosen}
          none={t('of_none')}
          find={finds[kind]}
          onChoose={(thing) => {
            setKnown(thing);
            onChoose(thing?.slug ?? '');
          }}
        />
      )}
    </Field>
  );
}
