import { isFinalStatus } from '@muster/league';
import { useTranslations } from 'use-intl';
import type { MatchData } from './data.ts';
import type { MatchStep } from './match-step.ts';

/** The team of a captain or co-captain who is on both rosters, so that it needs another to act for it. */
export function findBarredTeam({ viewer, status, sides, acts }: MatchData): string | null {
  if (!viewer?.side || viewer.refused?.code !== 'same_people_on_both_sides') {
    return null;
  }
  const isOver = isFinalStatus(status) && acts[viewer.side].length === 0;
  return isOver ? null : sides[viewer.side].name;
}

/** What is missing before what is asked of a side can be done, be it somebody who may act for it. */
export function Lacks({ data, main }: { data: MatchData; main: MatchStep['main'] }) {
  const t = useTranslations('match-record.lacks');
  const barred = findBarredTeam(data);
  const small = data.viewer?.refusals.accept;
  if (main === 'roster' && small?.code === 'roster_too_small') {
    const { has, needs } = small.params;
    return <p className="match-lacks">{t('roster', { has, needs })}</p>;
  }
  if (main === 'evidence') {
    return <p className="match-lacks">{t('evidence')}</p>;
  }
  return barred === null ? null : <p className="match-lacks">{t('another', { team: barred })}</p>;
}
