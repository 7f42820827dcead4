import type { RefusalCode, RefusalParams } from '@muster/league';
import type { createFormatter } from 'use-intl/core';

/** The names of one refusal's figures; those of a refusal without any would be every text. */
type NameOf<Params> = string extends keyof Params ? never : keyof Params;
type FigureName = { [Code in RefusalCode]: NameOf<RefusalParams[Code]> }[RefusalCode];

/** Words and numbers that are said as they are. */
type PlainName =
  | 'by'
  | 'days'
  | 'entry'
  | 'has'
  | 'id'
  | 'identity'
  | 'left'
  | 'limit'
  | 'map'
  | 'match_id'
  | 'name'
  | 'needs'
  | 'opponent'
  | 'own'
  | 'path'
  | 'picked'
  | 'reach'
  | 'rule'
  | 'rung'
  | 'side'
  | 'stage'
  | 'status'
  | 'theirs'
  | 'version'
  | 'weekdays'
  | 'what'
  | 'zone';

/**
 * What every other figure of a refusal is: an instant (or an hour of the day, which stays as it is), a length of
 * time (or a limit written as a text), or people and fields of forms, for whom who asks has words.
 */
const kinds: Record<Exclude<FigureName, PlainName>, 'instant' | 'length' | 'named'> = {
  apart: 'length',
  at: 'instant',
  from: 'instant',
  maximum: 'length',
  minimum: 'length',
  opens: 'instant',
  field: 'named',
  people: 'named',
  since: 'instant',
  time: 'instant',
  until: 'instant',
};

const lengthPattern = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const units = ['day', 'hour', 'minute', 'second'] as const;

/** How the person's language writes times, numbers and lists. */
type Writer = ReturnType<typeof createFormatter>;

function writeLength(text: string, format: Writer): string {
  const parts = lengthPattern.exec(text)?.slice(1);
  if (parts === undefined) {
    return text;
  }
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
}

function writeInstant(text: string, format: Writer): string {
  if (!text.includes('T')) {
    return text;
  }
  return format.dateTime(new Date(text), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}

const hasKind = (name: string): name is keyof typeof kinds => name in kinds;

/**
 * A refusal's figure as its sentence says it. What is not there is called `none`, as the sentences expect.
 * @param names what the people are called whose ids it may name, and the fields of the form
 */
export function toWords(
  name: string,
  value: unknown,
  { format, names }: { format: Writer; names: Readonly<Record<string, string>> },
): string | number {
  if (value === null || value === undefined) {
    return 'none';
  }
  if (typeof value === 'number') {
    return value;
  }
  const kind = hasKind(name) ? kinds[name] : null;
  const toName = (text: string) => (kind === 'named' ? names[text] : undefined) ?? text;
  if (Array.isArray(value)) {
    return format.list(value.map((part) => toName(String(part))));
  }
  const text = String(value);
  if (kind === 'instant') {
    return writeInstant(text, format);
  }
  return kind === 'length' ? writeLength(text, format) : toName(text);
}
