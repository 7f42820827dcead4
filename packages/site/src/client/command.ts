import { fetchWithRetry } from './fetch-json.ts';

export interface CommandError {
  code: string;
  params: Record<string, string | number>;
  /** The field of the form that it is about. */
  field?: string;
}

export type CommandAnswer<Data> = { ok: true; data: Data } | { ok: false; error: CommandError };

interface CommandOptions {
  method?: 'POST' | 'DELETE' | 'PUT' | 'PATCH';
  /** Given again when a person repeats what may have arrived; made anew else. */
  commandId?: string;
}

/** The ids of commands of which nobody knows whether they arrived, by what they say. */
const unanswered = new Map<string, string>();

/**
 * Sends a command to the league and says what became of it. It bears an id of its own, and is sent
 * again with the same id while the network fails, also by a person who repeats it, so that it is
 * obeyed once.
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
    const response = await fetchWithRetry(path, {
      method,
      body: { command_id: commandId, ...body },
    });
    unanswered.delete(key);
    return await toAnswer<Data>(response);
  } catch {
    unanswered.set(key, commandId);
    return { ok: false, error: { code: 'network_failed', params: {} } };
  }
}

async function toAnswer<Data>(response: Response): Promise<CommandAnswer<Data>> {
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && isRecord(answer)) return { ok: true, data: answer.data as Data };
  return { ok: false, error: toCommandError(answer) };
}

/** The error in an answer of the API, whatever came. */
export function toCommandError(answer: unknown): CommandError {
  const error = isRecord(answer) && isRecord(answer.error) ? answer.error : {};
  const code = typeof error.code === 'string' ? error.code : 'internal_error';
  const params = isRecord(error.params) ? (error.params as CommandError['params']) : {};
  const known: CommandError = { code, params };
  if (typeof error.field === 'string') known.field = error.field;
  return known;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
