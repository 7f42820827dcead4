import { useFormatter, useTranslations } from 'use-intl';
import { createTranslator } from 'use-intl/core';
import { loosen, useIntlStore } from '../../intl/intl-root.tsx';
import { keptFormatters } from '../../intl/kept-formatters.ts';
import { getLocale } from '../../intl/locales.ts';
import { toWords } from './refusal-words.ts';

/** A refusal as it comes: its parameters are the rules' own figures, not yet words. */
interface RefusalLike {
  code: string;
  params: Readonly<Record<string, unknown>>;
}

/**
 * The sentence of a refusal in the person's language, made of its code and parameters: instants become
 * times, durations and lists words. `names` says what the people are called whose ids it may name.
 */
export function useRefusal(
  names: Readonly<Record<string, string>> = {},
): (error: RefusalLike) => string {
  const something = useTranslations('shell.errors')('something');
  const intl = useIntlStore();
  const format = useFormatter();
  return ({ code, params }) => {
    // The texts come with the first refusal, which may be later than what was rendered last.
    const { locale, messages, zone } = intl.get();
    // The codes come from the server; each is a key of refusals.json, or unknown to this build.
    const translate = loosen(
      createTranslator({
        locale: getLocale(locale).tag,
        messages,
        timeZone: zone,
        _formatters: keptFormatters,
      }),
    );
    const key = `refusals.${code}`;
    if (!translate.has(key)) {
      return something;
    }
    return translate(
      key,
      Object.fromEntries(
        Object.entries(params).map(([name, value]) => [
          name,
          toWords(name, value, { format, names }),
        ]),
      ),
    );
  };
}
