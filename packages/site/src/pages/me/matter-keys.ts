import { isMatchMatter, type Matter } from './matter.ts';

type Kind = Matter['kind'];

/** A matter in words: keys of the texts `next-step`, the same on pages, in mails, channels and calendars. */
export interface MatterKeys {
  title: `${Kind}.title`;
  /** By when, and what becomes of it then; its `time` is the matter's own instant. */
  reason: ReasonKey | 'no_clock';
  /** What the button says. */
  act: `${Kind}.act`;
  /** Where it leads. */
  href: string;
  /** What the words ask for beside the time. */
  values: Record<string, string | number>;
}

type ReasonKey = `${Kind}.reason` | 'answer.reason_lapses' | 'confirm_report.reason_disputed';

/** What becomes of an act when its time is over, in words that fit its rules. */
export function toReasonKey<K extends Kind>({
  kind,
  otherwise = null,
}: {
  kind: K;
  otherwise?: string | null;
}): `${K}.reason` | 'answer.reason_lapses' | 'confirm_report.reason_disputed' {
  if (kind === 'answer' && otherwise === 'lapses') {
    return 'answer.reason_lapses';
  }
  if (kind === 'confirm_report' && otherwise === 'disputed') {
    return 'confirm_report.reason_disputed';
  }
  return `${kind}.reason`;
}

/** What a matter is called wherever it is told, and where it leads. */
export function toMatterKeys(matter: Matter): MatterKeys {
  return {
    title: `${matter.kind}.title`,
    reason: findReason(matter),
    act: `${matter.kind}.act`,
    href: toHref(matter),
    values: toValues(matter),
  };
}

/** Matches and rulings say where no clock runs; of a report nobody has appealed there is no clock to tell of. */
function findReason(matter: Matter): MatterKeys['reason'] {
  const { kind, until } = matter;
  if (kind === 'judge_case' || kind === 'judge_appeal') {
    return until === null ? 'judge_case.reason' : 'judge_appeal.reason';
  }
  const canStand = kind === 'rule' || kind === 'decide_appeal' || isMatchMatter(matter);
  return until === null && canStand && kind !== 'appeal' ? 'no_clock' : toReasonKey(matter);
}

function toValues(matter: Matter): MatterKeys['values'] {
  if (isMatchMatter(matter)) {
    const { team, opponent, match } = matter;
    return { team, opponent, ladder: match.ladder.name };
  }
  switch (matter.kind) {
    case 'invitation':
      return { team: matter.team.name, by: matter.by ?? '' };
    case 'join_request':
      return { who: matter.who, team: matter.team.name };
    case 'notice_answered':
    case 'judge_sanction':
      return { who: matter.who };
    case 'identity':
      return { ladder: matter.ladder.name };
    case 'rule':
    case 'decide_appeal': {
      const { between, ladder } = matter;
      return {
        challenger: between?.challenger ?? '',
        defender: between?.defender ?? '',
        ladder: ladder?.name ?? '',
      };
    }
    case 'judge_case':
      return { count: matter.count };
    case 'runs':
      return { count: matter.count, ladder: matter.ladder.name };
    case 'scrim':
      return { team: matter.team, opponent: matter.opponent };
    default:
      return {};
  }
}

function toHref(matter: Matter): string {
  if (isMatchMatter(matter)) {
    return `/matches/${matter.match.id}`;
  }
  switch (matter.kind) {
    case 'invitation':
      return `/teams/${matter.team.slug}`;
    case 'join_request':
      return `/teams/${matter.team.slug}#requests`;
    case 'notice_answered':
    case 'notice_ends':
      return '/boards';
    case 'identity':
      return '/account#identities';
    case 'rule':
    case 'decide_appeal':
      return `/matches/${matter.between?.id}/ruling`;
    case 'judge_case':
      return matter.count === 1 ? `/admins/cases/${matter.cases[0]}` : '/admins/cases';
    case 'judge_appeal':
      return `/admins/cases/${matter.case}`;
    case 'judge_sanction':
      return `/admins/people/${encodeURIComponent(matter.who)}#sanction-${matter.case}`;
    case 'runs':
      return `/ladders/${matter.ladder.slug}#waiting`;
    case 'scrim':
      return `/scrims/${matter.id}`;
  }
}
