import type { Role } from '@muster/league';
import type { NextStep } from '@muster/site/pages/home/data.ts';
import type { MatchLineRow } from '../match/line.ts';
import { toMatchLine } from '../match/line.ts';

const isOfficer = (role: Role) => role === 'captain' || role === 'co_captain';

/** What a person should do now: what has a clock comes before what has none, and acting before waiting. */
export function findNextStep(
  matches: readonly OwnMatchRow[],
  entries: readonly OwnEntryRow[],
): NextStep {
  const steps = matches
    .map((row) => ({ row, kind: findMatchStep(row) }))
    .sort((one, other) => toUrgency(one) - toUrgency(other));
  const first = steps[0];
  return first === undefined ? findTeamStep(entries) : toMatchStep(first.row, first.kind);
}

type MatchStepKind = Extract<NextStep, { match: unknown }>['kind'];

/** The act that the match waits for from this person's side; `wait` where it waits for others. */
function findMatchStep(row: OwnMatchRow): MatchStepKind {
  const isChallenger = row.own_side === 'challenger';
  if (row.status === 'disputed') {
    return 'ruling';
  }
  if (!isOfficer(row.role)) {
    return row.status === 'scheduled' || row.status === 'checking_in' || row.status === 'live'
      ? 'play'
      : 'wait';
  }
  switch (row.status) {
    case 'challenged':
      return isChallenger ? 'wait' : 'answer';
    case 'offered':
      return isChallenger ? 'confirm_time' : 'wait';
    case 'countered':
      return isChallenger ? 'wait' : 'confirm_time';
    case 'checking_in':
      return row.has_checked_in ? 'play' : 'check_in';
    case 'live':
      return 'report';
    case 'reported':
      return row.has_reported ? 'wait' : 'confirm_report';
    case 'scheduled':
    case 'veto':
      return 'play';
    default:
      return 'wait';
  }
}

const order: readonly MatchStepKind[] = [
  'check_in',
  'report',
  'confirm_report',
  'answer',
  'confirm_time',
  'play',
  'wait',
  'ruling',
];

function toUrgency({ row, kind }: { row: OwnMatchRow; kind: MatchStepKind }): number {
  const due = Date.parse(row.deadline ?? row.starts_at ?? '');
  // Within one kind the sooner comes first; a century of milliseconds keeps the kinds apart.
  return order.indexOf(kind) * 4e12 + (Number.isNaN(due) ? 4e12 - 1 : due);
}

function toMatchStep(row: OwnMatchRow, kind: MatchStepKind): NextStep {
  const isChallenger = row.own_side === 'challenger';
  return {
    kind,
    match: toMatchLine(row),
    team: isChallenger ? row.challenger_name : row.defender_name,
    opponent: isChallenger ? row.defender_name : row.challenger_name,
  };
}

function findTeamStep(entries: readonly OwnEntryRow[]): NextStep {
  const led = entries.filter(({ role }) => isOfficer(role));
  const onLadder = led.find(({ ladder_slug }) => ladder_slug !== null);
  if (onLadder?.ladder_slug != null) {
    return {
      kind: 'challenge',
      team: { slug: onLadder.team_slug, name: onLadder.team_name },
      ladder: { slug: onLadder.ladder_slug, name: onLadder.ladder_name ?? '' },
      rung: onLadder.rung,
    };
  }
  const captained = led.find(({ role }) => role === 'captain');
  if (captained !== undefined) {
    return {
      kind: 'join_ladder',
      team: { slug: captained.team_slug, name: captained.team_name },
    };
  }
  const first = entries[0];
  if (first === undefined) {
    return { kind: 'find_team' };
  }
  return { kind: 'wait_for_captain', team: { slug: first.team_slug, name: first.team_name } };
}

/** A match of the viewer's that is not over, with what the rules' own state says of who has acted. */
export interface OwnMatchRow extends MatchLineRow {
  /** The viewer's on the team that plays it. */
  role: Role;
  has_checked_in: boolean;
  has_reported: boolean;
}

export interface OwnEntryRow {
  team_slug: string;
  team_name: string;
  role: Role;
  /** Null while the team stands on no ladder. */
  ladder_slug: string | null;
  ladder_name: string | null;
  rung: number | null;
}
