import {
  bothSides,
  type Dispute,
  getEntryId,
  type LadderState,
  listReminders,
  type Match,
  type Reminder,
  type Role,
  toInstant,
} from '@muster/league';
import type { NoticeKind } from '@muster/site/pages/notices/kinds.ts';
import { listChanged } from '../engine/changes.ts';
import { captains, coCaptains, everybody, type NoticePlan } from './plan.ts';

/** A notice that waits for its hour. */
export interface PlannedReminder {
  match_id: string;
  due_at: string;
  /** From here on it would come too late. */
  ends_at: string;
  plan: NoticePlan;
}

const beforeStart: readonly { kind: NoticeKind; milliseconds: number }[] = [
  { kind: 'match_in_day', milliseconds: 24 * 3600_000 },
  { kind: 'match_in_hour', milliseconds: 3600_000 },
  { kind: 'match_in_minutes', milliseconds: 10 * 60_000 },
];

const audiences: Record<Reminder['to'], readonly Role[]> = {
  captain: captains,
  co_captains: coCaptains,
  roster: everybody,
};

const hasDate: ReadonlySet<string> = new Set(['scheduled', 'checking_in', 'veto']);

function toPlan(
  state: LadderState,
  match: Match,
  telling: Pick<NoticePlan, 'kind' | 'origin' | 'facts'> & {
    entry: string;
    roles: readonly Role[];
  },
): NoticePlan {
  const { kind, origin, entry, roles, facts } = telling;
  const other = entry === match.challenger_id ? match.defender_id : match.challenger_id;
  return {
    kind,
    origin,
    to: { of: 'entry', id: entry, roles },
    except: null,
    ladder_id: state.ladder?.id ?? null,
    match_id: match.id,
    team_id: null,
    other_id: null,
    facts: {
      team: state.entries[entry]?.name ?? '',
      opponent: state.entries[other]?.name ?? '',
      ...facts,
    },
  };
}

/** To remind of an answer that is due: the captain, then the co-captains, then the roster. */
function planAnswerReminders(state: LadderState, match: Match): PlannedReminder[] {
  return listReminders(state, match).map(({ at, until, entry_id, to }) => ({
    match_id: match.id,
    due_at: at,
    ends_at: until,
    plan: toPlan(state, match, {
      kind: 'answer_reminder',
      origin: `match:${match.id}/${to}@${until}`,
      entry: entry_id,
      roles: audiences[to],
      facts: { by: until },
    }),
  }));
}

/** To remind both rosters of a match that has a date. */
function planStartReminders(state: LadderState, match: Match): PlannedReminder[] {
  const startsAt = match.time?.starts_at;
  if (startsAt === undefined || !hasDate.has(match.status)) {
    return [];
  }
  return beforeStart.flatMap(({ kind, milliseconds }) =>
    bothSides.map((side) => ({
      match_id: match.id,
      due_at: toInstant(Date.parse(startsAt) - milliseconds),
      ends_at: startsAt,
      plan: toPlan(state, match, {
        kind,
        origin: `match:${match.id}@${startsAt}`,
        entry: getEntryId(match, side),
        roles: everybody,
        facts: { starts_at: startsAt },
      }),
    })),
  );
}

/** An open dispute of a result waits as long as it takes. */
const never = '9999-12-31T23:59:59.999Z';

/** To ask the site's admins too, once the time in which a dispute should have been ruled is over. */
function planRulingReminders(state: LadderState, match: Match): PlannedReminder[] {
  const dispute = state.disputes[match.dispute_id ?? ''];
  if (dispute?.status !== 'open') {
    return [];
  }
  const until = match.deadline ?? dispute.stands_at ?? null;
  const plan = toPlan(state, match, {
    kind: 'dispute_opened',
    origin: `dispute:${dispute.id}@${dispute.ruling_aimed_at}`,
    entry: match.challenger_id,
    roles: [],
    facts: { by: until },
  });
  const judges = { match_id: match.id, ruled_by: null };
  return [
    {
      match_id: match.id,
      due_at: dispute.ruling_aimed_at,
      ends_at: until ?? never,
      plan: { ...plan, to: { of: 'site_admins', judges } },
    },
  ];
}

/** What there is to remind of in a match as it stands, also what is past. */
export function planReminders(state: LadderState, match: Match): PlannedReminder[] {
  return [
    ...planAnswerReminders(state, match),
    ...planStartReminders(state, match),
    ...planRulingReminders(state, match),
  ];
}

/** The matches with other dates to remind of than before: their own, or those of a dispute about them. */
export function listToRemind(before: LadderState, after: LadderState): Match[] {
  const own = listChanged(before.matches, after.matches).filter((match) =>
    hasNewDates(before.matches[match.id], match),
  );
  const disputed = listChanged(before.disputes, after.disputes)
    .filter((dispute) => isRuledAnew(before.disputes[dispute.id], dispute))
    .flatMap(({ match_id }) => after.matches[match_id] ?? []);
  return [...new Set([...own, ...disputed])];
}

/** Whether a dispute waits for its ruling as it did not before, or does not any more. */
const isRuledAnew = (before: Dispute | undefined, after: Dispute): boolean =>
  before?.status !== after.status || before.stands_at !== after.stands_at;

/** Whether the dates to remind of have changed from one state of a match to the next. */
function hasNewDates(before: Match | undefined, after: Match): boolean {
  return before === undefined
    ? true
    : before.status !== after.status ||
        before.deadline !== after.deadline ||
        before.time?.starts_at !== after.time?.starts_at;
}
