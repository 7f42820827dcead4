import { useFormatter, useTranslations } from 'use-intl';
import { sendFile } from '../../../client/command/command.ts';
import type { CommandAnswer } from '../../../client/command/command-answer.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Time } from '../../../ui/time.tsx';
import type { RestoreData, RestoreState } from '../data.ts';

interface BackupFoundProps {
  state: Extract<RestoreState, { stage: 'checked' }>;
  isBusy: boolean;
  onAnswer: (answer: CommandAnswer<RestoreData>) => void;
  onBegin: () => void;
  onDrop: () => void;
}

const counts = ['people', 'teams', 'ladders', 'matches', 'events', 'files'] as const;
const effects = ['goes', 'comes', 'away', 'admins'] as const;

/** What a backup holds, what restoring it does, and the press that does it. */
export function BackupFound({ state, isBusy, onAnswer, onBegin, onDrop }: BackupFoundProps) {
  const t = useTranslations('setup-restore');
  return (
    <>
      <p role="status">{t('found')}</p>
      <Contents state={state} />
      <p>{t('forgotten', { count: state.forgotten })}</p>
      <ForgottenList onAnswer={onAnswer} />
      <h3>{t('effects')}</h3>
      <ul className="setup-effects">
        {effects.map((effect) => (
          <li key={effect}>{t(effect)}</li>
        ))}
      </ul>
      <p className="setup-acts">
        <Button look="danger" isBusy={isBusy} onClick={onBegin}>
          {t('restore')}
        </Button>
        <Button onClick={onDrop}>{t('other')}</Button>
      </p>
    </>
  );
}

function Contents({ state: { contents, size } }: Pick<BackupFoundProps, 'state'>) {
  const t = useTranslations('setup-restore');
  const format = useFormatter();
  return (
    <dl className="setup-facts">
      <dt>{t('name')}</dt>
      <dd>{contents.name === null ? t('unnamed') : <bdi>{contents.name}</bdi>}</dd>
      <dt>{t('as_of')}</dt>
      <dd>
        {contents.instant === null ? (
          t('no_event')
        ) : (
          <>
            <Time instant={contents.instant} look="date" />,{' '}
            <Time instant={contents.instant} look="clock" namesZone />
          </>
        )}
      </dd>
      {counts.map((name) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>{format.number(contents[name])}</dd>
        </div>
      ))}
      <dt>{t('size')}</dt>
      <dd>
        {format.number(size / 1_000_000, {
          ...{ style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 },
        })}
      </dd>
    </dl>
  );
}

/** Sent as it is chosen: what it comes to is said above it. */
function ForgottenList({ onAnswer }: Pick<BackupFoundProps, 'onAnswer'>) {
  const t = useTranslations('setup-restore');
  async function send(file: File | undefined) {
    if (file !== undefined) {
      const options = { onProgress: () => undefined };
      onAnswer(await sendFile<RestoreData>('/api/setup/restore/forgotten', file, options));
    }
  }
  return (
    <Field label={t('forgotten_file')} hint={t('forgotten_hint')}>
      {(control) => (
        <input
          {...control}
          type="file"
          accept=".txt,text/plain"
          onChange={({ target }) => void send(target.files?.[0])}
        />
      )}
    </Field>
  );
}
