import { useState } from 'react';
import { sendFile } from '../../client/command/command.ts';
import type { CommandError } from '../../client/command/command-answer.ts';
import { useReload } from '../../client/live/use-reload.ts';

/** A file on its way, or one that was not taken. */
export interface Sending {
  key: string;
  name: string;
  share: number;
  error: CommandError | null;
}

/** Sends files one after the other and says how far each is; those that arrived go from the list to the page. */
export function useEvidenceFiles(matchId: string) {
  const reload = useReload();
  const [sendings, setSendings] = useState<Sending[]>([]);
  const patch = (key: string, change: Partial<Sending>) =>
    setSendings((list) => list.map((one) => (one.key === key ? { ...one, ...change } : one)));
  async function send(files: readonly File[], note: string): Promise<boolean> {
    const batch = files.map((file) => ({ file, key: crypto.randomUUID() }));
    const fresh = batch.map(({ file, key }) => ({ key, name: file.name, share: 0, error: null }));
    setSendings((list) => [...list.filter(({ error }) => error === null), ...fresh]);
    let areAllTaken = true;
    for (const { file, key } of batch) {
      const query = new URLSearchParams({ name: file.name, note });
      const answer = await sendFile(`/api/matches/${matchId}/evidence?${query}`, file, {
        onProgress: (share) => patch(key, { share }),
      });
      if (answer.ok) {
        setSendings((list) => list.filter((one) => one.key !== key));
        await reload();
      } else {
        areAllTaken = false;
        patch(key, { error: answer.error });
      }
    }
    return areAllTaken;
  }
  return { sendings, send };
}
