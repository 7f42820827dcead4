import { useContext, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFoundPeople } from '../../client/form/use-found-people.ts';
import { Button } from '../../ui/button.tsx';
import type { FieldControl } from '../../ui/field.tsx';
import { RulePeople } from '../ladder/rule-value.ts';

interface PersonInputProps {
  /** The id of who is named, or null. */
  value: unknown;
  control: FieldControl;
  onChange: (value: string | null) => void;
  /** Somebody was found whose name the page may not know yet. */
  onKnown: (id: string, username: string) => void;
}

/** Somebody of the league, found by their name. */
export function PersonInput({ value, control, onChange, onKnown }: PersonInputProps) {
  const t = useTranslations('rules-edit.person');
  const people = useContext(RulePeople);
  const [words, setWords] = useState('');
  const found = useFoundPeople(words);
  if (typeof value === 'string') {
    return (
      <div className="rule-person">
        <b>{people[value] ?? '?'}</b>
        <Button onClick={() => onChange(null)}>{t('drop')}</Button>
      </div>
    );
  }
  return (
    <>
      <input
        {...control}
        type="search"
        autoComplete="off"
        maxLength={40}
        placeholder={t('hint')}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <p className="soft" role="status">
        {found !== null && t('found', { count: found.length })}
      </p>
      <ul className="rule-found">
        {found?.map(({ person_id, username }) => (
          <li key={person_id}>
            <Button
              onClick={() => {
                onKnown(person_id, username);
                onChange(person_id);
              }}
            >
              {t('take', { name: username })}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
