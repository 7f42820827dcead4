import { useTranslations } from 'use-intl';
import { useViewer } from '../../app/environment.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { FoundTeamLink } from '../../ui/found-team-link.tsx';
import { NextThing } from '../../ui/next-thing.tsx';
import type { Matter } from '../me/matter.ts';
import { MatterStrip } from '../me/matter-strip.tsx';
import type { NextStep } from './data.ts';

type TeamStep = Exclude<NextStep, Matter>;

interface NextStepStripProps {
  step: NextStep;
  /** On the team's own page nothing leads to it. */
  isOnTeam?: boolean;
}

/** The one next thing of the person who looks: links alone. */
export function NextStepStrip({ step, isOnTeam = false }: NextStepStripProps) {
  if ('weight' in step) {
    return <MatterStrip matter={step} />;
  }
  return <TeamStepStrip step={step} isOnTeam={isOnTeam} />;
}

function TeamStepStrip({ step, isOnTeam }: { step: TeamStep; isOnTeam: boolean }) {
  const t = useTranslations('next-step');
  if (useViewer()?.held === 'barred') {
    return (
      <NextThing tone="calm" title={t('barred.title')} reason={t('barred.reason')}>
        <ButtonLink href="/account/standing">{t('barred.act')}</ButtonLink>
      </NextThing>
    );
  }
  switch (step.kind) {
    case 'find_team':
      return (
        <NextThing title={t('find_team.title')} reason={t('find_team.reason')}>
          <ButtonLink href="/teams">{t('find_team.look')}</ButtonLink>
          <FoundTeamLink look="main">{t('find_team.act')}</FoundTeamLink>
        </NextThing>
      );
    case 'join_ladder':
      return (
        <NextThing
          title={t('join_ladder.title', { team: step.team.name })}
          reason={t('join_ladder.reason')}
        >
          <ButtonLink look="main" href="/#ladders">
            {t('join_ladder.act')}
          </ButtonLink>
        </NextThing>
      );
    case 'challenge':
      return (
        <NextThing
          mark={step.rung ?? undefined}
          title={t('challenge.title', { team: step.team.name })}
          reason={t('challenge.reason', { ladder: step.ladder.name })}
        >
          <ButtonLink look="main" href={`/ladders/${step.ladder.slug}`}>
            {t('challenge.act')}
          </ButtonLink>
        </NextThing>
      );
    case 'wait_for_captain':
      return (
        <NextThing
          tone="calm"
          title={t('wait_for_captain.title', { team: step.team.name })}
          reason={t('wait_for_captain.reason')}
        >
          {isOnTeam ? undefined : (
            <ButtonLink href={`/teams/${step.team.slug}`}>{t('wait_for_captain.act')}</ButtonLink>
          )}
        </NextThing>
      );
  }
}
