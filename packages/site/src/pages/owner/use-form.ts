import { useState } from 'react';
import { sendCommand } from '../../client/command/command.ts';
import type { CommandError } from '../../client/command/command-answer.ts';
import { useRefusal } from '../../client/command/use-refusal.ts';

/** A form that is sent whole: what is wrong stands beside its field, or above the form where it has none. */
export function useForm(fields: readonly string[]) {
  const toSentence = useRefusal();
  const [error, setError] = useState<CommandError | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  async function send<Data>(path: string, body: Record<string, unknown>): Promise<Data | null> {
    setIsBusy(true);
    const answer = await sendCommand<Data>(path, body);
    setIsBusy(false);
    setError(answer.ok ? null : answer.error);
    return answer.ok ? answer.data : null;
  }
  const named = error?.field?.split('.')[0];
  const isOfField = named !== undefined && fields.includes(named);
  return {
    send,
    isBusy,
    toError: (name: string) => (error !== null && named === name ? toSentence(error) : undefined),
    wrong: error === null || isOfField ? null : toSentence(error),
  };
}

/** A name as a word for addresses: what of it is no letter or digit becomes a hyphen. */
export function toSlug(name: string, longest: number): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-|-$/g, '');
}

/** What stands in a field with a thing a line. */
export function toLines(text: string): string[] {
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}
