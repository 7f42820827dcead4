import { type FormEvent, useState } from 'react';
import { useNow, useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Time } from '../../ui/time.tsx';
import { AfterBan } from '../people/after-ban.tsx';
import { AfterEnd } from '../people/after-end.tsx';
import type { Precedent } from '../people/data.ts';
import { PrecedentList } from '../people/precedents.tsx';
import { useCommand } from '../team/use-command.ts';
import { ClaimWords } from './claim-words.tsx';
import type { CaseData } from './data.ts';
import { type CaseAct, listActs, needsReason } from './kinds.ts';
import { type Renamed, RenameFields } from './rename-fields.tsx';

/** For how many days a mute or a ban is offered, beside those that others got; another length is given on the person's own page. */
const lengths = [1, 3, 7, 14, 30, 90, 365] as const;
const day = 24 * 3600 * 1000;

type Chosen = Partial<Record<CaseAct, number>>;

/** The acts that there are, each with what it does, and a sentence: with none chosen the case is closed. */
export function DecisionForm({ data }: { data: CaseData }) {
  const t = useTranslations('moderation');
  const words = useTranslations('people.form');
  const { send, isBusy } = useCommand();
  const now = useNow().getTime();
  const isTaken = data.holder?.is_own === false;
  const [chosen, setChosen] = useState<Chosen>({});
  const [rule, setRule] = useState('');
  const [answer, setAnswer] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [renamed, setRenamed] = useState<Renamed>({
    name: data.ending?.name ?? '',
    tag: data.ending?.tag ?? '',
    hides: true,
  });
  const possible = listActs(data.kind).filter((act) => isThere(data, act));
  const acts = possible.flatMap((act) => {
    const days = chosen[act];
    return days === undefined ? [] : [{ act, days }];
  });
  const isSanction = acts.some(({ act }) => act === 'mute' || act === 'ban');
  const needsWords = acts.length === 0 || acts.some(({ act }) => needsReason(act));
  function submit(event: FormEvent) {
    event.preventDefault();
    const lacks = needsWords && answer.trim() === '';
    setIsMissing(lacks);
    if (lacks) {
      return;
    }
    const given = acts.map(({ act, days }) =>
      days === 0
        ? { act, ...toNames(act, renamed) }
        : { act, until: new Date(Date.now() + days * day).toISOString() },
    );
    const cited = isSanction && rule.trim() !== '' ? { rule } : {};
    const body = { version: data.version, acts: given, ...cited, answer };
    void send({ path: `/api/moderation/cases/${data.id}/decision`, body, done: t('decided') });
  }
  function choose(act: CaseAct, days: number | null) {
    setChosen((before) => {
      const { [act]: _before, ...rest } = before;
      return days === null ? rest : { ...rest, [act]: days };
    });
  }
  return (
    <form method="post" className="case-form" onSubmit={submit}>
      <ul className="case-choices">
        {possible.map((act) => (
          <li key={act}>
            <label>
              <input
                type="checkbox"
                checked={chosen[act] !== undefined}
                onChange={(event) => choose(act, event.target.checked ? firstLength(act) : null)}
              />{' '}
              <b>{t(`acts.${act}`)}</b>
            </label>
            <p className="soft">{t(`effects.${act}`)}</p>
            {(chosen[act] ?? 0) > 0 && (
              <Length
                days={chosen[act] ?? 1}
                now={now}
                precedents={data.lengths.filter(({ kind }) => kind === act)}
                onChoose={(days) => choose(act, days)}
              />
            )}
            {act.startsWith('rename_') && chosen[act] !== undefined && (
              <RenameFields
                isTeam={act === 'rename_team'}
                renamed={renamed}
                onChange={setRenamed}
              />
            )}
            {act === 'disband_team' && chosen[act] !== undefined && data.ending !== null && (
              <AfterEnd end={data.ending} />
            )}
            {act === 'ban' && chosen.ban !== undefined && data.after !== null && (
              <AfterBan kind="ban" effect={data.after} />
            )}
          </li>
        ))}
      </ul>
      {isSanction && (
        <Field label={words('rule')} hint={words('rule_hint')}>
          {(control) => (
            <input
              {...control}
              maxLength={200}
              value={rule}
              onChange={(event) => setRule(event.target.value)}
            />
          )}
        </Field>
      )}
      <Field
        label={t('answer')}
        hint={t('answer_hint')}
        error={isMissing ? t('answer_needed') : null}
      >
        {(control) => (
          <textarea
            {...control}
            maxLength={1000}
            value={answer}
            onChange={(event) => setAnswer(event.target.value)}
          />
        )}
      </Field>
      {isTaken && <ClaimWords holder={data.holder} />}
      <Button type="submit" look="main" isBusy={isBusy} disabled={isTaken}>
        {acts.length === 0 ? t('close') : t('do', { count: acts.length })}
      </Button>
    </form>
  );
}

/** Whether there is still something, somebody or a team to which the act could be done. */
function isThere({ concerned, ending, may_hide }: CaseData, act: CaseAct): boolean {
  if (act === 'rename_team' || act === 'disband_team') {
    return ending !== null;
  }
  if (!needsReason(act)) {
    return may_hide;
  }
  const isOfPerson = act === 'mute' || act === 'ban' || act === 'rename_person';
  return !isOfPerson || concerned?.user_id != null;
}

/** What goes with an act on a name; a person's is made up where none is given. */
function toNames(act: CaseAct, { name, tag, hides }: Renamed): Partial<Renamed> {
  if (act === 'rename_team') {
    return { name, tag, hides };
  }
  if (act === 'rename_person') {
    return name.trim() === '' ? { hides } : { name, hides };
  }
  return {};
}

/** Days of what has an end, none of what has none. */
function firstLength(act: CaseAct): number {
  return act === 'mute' || act === 'ban' ? 7 : 0;
}

interface LengthProps {
  days: number;
  now: number;
  /** How long this person and others got the same. */
  precedents: readonly Precedent[];
  onChoose: (days: number) => void;
}

function Length({ days, now, precedents, onChoose }: LengthProps) {
  const t = useTranslations('moderation');
  const before = useTranslations('people.precedents');
  const offered = [...new Set([...lengths, days])].sort((one, other) => one - other);
  return (
    <>
      <p className="case-length">
        <select
          aria-label={t('length')}
          value={days}
          onChange={(event) => onChoose(Number(event.target.value))}
        >
          {offered.map((length) => (
            <option key={length} value={length}>
              {t('days', { count: length })}
            </option>
          ))}
        </select>{' '}
        <span className="soft">
          {t.rich('lasts', {
            time: () => <Time instant={new Date(now + days * day).toISOString()} look="full" />,
          })}
        </span>
      </p>
      <div className="people-precedents">
        <h3>{t('lengths')}</h3>
        {precedents.length === 0 ? (
          <p className="soft">{before('none')}</p>
        ) : (
          <PrecedentList list={precedents} onChoose={onChoose} />
        )}
      </div>
    </>
  );
}
