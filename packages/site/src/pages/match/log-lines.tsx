import { useTranslations } from 'use-intl';
import { Time } from '../../ui/time.tsx';
import { EventSentence } from './event-sentence.tsx';
import type { EventSides } from './event-words.ts';
import type { LogLine, Names } from './log-line.ts';

interface LogLinesProps {
  lines: readonly LogLine[];
  names: Names;
  /** Set where all lines are of one match. */
  sides?: EventSides;
  /** Shows each event's number and the beginning of its hash. */
  showsPlaces?: boolean;
  /** What each event moved of the entry that is looked at, by the event's number. */
  moves?: Readonly<Record<number, { from: number | null; to: number | null }>> | null;
}

/** Events in plain sentences, each with its time and who did it. */
export function LogLines({
  lines,
  names,
  sides = null,
  showsPlaces = false,
  moves = null,
}: LogLinesProps) {
  const t = useTranslations('match');
  if (lines.length === 0) return <p className="soft">{t('log_empty')}</p>;
  return (
    <ol className={showsPlaces ? 'lines log-lines log-lines-placed' : 'lines log-lines'}>
      {lines.map((line) => (
        <li key={line.sequence} id={`e${line.sequence}`}>
          <Time instant={line.at} />
          <span>
            <EventSentence line={line} names={names} sides={sides} />
            <Move move={moves?.[line.sequence]} />
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
  const t = useTranslations('match.move');
  if (move === undefined || move.to === null) return null;
  return (
    <b className="log-move">
      {move.from === null ? t('on', { to: move.to }) : t('way', { from: move.from, to: move.to })}
    </b>
  );
}
