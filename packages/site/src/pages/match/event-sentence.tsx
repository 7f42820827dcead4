import { useFormatter, useTranslations } from 'use-intl';
import { loosen } from '../../intl/intl-root.tsx';
import {
  type EventSides,
  listEventInstants,
  toEventFigures,
  toEventPeople,
} from './event-words.ts';
import { keepPairs } from './keep-pairs.tsx';
import type { LogLine, Names } from './log-line.ts';
import { useRuleNames } from './use-rule-names.ts';

interface EventSentenceProps {
  line: LogLine;
  /** The ladder's slug, for the way to a rule that something rests on. */
  ladder?: string;
  names: Names;
  /** Set where all lines are of one match, so that none needs to lead to it. */
  sides: EventSides;
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
export function EventSentence({ line, names, sides, ladder }: EventSentenceProps) {
  const toName = useRuleNames();
  // Which events there are is the league's to say; their sentences stand under their types.
  const t = loosen(useTranslations('events'));
  const format = useFormatter();
  const times = Object.fromEntries(
    Object.entries(listEventInstants(line)).map(([name, instant]) => [
      name,
      instant === null ? 'none' : format.dateTime(new Date(instant), timeLook),
    ]),
  );
  const known = line.match_id === null ? null : (names.matches?.[line.match_id] ?? null);
  const people = toEventPeople(line, names, sides ?? known);
  if (!t.has(line.type)) {
    return line.type.replaceAll('_', ' ');
  }
  const figures = toEventFigures(line, names);
  const rule = toName(String(figures.rule));
  // A case that nobody could judge is decided without a word.
  const isUnjudged = line.data.text === null && t.has(`${line.type}_unjudged`);
  const sentence = t(isUnjudged ? `${line.type}_unjudged` : line.type, {
    ...figures,
    ...times,
    ...people,
    rule,
  });
  const shown = keepPairs(sentence);
  const because = <Because line={line} ladder={ladder} />;
  if (line.match_id === null || sides !== null) {
    return (
      <>
        {shown} {because}
      </>
    );
  }
  const isNamed = sentence.includes(people.challenger) && sentence.includes(people.defender);
  return (
    <>
      <a href={`/matches/${line.match_id}`}>{shown}</a>
      {known !== null && !isNamed && (
        <span className="soft">
          {' '}
          {people.challenger} – {people.defender}
        </span>
      )}{' '}
      {because}
    </>
  );
}

/** The rule behind what the clock did by itself. */
function Because({ line, ladder }: { line: LogLine; ladder: string | undefined }) {
  const t = useTranslations('rule-names');
  const toName = useRuleNames();
  const rule = line.actor_id === null ? line.data.rule : null;
  if (typeof rule !== 'string' || !rule.includes('.')) {
    return null;
  }
  const words = t('because', { rule: toName(rule) });
  if (ladder === undefined) {
    return <span className="soft">{words}.</span>;
  }
  return (
    <a className="soft" href={`/ladders/${ladder}/rules#${rule}`}>
      {words}
    </a>
  );
}
