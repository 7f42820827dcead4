import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { sendCommand } from '../../client/command/command.ts';
import type { CommandError } from '../../client/command/command-answer.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { showToast } from '../../client/toast/show-toast.ts';
import type { MatchData } from './data.ts';

export interface MatchAct {
  isBusy: boolean;
  error: CommandError | null;
  /** Sends one of the match's commands; true once it is done and the page shows it. */
  send: (
    path: string,
    body?: Record<string, unknown>,
    method?: 'POST' | 'DELETE',
  ) => Promise<boolean>;
}

/** Commands of a match, each for the version that the person saw; what has changed meanwhile is shown, not scolded. */
export function useMatchAct(data: Pick<MatchData, 'id' | 'version'>): MatchAct {
  const t = useTranslations('pieces');
  const reload = useReload();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<CommandError | null>(null);
  return {
    isBusy,
    error,
    async send(path, body = {}, method = 'POST') {
      setIsBusy(true);
      setError(null);
      const answer = await sendCommand(
        `/api/matches/${data.id}/${path}`,
        { version: data.version, ...body },
        { method },
      );
      if (answer.ok) {
        await reload();
      } else if (answer.error.code === 'match_changed') {
        void showToast({ text: t('match_changed'), kind: 'warning' });
        await reload();
      } else {
        setError(answer.error);
      }
      setIsBusy(false);
      return answer.ok;
    },
  };
}
