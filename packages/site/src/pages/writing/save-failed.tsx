import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useViewer } from '../../app/environment.tsx';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { WritingData } from './data.ts';
import { tellPresence } from './presence.tsx';
import type { useSave } from './use-save.ts';

const pause = 3_000;

interface SaveFailedProps {
  data: WritingData;
  saving: ReturnType<typeof useSave>;
  onAgain: () => void;
}

/** Why it was not saved; where the session has run out, signing in above the text, which then is saved by itself. */
export function SaveFailed({ data, saving, onAgain }: SaveFailedProps) {
  const t = useTranslations('writing');
  const toSentence = useRefusal();
  const { error, forgive } = saving;
  const [person] = useState(useViewer()?.person_id);
  const isOut = error?.code === 'not_signed_in';
  return (
    <>
      {error !== null && <p role="alert">{toSentence(error)}</p>}
      <Dialog isOpen={isOut} onClose={forgive} title={t('session.title')}>
        <div className="stack">
          <p>{t('session.lead')}</p>
          <p>
            <a href="/login" target="_blank" rel="noreferrer">
              {t('session.sign_in')}
            </a>
          </p>
          <Button look="main" isBusy={saving.isBusy} onClick={onAgain}>
            {t('session.again')}
          </Button>
          <BackAgain data={data} person={person} onBack={onAgain} />
        </div>
      </Dialog>
    </>
  );
}

interface BackAgainProps {
  data: WritingData;
  person: string | undefined;
  onBack: () => void;
}

/** Asks the server until it knows the same person again. Somebody else's session saves nothing by itself. */
function BackAgain({ data, person, onBack }: BackAgainProps) {
  const look = useEffectEvent(async () => {
    const answer = await tellPresence(data);
    if (answer.ok && answer.data.person === person) {
      onBack();
    }
  });
  useEffect(() => {
    const timer = setInterval(() => void look(), pause);
    return () => clearInterval(timer);
  }, []);
  return null;
}
