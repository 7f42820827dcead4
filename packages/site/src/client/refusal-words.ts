import type { RefusalCode, RefusalParams } from '@muster/league';
import type { createFormatter } from 'use-intl/core';

/** The names of one refusal's figures; those of a refusal without any would be every text. */
type NameOf<Params> = string extends keyof Params ? never : keyof Params;
type FigureName = { [Code in RefusalCode]: NameOf<RefusalParams[Code]> }[RefusalCode];

/**
 * What each figure of a refusal is: an instant (or an hour of the day, which stays as it is), a length of time
 * (or a limit written as a text), people by their ids, or words and numbers to be said as they are.
 */
const kinds: Record<FigureName, 'instant' | 'length' | 'people' | 'plain'> = {
  apart: 'length',
  at: 'instant',
  by: 'plain',
  days: 'plain',
  entry: 'plain',
  field: 'plain',
  from: 'instant',
  has: 'plain',
  id: 'plain',
  identity: 'plain',
  left: 'plain',
  limit: 'plain',
  map: 'plain',
  match_id: 'plain',
  maximum: 'length',
  minimum: 'length',
  name: 'plain',
  needs: 'plain',
  opens: 'instant',
  opponent: 'plain',
  own: 'plain',
  path: 'plain',
  people: 'people',
  picked: 'plain',
  reach: 'plain',
  rule: 'plain',
  rung: 'plain',
  side: 'plain',
  since: 'instant',
  stage: 'plain',
  status: 'plain',
  theirs: 'plain',
  time: 'instant',
  until: 'instant',
  version: 'plain',
  weekdays: 'plain',
  what: 'plain',
  zone: 'plain',
};

const lengthPattern = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const units = ['day', 'hour', 'minute', 'second'] as const;

/** How the person's language writes times, numbers and lists. */
type Writer = ReturnType<typeof createFormatter>;

function writeLength(text: string, format: Writer): string {
  const parts = lengthPattern.exec(text)?.slice(1);
  if (parts === undefined) return text;
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
  if (!text.includes('T')) return text;
  return format.dateTime(new Date(text), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}

const isFigure = (name: string): name is FigureName => name in kinds;

/**
 * A refusal's figure as its sentence says it. What is not there is called `none`, as the sentences expect.
 * @param names what the people are called whose ids it may name
 */
export function toWords(
  name: string,
  value: unknown,
  { format, names }: { format: Writer; names: Readonly<Record<string, string>> },
): string | number {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'number') return value;
  const kind = isFigure(name) ? kinds[name] : 'plain';
  if (Array.isArray(value)) {
    return format.list(
      value.map((part) => (kind === 'people' ? names[part] : undefined) ?? String(part)),
    );
  }
  const text = String(value);
  if (kind === 'instant') return writeInstant(text, format);
  return kind === 'length' ? writeLength(text, format) : text;
}
