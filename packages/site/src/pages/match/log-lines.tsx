import { useFormatter, useTranslations } from 'use-intl';
import { Time } from '../../ui/time.tsx';
import { EventSentence } from './event-sentence.tsx';
import type { EventSides } from './event-words.ts';
import type { LogLine, Names, RatingStep } from './log-line.ts';

interface LogLinesProps {
  lines: readonly LogLine[];
  names: Names;
  /** The ladder's slug, for the ways to its rules. */
  ladder?: string;
  /** Set where all lines are of one match. */
  sides?: EventSides;
  /** Shows each event's number and the beginning of its hash. */
  showsPlaces?: boolean;
  /** What each event moved of the entry that is looked at, by the event's number. */
  moves?: Readonly<Record<number, { from: number | null; to: number | null }>> | null;
  /** What each event made of the rating of the entry that is looked at. */
  ratings?: Readonly<Record<number, RatingStep>> | null;
}

/** Events in plain sentences, each with its time and who did it. */
export function LogLines({
  lines,
  names,
  sides = null,
  showsPlaces = false,
  moves = null,
  ratings = null,
  ladder,
}: LogLinesProps) {
  const t = useTranslations('events.log');
  if (lines.length === 0) {
    return <p className="soft">{t('empty')}</p>;
  }
  return (
    <ol className={showsPlaces ? 'lines log-lines log-lines-placed' : 'lines log-lines'}>
      {lines.map((line) => (
        <li key={line.sequence} id={`e${line.sequence}`}>
          <Time instant={line.at} />
          <span>
            <EventSentence
              line={line}
              names={names}
              sides={sides}
              {...(ladder === undefined ? {} : { ladder })}
            />
            <Move move={moves?.[line.sequence]} />
            <Rating step={ratings?.[line.sequence]} />
            {line.reason != null && <Reason line={line} names={names} reason={line.reason} />}
            {showsPlaces && (
              <span className="soft log-place" title={line.hash}>
                {line.sequence} · {line.hash.slice(0, 8)}
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Move({ move }: { move: { from: number | null; to: number | null } | undefined }) {
  const t = useTranslations('events.log');
  if (move === undefined || move.to === null) {
    return null;
  }
  return (
    <b className="log-move">
      {move.from === null ? t('on', { to: move.to }) : t('way', { from: move.from, to: move.to })}
    </b>
  );
}

/** The inputs of a rating beside it: strength and uncertainty before and after. */
function Rating({ step }: { step: RatingStep | undefined }) {
  const t = useTranslations('events.log');
  const format = useFormatter();
  if (step === undefined) {
    return null;
  }
  const toWords = (value: number) =>
    format.number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const { from, to } = step;
  const after = { to: toWords(to.mu - 3 * to.sigma), mu: toWords(to.mu), sigma: toWords(to.sigma) };
  return (
    <span className="log-rating">
      {from === null
        ? t('rating_begins', after)
        : t('rating', {
            ...after,
            from: toWords(from.mu - 3 * from.sigma),
            mu_from: toWords(from.mu),
            sigma_from: toWords(from.sigma),
          })}
    </span>
  );
}

interface ReasonProps {
  line: LogLine;
  names: Names;
  reason: string;
}

/** Why an admin did it, under their name. */
function Reason({ line, names, reason }: ReasonProps) {
  const person = names.people[line.actor_id ?? ''];
  return (
    <span className="log-reason">
      {person !== undefined && <b>{person.username}: </b>}
      {reason}
    </span>
  );
}
