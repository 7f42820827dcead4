import { getOtherSide, type RulingOutcome, type Side } from '@muster/league';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Field } from '../../ui/field.tsx';
import { Time } from '../../ui/time.tsx';
import type { MatchData, RosterPerson } from './data.ts';
import { FormFrame } from './form-frame.tsx';
import type { FormProps } from './match-forms.tsx';
import { findTypedWinner, ScoresField, toMapScores, toTypedScores } from './scores-field.tsx';
import { TimesField } from './times-form.tsx';

/** Who plays: as many as the rules field, from those who may. */
export function CheckInForm({ data, onClose }: FormProps) {
  const t = useTranslations('match.form');
  const side = data.viewer?.side ?? 'challenger';
  const { size } = data.rules.team;
  const people = data.sides[side].people;
  const able = people.filter((person) => canPlay(person, data));
  const [players, setPlayers] = useState<string[]>(
    able.length === size ? able.map(({ person_id }) => person_id) : [],
  );
  const isFull = players.length >= size;
  return (
    <FormFrame
      data={data}
      path="check-in"
      body={{ players }}
      onClose={onClose}
      button={t('button.check_in')}
      isReady={players.length === size}
    >
      <fieldset className="match-choice">
        <legend>{t('who_plays', { count: size })}</legend>
        {people.map((person) => {
          const isChosen = players.includes(person.person_id);
          return (
            <label key={person.person_id}>
              <input
                type="checkbox"
                checked={isChosen}
                disabled={!canPlay(person, data) || (isFull && !isChosen)}
                onChange={() =>
                  setPlayers(
                    isChosen
                      ? players.filter((id) => id !== person.person_id)
                      : [...players, person.person_id],
                  )
                }
              />
              <b>{person.username}</b>
              <PlayFrom person={person} data={data} />
            </label>
          );
        })}
      </fieldset>
    </FormFrame>
  );
}

function canPlay({ eligible_from }: RosterPerson, { time }: MatchData): boolean {
  return eligible_from !== null && (time === null || eligible_from <= time.starts_at);
}

/** Why somebody of the roster may not play yet. */
export function PlayFrom({ person, data }: { person: RosterPerson; data: MatchData }) {
  const t = useTranslations('match.lineups');
  const { eligible_from } = person;
  if (eligible_from === null) return <span className="soft">{t('not_eligible')}</span>;
  if (canPlay(person, data)) return <span className="soft">{t(`role.${person.role}`)}</span>;
  return (
    <span className="soft">{t.rich('from', { time: () => <Time instant={eligible_from} /> })}</span>
  );
}

/** One's own forfeit: the opponent's name is typed, so that nobody does it by accident. */
export function ForfeitForm({ data, onClose }: FormProps) {
  const t = useTranslations('match.form');
  const [opponent, setOpponent] = useState('');
  const { name } = data.sides[getOtherSide(data.viewer?.side ?? 'challenger')];
  const isSame = opponent.trim().toLowerCase() === name.trim().toLowerCase();
  return (
    <FormFrame
      data={data}
      path="forfeit"
      body={{ opponent }}
      onClose={onClose}
      button={t('button.forfeit')}
      look="danger"
      isReady={isSame}
    >
      <p>{t('say.forfeit', { team: name })}</p>
      <Field label={t('type_name', { team: name })}>
        {(control) => (
          <input
            {...control}
            autoComplete="off"
            value={opponent}
            onChange={(event) => setOpponent(event.target.value)}
          />
        )}
      </Field>
    </FormFrame>
  );
}

const statementPaths = { dispute: 'dispute', statement: 'statements', appeal: 'appeal' } as const;

