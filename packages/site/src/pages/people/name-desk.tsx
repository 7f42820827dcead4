import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/check.tsx';
import { Field } from '../../ui/field.tsx';
import { Time } from '../../ui/time.tsx';
import { useCommand } from '../team/use-command.ts';
import type { PersonAdminData } from './data.ts';
import { WordsField } from './record-forms.tsx';
import { RenamingLine } from './renaming-line.tsx';

/** What somebody was called before, and another name in a site admin's hand. */
export function NameDesk({ data }: { data: PersonAdminData }) {
  const t = useTranslations('people.names');
  const { former, renamings } = data;
  return (
    <>
      {former.length === 0 ? (
        <p>{t('none')}</p>
      ) : (
        <ul className="lines">
          {former.map(({ name, until }) => (
            <li key={`${name} ${until}`}>
              {name}{' '}
              <span className="soft">
                {t.rich('until', { time: () => <Time instant={until} look="date" /> })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {renamings.map((renaming) => (
        <RenamingLine
          key={renaming.id}
          renaming={renaming}
          mayUndo={data.is_site_admin && !data.is_own}
        />
      ))}
      {data.is_site_admin && !data.is_own && <RenameForm data={data} />}
    </>
  );
}

function RenameForm({ data }: { data: PersonAdminData }) {
  const t = useTranslations('people.names');
  const { send, isBusy } = useCommand();
  const [name, setName] = useState('');
  const [reason, setReason] = useState('');
  const [hides, setHides] = useState(true);
  return (
    <details className="people-more">
      <summary>{t('rename')}</summary>
      <form
        method="post"
        className="people-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && reason.trim() !== '') {
            const body = { ...(name.trim() === '' ? {} : { name }), reason, hides };
            const path = `/api/moderation/people/${data.person_id}/name`;
            void send({ path, body, done: t('done') });
          }
        }}
      >
        <Field label={t('name')} hint={t('name_hint')}>
          {(control) => (
            <input
              {...control}
              maxLength={32}
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <WordsField label={t('reason')} most={300} words={reason} onChange={setReason} />
        <Check checked={hides} onCheck={setHides}>
          {t('hides')}
        </Check>
        <p>
          <Button type="submit" look="danger" isBusy={isBusy} disabled={reason.trim() === ''}>
            {t('rename')}
          </Button>
        </p>
      </form>
    </details>
  );
}
