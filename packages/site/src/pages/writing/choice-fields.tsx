import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { findChoices } from '../../client/form/find-choices.ts';
import { Field } from '../../ui/field.tsx';
import { Finder } from '../../ui/finder.tsx';
import type { WritingData } from './data.ts';

interface Named {
  slug: string;
  name: string;
}

interface ChoiceFieldsProps {
  /** Among which the ladder is chosen, then without a choice of none; null where any will do. */
  own: WritingData['own_ladders'];
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
  own: findChoices('ladders', { own: '', retired: '' }),
};

/** The game and the ladder that an article belongs to, or none. */
export function ChoiceFields({ own, chosen, stored, toError, onChoose }: ChoiceFieldsProps) {
  const ladder = own?.find(({ slug }) => slug === chosen.ladder) ?? stored?.ladder ?? null;
  return (
    <div className="writing-two">
      {(['game', 'ladder'] as const).map((kind) => (
        <ChoiceField
          key={kind}
          kind={kind}
          slug={chosen[kind]}
          isOwn={kind === 'ladder' && own !== null}
          stored={kind === 'ladder' ? ladder : (stored?.game ?? null)}
          error={toError?.(kind)}
          onChoose={(slug) => onChoose(kind, slug)}
        />
      ))}
    </div>
  );
}

interface ChoiceFieldProps {
  kind: 'game' | 'ladder';
  /** Whether it must be one of one's own. */
  isOwn: boolean;
  slug: string;
  stored: Named | null;
  error: string | undefined;
  onChoose: (slug: string) => void;
}

function ChoiceField({ kind, isOwn, slug, stored, error, onChoose }: ChoiceFieldProps) {
  const t = useTranslations('writing');
  const [known, setKnown] = useState(stored);
  const find = finds[isOwn ? 'own' : kind];
  const chosen = slug === '' ? null : known?.slug === slug ? known : { slug, name: slug };
  // A draft keeps the address word alone.
  const isUnnamed = chosen !== null && chosen !== known;
  useEffect(() => {
    if (!isUnnamed) {
      return;
    }
    const ending = new AbortController();
    void find(slug, ending.signal).then((found) => {
      const named = found?.choices.find((one) => one.slug === slug);
      if (named !== undefined && !ending.signal.aborted) {
        setKnown(named);
      }
    });
    return () => ending.abort();
  }, [isUnnamed, find, slug]);
  return (
    <Field label={t(kind)} hint={isOwn ? t('own_ladder_hint') : undefined} error={error}>
      {(control) => (
        <Finder<Named>
          control={control}
          chosen={chosen}
          none={isOwn ? undefined : t('of_none')}
          find={find}
          onChoose={(thing) => {
            setKnown(thing);
            onChoose(thing?.slug ?? '');
          }}
        />
      )}
    </Field>
  );
}
