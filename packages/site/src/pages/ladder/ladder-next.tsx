import { useTranslations } from 'use-intl';
import { useViewer } from '../../app/environment.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FoundTeamLink } from '../../ui/found-team-link.tsx';
import { NextThing } from '../../ui/next-thing.tsx';
import { Time } from '../../ui/time.tsx';
import { MatterStrip } from '../me/matter-still.ts';
import type { LadderData } from './data.ts';

/** The one next thing that this ladder has for whoever looks at it. */
export function LadderNext({ data, onJoin }: { data: LadderData; onJoin: () => void }) {
  const t = useTranslations('ladder.next');
  const looker = useViewer();
  const { season, viewer } = data;
  if (data.at !== null) {
    return null;
  }
  if (season === null) {
    return <NextThing tone="calm" title={t('no_date')} reason={t('no_date_reason')} />;
  }
  if (season.status === 'closed') {
    return <NextThing tone="calm" title={t('no_season')} reason={t('no_season_reason')} />;
  }
  if (viewer?.next) {
    return <MatterStrip matter={viewer.next} />;
  }
  if (viewer?.entry) {
    return <NextChallenge data={data} entry={viewer.entry} />;
  }
  if (looker?.held === 'barred') {
    return (
      <NextThing tone="calm" title={t('barred')} reason={t('suspended_reason')}>
        <ButtonLink href="/account/standing">{t('standing')}</ButtonLink>
      </NextThing>
    );
  }
  const joinable = viewer?.joinable.find(({ refusal }) => refusal === null);
  if (joinable !== undefined) {
    return (
      <NextThing title={t('join', { team: joinable.name })} reason={t('join_reason')}>
        <Button look="main" onClick={onJoin}>
          {t('join_button')}
        </Button>
      </NextThing>
    );
  }
  if (viewer !== null && viewer.joinable.length > 0) {
    return (
      <NextThing
        title={t('join_short', { team: viewer.joinable[0]?.name ?? '' })}
        reason={t('join_short_reason')}
      >
        <Button look="main" onClick={onJoin}>
          {t('join_why')}
        </Button>
      </NextThing>
    );
  }
  return (
    <NextThing title={t('visitor')} reason={t('visitor_reason')}>
      {looker !== null ? (
        <FoundTeamLink look="main">{t('found')}</FoundTeamLink>
      ) : (
        <ButtonLink look="main" href="/login">
          {t('sign_in')}
        </ButtonLink>
      )}
    </NextThing>
  );
}

type OwnEntry = NonNullable<NonNullable<LadderData['viewer']>['entry']>;

function NextChallenge({ data, entry }: { data: LadderData; entry: OwnEntry }) {
  const t = useTranslations('ladder.next');
  const mark = entry.place ?? undefined;
  const { season } = data;
  if (season?.status === 'registration') {
    const time = () => <Time instant={season.opens_at} look="moment" />;
    return (
      <NextThing tone="calm" mark={mark} title={t.rich('opens', { time, team: entry.name })} />
    );
  }
  if (!entry.may_act) {
    return (
      <NextThing
        tone="calm"
        mark={mark}
        title={t('player', { team: entry.name })}
        reason={t('player_reason')}
      />
    );
  }
  if (entry.refusal !== null) {
    return <NextSuspended entry={entry} />;
  }
  const rest = entry.resting?.rest;
  if (rest?.is_running) {
    const time = () => <Time instant={rest.until} />;
    return (
      <NextThing
        tone="calm"
        mark={mark}
        title={t.rich('resting', { time, team: entry.name })}
        reason={t('resting_reason')}
      />
    );
  }
  if (entry.targets === 0) {
    const isTop = entry.place === 1;
    return (
      <NextThing
        tone="calm"
        mark={mark}
        title={t(isTop ? 'top' : 'nobody', { team: entry.name })}
        reason={t(isTop ? 'top_reason' : 'nobody_reason')}
      />
    );
  }
  const best = data.viewer?.suggestions[0];
  return (
    <NextThing
      mark={mark}
      title={t('may_challenge', { team: entry.name, count: entry.targets })}
      reason={best === undefined ? t('may_challenge_reason') : t('best', { team: best.name })}
    >
      <ButtonLink look="main" href={best === undefined ? '#standings' : '#fair'}>
        {t('find')}
      </ButtonLink>
    </NextThing>
  );
}

/** Whoever is suspended cannot act for the team, whatever it could do. */
function NextSuspended({ entry }: { entry: OwnEntry }) {
  const t = useTranslations('ladder.next');
  const viewer = useViewer();
  return (
    <NextThing
      tone="calm"
      mark={entry.place ?? undefined}
      title={t('suspended', { team: entry.name })}
      reason={t('suspended_reason')}
    >
      <ButtonLink href={`/profiles/${viewer?.user_id}#standing`}>{t('standing')}</ButtonLink>
    </NextThing>
  );
}
