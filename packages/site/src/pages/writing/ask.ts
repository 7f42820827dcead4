import { addRefusalTexts } from '../../client/command/command.ts';
import type { CommandAnswer } from '../../client/command/command-answer.ts';

// Apart from what is done with it: what fails there would pass for a chunk that cannot be loaded.
const loadErrors = () => import('../../client/command/command-error.ts');

const patience = 10_000;

/** Asks the server once, without trying again: the editor itself says that the network is gone, and goes on. */
export async function ask<Data>(
  path: string,
  body?: Record<string, unknown>,
  method = body === undefined ? 'GET' : 'POST',
): Promise<CommandAnswer<Data>> {
  try {
    const response = await fetch(path, {
      method,
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(patience),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (response.ok && typeof answer === 'object' && answer !== null && 'data' in answer) {
      // Our own API, as docs/api.md says.
      return { ok: true, data: answer.data as Data };
    }
    await addRefusalTexts();
    const { toCommandError } = await loadErrors();
    return { ok: false, error: toCommandError(answer) };
  } catch {
    await addRefusalTexts();
    return { ok: false, error: { code: 'network_failed', params: {} } };
  }
}
