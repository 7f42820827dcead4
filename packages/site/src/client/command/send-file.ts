import type { CommandAnswer } from './command-answer.ts';
import { toCommandError } from './command-error.ts';

export interface SendOptions {
  /** From 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Sends a file as it is and tells how far it got, which `fetch` cannot. It is not sent again by itself:
 * a file may be large, and the person sees that it did not arrive.
 */
export function sendFile<Data>(
  path: string,
  file: Blob,
  { onProgress }: SendOptions,
): Promise<CommandAnswer<Data>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      onProgress(total > 0 ? loaded / total : 0);
    });
    request.addEventListener('load', () => {
      const answer: unknown = request.response;
      if (request.status === 200 && typeof answer === 'object' && answer !== null) {
        resolve({ ok: true, data: (answer as { data: Data }).data });
      } else {
        resolve({ ok: false, error: toCommandError(answer) });
      }
    });
    request.addEventListener('error', () => {
      resolve({ ok: false, error: { code: 'network_failed', params: {} } });
    });
    request.send(file);
  });
}
