import { type FormEvent, type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { sendCommand } from '../../../client/command/command.ts';
import type { CommandAnswer, CommandError } from '../../../client/command/command-answer.ts';
import { useRefusal } from '../../../client/command/use-refusal.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import type { RestoreData, RestoreState } from '../data.ts';
import { BackupFound } from './backup-found.tsx';
import { sendBackup } from './send-backup.ts';
import { useRestoreState } from './use-restore-state.ts';

const path = '/api/setup/restore';

/** A backup in place of the league that is nobody's yet: it comes in, is checked, opened, shown and restored. */
export function RestoreStep({ data }: { data: RestoreData }) {
  const toSentence = useRefusal();
  const { state, take } = useRestoreState(data.state);
  const [error, setError] = useState<CommandError | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  function heed(answer: CommandAnswer<RestoreData>): void {
    setError(answer.ok ? null : answer.error);
    if (answer.ok) {
      take(answer.data.state);
    }
  }
  async function act(end: string, { body, method }: { body?: object; method?: 'DELETE' } = {}) {
    setIsBusy(true);
    heed(
      await sendCommand<RestoreData>(`${path}${end}`, { ...body }, { ...(method && { method }) }),
    );
    setIsBusy(false);
  }
  async function choose(file: File) {
    setShare(0);
    heed(await sendBackup(file, { pieceBytes: data.piece_bytes, onProgress: setShare }));
    setShare(null);
  }
  const drop = () => void act('', { method: 'DELETE' });
  return (
    <div className="setup-part">
      <p className="field-error" role="alert">
        {error !== null && toSentence(error)}
      </p>
      {share === null ? (
        <Stage
          state={state}
          mostBytes={data.most_bytes}
          onChoose={(file) => void choose(file)}
          onUnlock={(identity) => void act('/key', { body: { identity } })}
          isBusy={isBusy}
          found={(checked) => (
            <BackupFound
              state={checked}
              isBusy={isBusy}
              onAnswer={heed}
              onBegin={() => void act('/begin')}
              onDrop={drop}
            />
          )}
          onDrop={drop}
        />
      ) : (
        <UnderWay what="sending" share={share} />
      )}
    </div>
  );
}

interface StageProps {
  state: RestoreState;
  mostBytes: number;
  isBusy: boolean;
  onChoose: (file: File) => void;
  onUnlock: (identity: string) => void;
  onDrop: () => void;
  found: (state: Extract<RestoreState, { stage: 'checked' }>) => ReactNode;
}

function Stage({ state, found, onDrop, isBusy, ...acts }: StageProps) {
  const t = useTranslations('setup-restore');
  switch (state.stage) {
    case 'checking':
      return (
        <>
          <UnderWay what="checking" share={state.share} />
          <Button isBusy={isBusy} onClick={onDrop}>
            {t('stop')}
          </Button>
        </>
      );
    case 'sealed':
      return <Sealed {...state} isBusy={isBusy} onUnlock={acts.onUnlock} onDrop={onDrop} />;
    case 'checked':
      return found(state);
    case 'restoring':
      return (
        <>
          <UnderWay what="restoring" share={state.share} />
          <p>{t('stay')}</p>
        </>
      );
    default:
      return (
        <>
          {state.stage === 'refused' && <Refused {...state} />}
          <Choose mostBytes={acts.mostBytes} onChoose={acts.onChoose} />
        </>
      );
  }
}

function UnderWay({ what, share }: { what: 'sending' | 'checking' | 'restoring'; share: number }) {
  const t = useTranslations('setup-restore');
  const format = useFormatter();
  return (
    <div role="status">
      <p>
        {t(what)} ({format.number(share, { style: 'percent' })})
      </p>
      <progress className="setup-progress" value={share} aria-label={t(what)} />
    </div>
  );
}

function Refused({ fault, detail }: Extract<RestoreState, { stage: 'refused' }>) {
  const t = useTranslations('setup-restore');
  return (
    <div role="alert">
      <p>{t(`faults.${fault}`)}</p>
      {detail !== null && (
        <p className="soft">
          {t.rich('detail', {
            words: () => (
              <bdi className="setup-answer" lang="en">
                {detail}
              </bdi>
            ),
          })}
        </p>
      )}
    </div>
  );
}

function Choose({ mostBytes, onChoose }: { mostBytes: number; onChoose: (file: File) => void }) {
  const t = useTranslations('setup-restore');
  const toSentence = useRefusal();
  const [file, setFile] = useState<File | null>(null);
  const megabytes = mostBytes / 1024 ** 2;
  const isLarge = file !== null && file.size > mostBytes;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (file !== null && !isLarge) {
      onChoose(file);
    }
  }
  return (
    <form method="post" className="setup-part" onSubmit={submit}>
      <Field
        label={t('file')}
        hint={t('file_hint', { gigabytes: megabytes / 1024 })}
        error={isLarge ? toSentence({ code: 'file_too_large', params: { megabytes } }) : undefined}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            required
            onChange={({ target }) => setFile(target.files?.[0] ?? null)}
          />
        )}
      </Field>
      <Button type="submit" look="main">
        {t('take')}
      </Button>
    </form>
  );
}

interface SealedProps {
  keys: readonly string[];
  is_wrong: boolean;
  isBusy: boolean;
  onUnlock: (identity: string) => void;
  onDrop: () => void;
}

function Sealed({ keys, is_wrong, isBusy, onUnlock, onDrop }: SealedProps) {
  const t = useTranslations('setup-restore');
  const [typed, setTyped] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    onUnlock(typed);
  }
  return (
    <form method="post" className="setup-part" onSubmit={submit}>
      <p>{t(keys.length === 0 ? 'sealed_unnamed' : 'sealed')}</p>
      {keys.map((key) => (
        <p key={key} className="setup-answer">
          {key}
        </p>
      ))}
      <Field label={t('key')} hint={t('key_hint')} error={is_wrong ? t('key_wrong') : undefined}>
        {(control) => (
          <input
            {...control}
            type="password"
            autoComplete="off"
            spellCheck={false}
            required
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      <p className="setup-acts">
        <Button type="submit" look="main" isBusy={isBusy}>
          {t('unlock')}
        </Button>
        <Button onClick={onDrop}>{t('other')}</Button>
      </p>
    </form>
  );
}
