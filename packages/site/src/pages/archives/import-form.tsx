import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { sendFile } from '../../client/command/command.ts';
import type { CommandError } from '../../client/command/command-answer.ts';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FactFields } from './fact-fields.tsx';
import type { ImportAnswer } from './import-data.ts';
import { ImportOutcome } from './import-outcome.tsx';

const fields = ['title', 'origin', 'ladder', 'season', 'game', 'ended_on', 'file'];

/** Trying comes first: what a file would come to is shown before anything is kept. */
export function ImportForm() {
  const t = useTranslations('archive-office.import');
  const toSentence = useRefusal();
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<CommandError | null>(null);
  const [answer, setAnswer] = useState<ImportAnswer | null>(null);
  // Of how many changes an answer knows: one of a former state of the form is none of this.
  const changes = useRef(0);
  const isOfField = error?.field !== undefined && fields.includes(error.field);
  const toError = (name: string) =>
    error !== null && error.field === name ? toSentence(error) : undefined;

  function change(): void {
    changes.current += 1;
    setAnswer(null);
  }

  async function send(isDryRun: boolean) {
    if (form.current === null) {
      return;
    }
    const { file, ...facts } = Object.fromEntries(new FormData(form.current));
    if (!(file instanceof File) || file.size === 0) {
      setError({ code: 'file_empty', params: {}, field: 'file' });
      return;
    }
    const query = new URLSearchParams({ dry_run: String(isDryRun), name: file.name.slice(0, 200) });
    for (const [name, value] of Object.entries(facts)) {
      query.set(name, String(value));
    }
    setIsBusy(true);
    const before = changes.current;
    const options = { onProgress: () => undefined };
    const sent = await sendFile<ImportAnswer>(`/api/archives/import?${query}`, file, options);
    setIsBusy(false);
    setError(sent.ok ? null : sent.error);
    const isOfNow = !isDryRun || changes.current === before;
    setAnswer(sent.ok && isOfNow ? sent.data : null);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void send(true);
  }

  return (
    <>
      <form method="post" className="archive-form" ref={form} onSubmit={submit} onChange={change}>
        <Field label={t('file')} hint={t('hints.file')} error={toError('file')}>
          {(control) => (
            <input {...control} type="file" name="file" accept=".csv,.tsv,.txt,.json" required />
          )}
        </Field>
        <FactFields toError={toError} onChooseGame={change} />
        {error !== null && !isOfField && (
          <p className="field-error" role="alert">
            {toSentence(error)}
          </p>
        )}
        <div className="archive-acts">
          <Button type="submit" look="main" isBusy={isBusy}>
            {t('try')}
          </Button>
        </div>
      </form>
      <div role="status">{answer !== null && <ImportOutcome answer={answer} />}</div>
      {answer !== null && answer.slug === null && answer.total > 0 && (
        <div>
          <Button look="main" isBusy={isBusy} onClick={() => void send(false)}>
            {t('keep', { count: answer.total })}
          </Button>
        </div>
      )}
    </>
  );
}
