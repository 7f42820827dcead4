import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type FoundPerson, useFoundPeople } from '../../client/use-found-people.ts';
import { Button } from '../../ui/button.tsx';
import { Emblem } from '../../ui/emblem.tsx';
import { Field } from '../../ui/field.tsx';
import { useCommand } from '../team/use-command.ts';
import type { Officer } from './data.ts';

interface GiveOfficeProps {
  /** Where it is given. */
  path: string;
  held: readonly Officer[];
}

/** Finds somebody by their name and gives them an office. */
export function GiveOffice({ path, held }: GiveOfficeProps) {
  const t = useTranslations('owner.offices');
  const [words, setWords] = useState('');
  const { send, isBusy } = useCommand();
  const people = useFoundPeople(words);
  const holders = new Set(held.map(({ person_id }) => person_id));
  const found = people?.filter(({ person_id }) => !holders.has(person_id)) ?? [];
  async function give({ person_id, username }: FoundPerson) {
    const done = t('given', { name: username });
    if ((await send({ path, body: { person: person_id }, done })) !== null) {
      setWords('');
    }
  }
  return (
    <div className="owner-give">
      <Field label={t('find')} hint={t('find_hint')}>
        {(control) => (
          <input
            {...control}
            type="search"
            autoComplete="off"
            maxLength={40}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
      </Field>
      <p className="visually-hidden" role="status">
        {people !== null && t('found', { count: found.length })}
      </p>
      {people !== null && found.length === 0 && <p className="soft">{t('not_found')}</p>}
      <ul className="lines">
        {found.map((person) => (
          <li key={person.person_id} className="owner-person">
            <Emblem name={person.username} kind="person" size="small" />
            <a href={`/profiles/${person.user_id}`}>{person.username}</a>
            <Button isBusy={isBusy} onClick={() => void give(person)}>
              {t('give', { name: person.username })}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
