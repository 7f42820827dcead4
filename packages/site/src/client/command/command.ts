import { loadMessages } from '../../intl/load-messages.ts';
import { getRuntime } from '../runtime.ts';
import type { CommandAnswer, CommandOptions } from './command-answer.ts';
import type { SendOptions } from './send-file.ts';
import { sendCommand as send } from './sending.ts';

// Apart from what is done with them: what fails there would pass for a chunk that cannot be loaded.
const loadSendFile = () => import('./send-file.ts');
const loadTexts = () => import('../../intl/page-messages.ts');

/**
 * Sends a command to the league and says what became of it. The texts that a refusal is told in are here before the
 * refusal is.
 */
export async function sendCommand<Data = unknown>(
  path: string,
  body: Record<string, unknown> = {},
  options: CommandOptions = {},
): Promise<CommandAnswer<Data>> {
  return tell(await send<Data>(path, body, options));
}

/** Sends a file as it is and tells how far it got; what becomes of it is said as of a command. */
export async function sendFile<Data>(
  path: string,
  file: Blob,
  options: SendOptions,
): Promise<CommandAnswer<Data>> {
  const sending = await loadSendFile().catch(() => null);
  return tell(sending === null ? notSent : await sending.sendFile<Data>(path, file, options));
}

const notSent: CommandAnswer<never> = { ok: false, error: { code: 'network_failed', params: {} } };

async function tell<Data>(answer: CommandAnswer<Data>): Promise<CommandAnswer<Data>> {
  if (!answer.ok) {
    await addRefusalTexts();
  }
  return answer;
}

/** Adds the texts of refusals to what is shown. Without them a refusal is told in general words. */
export async function addRefusalTexts(): Promise<void> {
  try {
    const texts = await loadTexts();
    await texts.addAreas(getRuntime().intl, ['refusals']);
  } catch (error) {
    console.error('The texts of refusals could not be loaded', error);
  }
}

/** Fetches ahead what a command takes, for somebody who may give one: it must not be missing when the network is. */
export async function prepareCommands(): Promise<void> {
  const { locale } = getRuntime().intl.get();
  await Promise.all([loadSendFile(), loadMessages(locale, ['refusals'])]);
}
