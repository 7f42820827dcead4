import { useTranslations } from 'use-intl';
import { Time } from '../../ui/time.tsx';
import type { MatchData } from './data.ts';
import { hasVetoTurns } from './match-step.ts';

const steps = ['challenged', 'times', 'maps', 'check_in', 'live', 'reported', 'done'] as const;
type Step = (typeof steps)[number];

const current: Partial<Record<MatchData['status'], Step>> = {
  challenged: 'challenged',
  offered: 'times',
  countered: 'times',
  checking_in: 'check_in',
  veto: 'maps',
  live: 'live',
  reported: 'reported',
  disputed: 'reported',
};

const reachedBy: Record<Step, readonly string[]> = {
  challenged: ['challenge_made'],
  times: ['match_scheduled', 'match_rescheduled'],
  maps: ['veto_turn_taken', 'match_scheduled'],
  check_in: ['checked_in', 'check_in_opened'],
  live: ['match_started'],
  reported: ['match_reported', 'match_disputed'],
  done: ['match_completed', 'match_forfeited', 'match_voided'],
};

/** How far the match has come, from the challenge to the moved standing. */
export function StepLine({ data }: { data: MatchData }) {
  const t = useTranslations('match-record.steps');
  const now = findCurrent(data);
  const at = now === null ? steps.length : steps.indexOf(now);
  const isCut = now === null && data.status !== 'completed';
  const come = isCut ? countReached(data) : at + (now === null ? 0 : 0.4);
  return (
    <div className="step-line">
      <div className="step-line-track" aria-hidden="true">
        <div className="step-line-done" style={{ inlineSize: `${(come / steps.length) * 100}%` }} />
      </div>
      <ol>
        {steps.map((step, index) => (
          <li
            key={step}
            className={toLook(step, { at, come, isCut })}
            aria-current={step === now ? 'step' : undefined}
          >
            <b>{t(toLabel(step, data))}</b>
            <span className="step-note">
              <StepNote
                data={data}
                step={step}
                isPast={index < at || now === null}
                isNow={step === now}
              />
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** A match that ended early never came to what lies between its last step and its end. */
function toLook(step: Step, { at, come, isCut }: { at: number; come: number; isCut: boolean }) {
  const index = steps.indexOf(step);
  if (isCut && step !== 'done') {
    return index < come ? 'step-past' : 'step-ahead';
  }
  if (index === at) {
    return 'step-now';
  }
  return index < at ? 'step-past' : 'step-ahead';
}

/** How many steps a match had taken, one after the other, when it ended. */
function countReached({ log }: MatchData): number {
  const missed = steps.findIndex((step) => !log.some(({ type }) => reachedBy[step].includes(type)));
  return missed === -1 ? steps.length : missed;
}

function findCurrent(data: MatchData): Step | null {
  const { status, maps, rules, time } = data;
  if (status === 'veto' && !hasVetoTurns(data)) {
    return 'check_in';
  }
  if (status !== 'scheduled') {
    return current[status] ?? null;
  }
  if (time === null) {
    return 'times';
  }
  const isOpen = rules.maps.pool.length > 0 && maps.length < rules.maps.count;
  return isOpen ? 'maps' : 'check_in';
}

function toLabel(step: Step, { status }: MatchData) {
  if (step === 'reported' && status === 'disputed') {
    return 'disputed';
  }
  if (step !== 'done') {
    return step;
  }
  switch (status) {
    case 'forfeited':
    case 'voided':
    case 'declined':
    case 'withdrawn':
    case 'expired':
    case 'cancelled':
      return status;
    default:
      return 'done';
  }
}

interface StepNoteProps {
  data: MatchData;
  step: Step;
  isPast: boolean;
  isNow: boolean;
}

function StepNote({ data, step, isPast, isNow }: StepNoteProps) {
  const t = useTranslations('match-record.steps');
  if (isNow && step === 'check_in' && data.status !== 'scheduled') {
    const sides = [data.sides.challenger, data.sides.defender];
    return t('sides_in', { count: sides.filter((side) => side.checked_in_at !== null).length });
  }
  if (isNow && step === 'check_in' && data.deadline !== null) {
    return t.rich('opens', { time: () => <Time instant={data.deadline ?? ''} /> });
  }
  const isEnd = step === 'done' && data.ended_at !== null;
  if (!isPast && !isEnd && step !== 'challenged') {
    return isNow ? t('now') : null;
  }
  const types = reachedBy[step];
  const event = data.log.findLast(({ type }) => types.includes(type));
  const instant = isEnd ? data.ended_at : event?.at;
  if (!instant) {
    return step === 'challenged' ? <Time instant={data.challenged_at} /> : null;
  }
  return <Time instant={instant} />;
}
