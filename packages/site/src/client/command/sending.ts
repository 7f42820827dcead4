import type { FetchOptions } from '../fetch/fetch-json.ts';
import { translate } from '../runtime.ts';
import { dismissToast, showToast } from '../toast/toasts.ts';
import type { CommandAnswer, CommandOptions } from './command-answer.ts';
import { isRecord, toCommandError } from './command-error.ts';

/** The ids of commands of which nobody knows whether they arrived, by what they say. */
const unanswered = new Map<string, string>();

// It is of navigation, which every page has once it is alive: asked for at once, it would weigh on the first page.
const loadFetch = () =>
  Promise.all([import('../fetch/fetch-json.ts'), import('../fetch/fetch-again.ts')]);

/** Every answer comes back at once: how long a command is sent again is decided here. */
const noStatuses: ReadonlySet<number> = new Set();
const firstPause = 1_000;
const longestPause = 8_000;
/** For so long it is sent again by itself; then the person hears that it did not arrive. */
const longestTrying = 60_000;

/**
 * Sends a command to the league and says what became of it. It bears an id of its own, and is sent again
 * with the same id while the network fails or the server cannot answer, also by a person who repeats it,
 * so that it is obeyed once.
 */
export async function sendCommand<Data = unknown>(
  path: string,
  body: Record<string, unknown> = {},
  options: CommandOptions = {},
): Promise<CommandAnswer<Data>> {
  const { method = 'POST' } = options;
  const key = JSON.stringify([method, path, body]);
  const commandId = options.commandId ?? unanswered.get(key) ?? crypto.randomUUID();
  try {
    const { response, isFinal } = await sendUntilAnswered(path, {
      method,
      body: { command_id: commandId, ...body },
    });
    // Of a connection that was lost at the last moment nobody knows what it did.
    if (isFinal) {
      unanswered.delete(key);
    } else {
      unanswered.set(key, commandId);
    }
    return await toAnswer<Data>(response);
  } catch {
    unanswered.set(key, commandId);
    return { ok: false, error: { code: 'network_failed', params: {} } };
  }
}

async function sendUntilAnswered(
  path: string,
  options: FetchOptions,
): Promise<{ response: Response; isFinal: boolean }> {
  const [{ fetchWithRetry }, { passingStatuses }] = await loadFetch();
  const until = Date.now() + longestTrying;
  let stopTelling = () => {};
  try {
    for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
      const response = await fetchWithRetry(path, { ...options, passing: noStatuses });
      const wished = Number(response.headers.get('Retry-After') ?? 0) * 1000;
      const wait = Math.max(pause, wished > 0 ? Math.min(wished, longestPause) : 0);
      const isFinal = !passingStatuses.has(response.status);
      if (isFinal || Date.now() + wait > until) {
        return { response, isFinal };
      }
      if (pause === firstPause) {
        stopTelling = tellSendingAgain();
      }
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  } finally {
    stopTelling();
  }
}

/** A note that stands until it is taken away. */
function tellSendingAgain(): () => void {
  const id = showToast({ text: translate('sending_again'), duration: -1, closesOnClick: true });
  return () => dismissToast(id);
}

async function toAnswer<Data>(response: Response): Promise<CommandAnswer<Data>> {
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && isRecord(answer)) {
    return { ok: true, data: answer.data as Data };
  }
  return { ok: false, error: toCommandError(answer) };
}
