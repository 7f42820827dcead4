import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { showToast } from '../../client/show-toast.ts';
import { type FoundPerson, useFoundPeople } from '../../client/use-found-people.ts';
import { Button } from '../../ui/button.tsx';
import { Emblem } from '../../ui/emblem.tsx';
import { Field } from '../../ui/field.tsx';
import type { TeamData } from './data.ts';
import { useCommand } from './use-command.ts';

/** Finds somebody by their name and invites them: it waits on their account page and on the team's. */
export function InviteByName({ data }: { data: TeamData }) {
  const t = useTranslations('team.links');
  const [words, setWords] = useState('');
  const { send, isBusy } = useCommand();
  const people = useFoundPeople(words);
  const members = new Set(data.members.map(({ person_id }) => person_id));
  const found = people?.filter(({ person_id }) => !members.has(person_id)) ?? [];
  async function invite({ person_id, username }: FoundPerson) {
    const path = `/api/teams/${data.slug}/invites`;
    const answer = await send({ path, body: { person: person_id } });
    if (answer === null) {
      return;
    }
    setWords('');
    void showToast({ kind: 'success', text: t('invited', { name: username }) });
  }
  return (
    <div className="team-find">
      <Field label={t('by_name')} hint={t('by_name_hint')}>
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
      {people !== null && found.length === 0 && <p className="soft">{t('nobody')}</p>}
      <ul className="lines">
        {found.map((person) => (
          <li className="team-found" key={person.person_id}>
            <Emblem name={person.username} kind="person" size="small" />
            <a className="team-link" href={`/profiles/${person.user_id}`}>
              {person.username}
            </a>
            <Button isBusy={isBusy} onClick={() => void invite(person)}>
              {t('invite', { name: person.username })}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
