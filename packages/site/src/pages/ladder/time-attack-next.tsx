import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useViewer } from '../../app/environment.tsx';
import { sendCommand } from '../../client/command/command.ts';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { showToast } from '../../client/toast/show-toast.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { NextThing } from '../../ui/next-thing.tsx';
import { Time } from '../../ui/time.tsx';
import { MatterStrip } from '../me/matter-still.ts';
import type { LadderData } from './data.ts';
import type { TimeAttackData } from './time-attack-data.ts';

interface TimeAttackNextProps {
  data: LadderData;
  timeAttack: TimeAttackData;
  onSubmit: () => void;
}

/** The one next thing of a driver: join, hand in a run, look at somebody's. */
export function TimeAttackNext({ data, timeAttack, onSubmit }: TimeAttackNextProps) {
  const t = useTranslations('ladder');
  const isSignedIn = useViewer() !== null;
  const { season } = data;
  const { viewer } = timeAttack;
  if (data.at !== null) {
    return null;
  }
  if (season === null) {
    return <NextThing tone="calm" title={t('next.no_date')} reason={t('next.no_date_reason')} />;
  }
  if (season.status === 'closed') {
    return (
      <NextThing tone="calm" title={t('next.no_season')} reason={t('next.no_season_reason')} />
    );
  }
  if (viewer === null || !isSignedIn) {
    if (!timeAttack.is_open && season.status !== 'registration') {
      return null;
    }
    return (
      <NextThing
        title={t('time_attack.next.visitor')}
        reason={t('time_attack.next.visitor_reason')}
      >
        <ButtonLink look="main" href="/login">
          {t('next.sign_in')}
        </ButtonLink>
      </NextThing>
    );
  }
  if (viewer.may_join) {
    return <NextJoin slug={data.ladder.slug} />;
  }
  const name = data.viewer?.entry?.name;
  if (season.status === 'registration' && name !== undefined) {
    const time = () => <Time instant={season.opens_at} look="moment" />;
    return <NextThing tone="calm" title={t.rich('next.opens', { time, team: name })} />;
  }
  return <NextRun data={data} timeAttack={timeAttack} onSubmit={onSubmit} />;
}

/** What waits for them here, and beside it a run of one's own. */
function NextRun({ data, timeAttack, onSubmit }: TimeAttackNextProps) {
  const t = useTranslations('ladder.time_attack.next');
  const next = data.viewer?.next ?? null;
  const own = timeAttack.standings.find(
    ({ entry_id }) => entry_id === data.viewer?.entry?.entry_id,
  );
  // Nobody holds a place before their first run.
  const place = own !== undefined && own.results.length > 0 ? own.place : undefined;
  const left = timeAttack.viewer?.stages_left ?? 0;
  return (
    <>
      {next !== null && <MatterStrip matter={next} />}
      {timeAttack.viewer?.may_submit === true && (
        <NextThing
          mark={place}
          tone={next === null ? 'act' : 'calm'}
          title={t('submit')}
          reason={t('submit_reason', { count: left })}
        >
          <Button look={next === null ? 'main' : 'quiet'} onClick={onSubmit}>
            {t('submit')}
          </Button>
        </NextThing>
      )}
    </>
  );
}

function NextJoin({ slug }: { slug: string }) {
  const t = useTranslations('ladder');
  const toSentence = useRefusal();
  const reload = useReload();
  const [isBusy, setIsBusy] = useState(false);
  const join = async () => {
    setIsBusy(true);
    const answer = await sendCommand(`/api/ladders/${slug}/entries`);
    setIsBusy(false);
    if (answer.ok) {
      void showToast({ kind: 'success', text: t('join.done') });
    } else {
      void showToast({ kind: 'error', text: toSentence(answer.error) });
    }
    if (answer.ok) {
      await reload();
    }
  };
  return (
    <NextThing title={t('time_attack.next.join')} reason={t('time_attack.next.join_reason')}>
      <Button look="main" isBusy={isBusy} onClick={() => void join()}>
        {t('time_attack.next.join')}
      </Button>
    </NextThing>
  );
}
