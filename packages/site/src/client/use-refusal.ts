import { useFormatter, useTranslations } from 'use-intl';
import { createTranslator } from 'use-intl/core';
import { loosen, useIntlStore } from '../intl/intl-root.tsx';
import { keptFormatters } from '../intl/kept-formatters.ts';
import { getLocale } from '../intl/locales.ts';

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
  names?: Readonly<Record<string, string>>,
): (error: RefusalLike) => string {
  const something = useTranslations('shell.errors')('something');
  const intl = useIntlStore();
  const toWords = useParameterWords(names);
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
    if (!translate.has(key)) return something;
    return translate(
      key,
      Object.fromEntries(Object.entries(params).map(([name, value]) => [name, toWords(value)])),
    );
  };
}

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const durationPattern = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const units = ['day', 'hour', 'minute', 'second'] as const;

/** One parameter in words. What is not there is called `none`, as the sentences expect. */
function useParameterWords(names: Readonly<Record<string, string>> = {}) {
  const format = useFormatter();
  const toWords = (value: unknown): string | number => {
    if (value === null || value === undefined) return 'none';
    if (typeof value === 'number') return value;
    if (Array.isArray(value)) return format.list(value.map((part) => String(toWords(part))));
    const text = String(value);
    if (instantPattern.test(text)) {
      return format.dateTime(new Date(text), {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      });
    }
    const parts = durationPattern.exec(text)?.slice(1);
    if (parts === undefined) return names[text] ?? text;
    const words = parts.flatMap((part, place) =>
      part === undefined
        ? []
        : format.number(Number(part), {
            style: 'unit',
            unit: units[place] ?? 'second',
            unitDisplay: 'long',
          }),
    );
    return format.list(words, { type: 'unit' });
  };
  return toWords;
}
