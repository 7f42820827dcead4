import { useState } from 'react';
import { sendCommand } from '../../client/command/command.ts';
import type { CommandAnswer, CommandError } from '../../client/command/command-answer.ts';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { showToast } from '../../client/toast/show-toast.ts';

interface CommandRequest {
  path: string;
  body?: Record<string, unknown>;
  method?: 'POST' | 'DELETE';
  /** What a note says once it is done; nothing where the page itself shows it well enough. */
  done?: string;
}

/**
 * Sends commands of a page: one at a time, and the page anew when one was obeyed. A refusal is a note, or,
 * where the form says it in its own place, only given back as `error`.
 */
export function useCommand({ saysErrors = true }: { saysErrors?: boolean } = {}) {
  const toSentence = useRefusal();
  const reload = useReload();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<CommandError | null>(null);
  async function send<Data>({
    path,
    body = {},
    method = 'POST',
    done,
  }: CommandRequest): Promise<Data | null> {
    setIsBusy(true);
    try {
      const answer: CommandAnswer<Data> = await sendCommand<Data>(path, body, { method });
      setError(answer.ok ? null : answer.error);
      if (answer.ok) {
        if (done !== undefined) {
          void showToast({ kind: 'success', text: done });
        }
        await reload();
        return answer.data;
      }
      if (saysErrors) {
        void showToast({ kind: 'error', text: toSentence(answer.error), duration: 8000 });
      }
      return null;
    } finally {
      setIsBusy(false);
    }
  }
  return { send, isBusy, error };
}
