import type { SuggestionReason } from '@muster/league';
import { useFormatter, useTranslations } from 'use-intl';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import type { ComingMatch, LadderData, LatestResult, StandingRow, Suggestion } from './data.ts';
import type { EntryName } from './entry-name.ts';
import { OwnEntrySection } from './own-entry.tsx';

interface LadderAsideProps {
  data: LadderData;
  onChallenge: (row: Pick<StandingRow, 'entry_id' | 'name' | 'place'>) => void;
}

/** Beside the standings: whom to ask, what is played next, what was played last. */
export function LadderAside({ data, onChallenge }: LadderAsideProps) {
  const t = useTranslations('ladder.aside');
  const suggestions = data.viewer?.suggestions ?? [];
  return (
    <aside className="stack ladder-aside" aria-label={t('label')}>
      {suggestions.length > 0 && (
        <section>
          <SectionHead title={t('fair')} id="fair" />
          <ul className="lines">
            {suggestions.map((suggestion) => (
              <FairMatch
                key={suggestion.entry_id}
                suggestion={suggestion}
                onChallenge={onChallenge}
              />
            ))}
          </ul>
        </section>
      )}
      <OwnEntrySection data={data} />
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
    </aside>
  );
}

interface FairMatchProps {
  suggestion: Suggestion;
  onChallenge: LadderAsideProps['onChallenge'];
}

function FairMatch({ suggestion, onChallenge }: FairMatchProps) {
  const t = useTranslations('ladder.aside');
  const format = useFormatter();
  const reasons = useReasons(suggestion);
  const odds = suggestion.reasons.find(({ code }) => code === 'even_odds') as
    | Extract<SuggestionReason, { code: 'even_odds' }>
    | undefined;
  return (
    <li className="fair">
      <span className="display fair-rung">{suggestion.place}</span>
      <div>
        <p className="fair-head">
          <Name of={suggestion} />
          {odds !== undefined && (
            <span title={t('odds_why')}>
              {format.number(odds.percent / 100, { style: 'percent' })}
            </span>
          )}
        </p>
        <p className="soft fair-reasons">{reasons}</p>
        <button type="button" className="fair-act" onClick={() => onChallenge(suggestion)}>
          {t('challenge', { team: suggestion.name })}
        </button>
      </div>
    </li>
  );
}

/** The reasons as one sentence: a list that begins with a capital and ends with a full stop. */
function useReasons({ reasons }: Suggestion): string {
  const t = useTranslations('ladder.reason');
  const format = useFormatter();
  const toWords = (reason: SuggestionReason): string => {
    switch (reason.code) {
      case 'in_reach':
        return t('climb', { rungs: reason.rungs });
      case 'even_odds':
        return t('even_odds');
      case 'not_met':
        return t(reason.last === null ? 'never_met' : 'not_met');
      default:
        return t('both_free', {
          day: format.dateTime(new Date(reason.at), {
            weekday: 'long',
            hour: '2-digit',
            minute: '2-digit',
            hourCycle: 'h23',
          }),
        });
    }
  };
  const list = reasons.map(toWords).join(', ');
  return list === '' ? '' : `${list.charAt(0).toLocaleUpperCase()}${list.slice(1)}.`;
}

function Name({ of }: { of: Pick<EntryName, 'name' | 'href'> }) {
  return of.href === null ? <b>{of.name}</b> : <a href={of.href}>{of.name}</a>;
}

function Coming({ match, zone }: { match: ComingMatch; zone: string }) {
  const t = useTranslations('ladder.aside');
  const isOn = match.status !== 'scheduled';
  return (
    <li className="coming">
      <p className="coming-sides">
        <Name of={match.challenger} /> <span className="soft">{t('versus')}</span>{' '}
        <Name of={match.defender} />
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
          winner: () => <Name of={winner} />,
          loser: () => <Name of={loser} />,
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
  if (isForfeit) {
    return t('forfeit_short');
  }
  return own === null || other === null ? '→' : `${own}–${other}`;
}
