import { useFormatter, useTranslations } from 'use-intl';
import {
  type EventSides,
  listEventInstants,
  toEventFigures,
  toEventPeople,
} from './event-words.ts';
import type { LogLine, Names } from './log-line.ts';

interface EventSentenceProps {
  line: LogLine;
  names: Names;
  /** Set where all lines are of one match, so that none needs to lead to it. */
  sides: EventSides;
}

interface LooseTranslator {
  (key: string, values: Record<string, string | number>): string;
  has(key: string): boolean;
}

const timeLook = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;

/** One event in plain words; it leads to its match where it has one. */
export function EventSentence({ line, names, sides }: EventSentenceProps) {
  // Which events there are is the league's to say; their sentences stand under their types.
  const t = useTranslations('events') as unknown as LooseTranslator;
  const format = useFormatter();
  const times = Object.fromEntries(
    Object.entries(listEventInstants(line)).map(([name, instant]) => [
      name,
      instant === null ? 'none' : format.dateTime(new Date(instant), timeLook),
    ]),
  );
  const known = line.match_id === null ? null : (names.matches?.[line.match_id] ?? null);
  const people = toEventPeople(line, names, sides ?? known);
  if (!t.has(line.type)) return line.type.replaceAll('_', ' ');
  const sentence = t(line.type, { ...toEventFigures(line), ...times, ...people });
  if (line.match_id === null || sides !== null) return sentence;
  const isNamed = sentence.includes(people.challenger) && sentence.includes(people.defender);
  return (
    <>
      <a href={`/matches/${line.match_id}`}>{sentence}</a>
      {known !== null && !isNamed && (
        <span className="soft">
          {' '}
          {people.challenger} – {people.defender}
        </span>
      )}
    </>
  );
}
