import { type FormEvent, useState } from 'react';
import { useTimeZone, useTranslations } from 'use-intl';
import { sendCommand } from '../../client/command/command.ts';
import type { CommandError } from '../../client/command/command-answer.ts';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { withTyped } from '../../client/form/typed-instant.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { showToast } from '../../client/toast/show-toast.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { EveningsField, LanguagesField, PlaceFields } from './board-form-fields.tsx';
import { type BoardForm, type BoardKind, boardKinds } from './data.ts';
import { TimesField, typedTimeField } from './times-field.tsx';

interface BoardPostFormProps {
  form: BoardForm;
  isOpen: boolean;
  onClose: () => void;
}

/** Putting up a notice, in a dialog over the list in which it will stand. */
export function BoardPostForm({ form, isOpen, onClose }: BoardPostFormProps) {
  const t = useTranslations('boards');
  const open = boardKinds.filter((kind) => !form.taken.includes(kind));
  const possible = open.filter((kind) => kind === 'player_seeks_team' || form.teams.length > 0);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('put_up')}>
      {possible.length === 0 ? (
        <p>{form.teams.length === 0 ? t('form.only_own_up') : t('form.all_up')}</p>
      ) : (
        <PostForm form={form} kinds={possible} onClose={onClose} />
      )}
    </Dialog>
  );
}

function toBody(form: FormData, times: readonly string[], zone: string) {
  const text = (name: string) => String(form.get(name) ?? '');
  return {
    kind: text('kind'),
    game: text('game'),
    team: text('kind') === 'player_seeks_team' ? null : text('team'),
    region: text('region'),
    zone: text('zone'),
    evenings: form.getAll('evenings').map(Number),
    languages: form.getAll('languages').map(String),
    text: text('text'),
    times: text('kind') === 'scrim' ? withTyped(times, text(typedTimeField), zone) : [],
  };
}

interface PostFormProps {
  form: BoardForm;
  kinds: readonly BoardKind[];
  onClose: () => void;
}

function usePost(onClose: () => void, times: readonly string[]) {
  const t = useTranslations('boards');
  const toSentence = useRefusal();
  const reload = useReload();
  const zone = useTimeZone() ?? 'UTC';
  const [error, setError] = useState<CommandError | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setIsBusy(true);
    const answer = await sendCommand(
      '/api/boards',
      toBody(new FormData(event.currentTarget), times, zone),
    );
    setIsBusy(false);
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) {
      return;
    }
    void showToast({ kind: 'success', text: t('is_up') });
    onClose();
    await reload();
  }
  const toError = (name: string) => {
    if (error?.field !== name) {
      return undefined;
    }
    if (name === 'text') {
      return t('form.text_wrong');
    }
    if (name === 'languages') {
      return t('form.languages_wrong');
    }
    return error.code === 'already_exists' ? t('form.kind_up') : toSentence(error);
  };
  return { error, isBusy, submit, toError, toSentence };
}

const fieldNames = ['kind', 'team', 'game', 'region', 'zone', 'languages', 'text', 'times'];

function PostForm({ form, kinds, onClose }: PostFormProps) {
  const t = useTranslations('boards');
  const [kind, setKind] = useState<BoardKind>(kinds[0] ?? 'player_seeks_team');
  const [times, setTimes] = useState<string[]>([]);
  const { error, isBusy, submit, toError, toSentence } = usePost(onClose, times);
  return (
    <form method="post" className="boards-form" noValidate onSubmit={(event) => void submit(event)}>
      {error !== null && !fieldNames.includes(error.field ?? '') && (
        <p className="boards-wrong" role="alert">
          {toSentence(error)}
        </p>
      )}
      <Field
        label={t('filters.kind')}
        error={toError('kind')}
        {...(form.teams.length === 0 ? { hint: t('form.kind_hint') } : {})}
      >
        {(control) => (
          <select
            {...control}
            name="kind"
            value={kind}
            onChange={(event) => setKind(event.target.value as BoardKind)}
          >
            {kinds.map((known) => (
              <option key={known} value={known}>
                {t(`kinds.${known}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {kind !== 'player_seeks_team' && (
        <Field label={t('form.team')} error={toError('team')}>
          {(control) => (
            <select {...control} name="team">
              {form.teams.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <PlaceFields form={form} toError={toError} />
      {kind === 'scrim' && (
        <TimesField times={times} onChange={setTimes} error={toError('times')} />
      )}
      <EveningsField />
      <LanguagesField chosen={form.locale} error={toError('languages')} />
      <Field label={t('form.text')} hint={t('form.text_hint')} error={toError('text')}>
        {(control) => <textarea {...control} name="text" rows={4} maxLength={500} required />}
      </Field>
      <div>
        <Button type="submit" look="main" isBusy={isBusy}>
          {t('form.act')}
        </Button>
      </div>
    </form>
  );
}
