import { useTranslations } from 'use-intl';
import type { CommandError } from './command.ts';

/** The sentence of a refusal in the person's language, made of its code and parameters. */
export function useRefusal(): (error: CommandError) => string {
  const t = useTranslations();
  return ({ code, params }) => {
    // The codes come from the server; each is a key of refusals.json, or unknown to this build.
    const translate = t as unknown as LooseTranslator;
    const key = `refusals.${code}`;
    return translate.has(key) ? translate(key, params) : translate('shell.errors.something');
  };
}

interface LooseTranslator {
  (key: string, values?: Record<string, string | number>): string;
  has(key: string): boolean;
}
