import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/check.tsx';
import { Field } from '../../ui/field.tsx';
import { useCommand } from '../team/use-command.ts';
import { AfterEnd } from './after-end.tsx';
import { WordsField } from './record-forms.tsx';
import type { TeamAdminData } from './team-data.ts';

interface NameFieldsProps {
  name: string;
  tag: string;
  onName: (name: string) => void;
  onTag: (tag: string) => void;
}

/** A team's new name and tag. */
export function NameFields({ name, tag, onName, onTag }: NameFieldsProps) {
  const t = useTranslations('people.team');
  return (
    <>
      <Field label={t('name')}>
        {(control) => (
          <input
            {...control}
            maxLength={40}
            autoComplete="off"
            value={name}
            onChange={(event) => onName(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('tag')}>
        {(control) => (
          <input
            {...control}
            maxLength={6}
            autoComplete="off"
            value={tag}
            onChange={(event) => onTag(event.target.value)}
          />
        )}
      </Field>
    </>
  );
}

/** Another name and tag, why, and whether the old ones are masked in the log. */
export function RenameTeamForm({ data }: { data: TeamAdminData }) {
  const t = useTranslations('people.team');
  const { send, isBusy } = useCommand();
  const [name, setName] = useState(data.name);
  const [tag, setTag] = useState(data.tag);
  const [reason, setReason] = useState('');
  const [hides, setHides] = useState(true);
  const isChanged = name.trim() !== data.name || tag.trim() !== data.tag;
  const isReady = isChanged && name.trim() !== '' && tag.trim() !== '' && reason.trim() !== '';
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isReady && !isBusy) {
      const path = `/api/moderation/teams/${data.slug}/name`;
      void send({ path, body: { name, tag, reason, hides }, done: t('renamed') });
    }
  }
  return (
    <form method="post" className="people-form" onSubmit={submit}>
      <NameFields name={name} tag={tag} onName={setName} onTag={setTag} />
      <WordsField label={t('reason')} most={300} words={reason} onChange={setReason} />
      <Check checked={hides} onCheck={setHides}>
        {t('hides')}
      </Check>
      <p className="soft">{t('no_way_back')}</p>
      <p>
        <Button type="submit" look="danger" isBusy={isBusy} disabled={!isReady}>
          {t('rename')}
        </Button>
      </p>
    </form>
  );
}

/** What the end of a team moves, then its end. */
export function DisbandTeamForm({ data }: { data: TeamAdminData }) {
  const t = useTranslations('people.team');
  const { send, isBusy } = useCommand();
  const [reason, setReason] = useState('');
  const [isSure, setIsSure] = useState(false);
  const isReady = reason.trim() !== '' && isSure;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isReady && !isBusy) {
      const path = `/api/moderation/teams/${data.slug}/disband`;
      void send({ path, body: { reason }, done: t('disbanded') });
    }
  }
  return (
    <form method="post" className="people-form" onSubmit={submit}>
      <AfterEnd end={{ ...data, members: data.members.length }} />
      <WordsField label={t('reason')} most={300} words={reason} onChange={setReason} />
      <Check checked={isSure} onCheck={setIsSure}>
        {t('sure')}
      </Check>
      <p>
        <Button type="submit" look="danger" isBusy={isBusy} disabled={!isReady}>
          {t('disband')}
        </Button>
      </p>
    </form>
  );
}

/** Who comes back with a disbanded team, and under which name. */
export function ReturnTeamForm({ data }: { data: TeamAdminData }) {
  const t = useTranslations('people.team');
  const roles = useTranslations('people.person.role');
  const { send, isBusy } = useCommand();
  const [name, setName] = useState(data.name);
  const [tag, setTag] = useState(data.tag);
  const [reason, setReason] = useState('');
  const returning = data.returning ?? [];
  const isLed = returning.some(({ role }) => role === 'captain');
  const isReady = isLed && reason.trim() !== '';
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isReady && !isBusy) {
      const path = `/api/moderation/teams/${data.slug}/return`;
      void send({ path, body: { name, tag, reason }, done: t('returned') });
    }
  }
  return (
    <form method="post" className="people-form" onSubmit={submit}>
      <div className="people-after">
        <h3>{t('comes_back')}</h3>
        {isLed ? (
          <ul>
            {returning.map(({ person_id, username, role }) => (
              <li key={person_id}>
                <a href={`/admins/people/${encodeURIComponent(username)}`}>{username}</a>{' '}
                <span className="soft">{roles(role)}</span>
              </li>
            ))}
          </ul>
        ) : (
          <p>{t('nobody_leads')}</p>
        )}
        <p className="soft">{t('stays_ended')}</p>
      </div>
      <NameFields name={name} tag={tag} onName={setName} onTag={setTag} />
      <WordsField label={t('reason')} most={300} words={reason} onChange={setReason} />
      <p>
        <Button type="submit" look="main" isBusy={isBusy} disabled={!isReady}>
          {t('return')}
        </Button>
      </p>
    </form>
  );
}
