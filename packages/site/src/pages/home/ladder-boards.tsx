import { useTranslations } from 'use-intl';
import { Emblem } from '../../ui/emblem.tsx';
import { Terrain } from '../../ui/terrain-image.tsx';
import type { LadderLine } from './data.ts';

/** Every open ladder as a small standings board on its own ground: who holds the first three rungs. */
export function LadderBoards({ ladders }: { ladders: readonly LadderLine[] }) {
  return (
    <ul className="boards">
      {ladders.map((ladder) => (
        <li className="ladder-board" key={ladder.slug}>
          <LadderBoard ladder={ladder} />
        </li>
      ))}
    </ul>
  );
}

function LadderBoard({ ladder }: { ladder: LadderLine }) {
  const t = useTranslations('lists.ladders');
  const count = { count: ladder.entries };
  return (
    <>
      <div className="ladder-board-head">
        <Terrain place="ladder" name={ladder.slug} shape="tile" />
        <Emblem name={ladder.name} kind="ladder" />
        <p className="soft">
          {[ladder.game, ladder.region].filter((part) => part !== '').join(' · ')}
        </p>
        <h3 className="display">
          <a href={`/ladders/${ladder.slug}`}>{ladder.name}</a>
        </h3>
      </div>
      <TopThree ladder={ladder} />
      <p className="ladder-board-foot soft">
        <span className="ladder-board-count">
          <b>{ladder.entries}</b> {t(ladder.format === 'time_attack' ? 'drivers' : 'teams', count)}
        </span>
        {ladder.format !== 'rung' && <span>{t(`format.${ladder.format}`)}</span>}
      </p>
    </>
  );
}

function TopThree({ ladder }: { ladder: LadderLine }) {
  const t = useTranslations('lists.ladders');
  if (ladder.top.length === 0) {
    const key = !ladder.is_open
      ? 'closed'
      : ladder.format === 'time_attack'
        ? 'times_count'
        : 'first_place_free';
    return <p className="ladder-board-empty">{t(key)}</p>;
  }
  return (
    <ol className="ladder-board-top">
      {ladder.top.map(({ place, name, href }) => (
        <li key={place}>
          <span className="display">{place}</span>
          {href === null ? <span>{name}</span> : <a href={href}>{name}</a>}
        </li>
      ))}
    </ol>
  );
}
