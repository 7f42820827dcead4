import { sendFile } from '../../../client/command/command.ts';
import type { CommandAnswer } from '../../../client/command/command-answer.ts';
import type { RestoreData } from '../data.ts';

interface SendBackupOptions {
  pieceBytes: number;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
}

const mostTries = 5;
const pauseMilliseconds = 2000;

/** Sends a backup piece by piece, each behind the last; one that the network loses is sent again. */
export async function sendBackup(
  file: File,
  { pieceBytes, onProgress }: SendBackupOptions,
): Promise<CommandAnswer<RestoreData>> {
  let tries = 0;
  for (let at = 0; ; ) {
    const piece = file.slice(at, at + pieceBytes);
    const from = at;
    const answer = await sendFile<RestoreData>(
      `/api/setup/restore/file?size=${file.size}&at=${at}`,
      piece,
      { onProgress: (share) => onProgress((from + share * piece.size) / file.size) },
    );
    if (answer.ok) {
      at += piece.size;
      tries = 0;
      if (at >= file.size) {
        return answer;
      }
    } else {
      tries += 1;
      if (answer.error.code !== 'network_failed' || tries === mostTries) {
        return answer;
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
    }
  }
}
