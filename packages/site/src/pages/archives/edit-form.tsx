import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useNavigate } from '../../app/router.tsx';
import { Button } from '../../ui/button.tsx';
import { useForm } from '../owner/use-form.ts';
import { useCommand } from '../team/use-command.ts';
import { FactFields } from './fact-fields.tsx';
import type { ArchiveImportData } from './import-data.ts';

const fields = ['title', 'origin', 'ladder', 'season', 'game', 'ended_on'];

interface EditFormProps {
  edited: NonNullable<ArchiveImportData['edited']>;
  game: ArchiveImportData['game'];
}

/** What is said of an imported history, and for site admins the way to take it back. */
export function EditForm({ edited, game: stored }: EditFormProps) {
  const t = useTranslations('archive-office.import');
  const { send, isBusy, toError, wrong } = useForm(fields);
  const navigate = useNavigate();
  const path = `/api/archives/${edited.slug}`;
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { game, ...facts } = Object.fromEntries(new FormData(event.currentTarget));
    const body = { ...facts, game: game === '' ? null : game };
    if ((await send(`${path}/edit`, body)) !== null) {
      void navigate(`/archives/${edited.slug}`);
    }
  }
  return (
    <>
      <form method="post" className="archive-form" onSubmit={(event) => void submit(event)}>
        <FactFields game={stored} facts={edited} toError={toError} />
        {wrong !== null && (
          <p className="field-error" role="alert">
            {wrong}
          </p>
        )}
        <div className="archive-acts">
          <Button type="submit" look="main" isBusy={isBusy}>
            {t('save')}
          </Button>
        </div>
      </form>
      {edited.may_remove && <Removal path={path} />}
    </>
  );
}

/** Asked once more: what is taken back is gone, though its file may be imported again. */
function Removal({ path }: { path: string }) {
  const t = useTranslations('archive-office.import');
  const navigate = useNavigate();
  const { send, isBusy } = useCommand();
  const [isAsked, setIsAsked] = useState(false);
  async function remove() {
    if ((await send({ path, method: 'DELETE', done: t('removed') })) !== null) {
      void navigate('/archives');
    }
  }
  if (!isAsked) {
    return (
      <div>
        <Button onClick={() => setIsAsked(true)}>{t('remove')}</Button>
      </div>
    );
  }
  return (
    <div className="archive-form">
      <p>{t('remove_means')}</p>
      <div className="archive-acts">
        <Button look="main" isBusy={isBusy} onClick={() => void remove()}>
          {t('remove')}
        </Button>
        <Button onClick={() => setIsAsked(false)}>{t('cancel')}</Button>
      </div>
    </div>
  );
}
