import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Field } from '../../ui/field.tsx';
import { toSlug } from './use-form.ts';

interface NameFieldsProps {
  of: 'game' | 'ladder';
  /** What is there; null for a new one, whose address word follows its name until it is typed. */
  thing: { name: string; slug: string } | null;
  longestSlug: number;
  toError: (name: string) => string | undefined;
  /** The fields beside them. */
  children: ReactNode;
}

/** The name of a thing and its word in addresses. */
export function NameFields({ of, thing, longestSlug, toError, children }: NameFieldsProps) {
  const t = useTranslations(`owner.${of}`);
  const [name, setName] = useState(thing?.name ?? '');
  const [slug, setSlug] = useState(thing?.slug ?? null);
  return (
    <div className="owner-two">
      <Field label={t('name')} error={toError('name')}>
        {(control) => (
          <input
            {...control}
            name="name"
            maxLength={80}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('slug')} hint={t('slug_hint')} error={toError('slug')}>
        {(control) => (
          <input
            {...control}
            name="slug"
            maxLength={longestSlug}
            autoCapitalize="none"
            spellCheck={false}
            value={slug ?? toSlug(name, longestSlug)}
            onChange={(event) => setSlug(event.target.value)}
          />
        )}
      </Field>
      {children}
    </div>
  );
}
