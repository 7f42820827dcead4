import { useTranslations } from 'use-intl';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import type { ComingMatch, LadderData, LatestResult } from './data.ts';
import { EntryLink } from './entry-link.tsx';

/** What is played next on the ladder, and what was played last. */
export function ComingAndResults({ data }: { data: LadderData }) {
  const t = useTranslations('ladder.aside');
  return (
    <>
      <section>
        <SectionHead title={t('coming')}>
          <a href={`/api/calendar/ladders/${data.ladder.slug}.ics`} data-native="">
            {t('calendar')}
          </a>
        </SectionHead>
        {data.coming.length === 0 ? (
          <p className="soft">{t('nothing_coming')}</p>
        ) : (
          <ul className="lines">
            {data.coming.map((match) => (
              <Coming key={match.id} match={match} zone={data.ladder.zone} />
            ))}
          </ul>
        )}
      </section>
      <section>
        <SectionHead title={t('results')} />
        {data.results.length === 0 ? (
          <p className="soft">{t('no_results')}</p>
        ) : (
          <ul className="lines">
            {data.results.map((result) => (
              <Result key={result.id} result={result} format={data.ladder.format} />
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

function Coming({ match, zone }: { match: ComingMatch; zone: string }) {
  const t = useTranslations('ladder.aside');
  const isOn = match.status !== 'scheduled';
  return (
    <li className="coming">
      <p className="coming-sides">
        <EntryLink of={match.challenger} /> <span className="soft">{t('versus')}</span>{' '}
        <EntryLink of={match.defender} />
      </p>
      <a className="display coming-time" href={`/matches/${match.id}`}>
        {isOn ? t('now') : <Time instant={match.starts_at} />}
      </a>
      <p className="soft coming-maps">
        {match.maps.length > 0 ? (
          match.maps.join(', ')
        ) : (
          <Time instant={match.starts_at} zone={zone} namesZone />
        )}
      </p>
    </li>
  );
}

function Result({ result, format }: { result: LatestResult; format: string }) {
  const t = useTranslations('ladder.aside');
  const isChallenger = result.winner !== 'defender';
  const winner = isChallenger ? result.challenger : result.defender;
  const loser = isChallenger ? result.defender : result.challenger;
  const verb =
    result.winner === 'draw'
      ? 'drew'
      : result.status === 'forfeited'
        ? 'forfeit'
        : isChallenger
          ? 'beat'
          : 'held_off';
  const scores = [result.challenger_score, result.defender_score];
  const [own, other] = isChallenger ? scores : scores.toReversed();
  return (
    <li className="coming">
      <p className="coming-sides">
        {t.rich(`result.${verb}`, {
          winner: () => <EntryLink of={winner} />,
          loser: () => <EntryLink of={loser} />,
          soft: (chunks) => <span className="soft">{chunks}</span>,
        })}
      </p>
      <a className="display coming-time" href={`/matches/${result.id}`}>
        <Figure isForfeit={result.status === 'forfeited'} own={own ?? null} other={other ?? null} />
        <span className="visually-hidden">, {t('to_result')}</span>
      </a>
      <p className="soft coming-maps">
        {result.climb !== null ? (
          t('climbed', {
            team: winner.name,
            from: result.climb.from,
            to: result.climb.to,
            others: result.climb.others,
          })
        ) : format === 'rung' ? (
          t('nobody_moves')
        ) : (
          <Time instant={result.ended_at} />
        )}
      </p>
    </li>
  );
}

interface FigureProps {
  isForfeit: boolean;
  own: number | null;
  other: number | null;
}

/** The score; a ruling may name a winner without one. */
function Figure({ isForfeit, own, other }: FigureProps) {
  const t = useTranslations('ladder.aside');
  const tLists = useTranslations('lists.matches');
  if (isForfeit) {
    return t('forfeit_short');
  }
  return own === null || other === null ? tLists('ruled_figure') : `${own}–${other}`;
}
