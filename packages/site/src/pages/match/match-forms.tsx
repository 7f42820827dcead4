import type { Side } from '@muster/league';
import { getOtherSide, hasSameScores } from '@muster/league';
import { useState } from 'react';
import { useTimeZone, useTranslations } from 'use-intl';
import { withTyped } from '../../client/form/typed-instant.ts';
import { Button } from '../../ui/button.tsx';
import { noTimes } from './chosen-times.ts';
import type { MatchData } from './data.ts';
import { FormFrame } from './form-frame.tsx';
import type { MatchForm } from './match-step.ts';
import { noPicks, PicksField, toPicks } from './picks-field.tsx';
import { ReportComparison } from './report-comparison.tsx';
import { ScoreList } from './score-list.tsx';
import { ScoresField } from './scores-field.tsx';
import { AllZones, type AllZonesProps, TimesField, type TimesLimits } from './times-form.tsx';
import { findTypedWinner, toMapScores, toTypedScores } from './typed-scores.ts';
import { useFreeHours } from './use-free-hours.ts';

export interface FormProps {
  data: MatchData;
  onClose: () => void;
}

/** Accepting with times, offering others, or asking to move: a list of times is sent. */
export function OfferForm({
  data,
  onClose,
  form,
}: FormProps & { form: 'accept' | 'counter' | 'reschedule' }) {
  const t = useTranslations('match-forms.form');
  const zone = useTimeZone() ?? 'UTC';
  const [chosen, setChosen] = useState(noTimes);
  const times = withTyped(chosen.times, chosen.typed, zone);
  const [picks, setPicks] = useState(noPicks);
  const { schedule } = data.rules;
  const isMove = form === 'reschedule';
  const limits: TimesLimits = {
    minimum: isMove ? 1 : schedule.timesMinimum,
    maximum: schedule.timesMaximum,
  };
  const path =
    form === 'accept' ? 'acceptance' : form === 'counter' ? 'counter-offer' : 'reschedule';
  const body =
    form === 'accept' ? { times, ...toPicks(picks), nonce: crypto.randomUUID() } : { times };
  return (
    <FormFrame
      data={data}
      path={path}
      body={body}
      onClose={onClose}
      button={t(`button.${form}`)}
      isReady={times.length >= limits.minimum && times.length <= limits.maximum}
      says={t(`say.${form}`)}
    >
      <TimesField data={data} limits={limits} chosen={chosen} onChange={setChosen} />
      {form === 'accept' && (
        <PicksField
          rule={data.rules.maps}
          letter="D"
          taken={data.picks.C.maps}
          picks={picks}
          onChange={setPicks}
        />
      )}
    </FormFrame>
  );
}

/** Choosing one of the times that were offered. */
export function ChooseForm({ data, onClose }: FormProps) {
  const t = useTranslations('match-forms.form');
  const [time, setTime] = useState('');
  const [picks, setPicks] = useState(noPicks);
  const times = [...new Set([...data.offered, ...data.countered])].sort();
  const isChallenger = data.viewer?.side === 'challenger';
  return (
    <FormFrame
      data={data}
      path="confirmation"
      body={{ time, ...toPicks(picks) }}
      onClose={onClose}
      button={t('button.choose')}
      isReady={time !== ''}
    >
      <TimeChoice data={data} times={times} time={time} onChange={setTime} />
      {isChallenger && data.maps.length === 0 && (
        <PicksField
          rule={data.rules.maps}
          letter="A"
          taken={[...data.picks.C.maps, ...data.picks.D.maps]}
          picks={picks}
          onChange={setPicks}
        />
      )}
    </FormFrame>
  );
}

/** Taking one of the times to which the other side asks to move, or keeping the old one. */
export function AnswerRescheduleForm({ data, onClose }: FormProps) {
  const t = useTranslations('match-forms.form');
  const [time, setTime] = useState('');
  return (
    <FormFrame
      data={data}
      path="reschedule/answer"
      body={{ time: time === '' ? null : time }}
      onClose={onClose}
      button={time === '' ? t('keep_time') : t('button.answer_reschedule')}
    >
      <TimeChoice
        data={data}
        times={data.reschedule?.times ?? []}
        time={time}
        onChange={setTime}
        none={t('keep_time')}
      />
    </FormFrame>
  );
}

interface TimeChoiceProps {
  data: MatchData;
  times: readonly string[];
  time: string;
  onChange: (time: string) => void;
  /** What choosing none of them is called, where that is a choice. */
  none?: string;
}

function TimeChoice({ data, times, time, onChange, none }: TimeChoiceProps) {
  const t = useTranslations('match-forms.form');
  const answer = useFreeHours(data.id);
  const hours = answer !== null && 'hours' in answer ? answer.hours : null;
  return (
    <fieldset className="match-choice">
      <legend>{t('which_time')}</legend>
      {times.map((instant) => (
        <label key={instant}>
          <input
            type="radio"
            name="time"
            checked={time === instant}
            onChange={() => onChange(instant)}
          />
          <AllZones data={data} hours={hours} instant={instant} />
          <FreeThen data={data} hours={hours} instant={instant} />
        </label>
      ))}
      {none !== undefined && (
        <label>
          <input type="radio" name="time" checked={time === ''} onChange={() => onChange('')} />
          {none}
        </label>
      )}
    </fieldset>
  );
}

