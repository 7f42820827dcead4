import type { Refusal } from '@muster/league';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Emblem } from '../../ui/emblem.tsx';
import { FormBars } from '../../ui/form-bars.tsx';
import { Movement } from '../../ui/movement.tsx';
import { usePastHref } from '../past/past-href.tsx';
import type { LadderData, StandingRow } from './data.ts';
import { EntryStatusMark } from './entry-status.tsx';

type OwnEntry = NonNullable<NonNullable<LadderData['viewer']>['entry']>;

interface StandingLineProps {
  row: StandingRow;
  own: OwnEntry | null;
  isCaptain: boolean;
  isOver: boolean;
  /** Of all that may be challenged this one is called upon. */
  isBest: boolean;
  /** The ladder's slug, for the way to why an entry stands where it does. */
  ladder: string;
  onChallenge: (row: StandingRow) => void;
  onWhyNot: (row: StandingRow) => void;
}

export function StandingLine({
  row,
  own,
  isCaptain,
  isOver,
  isBest,
  ladder,
  onChallenge,
  onWhyNot,
}: StandingLineProps) {
  const t = useTranslations('ladder.standings');
  const toHref = usePastHref();
  const isOwn = row.entry_id === own?.entry_id;
  const log = `/ladders/${ladder}/log?entry=${row.entry_id}`;
  return (
    <tr className={toRowClass(row, own)} data-row={row.entry_id}>
      <td className="standings-rung">
        <a
          className="display standings-number"
          href={log}
          title={t('why_rung', { team: row.name })}
        >
          {row.place ?? '–'}
        </a>
        <Moved row={row} />
      </td>
      <th scope="row" className="standings-team">
        <Emblem name={row.name} kind={row.tag === null ? 'person' : 'team'} picture={row.logo} />{' '}
        {row.href === null ? row.name : <a href={toHref(row.href)}>{row.name}</a>}{' '}
        {row.tag !== null && <span className="standings-tag">{row.tag}</span>}
      </th>
      <td className="standings-status">{!isOver && <EntryStatusMark status={row.status} />}</td>
      <td className="standings-record">
        <Record row={row} log={log} />
      </td>
      <td className="standings-form">
        <Form form={row.form} /> <Streak streak={row.streak} />
      </td>
      <td className="standings-act">
        {isOwn ? (
          <span className="standings-own">{t('yours')}</span>
        ) : (
          isCaptain && (
            <ChallengeOrReason
              row={row}
              own={own}
              isBest={isBest}
              onChallenge={onChallenge}
              onWhyNot={onWhyNot}
            />
          )
        )}
      </td>
    </tr>
  );
}

/** The column is as wide as five bars: who has none yet gets a dash, and hears the words. */
function Form({ form }: { form: string }) {
  const t = useTranslations('pieces');
  if (form !== '') {
    return <FormBars form={form} />;
  }
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t('no_match_yet')}</span>
    </>
  );
}

/** From two results in a row on: more of them than the bars may show. */
function Streak({ streak }: { streak: number }) {
  const t = useTranslations('ladder.standings');
  const count = Math.abs(streak);
  if (count < 2) {
    return null;
  }
  return (
    <span className="standings-streak">
      <span aria-hidden="true">{streak > 0 ? `+${count}` : `−${count}`}</span>
      <span className="visually-hidden">
        {t('streak', { kind: streak > 0 ? 'won' : 'lost', count })}
      </span>
    </span>
  );
}

/** Where ratings count nobody holds a place that they could have moved to. */
function Moved({ row }: { row: StandingRow }) {
  const t = useTranslations('ladder.standings');
  if (row.place === null || row.rating !== null) {
    return null;
  }
  if (row.moved !== null) {
    return <Movement by={row.moved} />;
  }
  return <span className="standings-new">{t('new')}</span>;
}

function Record({ row, log }: { row: StandingRow; log: string }) {
  const t = useTranslations('ladder.standings');
  const format = useFormatter();
  const toTenths = (value: number) =>
    format.number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const { wins, losses, draws, rating } = row;
  const record = draws > 0 ? `${wins}–${losses}–${draws}` : `${wins}–${losses}`;
  return (
    <>
      <span title={t('record_words', { wins, losses, draws })}>{record}</span>
      {rating !== null && (
        <a
          className="standings-rating"
          href={log}
          title={t('rating_why', { mu: toTenths(rating.mu), sigma: toTenths(rating.sigma) })}
        >
          {toTenths(rating.value)}
          {rating.is_provisional && '?'}
        </a>
      )}
    </>
  );
}

type ChallengeOrReasonProps = Pick<
  StandingLineProps,
  'row' | 'own' | 'isBest' | 'onChallenge' | 'onWhyNot'
>;

function ChallengeOrReason({ row, own, isBest, onChallenge, onWhyNot }: ChallengeOrReasonProps) {
  const t = useTranslations('ladder');
  if (row.refusal === undefined) {
    return null;
  }
  if (row.refusal === null) {
    return (
      <Button
        look={isBest ? 'main' : 'quiet'}
        onClick={() => onChallenge(row)}
        aria-label={t('challenge.button_for', { team: row.name })}
      >
        {t('challenge.button')}
      </Button>
    );
  }
  return (
    <button type="button" className="standings-why" onClick={() => onWhyNot(row)}>
      {t(`no.${toNoKey(row.refusal, own)}`)}
      <span className="visually-hidden">{t('no.why', { team: row.name })}</span>
    </button>
  );
}

const noKeys = [
  'out_of_reach',
  'entry_resting',
  'entry_immune',
  'entry_suspended',
  'already_challenging',
  'already_challenged',
  'roster_too_small',
  'same_people_on_both_sides',
  'season_not_open',
  'season_closed',
  'season_ending',
  'suspended',
] as const;

type NoKey = (typeof noKeys)[number] | 'own_rest' | 'other';

/** The short reason for a row; the whole sentence is one press away. */
function toNoKey({ code, params }: Refusal, own: OwnEntry | null): NoKey {
  // The row's own team does not rest: whoever reads this does.
  if (code === 'entry_resting' && params.entry === own?.name) {
    return 'own_rest';
  }
  return noKeys.find((key) => key === code) ?? 'other';
}

function toRowClass(row: StandingRow, own: OwnEntry | null): string {
  const classes = ['standings-row'];
  if (own?.place != null && row.place !== null) {
    const top = own.reach_top ?? own.place;
    if (row.place >= top && row.place <= own.place && top < own.place) {
      classes.push('in-reach');
    }
    if (row.place === top && top < own.place) {
      classes.push('reach-first');
    }
    if (row.entry_id === own.entry_id) {
      classes.push('reach-last', 'own-row');
    }
  }
  return classes.join(' ');
}
