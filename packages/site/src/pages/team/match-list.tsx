import { useTranslations } from 'use-intl';
import { Emblem } from '../../ui/emblem.tsx';
import { MatchStatus } from '../../ui/match-status.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { Time } from '../../ui/time.tsx';
import './match-list.css';
import type { MatchLine, MatchParty } from './match-line.ts';

/** Matches, one a row: who against whom on the left, the score or the time at the end. */
export function MatchList({ matches }: { matches: readonly MatchLine[] }) {
  return (
    <ol className="match-list lines">
      {matches.map((match) => (
        <MatchRow key={match.id} match={match} />
      ))}
    </ol>
  );
}

function MatchRow({ match }: { match: MatchLine }) {
  const isOver = match.status === 'completed' || match.status === 'forfeited';
  return (
    <li className="match-row">
      <p className="match-row-sides">
        {isOver ? <Outcome match={match} /> : <Pairing match={match} />}
      </p>
      <p className="match-row-detail soft">
        {isOver ? <Consequence match={match} /> : <Progress match={match} />}
      </p>
      <MatchFigure match={match} />
    </li>
  );
}

function Party({ party }: { party: MatchParty }) {
  const { name, href, logo, is_team } = party;
  return (
    <>
      <Emblem name={name} kind={is_team ? 'team' : 'person'} picture={logo} size="small" />{' '}
      {href === null ? (
        <span className="match-party">{name}</span>
      ) : (
        <a className="match-party" href={href}>
          {name}
        </a>
      )}
    </>
  );
}

function Pairing({ match }: { match: MatchLine }) {
  const t = useTranslations('lists.matches');
  return (
    <>
      <Party party={match.challenger} /> <span className="soft">{t('against')}</span>{' '}
      <Party party={match.defender} />
    </>
  );
}

/** The result as a sentence, with both names leading to whom they name. */
function Outcome({ match }: { match: MatchLine }) {
  const t = useTranslations('lists.matches');
  if (match.winner === 'draw' || match.winner === null) {
    return t.rich('drew', {
      one: () => <Party party={match.challenger} />,
      other: () => <Party party={match.defender} />,
      soft: (words) => <span className="soft">{words}</span>,
    });
  }
  const didChallengerWin = match.winner === 'challenger';
  const isForfeit = match.status === 'forfeited';
  return t.rich(isForfeit ? 'won_by_forfeit' : didChallengerWin ? 'beat' : 'held_off', {
    winner: () => <Party party={didChallengerWin ? match.challenger : match.defender} />,
    loser: () => <Party party={didChallengerWin ? match.defender : match.challenger} />,
    soft: (words) => <span className="soft">{words}</span>,
  });
}

function Consequence({ match }: { match: MatchLine }) {
  const t = useTranslations('lists.matches');
  const { climb } = match;
  return (
    <>
      <OwnResult match={match} />
      {match.ladder.name}
      {' · '}
      {climb === null ? t('nobody_moves') : t('climbed', climb)}
      {match.ended_at !== null && (
        <>
          {' · '}
          <Time instant={match.ended_at} />
        </>
      )}
    </>
  );
}

function OwnResult({ match }: { match: MatchLine }) {
  const t = useTranslations('lists.matches.own');
  if (match.own_side === null) {
    return null;
  }
  const kind = match.winner === match.own_side ? 'won' : match.winner === 'draw' ? 'quiet' : 'lost';
  return (
    <span className="match-own">
      <StatusMark kind={kind} label={t(kind === 'quiet' ? 'drawn' : kind)} />
    </span>
  );
}

function Progress({ match }: { match: MatchLine }) {
  const t = useTranslations('lists.matches');
  return (
    <>
      {match.ladder.name}
      {' · '}
      <MatchStatus status={match.status} />
      {match.starts_at === null && match.deadline !== null && (
        <>
          {' · '}
          {t.rich('until', { time: () => <Time instant={match.deadline ?? ''} /> })}
        </>
      )}
    </>
  );
}

/** The score or the start, and the way into the match. */
function MatchFigure({ match }: { match: MatchLine }) {
  const t = useTranslations('lists.matches');
  const label = t('open', { one: match.challenger.name, other: match.defender.name });
  return (
    <a className="match-row-figure display" href={`/matches/${match.id}`}>
      <FigureText match={match} />
      <span className="visually-hidden">, {label}</span>
    </a>
  );
}

function FigureText({ match }: { match: MatchLine }) {
  const t = useTranslations('lists.matches');
  const { challenger_score: one, defender_score: other } = match;
  if (match.status === 'forfeited') {
    return t('forfeit_figure');
  }
  if (match.status === 'completed') {
    // A ruling may name a winner without a score.
    if (one === null || other === null) {
      return t('ruled_figure');
    }
    const [first, second] = match.winner === 'defender' ? [other, one] : [one, other];
    return `${first}–${second}`;
  }
  return match.starts_at === null ? '→' : <Time instant={match.starts_at} />;
}
