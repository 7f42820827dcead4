import { useEffect, useState } from 'react';
import { sendCommand } from '../../client/command/command.ts';
import type { CommandError } from '../../client/command/command-answer.ts';
import type { ShownEffects } from './data.ts';

/** What the server has reckoned, or why it would refuse. */
export interface Preview {
  effects: ShownEffects | null;
  error: CommandError | null;
}

const nothing: Preview = { effects: null, error: null };

/** Asks the server what a decision would move, null while there is none; what is asked later counts. */
export function usePreview(path: string, body: Record<string, unknown> | null): Preview {
  const [preview, setPreview] = useState<Preview>(nothing);
  const asked = body === null ? null : JSON.stringify(body);
  useEffect(() => {
    setPreview(nothing);
    if (asked === null) {
      return undefined;
    }
    let isCurrent = true;
    void sendCommand<ShownEffects>(path, JSON.parse(asked)).then((answer) => {
      if (!isCurrent) {
        return;
      }
      setPreview(
        answer.ok ? { effects: answer.data, error: null } : { effects: null, error: answer.error },
      );
    });
    return () => {
      isCurrent = false;
    };
  }, [path, asked]);
  return preview;
}
