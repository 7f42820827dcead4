import type { RulingOutcome } from '@muster/league';
import { useState } from 'react';
import { useTimeZone, useTranslations } from 'use-intl';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { later, useLater } from '../../client/fetch/use-later.ts';
import { showToast } from '../../client/toast/show-toast.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { noTimes } from '../match/chosen-times.ts';
import type { MatchData } from '../match/data.ts';
import { haveReportsDiffered } from '../match/have-differed.ts';
import { keepPairs } from '../match/keep-pairs.tsx';
import { listPeople } from '../match/list-people.ts';
import {
  findTypedWinner,
  type TypedScore,
  toMapScores,
  toTypedScores,
} from '../match/typed-scores.ts';
import { useMatchAct } from '../match/use-match-act.ts';
import type { RulingData } from './data.ts';
import { RuleField } from './rule-field.tsx';
import { usePreview } from './use-preview.ts';

const rulingFields = later(['match-forms', 'match-pieces'], () => import('./ruling-fields.tsx'));

const choices = [
  'upheld',
  'as_challenger',
  'as_defender',
  'challenger',
  'defender',
  'forfeit_challenger',
  'forfeit_defender',
  'replay',
  'voided',
] as const;
type Choice = (typeof choices)[number];

interface RulingFormProps {
  data: RulingData;
  rule: string;
  onRule: (rule: string) => void;
}

/** A ruling: the outcome, what it moves, the rule it rests on, the reason. */
export function RulingForm({ data, rule, onRule }: RulingFormProps) {
  const t = useTranslations('ruling');
  const { match } = data;
  const [choice, setChoice] = useState<Choice | null>(null);
  const [typed, setTyped] = useState(() => toTypedScores(match));
  const zone = useTimeZone() ?? 'UTC';
  const fields = useLater(rulingFields, choice !== null);
  const [chosen, setChosen] = useState(noTimes);
  const times = fields?.withTyped(chosen.times, chosen.typed, zone) ?? [];
  const [reason, setReason] = useState('');
  const outcome = choice === null ? null : toOutcome(choice, { match, typed, times });
  const preview = usePreview(
    `/api/matches/${match.id}/ruling/preview`,
    outcome === null ? null : { outcome },
  );
  const act = useMatchAct(match);
  const toSentence = useRefusal(listPeople(match));
  const isReady = outcome !== null && rule !== '' && reason.trim() !== '' && preview.error === null;
  return (
    <form
      method="post"
      className="match-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (act.isBusy || !isReady) {
          return;
        }
        const path = data.open?.kind === 'appeal' ? 'appeal/decision' : 'ruling';
        void act.send(path, { outcome, rule, reason }).then((isDone) => {
          if (isDone) {
            void showToast({ kind: 'success', text: t('given') });
          }
        });
      }}
    >
      <OutcomeField data={data} choice={choice} onChange={setChoice} />
      {fields !== null && (choice === 'challenger' || choice === 'defender') && (
        <>
          <fields.ScoresField data={match} typed={typed} onChange={setTyped} />
          <p className="match-form-error" aria-live="polite">
            {outcome === null && t('scores_contrary', { team: match.sides[choice].name })}
          </p>
        </>
      )}
      {fields !== null && choice === 'replay' && (
        <fields.TimesField
          data={match}
          limits={{ minimum: 3, maximum: 3 }}
          chosen={chosen}
          onChange={setChosen}
        />
      )}
      {fields !== null && outcome !== null && <fields.PreviewPlace preview={preview} />}
      <RuleField rule={rule} onChange={onRule} />
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
      <p className="match-form-error" role="alert">
        {act.error !== null && toSentence(act.error)}
      </p>
      <div className="match-form-acts">
        <Button type="submit" look="main" isBusy={act.isBusy} disabled={!isReady}>
          {t('give')}
        </Button>
      </div>
    </form>
  );
}

interface OutcomeFieldProps {
  data: RulingData;
  choice: Choice | null;
  onChange: (choice: Choice) => void;
}

function OutcomeField({ data, choice, onChange }: OutcomeFieldProps) {
  const t = useTranslations('ruling');
  const { sides, status } = data.match;
  const isInPlay = status === 'disputed';
  const hasReport = Object.values(sides).some(({ reported }) => reported !== null);
  const open = choices.filter((candidate) => {
    if (isReport(candidate)) {
      return haveReportsDiffered(data.match);
    }
    if (candidate === 'upheld') {
      // Of two reports that differ, each is offered by itself.
      return !isInPlay || (hasReport && !haveReportsDiffered(data.match));
    }
    return candidate !== 'replay' || isInPlay;
  });
  const names = {
    challenger: sides.challenger.name,
    defender: sides.defender.name,
    team: findFirstReporter(sides),
  };
  return (
    <fieldset className="match-choice">
      <legend>{t('outcome')}</legend>
      {open.map((candidate) => (
        <label key={candidate}>
          <input
            type="radio"
            name="outcome"
            value={candidate}
            checked={choice === candidate}
            onChange={() => onChange(candidate)}
          />
          <b>
            {isReport(candidate)
              ? keepPairs(t('outcomes.as_reported', toReportWords(sides[reporters[candidate]])))
              : t(`outcomes.${toOutcomeKey(candidate, data)}`, names)}
          </b>
        </label>
      ))}
    </fieldset>
  );
}

const reporters = { as_challenger: 'challenger', as_defender: 'defender' } as const;
const isReport = (choice: Choice): choice is keyof typeof reporters => choice in reporters;

const toReportWords = ({ name, reported }: MatchData['sides']['challenger']) => ({
  team: name,
  score: (reported?.scores ?? [])
    .map(({ challenger, defender }) => `${challenger}–${defender}`)
    .join(', '),
});

/** The one report that there is, or the first of two that are the same. */
function findFirstReporter({ challenger, defender }: MatchData['sides']): string {
  const isDefender =
    defender.reported !== null &&
    (challenger.reported === null || defender.reported.at < challenger.reported.at);
  return (isDefender ? defender : challenger).name;
}

/** What is upheld is a report, a result, or on appeal a ruling. */
function toOutcomeKey(
  choice: Exclude<Choice, keyof typeof reporters>,
  { open, match }: RulingData,
) {
  if (choice !== 'upheld') {
    return choice;
  }
  if (open?.kind === 'appeal') {
    return 'upheld_ruling' as const;
  }
  return match.status === 'disputed' ? ('upheld' as const) : ('upheld_result' as const);
}

interface OutcomeInput {
  match: MatchData;
  typed: TypedScore[];
  times: string[];
}

/** The outcome as the command has it; null while something of it is missing. */
function toOutcome(choice: Choice, { match, typed, times }: OutcomeInput): RulingOutcome | null {
  switch (choice) {
    case 'challenger':
    case 'defender': {
      const scores = toMapScores(typed);
      const isRight = scores.length === 0 || findTypedWinner(match.rules, scores) === choice;
      return isRight ? { kind: 'completed', winner: choice, scores } : null;
    }
    case 'as_challenger':
    case 'as_defender': {
      const { reported } = match.sides[reporters[choice]];
      return reported && { kind: 'completed', winner: reported.winner, scores: reported.scores };
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
