import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { usePastHref } from '../past/past-href.tsx';
import type { LadderData, StandingRow } from './data.ts';
import { StandingLine } from './standing-line.tsx';
import { useRowMoves } from './use-row-moves.ts';

interface StandingsProps {
  data: LadderData;
  onChallenge: (row: StandingRow) => void;
  onWhyNot: (row: StandingRow) => void;
}

/** The standings as a board: who stands where, what keeps them busy, whom the viewer may challenge. */
export function Standings({ data, onChallenge, onWhyNot }: StandingsProps) {
  const t = useTranslations('ladder.standings');
  const body = useRef<HTMLTableSectionElement>(null);
  const { standings, viewer } = data;
  useRowMoves(body, standings.map(({ entry_id }) => entry_id).join());
  const isCaptain = viewer?.entry?.may_act === true && data.at === null;
  const best = findBest(data);
  const isRated = data.ladder.format === 'rating';
  // Once a season is over, nobody is free, protected or resting.
  const isOver = data.season?.status === 'closed';
  return (
    <section aria-labelledby="standings">
      <SectionHead title={t('title')} id="standings">
        {data.at === null && data.moved > 0 && !isRated && t('moved', { count: data.moved })}
      </SectionHead>
      {standings.length === 0 ? (
        <EmptyState
          title={t('empty')}
          reason={t(isRated ? 'empty_reason_rating' : 'empty_reason')}
        />
      ) : (
        <>
          {best !== undefined && isCaptain && (
            <button
              type="button"
              className="skip-in-page"
              onClick={() => body.current?.querySelector<HTMLElement>('.button-main')?.focus()}
            >
              {t('skip_to_reach')}
            </button>
          )}
          <table className={toBoardClass(isCaptain, standings.length)}>
            <caption className="visually-hidden">
              {t('caption', { ladder: data.ladder.name })}
            </caption>
            <thead>
              <tr>
                <th scope="col">{t(isRated ? 'place' : 'rung')}</th>
                <th scope="col">{t('team')}</th>
                <th scope="col">
                  <span className={isOver ? 'visually-hidden' : undefined}>{t('status')}</span>
                </th>
                <th scope="col">{t('record')}</th>
                <th scope="col">{t('form')}</th>
                <th scope="col">
                  <span className="visually-hidden">{t(isCaptain ? 'challenge' : 'more')}</span>
                </th>
              </tr>
            </thead>
            <tbody ref={body}>
              {standings.map((row) => (
                <StandingLine
                  key={row.entry_id}
                  row={row}
                  own={viewer?.entry ?? null}
                  isCaptain={isCaptain}
                  isOver={isOver}
                  isBest={row.entry_id === best}
                  ladder={data.ladder.slug}
                  onChallenge={onChallenge}
                  onWhyNot={onWhyNot}
                />
              ))}
            </tbody>
          </table>
        </>
      )}
      <Pages data={data} />
    </section>
  );
}

/** The one row whose button is red: the fairest match that is shown, else the first that may be challenged. */
function findBest({ standings, viewer }: LadderData): string | undefined {
  const open = standings.filter(({ refusal }) => refusal === null).map(({ entry_id }) => entry_id);
  const fair = viewer?.suggestions.find(({ entry_id }) => open.includes(entry_id));
  return fair?.entry_id ?? open[0];
}

/** A long board lets the browser skip the rows that nobody sees. */
function toBoardClass(isCaptain: boolean, rows: number): string {
  const classes = ['standings'];
  if (isCaptain) {
    classes.push('standings-captain');
  }
  if (rows > 80) {
    classes.push('standings-long');
  }
  return classes.join(' ');
}

/** Ways to the other rows of a long ladder. */
function Pages({ data }: { data: LadderData }) {
  const t = useTranslations('ladder.standings');
  const toHref = usePastHref();
  const { size, rows_from, rows_limit, ladder } = data;
  if (size <= rows_limit) {
    return null;
  }
  const starts = Array.from(
    { length: Math.ceil(size / rows_limit) },
    (_, index) => index * rows_limit + 1,
  );
  return (
    <nav className="standings-pages" aria-label={t('pages')}>
      {starts.map((from) => (
        <a
          key={from}
          href={toHref(`/ladders/${ladder.slug}?from=${from}`)}
          aria-current={from === rows_from ? 'page' : undefined}
        >
          {t('range', { from, to: Math.min(size, from + rows_limit - 1) })}
        </a>
      ))}
    </nav>
  );
}
