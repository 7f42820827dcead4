import type { EntryFacts, MatchFacts } from '@muster/league';
import { useFormatter, useTranslations } from 'use-intl';
import { Time } from '../../ui/time.tsx';
import type { ShownEffects } from './data.ts';

/** What a ruling would move, before it is given: reckoned by the server with the very function that gives it. */
export function Effects({ effects }: { effects: ShownEffects }) {
  const t = useTranslations('ruling.effects');
  const { entries, matches, later, names } = effects;
  const isNothing = entries.length === 0 && later.length === 0;
  const hasMore = entries.some(({ before, after }) => listMore(before, after).length > 0);
  return (
    <div className="effects">
      {isNothing && <p>{t('nothing')}</p>}
      {entries.length > 0 && (
        <table className="effects-table">
          <caption>{t('entries', { count: entries.length })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('entry')}</th>
              <th scope="col">{t('place')}</th>
              <th scope="col">{t('record')}</th>
              {hasMore && <th scope="col">{t('more')}</th>}
            </tr>
          </thead>
          <tbody>
            {entries.toSorted(byWeight).map(({ entry_id, before, after }) => (
              <tr key={entry_id}>
                <th scope="row">{names[entry_id]}</th>
                <td>
                  <Place before={before} after={after} />
                </td>
                <td>
                  <Change before={toRecord(before)} after={toRecord(after)} />
                </td>
                {hasMore && (
                  <td>
                    <More before={before} after={after} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ul className="effects-list">
        {matches.map((change) => (
          <MatchChange key={change.match_id} change={change} effects={effects} />
        ))}
        {later.map((change) => (
          <LaterChange key={change.match_id} change={change} effects={effects} />
        ))}
      </ul>
    </div>
  );
}

type EntryChange = ShownEffects['entries'][number];

/** Whose record changes stands above those who only make room. */
function byWeight(one: EntryChange, other: EntryChange): number {
  const isOnlyMoved = ({ before, after }: EntryChange) =>
    Number(toRecord(before) === toRecord(after));
  return (
    isOnlyMoved(one) - isOnlyMoved(other) || (one.after.rung ?? 1e9) - (other.after.rung ?? 1e9)
  );
}

const toRecord = ({ wins, losses, draws }: EntryFacts) =>
  draws > 0 ? `${wins}–${losses}–${draws}` : `${wins}–${losses}`;

function Change({ before, after }: { before: string; after: string }) {
  const t = useTranslations('ruling.effects');
  if (before === after) {
    return <span className="soft">{after}</span>;
  }
  return (
    <>
      <span className="soft">{before}</span> <span aria-hidden="true">→</span>
      <span className="visually-hidden">{t('becomes')}</span> <b>{after}</b>
    </>
  );
}

function Place({ before, after }: { before: EntryFacts; after: EntryFacts }) {
  const t = useTranslations('ruling.effects');
  const format = useFormatter();
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const toWords = ({ rung, rating }: EntryFacts) =>
    rating === null ? String(rung ?? '–') : format.number(toValue(rating), digits);
  const isRated = before.rating !== null || after.rating !== null;
  return (
    <>
      <span className="visually-hidden">{t(isRated ? 'rating' : 'rung')} </span>
      <Change before={toWords(before)} after={toWords(after)} />
    </>
  );
}

/** The conservative rating by which a place follows. */
const toValue = ({ mu, sigma }: { mu: number; sigma: number }) => mu - 3 * sigma;

/** Which of strikes, suspensions, immunity and rests change. */
function listMore(before: EntryFacts, after: EntryFacts) {
  return (['strikes', 'suspended_until', 'immune_until', 'resting_until'] as const).filter(
    (field) => before[field] !== after[field],
  );
}

function More({ before, after }: { before: EntryFacts; after: EntryFacts }) {
  const t = useTranslations('ruling.effects');
  return listMore(before, after).map((field) => (
    <span key={field} className="effects-more">
      {field === 'strikes'
        ? t('strikes', { before: before.strikes, after: after.strikes })
        : after[field] === null
          ? t(`${field}_over`)
          : t.rich(field, { time: () => <Time instant={after[field] ?? ''} look="full" /> })}
    </span>
  ));
}

interface ChangeProps<Of> {
  change: Of;
  effects: ShownEffects;
}

function MatchName({ id, effects }: { id: string; effects: ShownEffects }) {
  const sides = effects.sides[id];
  return <a href={`/matches/${id}`}>{`${sides?.challenger} – ${sides?.defender}`}</a>;
}

function MatchChange({
  change: { match_id, before, after },
  effects,
}: ChangeProps<ShownEffects['matches'][number]>) {
  const t = useTranslations('ruling.effects');
  const status = useTranslations('pieces.match_status');
  return (
    <li>
      <MatchName id={match_id} effects={effects} />:{' '}
      <Change before={status(before.status)} after={status(after.status)} />
      <Winner facts={after} name={effects.sides[match_id]} />
      {after.deadline !== null && after.deadline !== before.deadline && (
        <>
          {' · '}
          {t.rich('deadline', { time: () => <Time instant={after.deadline ?? ''} look="full" /> })}
        </>
      )}
    </li>
  );
}

function Winner({
  facts,
  name,
}: {
  facts: MatchFacts;
  name: Record<'challenger' | 'defender', string> | undefined;
}) {
  const t = useTranslations('ruling.effects');
  if (facts.winner === null || name === undefined) {
    return null;
  }
  return ` · ${t('winner', { team: name[facts.winner] })}`;
}

/** A later result that takes its challenger elsewhere in the recomputed season. */
function LaterChange({
  change: { match_id, before, after },
  effects,
}: ChangeProps<ShownEffects['later'][number]>) {
  const t = useTranslations('ruling.effects');
  const toWay = (move: typeof before) =>
    move === null ? t('no_move') : `${move.from ?? '–'}\u00a0→\u00a0${move.to ?? '–'}`;
  return (
    <li>
      <MatchName id={match_id} effects={effects} />:{' '}
      {t('later', {
        team: effects.sides[match_id]?.challenger ?? '',
        before: toWay(before),
        after: toWay(after),
      })}
    </li>
  );
}
