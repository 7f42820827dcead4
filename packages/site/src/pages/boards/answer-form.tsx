import { type FormEvent, useState } from 'react';
import { useTimeZone, useTranslations } from 'use-intl';
import { sendCommand } from '../../client/command/command.ts';
import type { CommandError } from '../../client/command/command-answer.ts';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { toTypedInstant } from '../../client/form/typed-instant.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { showToast } from '../../client/toast/show-toast.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Time } from '../../ui/time.tsx';
import { useZoneNames } from '../../ui/use-zone-names.ts';
import { listAnsweringTeams } from './answering-teams.ts';
import type { BoardForm, BoardPost } from './data.ts';

interface AnswerFormProps {
  post: BoardPost;
  form: BoardForm;
  onDone: () => void;
}

/** What answering a notice sends: words of one's own, a team and a time, or an invitation. */
function toRequest(post: BoardPost, given: FormData, zone: string) {
  const text = (name: string) => String(given.get(name) ?? '');
  if (post.kind === 'player_seeks_team') {
    return { path: `/api/boards/${post.id}/invitation`, body: { team: text('team') } };
  }
  const time = post.times.length > 0 ? text('time') : (toTypedInstant(text('time'), zone) ?? '');
  const play = post.kind === 'scrim' ? { team: text('team'), starts_at: time } : {};
  return { path: `/api/boards/${post.id}/answers`, body: { words: text('words'), ...play } };
}

export function AnswerForm({ post, form, onDone }: AnswerFormProps) {
  const t = useTranslations('boards.answer');
  const toSentence = useRefusal();
  const reload = useReload();
  const zone = useTimeZone() ?? 'UTC';
  const [error, setError] = useState<CommandError | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setIsBusy(true);
    const { path, body } = toRequest(post, new FormData(event.currentTarget), zone);
    const answer = await sendCommand(path, body);
    setIsBusy(false);
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) {
      return;
    }
    void showToast({ kind: 'success', text: t(`done.${post.kind}`) });
    onDone();
    await reload();
  }
  return (
    <form method="post" className="boards-form" noValidate onSubmit={(event) => void submit(event)}>
      <p>{t(`say.${post.kind}`)}</p>
      {post.kind !== 'team_seeks_player' && <TeamField post={post} form={form} />}
      {post.kind === 'scrim' && <TimeField post={post} />}
      {post.kind !== 'player_seeks_team' && (
        <Field label={t('words')} hint={t('words_hint')}>
          {(control) => <textarea {...control} name="words" rows={3} maxLength={300} />}
        </Field>
      )}
      <p className="boards-wrong" role="alert">
        {error !== null && (error.field === 'starts_at' ? t('time_wrong') : toSentence(error))}
      </p>
      <div>
        <Button type="submit" look="main" isBusy={isBusy}>
          {t(`act.${post.kind}`)}
        </Button>
      </div>
    </form>
  );
}

function TeamField({ post, form }: { post: BoardPost; form: BoardForm }) {
  const t = useTranslations('boards.form');
  return (
    <Field label={t('team')}>
      {(control) => (
        <select {...control} name="team">
          {listAnsweringTeams(post, form).map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** One of the times that the notice names; any other where it names none. */
function TimeField({ post }: { post: BoardPost }) {
  const t = useTranslations('boards.answer');
  const zone = useTimeZone() ?? 'UTC';
  const toZoneName = useZoneNames();
  if (post.times.length === 0) {
    return (
      <Field label={t('time_in', { zone: toZoneName(zone) })}>
        {(control) => <input {...control} name="time" type="datetime-local" step={900} required />}
      </Field>
    );
  }
  return (
    <fieldset className="boards-choices boards-choices-tall">
      <legend>{t('time')}</legend>
      {post.times.map((time, place) => (
        <label key={time}>
          <input type="radio" name="time" value={time} defaultChecked={place === 0} />
          <span>
            <Time instant={time} look="full" />
            {post.zone !== zone && (
              <span className="soft">
                {' '}
                · <Time instant={time} zone={post.zone} namesZone />
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
