import { useTranslations } from 'use-intl';
import { Emblem } from '../../ui/emblem.tsx';
import { Time } from '../../ui/time.tsx';
import './ladder-list.css';
import type { LadderLine } from './data.ts';

/** Ladders, one a row: what is played, how many stand on it, who is on top. */
export function LadderList({ ladders }: { ladders: readonly LadderLine[] }) {
  return (
    <ul className="ladder-list lines">
      {ladders.map((ladder) => (
        <LadderRow key={ladder.slug} ladder={ladder} />
      ))}
    </ul>
  );
}

function LadderRow({ ladder }: { ladder: LadderLine }) {
  const t = useTranslations('lists.ladders');
  return (
    <li className="ladder-line">
      <Emblem name={ladder.name} kind="ladder" />
      <div className="ladder-line-words">
        <h3>
          <a href={`/ladders/${ladder.slug}`}>{ladder.name}</a>
          <span className="soft ladder-line-game">
            {[ladder.game, ladder.region].filter((part) => part !== '').join(' · ')}
          </span>
        </h3>
        <p className="soft">{ladder.summary}</p>
        <p className="ladder-line-state soft">
          {ladder.is_test ? `${t('test')} · ` : ''}
          {t(`format.${ladder.format}`)}
          {' · '}
          <LadderState ladder={ladder} />
        </p>
      </div>
      <p className="ladder-line-figure">
        <span className="display">{ladder.entries}</span>{' '}
        <span className="soft">
          {t(ladder.format === 'time_attack' ? 'drivers' : 'teams', { count: ladder.entries })}
        </span>
      </p>
    </li>
  );
}

function LadderState({ ladder }: { ladder: LadderLine }) {
  const t = useTranslations('lists.ladders');
  const leader = ladder.top.find(({ place }) => place === 1);
  const { opens_at } = ladder;
  if (!ladder.is_open && opens_at !== null) {
    return t.rich('opens', { time: () => <Time instant={opens_at} look="date" /> });
  }
  if (!ladder.is_open) {
    return t('closed');
  }
  if (ladder.format === 'time_attack') {
    return t('times_count');
  }
  if (leader === undefined) {
    return t('first_place_free');
  }
  return t.rich('leads', {
    name: () => (leader.href === null ? leader.name : <a href={leader.href}>{leader.name}</a>),
  });
}
