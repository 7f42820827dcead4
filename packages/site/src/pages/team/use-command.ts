import { useState } from 'react';
import { type CommandAnswer, type CommandError, sendCommand } from '../../client/command.ts';
import { showToast } from '../../client/toasts.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { useReload } from '../../client/use-reload.ts';

interface CommandRequest {
  path: string;
  body?: Record<string, unknown>;
  method?: 'POST' | 'DELETE';
}

/** Sends commands of a page: one at a time, a refusal as a note, and the page anew when one was obeyed. */
export function useCommand() {
  const toSentence = useRefusal();
  const reload = useReload();
  const [isBusy, setIsBusy] = useState(false);
  async function send<Data>({ path, body, method }: CommandRequest): Promise<Data | null> {
    setIsBusy(true);
    try {
      const answer: CommandAnswer<Data> = await sendCommand<Data>(
        path,
        body ?? {},
        method === undefined ? {} : { method },
      );
      if (answer.ok) {
        await reload();
        return answer.data;
      }
      report(answer.error);
      return null;
    } finally {
      setIsBusy(false);
    }
  }
  function report(error: CommandError) {
    showToast({ kind: 'error', text: toSentence(error), duration: 8000 });
  }
  return { send, isBusy };
}
