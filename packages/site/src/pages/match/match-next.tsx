import { useSyncExternalStore } from 'react';
import { useNow, useTranslations } from 'use-intl';
import { readServerTime, subscribeToSeconds } from '../../client/live/server-clock.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { NextThing } from '../../ui/next-thing.tsx';
import { Time } from '../../ui/time.tsx';
import type { MatchData } from './data.ts';
import { haveReportsDiffered } from './have-differed.ts';
import { findMatchStep, type MatchForm, type MatchPlace, type MatchStep } from './match-step.ts';
import { Lacks } from './stills.ts';

const reasonKeys = {
  answer: 'answer',
  choose_time: 'choose',
  answer_extension: 'stays',
  answer_cancellation: 'stays',
  answer_reschedule: 'stays',
  agree_correction: 'stays',
  wait_choice: 'choose',
  wait_answer: 'answer',
  check_in: 'check_in',
  wait_check_in: 'check_in',
  checking_in: 'check_in',
  both_in: 'start',
  confirm_report: 'confirm_report',
  wait_confirmation: 'confirm_report',
  reported: 'confirm_report',
  settle_reports: 'settle',
  reports_differ: 'settle',
  report: 'report',
  live: 'report',
  forfeiting: 'forfeit',
  forfeiting_own: 'forfeit',
  scheduled: 'start',
  veto_ban: 'turn',
  veto_pick: 'turn',
  veto_side: 'turn',
  wait_ban: 'turn',
  wait_pick: 'turn',
  wait_side: 'turn',
  veto: 'turn',
  statement: 'statement',
  rule: 'ruling',
  wait_ruling: 'ruling',
  wait_ruling_site: 'ruling',
  wait_outsider: 'ruling',
  wait_appeal: 'ruling',
  wait_nobody_stands: 'nobody',
  wait_nobody_void: 'nobody',
} as const;

interface MatchNextProps {
  data: MatchData;
  onOpen: (form: MatchForm) => void;
}

/** The one next thing of this viewer: one sentence, one reason, one main button, the others quiet. */
export function MatchNext({ data, onOpen }: MatchNextProps) {
  const t = useTranslations('match.next');
  const renderedAt = useNow().getTime();
  const now = useSyncExternalStore(subscribeToSeconds, readServerTime, () => renderedAt);
  const step = findMatchStep(data, now);
  // On a phone the talk stands far below what the two disagree about.
  const mustTalk = data.room?.may_talk === true && haveReportsDiffered(data);
  const title = t(`say.${step.says}` as 'say.answer', { team: step.team });
  return (
    <>
      <NextThing tone={step.tone} title={title} reason={<Reason data={data} step={step} />}>
        {step.main !== null && <MainButton data={data} step={step} onOpen={onOpen} />}
      </NextThing>
      <Lacks data={data} main={step.main} />
      {(step.quiet.length > 0 || mustTalk) && (
        <fieldset className="match-quiet">
          <legend className="visually-hidden">{t('other')}</legend>
          {mustTalk && (
            <a className="match-link match-to-talk" href="#talk">
              {t('button.talk')}
            </a>
          )}
          {step.quiet.map((form) => (
            <button key={form} type="button" className="match-link" onClick={() => onOpen(form)}>
              {t(`button.${form}`)}
            </button>
          ))}
        </fieldset>
      )}
    </>
  );
}

interface MainButtonProps {
  data: MatchData;
  step: MatchStep;
  onOpen: MatchNextProps['onOpen'];
}

function MainButton({ data, step, onOpen }: MainButtonProps) {
  const t = useTranslations('match.next.button');
  const { main } = step;
  if (main === null) {
    return null;
  }
  if (isPlace(main)) {
    return (
      <ButtonLink look="main" href={places[main](data)}>
        {t(main)}
      </ButtonLink>
    );
  }
  return (
    <Button look="main" onClick={() => onOpen(main)}>
      {t(main)}
    </Button>
  );
}

/** Where what has no form is done: in the room, on the team's page, or on the ruling's, with what is looked at first. */
const places: Record<MatchPlace, (data: MatchData) => string> = {
  veto: () => '#maps',
  evidence: () => '#evidence',
  roster: ({ sides }) => sides.defender.href ?? '',
  rule: ({ id }) => `/matches/${id}/ruling`,
  decide_appeal: ({ id }) => `/matches/${id}/ruling`,
};

const isPlace = (main: MatchForm | MatchPlace): main is MatchPlace => main in places;

/** Why, and by when: the rule's own consequence. */
function Reason({ data, step }: { data: MatchData; step: MatchStep }) {
  const t = useTranslations('match.next');
  const by = step.by;
  const key = reasonKeys[step.says as keyof typeof reasonKeys];
  if (by === null) {
    return null;
  }
  const time = () => <Time instant={by} />;
  const [asked] = [...data.acts.challenger, ...data.acts.defender];
  if (key === 'answer') {
    const isForfeit = asked?.otherwise === 'forfeited';
    return t.rich(isForfeit ? 'why.answer_forfeit' : 'why.answer_expire', { time });
  }
  if (key === 'forfeit' && data.taken_back.includes(data.forfeit?.by ?? 'challenger')) {
    return t.rich('why.forfeit_last', { time });
  }
  if (key === 'confirm_report' && asked?.otherwise === 'disputed') {
    return t.rich('why.confirm_report_disputed', { time });
  }
  return t.rich(key === undefined ? 'why.since' : `why.${key}`, { time });
}
