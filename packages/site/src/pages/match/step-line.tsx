import { useTranslations } from 'use-intl';
import { Time } from '../../ui/time.tsx';
import type { MatchData } from './data.ts';
import { listSteps, measureSteps, type Step, type StepOfMatch } from './match-steps.ts';

/** How far the match has come, from the challenge to the moved standing. */
export function StepLine({ data }: { data: MatchData }) {
  const t = useTranslations('match-record.steps');
  const steps = listSteps(data);
  return (
    <div className="step-line">
      <div className="step-line-track" aria-hidden="true">
        <div
          className="step-line-done"
          style={{ inlineSize: `${measureSteps(data, steps) * 100}%` }}
        />
      </div>
      <ol>
        {steps.map((step) => (
          <li
            key={step.step}
            className={`step-${step.look}`}
            aria-current={step.look === 'now' ? 'step' : undefined}
          >
            <b>{t(toLabel(step.step, data))}</b>
            <span className="step-note">
              <StepNote data={data} {...step} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
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

function StepNote({ data, step, look, at }: StepOfMatch & { data: MatchData }) {
  const t = useTranslations('match-record.steps');
  if (at !== null) {
    return <Time instant={at} />;
  }
  if (look !== 'now') {
    return null;
  }
  const { status, deadline, sides } = data;
  if (step === 'check_in' && status !== 'scheduled') {
    const both = [sides.challenger, sides.defender];
    return t('sides_in', { count: both.filter((side) => side.checked_in_at !== null).length });
  }
  return step === 'check_in' && deadline !== null
    ? t.rich('opens', { time: () => <Time instant={deadline} /> })
    : t('now');
}
