import { type ReactNode, useState } from 'react';
import { useFormatter, useTimeZone, useTranslations } from 'use-intl';
import { Field } from '../../ui/field.tsx';
import { Finder } from '../../ui/finder.tsx';
import { Time } from '../../ui/time.tsx';
import { ActForm, MomentField, ReasonField, toInstant } from './act-form.tsx';
import type { DeskEntry, LadderAdminData } from './data.ts';
import { SuspensionLengths } from './suspension-lengths.tsx';
import { useDeskEntry } from './use-desk-entry.ts';

type Desk = NonNullable<LadderAdminData['desk']>;

/** What may be done with an entry now, by the last part of its address. */
type Act =
  | { kind: 'rung' | 'suspension' | 'strikes' | 'rest' | 'removal' | 'suspension_end' }
  | { kind: 'strike_lift'; strike: DeskEntry['strikes'][number] }
  | { kind: 'rest_cancel'; rest: NonNullable<DeskEntry['rest']> };

function listActs({ status, place, strikes, rest }: DeskEntry): Act[] {
  const lifts = strikes.map((strike): Act => ({ kind: 'strike_lift', strike }));
  const removal: Act = { kind: 'removal' };
  if (status === 'suspended') {
    return [{ kind: 'suspension_end' }, ...lifts, removal];
  }
  return [
    ...(place === null ? [] : [{ kind: 'rung' } as const]),
    { kind: 'strikes' },
    ...lifts,
    rest === null ? { kind: 'rest' } : { kind: 'rest_cancel', rest },
    { kind: 'suspension' },
    removal,
  ];
}

const toKey = (act: Act) =>
  act.kind === 'strike_lift' ? `strike_lift ${act.strike.id}` : act.kind;

interface EntryDeskProps {
  ladder: string;
  desk: Desk;
}

/** An entry, how it stands, and what an admin may do with it: each act with a reason, in the log. */
export function EntryDesk({ ladder, desk }: EntryDeskProps) {
  const t = useTranslations('ladder-admin');
  const { chosen, setChosen, find } = useDeskEntry(ladder, desk);
  const entry = chosen?.entry;
  return (
    <div className="desk-act">
      <Field label={t('entry')}>
        {(control) => <Finder control={control} chosen={chosen} find={find} onChoose={setChosen} />}
      </Field>
      {entry !== undefined && (
        <>
          <EntryFacts entry={entry} acts={desk.acts} />
          <EntryActs key={entry.entry_id} ladder={ladder} entry={entry} desk={desk} />
        </>
      )}
    </div>
  );
}

/** What holds for the entry now, and until when. */
function EntryFacts({ entry, acts }: { entry: DeskEntry; acts: Desk['acts'] }) {
  const t = useTranslations('ladder-admin');
  const { suspended_until: suspended, strikes, rest } = entry;
  return (
    <ul className="desk-facts">
      {entry.status === 'suspended' && suspended !== null && (
        <li>
          {t.rich('fact.suspended', { time: () => <Time instant={suspended} look="full" /> })}
        </li>
      )}
      <li>{t('fact.strikes', { count: strikes.length })}</li>
      {strikes.map((strike) => (
        <li key={strike.id}>
          <StrikeWords strike={strike} acts={acts} />
        </li>
      ))}
      {rest !== null && (
        <li>
          {t.rich(rest.status === 'running' ? 'fact.resting' : 'fact.rest_ahead', {
            from: () => <Time instant={rest.from} look="date" />,
            until: () => <Time instant={rest.until} look="date" />,
          })}
        </li>
      )}
    </ul>
  );
}

/** Why an admin gave a strike, in their own words; null where the clock gave it, or it is long ago. */
function findReason(strike: DeskEntry['strikes'][number], acts: Desk['acts']): string | null {
  const given = acts.find(
    ({ type, data }) => type === 'strike_given' && data.strike_id === strike.id,
  );
  return given?.reason ?? null;
}

interface StrikeWordsProps {
  strike: DeskEntry['strikes'][number];
  acts: Desk['acts'];
}

function StrikeWords({ strike, acts }: StrikeWordsProps): ReactNode {
  const t = useTranslations('ladder-admin');
  const reason = findReason(strike, acts);
  const { match } = strike;
  return (
    <>
      {t.rich(`strike.${strike.reason}`, {
        at: () => <Time instant={strike.at} look="date" />,
        until: () => <Time instant={strike.lapses_at} look="date" />,
      })}
      {match !== null && (
        <>
          {' '}
          <a href={`/matches/${match.id}`}>{t('number', { number: match.number })}</a>
        </>
      )}
      {reason !== null && (
        <>
          {' '}
          <q>{reason}</q>
        </>
      )}
    </>
  );
}

