import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Time } from '../../ui/time.tsx';
import { useCommand } from '../team/use-command.ts';
import type { PersonAdminData, Renaming } from './data.ts';
import { WordsField } from './record-forms.tsx';

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

function RenamingLine({ renaming, mayUndo }: { renaming: Renaming; mayUndo: boolean }) {
  const t = useTranslations('people.names');
  const words = useTranslations('profile.standing');
  const { send, isBusy } = useCommand();
  const [reason, setReason] = useState('');
  const { id, from, to, at, by, undone_at } = renaming;
  return (
    <div className="sanction">
      <p>
        {t('renamed', { from, to })}{' '}
        <span className="soft">
          <Time instant={at} look="full" />
          {by !== null && ` · ${by}`}
          {undone_at !== null && ` · ${t('undone')}`}
        </span>
      </p>
      <p className="sanction-words">{words('reason', { reason: renaming.reason })}</p>
      {mayUndo && undone_at === null && (
        <details className="people-more">
          <summary>{t('undo')}</summary>
          <div className="people-form">
            <WordsField label={t('reason')} most={300} words={reason} onChange={setReason} />
            <p>
              <Button
                isBusy={isBusy}
                disabled={reason.trim() === ''}
                onClick={() =>
                  void send({
                    path: `/api/moderation/renames/${id}`,
                    method: 'DELETE',
                    body: { reason },
                    done: t('undone'),
                  })
                }
              >
                {t('undo')}
              </Button>
            </p>
          </div>
        </details>
      )}
    </div>
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
        <label className="people-check">
          <input
            type="checkbox"
            checked={hides}
            onChange={(event) => setHides(event.target.checked)}
          />
          {t('hides')}
        </label>
        <p>
          <Button type="submit" look="danger" isBusy={isBusy} disabled={reason.trim() === ''}>
            {t('rename')}
          </Button>
        </p>
      </form>
    </details>
  );
}
