import { type ReactNode, useState } from 'react';
import { type FoundPerson, useFoundPeople } from '../client/form/use-found-people.ts';
import { Button } from './button.tsx';
import { Emblem } from './emblem.tsx';
import { Field } from './field.tsx';
import './person-finder.css';

interface PersonFinderProps {
  label: ReactNode;
  hint: ReactNode;
  /** How many were found, for who hears the page. */
  toCount: (count: number) => string;
  nobody: string;
  /** What the button beside somebody says. */
  toAct: (name: string) => string;
  /** Those who have it already. */
  without: readonly { person_id: string }[];
  isBusy: boolean;
  /** Says whether it was done: what was typed goes then. */
  onChoose: (person: FoundPerson) => Promise<boolean>;
}

/** Finds people by their names, with an act for each. */
export function PersonFinder(props: PersonFinderProps) {
  const { isBusy, onChoose, without } = props;
  const [words, setWords] = useState('');
  const people = useFoundPeople(words);
  const left = new Set(without.map(({ person_id }) => person_id));
  const found = people?.filter(({ person_id }) => !left.has(person_id)) ?? [];
  async function choose(person: FoundPerson) {
    if (await onChoose(person)) {
      setWords('');
    }
  }
  return (
    <div className="person-finder">
      <Field label={props.label} hint={props.hint}>
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
        {people !== null && props.toCount(found.length)}
      </p>
      {people !== null && found.length === 0 && <p className="soft">{props.nobody}</p>}
      <ul className="lines">
        {found.map((person) => (
          <li key={person.person_id} className="person-found">
            <Emblem name={person.username} kind="person" size="small" />
            <a href={`/profiles/${person.user_id}`}>{person.username}</a>
            <Button isBusy={isBusy} onClick={() => void choose(person)}>
              {props.toAct(person.username)}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
