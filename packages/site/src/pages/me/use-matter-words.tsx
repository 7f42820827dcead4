import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Time } from '../../ui/time.tsx';
import { isMatchMatter, type Matter } from './matter.ts';

interface MatterWords {
  /** One sentence. */
  title: string;
  /** By when, and what becomes of it then. */
  reason: ReactNode;
  /** What the button says, and where it leads. */
  act: string;
  href: string;
}

/** What a matter is called wherever it is shown. */
export function useMatterWords(): (matter: Matter) => MatterWords {
  const t = useTranslations('next-step');
  const dated = (until: string | null) => ({
    time: () => (until === null ? null : <Time instant={until} look="full" />),
  });
  return (matter) => {
    if (isMatchMatter(matter)) {
      const { kind, team, opponent, until, match } = matter;
      return {
        title: t(`${kind}.title`, { team, opponent }),
        reason:
          until === null && kind !== 'appeal'
            ? t('no_clock', { ladder: match.ladder.name })
            : t.rich(toReason(matter), dated(until)),
        act: t(`${kind}.act`),
        href: `/matches/${match.id}`,
      };
    }
    const act = t(`${matter.kind}.act`);
    switch (matter.kind) {
      case 'invitation':
        return {
          title: t('invitation.title', { team: matter.team.name }),
          reason: t.rich('invitation.reason', { by: matter.by ?? '', ...dated(matter.until) }),
          act,
          href: `/teams/${matter.team.slug}`,
        };
      case 'join_request':
        return {
          title: t('join_request.title', { who: matter.who, team: matter.team.name }),
          reason: t('join_request.reason'),
          act,
          href: `/teams/${matter.team.slug}`,
        };
      case 'notice_answered':
        return {
          title: t('notice_answered.title', { who: matter.who }),
          reason: t.rich('notice_answered.reason', dated(matter.until)),
          act,
          href: '/boards',
        };
      case 'notice_ends':
        return {
          title: t('notice_ends.title'),
          reason: t.rich('notice_ends.reason', dated(matter.until)),
          act,
          href: '/boards',
        };
      case 'identity':
        return {
          title: t('identity.title'),
          reason: t('identity.reason', { ladder: matter.ladder.name }),
          act,
          href: '/account#identities',
        };
      case 'rule':
      case 'decide_appeal': {
        const { between, until } = matter;
        const names = {
          challenger: between?.challenger ?? '',
          defender: between?.defender ?? '',
          ladder: matter.ladder?.name ?? '',
        };
        return {
          title: t(`${matter.kind}.title`, names),
          reason:
            until === null ? t('no_clock', names) : t.rich(`${matter.kind}.reason`, dated(until)),
          act,
          href: `/matches/${between?.id}/ruling`,
        };
      }
      case 'judge_case':
      case 'judge_appeal':
        return {
          title: t(`${matter.kind}.title`),
          reason:
            matter.until === null
              ? t('judge_case.reason')
              : t.rich('judge_appeal.reason', dated(matter.until)),
          act,
          href: `/admins/cases/${matter.case}`,
        };
      case 'judge_sanction':
        return {
          title: t('judge_sanction.title', { who: matter.who }),
          reason: t.rich('judge_sanction.reason', dated(matter.until)),
          act,
          href: `/admins/people/${encodeURIComponent(matter.who)}#sanction-${matter.case}`,
        };
      case 'runs':
        return {
          title: t('runs.title', { count: matter.count }),
          reason: t('runs.reason', { ladder: matter.ladder.name }),
          act,
          href: `/ladders/${matter.ladder.slug}#waiting`,
        };
      case 'scrim':
        return {
          title: t('scrim.title', { team: matter.team, opponent: matter.opponent }),
          reason: t.rich('scrim.reason', dated(matter.until)),
          act,
          href: `/scrims/${matter.id}`,
        };
    }
  };
}

function toReason(matter: Extract<Matter, { match: unknown }>) {
  const { kind, otherwise } = matter;
  if (kind === 'answer' && otherwise === 'lapses') {
    return 'answer.reason_lapses';
  }
  if (kind === 'confirm_report' && otherwise === 'disputed') {
    return 'confirm_report.reason_disputed';
  }
  return `${kind}.reason` as const;
}
