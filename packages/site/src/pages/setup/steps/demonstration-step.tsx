import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useViewer } from '../../../app/environment.tsx';
import { sendCommand } from '../../../client/command.ts';
import type { CommandError } from '../../../client/command-answer.ts';
import { useRefusal } from '../../../client/use-refusal.ts';
import { Button } from '../../../ui/button.tsx';
import type { SetupStepData } from '../data.ts';

/** Keep it for looking, or clear it: said plainly what goes, and asked twice. */
export function DemonstrationStep({ data }: { data: SetupStepData['demonstration'] }) {
  const t = useTranslations('setup.demonstration');
  const viewer = useViewer();
  const { seasons, teams, people, is_kept } = data;
  if (seasons === 0) {
    return <p>{t(is_kept ? 'kept' : 'gone')}</p>;
  }
  return (
    <div className="setup-part">
      <p>{t('there', { seasons, teams, people })}</p>
      <p>{t('stays')}</p>
      {viewer !== null && <Clearing />}
    </div>
  );
}

function Clearing() {
  const t = useTranslations('setup.demonstration');
  const toSentence = useRefusal();
  const [isAsked, setIsAsked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<CommandError | null>(null);
  async function clear() {
    setIsBusy(true);
    const answer = await sendCommand('/api/setup/demonstration/clearing');
    setError(answer.ok ? null : answer.error);
    if (answer.ok) {
      // The line above every page speaks of it too, which only a new document brings.
      window.location.reload();
      return;
    }
    setIsBusy(false);
  }
  return (
    <>
      <p role="alert">{error !== null && toSentence(error)}</p>
      {isAsked ? (
        <div className="setup-acts">
          <span>{t('sure')}</span>
          <Button look="danger" isBusy={isBusy} onClick={() => void clear()}>
            {t('clear')}
          </Button>
          <Button onClick={() => setIsAsked(false)}>{t('keep')}</Button>
        </div>
      ) : (
        <div className="setup-acts">
          <Button onClick={() => setIsAsked(true)}>{t('clear')}</Button>
        </div>
      )}
    </>
  );
}