/** What each act is called; of several strikes each by its reason, its moment and its match. */
function useActName(acts: Desk['acts']): (act: Act) => string {
  const t = useTranslations('ladder-admin');
  const format = useFormatter();
  const timeZone = useTimeZone() ?? 'UTC';
  return (act) => {
    if (act.kind !== 'strike_lift') {
      return t(`act.${act.kind}`);
    }
    const { at, reason, match } = act.strike;
    const words = findReason(act.strike, acts);
    const name = t('lift_of', {
      reason,
      at: format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short', timeZone }),
      number: match === null ? 'none' : String(match.number),
    });
    return words === null ? name : `${name} · ${words}`;
  };
}

interface EntryActsProps {
  ladder: string;
  entry: DeskEntry;
  desk: Desk;
}

function EntryActs({ ladder, entry, desk }: EntryActsProps) {
  const t = useTranslations('ladder-admin');
  const toName = useActName(desk.acts);
  const acts = listActs(entry);
  const [key, setKey] = useState('');
  const act = acts.find((candidate) => toKey(candidate) === key) ?? acts[0];
  if (act === undefined) {
    return null;
  }
  return (
    <>
      <Field label={t('what')}>
        {(control) => (
          <select {...control} value={toKey(act)} onChange={(event) => setKey(event.target.value)}>
            {acts.map((option) => (
              <option key={toKey(option)} value={toKey(option)}>
                {toName(option)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <EntryActForm key={toKey(act)} ladder={ladder} entry={entry} desk={desk} act={act} />
    </>
  );
}

/** Where an act goes, below the entry. */
function toPath(act: Act): { path: string; method: 'POST' | 'DELETE' } {
  switch (act.kind) {
    case 'strike_lift':
      return { path: `strikes/${act.strike.id}`, method: 'DELETE' };
    case 'rest_cancel':
      return { path: `rest/${act.rest.id}`, method: 'DELETE' };
    case 'suspension_end':
      return { path: 'suspension', method: 'DELETE' };
    default:
      return { path: act.kind, method: 'POST' };
  }
}

function EntryActForm({ ladder, entry, desk, act }: EntryActsProps & { act: Act }) {
  const t = useTranslations('ladder-admin');
  const [figure, setFigure] = useState('');
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const until = toInstant(typed);
  const number = Number(figure);
  const body =
    act.kind === 'rung'
      ? number >= 1 && { rung: number }
      : act.kind === 'rest'
        ? number >= 1 && { days: number, ...(until === null ? {} : { from: until }) }
        : act.kind === 'suspension'
          ? until !== null && { until }
          : {};
  return (
    <ActForm
      path={`/api/ladders/${ladder}/entries/${entry.entry_id}/${toPath(act).path}`}
      method={toPath(act).method}
      body={{ ...body, reason }}
      button={t(`act.${act.kind}`)}
      look={act.kind === 'removal' || act.kind === 'suspension' ? 'danger' : 'main'}
      isReady={body !== false && reason.trim() !== ''}
    >
      {act.kind === 'strike_lift' && (
        <p className="soft">
          <StrikeWords strike={act.strike} acts={desk.acts} />
        </p>
      )}
      {(act.kind === 'rung' || act.kind === 'rest') && (
        <Field label={t(act.kind === 'rung' ? 'to_rung' : 'days')}>
          {(control) => (
            <input
              {...control}
              type="number"
              min={1}
              max={act.kind === 'rung' ? desk.placed : 60}
              value={figure}
              onChange={(event) => setFigure(event.target.value)}
            />
          )}
        </Field>
      )}
      {act.kind === 'suspension' && (
        <>
          <MomentField label={t('until')} typed={typed} onChange={setTyped} />
          <SuspensionLengths desk={desk} onChoose={setTyped} />
        </>
      )}
      {act.kind === 'rest' && <MomentField label={t('from')} typed={typed} onChange={setTyped} />}
      {act.kind === 'removal' && <p>{t('removal_says')}</p>}
      <ReasonField reason={reason} onChange={setReason} />
    </ActForm>
  );
}