/** How many of each side have said to be free at a time that was named. */
function FreeThen({ data, hours, instant }: AllZonesProps) {
  const t = useTranslations('match-forms.times');
  const side = data.viewer?.side ?? 'challenger';
  const free = hours?.named.find(({ time }) => time === instant);
  if (hours === null || free === undefined) {
    return null;
  }
  if (hours.declared.challenger + hours.declared.defender === 0) {
    return null;
  }
  return (
    <span className="soft">{t('free', { own: free[side], other: free[getOtherSide(side)] })}</span>
  );
}

/** The scores as this side saw them, mended while two reports differ, or their correction after the result. */
export function ReportForm({
  data,
  onClose,
  form,
}: FormProps & { form: 'report' | 'settle' | 'correct' }) {
  const t = useTranslations('match-forms.form');
  const side = data.viewer?.side ?? 'challenger';
  const own = data.sides[side].reported?.scores ?? [];
  const other = data.sides[getOtherSide(side)];
  const theirs = form === 'correct' ? null : other.reported;
  const [typed, setTyped] = useState(() =>
    toTypedScores(data, form === 'correct' ? data.result?.scores : own),
  );
  const scores = toMapScores(typed);
  const winner = findTypedWinner(data.rules, scores);
  const isSaidAlready = form === 'settle' && hasSameScores(scores, own);
  const isAgreed = form === 'settle' && hasSameScores(scores, theirs?.scores ?? []);
  return (
    <FormFrame
      data={data}
      path={form === 'correct' ? 'correction' : 'report'}
      body={{ scores }}
      onClose={onClose}
      button={t(isAgreed ? 'button.settle_same' : `button.${form}`)}
      isReady={winner !== undefined && !isSaidAlready}
    >
      <ScoresField data={data} typed={typed} onChange={setTyped} />
      {theirs === null ? (
        <p aria-live="polite">
          <ReportMeaning data={data} winner={winner} isReport={form === 'report'} />
        </p>
      ) : (
        <>
          <ReportComparison data={data} scores={scores} isWhole={winner !== undefined} />
          {form === 'settle' && !isAgreed && (
            <Button onClick={() => setTyped(toTypedScores(data, theirs.scores))}>
              {t('copy_report', { team: other.name })}
            </Button>
          )}
        </>
      )}
    </FormFrame>
  );
}

/** What these scores would do. */
function ReportMeaning({
  data,
  winner,
  isReport,
}: {
  data: MatchData;
  winner: Side | null | undefined;
  isReport: boolean;
}) {
  const t = useTranslations('match-pieces.report');
  const own = data.viewer?.side;
  if (winner === undefined) {
    return t('undecided');
  }
  const other = own ? data.sides[getOtherSide(own)].name : '';
  if (!isReport) {
    return t('correction', { team: other });
  }
  if (winner !== null && winner !== own) {
    return t('concedes', { team: data.sides[winner].name });
  }
  return winner === null
    ? t('draw', { team: other })
    : t('wins', { team: data.sides[winner].name, other });
}

type PlainForm = Exclude<
  MatchForm,
  | 'accept'
  | 'counter'
  | 'reschedule'
  | 'choose'
  | 'answer_reschedule'
  | 'report'
  | 'settle'
  | 'correct'
  | 'check_in'
  | 'forfeit'
  | 'dispute'
  | 'statement'
  | 'appeal'
  | 'server'
>;

const plainPaths: Record<PlainForm, [path: string, method?: 'DELETE']> = {
  decline: ['decline'],
  withdraw: ['withdrawal'],
  ask_extension: ['extension'],
  agree_extension: ['extension/agreement'],
  ask_cancellation: ['cancellation'],
  agree_cancellation: ['cancellation/agreement'],
  confirm_report: ['report/confirmation'],
  concede: ['concession'],
  agree_correction: ['correction/agreement'],
  take_back: ['forfeit', 'DELETE'],
};

export function isPlainForm(form: MatchForm): form is PlainForm {
  return form in plainPaths;
}

/** A rematch is declined freely; other challenges only as often as the rules allow. */
export const toDeclining = ({ is_rematch }: Pick<MatchData, 'is_rematch'>) =>
  is_rematch ? 'decline_rematch' : 'decline';

/** A form that only asks whether it is meant, and says what follows. */
export function PlainActForm({ data, onClose, form }: FormProps & { form: PlainForm }) {
  const t = useTranslations('match-forms.form');
  const side = data.viewer?.side ?? 'challenger';
  const other = data.sides[getOtherSide(side)];
  const [path, method] = plainPaths[form];
  return (
    <FormFrame
      data={data}
      path={path}
      body={{}}
      {...(method ? { method } : {})}
      onClose={onClose}
      button={t(`button.${form}`)}
      look={form === 'concede' || form === 'decline' ? 'danger' : 'main'}
      says={t(`say.${form === 'decline' ? toDeclining(data) : form}`, { team: other.name })}
    >
      {form === 'confirm_report' && <ScoreList data={data} scores={other.reported?.scores ?? []} />}
      {form === 'agree_correction' && (
        <ScoreList data={data} scores={data.correction?.scores ?? []} />
      )}
    </FormFrame>
  );
}
