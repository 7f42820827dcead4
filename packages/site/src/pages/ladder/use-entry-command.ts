import { useState } from 'react';
import { type CommandError, sendCommand } from '../../client/command.ts';
import { showToast } from '../../client/toasts.ts';
import { useReload } from '../../client/use-reload.ts';

interface EntryCommand {
  body?: Record<string, unknown>;
  method?: 'POST' | 'DELETE';
  /** What the toast says once it is done. */
  done: string;
}

/** One command about the own entry at a time; true once it is done and the page shows it. */
export function useEntryCommand() {
  const reload = useReload();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<CommandError | null>(null);
  async function send(path: string, { body = {}, method = 'POST', done }: EntryCommand) {
    setIsBusy(true);
    const answer = await sendCommand(path, body, { method });
    setIsBusy(false);
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) return false;
    showToast({ kind: 'success', text: done });
    await reload();
    return true;
  }
  return { isBusy, error, send };
}
