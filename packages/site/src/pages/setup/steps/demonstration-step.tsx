import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useViewer } from '../../../app/environment.tsx';
import { sendCommand } from '../../../client/command/command.ts';
import type { CommandError } from '../../../client/command/command-answer.ts';
import { useRefusal } from '../../../client/command/use-refusal.ts';
import { Button } from '../../../ui/button.tsx';
import type { SetupStepData } from '../data.ts';

const shellWords = 'npx muster demo clear';

/** Keep it for looking, or clear it: said plainly what goes, and asked twice. */
export function DemonstrationStep({ data }: { data: SetupStepData['demonstration'] }) {
  const t = useTranslations('setup.demonstration');
  const viewer = useViewer();
  const { seasons, teams, people, is_kept, real_people } = data;
  const isThere = seasons > 0;
  if (!isThere && !is_kept) {
    return <p>{t('gone')}</p>;
  }
  const acts: readonly ClearingAct[] = real_people === null ? ['clear'] : ['end', 'everything'];
  return (
    <div className="setup-part">
      <p>{isThere ? t('there', { seasons, teams, people }) : t('kept')}</p>
      {isThere && <p>{t('stays')}</p>}
      {real_people !== null && <p>{t('real', { people: real_people })}</p>}
      {viewer !== null && <Clearing acts={isThere ? acts : ['everything']} />}
      <p className="soft">
        {t.rich('command', {
          command: () => (
            <code>{real_people === null ? shellWords : `${shellWords} --everything`}</code>
          ),
        })}
      </p>
    </div>
  );
}

/** What can become of it: where real people acted in it, it is ended and kept, or goes with what they did. */
type ClearingAct = 'clear' | 'end' | 'everything';

function Clearing({ acts }: { acts: readonly ClearingAct[] }) {
  const t = useTranslations('setup.demonstration');
  const toSentence = useRefusal();
  const [asked, setAsked] = useState<ClearingAct | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<CommandError | null>(null);
  async function clear(act: ClearingAct) {
    setIsBusy(true);
    const everything = act === 'everything';
    const answer = await sendCommand('/api/setup/demonstration/clearing', { everything });
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
      {asked === null ? (
        <div className="setup-acts">
          {acts.map((act) => (
            <Button key={act} onClick={() => setAsked(act)}>
              {t(act)}
            </Button>
          ))}
        </div>
      ) : (
        <div className="setup-acts">
          <span>{t('sure')}</span>
          <Button look="danger" isBusy={isBusy} onClick={() => void clear(asked)}>
            {t(asked)}
          </Button>
          <Button onClick={() => setAsked(null)}>{t('keep')}</Button>
        </div>
      )}
    </>
  );
}
