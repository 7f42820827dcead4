import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { sendCommand } from '../../client/command/command.ts';
import type { CommandError } from '../../client/command/command-answer.ts';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import type { CaseHolder } from './case-data.ts';

/** Which admin has a case in hand, for admins and captains alike. */
export function HolderLine({ holder }: { holder: CaseHolder | null }) {
  const t = useTranslations('case-holder');
  if (holder === null) {
    return <p className="soft">{t('nobody')}</p>;
  }
  return (
    <p className={holder.is_own ? 'case-own' : 'soft'}>
      {t.rich(holder.is_own ? 'yours' : 'theirs', {
        by: holder.username,
        time: () => <Time instant={holder.until} look="clock" />,
      })}
    </p>
  );
}

interface TakeCaseProps {
  matchId: string;
  holder: CaseHolder | null;
}

/** Takes a case in hand, gives it back, or takes it over from somebody else. */
export function TakeCase({ matchId, holder }: TakeCaseProps) {
  const t = useTranslations('case-holder');
  const toSentence = useRefusal();
  const reload = useReload();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<CommandError | null>(null);
  const isOwn = holder?.is_own === true;
  const act = isOwn ? 'give_back' : holder === null ? 'take' : 'take_over';
  const send = async () => {
    setIsBusy(true);
    const answer = await sendCommand(
      `/api/matches/${matchId}/case`,
      act === 'take_over' ? { take_over: true } : {},
      { method: isOwn ? 'DELETE' : 'POST' },
    );
    setIsBusy(false);
    setError(answer.ok ? null : answer.error);
    await reload();
  };
  return (
    <>
      <Button isBusy={isBusy} onClick={() => void send()}>
        {t(act)}
      </Button>
      {error !== null && (
        <p className="case-error" role="alert">
          {toSentence(error)}
        </p>
      )}
    </>
  );
}