/** What this side has to say: opens a dispute or an appeal, or adds to one. */
export function StatementForm({
  data,
  onClose,
  form,
}: FormProps & { form: keyof typeof statementPaths }) {
  const t = useTranslations('match.form');
  const [text, setText] = useState('');
  const body = form === 'statement' ? { text } : { statement: text };
  return (
    <FormFrame
      data={data}
      path={statementPaths[form]}
      body={body}
      onClose={onClose}
      button={t(`button.${form}`)}
      isReady={text.trim() !== ''}
    >
      <p>{t(`say.${form}`)}</p>
      <Field label={t('statement')} hint={t('statement_hint')}>
        {(control) => (
          <textarea
            {...control}
            rows={6}
            maxLength={4000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </FormFrame>
  );
}

const outcomes = [
  'upheld',
  'challenger',
  'defender',
  'forfeit_challenger',
  'forfeit_defender',
  'replay',
  'voided',
] as const;
type OutcomeChoice = (typeof outcomes)[number];

/** An admin's ruling: the outcome with what it moves, the rule it rests on, the reason. */
export function RulingForm({
  data,
  onClose,
  form,
}: FormProps & { form: 'rule' | 'decide_appeal' }) {
  const t = useTranslations('match.ruling');
  const [choice, setChoice] = useState<OutcomeChoice | null>(null);
  const [typed, setTyped] = useState(() => toTypedScores(data));
  const [times, setTimes] = useState<string[]>([]);
  const [rule, setRule] = useState('');
  const [reason, setReason] = useState('');
  const outcome = choice === null ? null : toOutcome(choice, { data, typed, times });
  const isReady = outcome !== null && rule.trim() !== '' && reason.trim() !== '';
  return (
    <FormFrame
      data={data}
      path={form === 'rule' ? 'ruling' : 'appeal/decision'}
      body={{ outcome, rule, reason }}
      onClose={onClose}
      button={t('give')}
      isReady={isReady}
    >
      <OutcomeField data={data} choice={choice} onChange={setChoice} />
      {(choice === 'challenger' || choice === 'defender') && (
        <ScoresField data={data} typed={typed} onChange={setTyped} />
      )}
      {choice === 'replay' && (
        <TimesField
          data={data}
          limits={{ minimum: 3, maximum: 3, earliest: data.rules.schedule.confirmWithin }}
          times={times}
          onChange={setTimes}
        />
      )}
      <Field label={t('rule')} hint={t('rule_hint')}>
        {(control) => (
          <input
            {...control}
            maxLength={80}
            value={rule}
            onChange={(event) => setRule(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('reason')} hint={t('reason_hint')}>
        {(control) => (
          <textarea
            {...control}
            rows={5}
            maxLength={4000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
    </FormFrame>
  );
}

interface OutcomeFieldProps {
  data: MatchData;
  choice: OutcomeChoice | null;
  onChange: (choice: OutcomeChoice) => void;
}

function OutcomeField({ data, choice, onChange }: OutcomeFieldProps) {
  const t = useTranslations('match.ruling');
  const isInPlay = data.status === 'disputed';
  const hasReport = Object.values(data.sides).some(({ reported }) => reported !== null);
  const open = outcomes.filter((outcome) => {
    if (outcome === 'upheld') return !isInPlay || hasReport;
    return outcome !== 'replay' || isInPlay;
  });
  return (
    <fieldset className="match-choice">
      <legend>{t('outcome')}</legend>
      {open.map((outcome) => (
        <label key={outcome}>
          <input
            type="radio"
            name="outcome"
            checked={choice === outcome}
            onChange={() => onChange(outcome)}
          />
          <span>
            <b>
              {t(`outcomes.${outcome}`, {
                challenger: data.sides.challenger.name,
                defender: data.sides.defender.name,
              })}
            </b>
            <span className="soft match-effect">
              <Effect data={data} outcome={outcome} />
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** What an outcome would move, as far as the rungs of both say. */
function Effect({ data, outcome }: { data: MatchData; outcome: OutcomeChoice }) {
  const t = useTranslations('match.ruling');
  const { challenger, defender } = data.sides;
  if (data.ladder.format !== 'rung') return t('effects.rating');
  if (data.status !== 'disputed')
    return t(outcome === 'upheld' ? 'effects.none' : 'effects.recomputed');
  const winner = findOutcomeWinner(outcome, data);
  const own = challenger.rung_now;
  const theirs = defender.rung_now;
  const climbs = winner === 'challenger' && own !== null && theirs !== null && own > theirs;
  return climbs
    ? t('effects.climb', { team: challenger.name, from: own, to: theirs })
    : t('effects.none');
}

function findOutcomeWinner(outcome: OutcomeChoice, { sides }: MatchData): Side | null {
  switch (outcome) {
    case 'challenger':
    case 'forfeit_defender':
      return 'challenger';
    case 'defender':
    case 'forfeit_challenger':
      return 'defender';
    case 'upheld':
      return sides.challenger.reported?.winner ?? sides.defender.reported?.winner ?? null;
    default:
      return null;
  }
}

interface OutcomeInput {
  data: MatchData;
  typed: Parameters<typeof toMapScores>[0];
  times: string[];
}

/** The outcome as the command has it; null while something of it is missing. */
function toOutcome(
  choice: OutcomeChoice,
  { data, typed, times }: OutcomeInput,
): RulingOutcome | null {
  switch (choice) {
    case 'challenger':
    case 'defender': {
      const scores = toMapScores(typed);
      const isRight = scores.length === 0 || findTypedWinner(data.rules, scores) === choice;
      return isRight ? { kind: 'completed', winner: choice, scores } : null;
    }
    case 'forfeit_challenger':
      return { kind: 'forfeited', loser: 'challenger' };
    case 'forfeit_defender':
      return { kind: 'forfeited', loser: 'defender' };
    case 'replay':
      return times.length === 3 ? { kind: 'replay', times } : null;
    default:
      return { kind: choice };
  }
}

/** Where both sides connect; shown to the rosters alone. */
export function ServerForm({ data, onClose }: FormProps) {
  const t = useTranslations('match.server');
  const [address, setAddress] = useState(data.room?.server?.address ?? '');
  const [password, setPassword] = useState(data.room?.server?.password ?? '');
  return (
    <FormFrame
      data={data}
      path="server"
      body={{ address, password }}
      onClose={onClose}
      button={t('save')}
      isReady={address.trim() !== ''}
    >
      <Field label={t('address')} hint={t('address_hint')}>
        {(control) => (
          <input
            {...control}
            maxLength={200}
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('password')}>
        {(control) => (
          <input
            {...control}
            maxLength={100}
            value={password}
            autoComplete="off"
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
    </FormFrame>
  );
}
