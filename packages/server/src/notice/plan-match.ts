import {
  addDuration,
  bothSides,
  findVetoStep,
  getEntryId,
  getOtherSide,
  isDiffering,
  type LadderEventData,
  type LadderEventType,
  type LadderState,
  type LeagueEvent,
  type Match,
  type MatchStatus,
  type ResultReason,
  type Role,
  type Side,
} from '@muster/league';
import type { NoticeFacts, NoticeKind } from '@muster/site/pages/notices/kinds.ts';
import { everybody, type NoticePlan, officers } from './plan.ts';

/** An event of a match, and the match as it is once everything is done. */
interface Happening {
  event: LeagueEvent;
  origin: string;
  state: LadderState;
  match: Match;
}

interface Telling {
  kind: NoticeKind;
  to: readonly Role[];
  facts?: NoticeFacts;
  /** Only while the match stands there: what is over already needs nobody to act. */
  while?: MatchStatus;
}

/** Tells one side, with the names as that side sees them. */
function tellSide(happening: Happening, side: Side, telling: Telling): NoticePlan[] {
  const { event, origin, state, match } = happening;
  if (telling.while !== undefined && match.status !== telling.while) {
    return [];
  }
  const entryId = getEntryId(match, side);
  return [
    {
      kind: telling.kind,
      origin,
      to: { of: 'entry', id: entryId, roles: telling.to },
      except: event.actor_id,
      ladder_id: state.ladder?.id ?? null,
      match_id: match.id,
      team_id: null,
      other_id: null,
      facts: {
        team: state.entries[entryId]?.name ?? '',
        opponent: state.entries[getEntryId(match, getOtherSide(side))]?.name ?? '',
        ...telling.facts,
      },
    },
  ];
}

function tellBoth(happening: Happening, telling: Telling): NoticePlan[] {
  return bothSides.flatMap((side) => tellSide(happening, side, telling));
}

/** Tells those who must decide, who stand on neither side. */
function tellAdmins(
  happening: Happening,
  who: 'ladder_admins' | 'site_admins',
  { kind, facts = {} }: { kind: NoticeKind; facts?: NoticeFacts },
): NoticePlan[] {
  const [plan] = tellSide(happening, 'challenger', { kind, to: officers, facts });
  const ladderId = happening.state.ladder?.id;
  if (plan === undefined || ladderId === undefined) {
    return [];
  }
  const { id: match_id, result } = happening.match;
  const judges = { match_id, ruled_by: result?.ruled_by ?? null };
  const to = who === 'site_admins' ? { of: who, judges } : { of: who, id: ladderId, judges };
  return [{ ...plan, to }];
}

function toOutcome(winner: Side | null, side: Side): NoticeFacts {
  if (winner === null) {
    return { outcome: 'drawn' };
  }
  return { outcome: winner === side ? 'won' : 'lost' };
}

function tellResult(
  happening: Happening,
  kind: 'match_completed' | 'match_forfeited',
  winner: Side | null,
): NoticePlan[] {
  return bothSides.flatMap((side) =>
    tellSide(happening, side, { kind, to: everybody, facts: toOutcome(winner, side) }),
  );
}

/** When a match that goes on starts, where it waits for its hour alone, or by when its next act is due. */
function toNextInstant({ status, deadline, time }: Match): NoticeFacts {
  const startsAt = time?.starts_at ?? null;
  const isWaiting = status === 'scheduled' || (startsAt !== null && deadline === startsAt);
  return isWaiting ? { starts_at: startsAt } : { by: deadline };
}

/** An admin's own decision may be appealed, unless it was made to close the season. */
function tellVoid(happening: Happening, reason: ResultReason): NoticePlan[] {
  const { season } = happening.state;
  const facts: NoticeFacts =
    reason === 'by_admin' && season !== null
      ? {
          did: 'voided_by_admin',
          until: addDuration(happening.event.at, season.rules.dispute.appealWithin),
        }
      : {};
  return tellBoth(happening, { kind: 'match_voided', to: everybody, facts });
}

/** Whoever's turn it is now, told when the other side has taken theirs, or when each turn gets its clock. */
function tellVetoTurn(
  happening: Happening,
  by: Side | 'draw',
  facts: NoticeFacts = {},
): NoticePlan[] {
  const { state, match } = happening;
  const step = state.season === null ? null : findVetoStep(state.season.rules, match);
  if (step === null || step.by === 'draw' || step.by === by || match.status === 'live') {
    return [];
  }
  return tellSide(happening, step.by, { kind: 'veto_turn', to: officers, facts });
}

type Planners = {
  [T in LadderEventType]?: (happening: Happening, data: LadderEventData[T]) => NoticePlan[];
};

const opening: Planners = {
  challenge_made: (happening, { deadline }) =>
    tellSide(happening, 'defender', {
      kind: 'challenged',
      to: officers,
      facts: { by: deadline },
      while: 'challenged',
    }),
  challenge_accepted: (happening, { deadline }) =>
    tellSide(happening, 'challenger', {
      kind: 'times_offered',
      to: officers,
      facts: { by: deadline },
      while: 'offered',
    }),
  counter_offered: (happening, { deadline }) =>
    tellSide(happening, 'defender', {
      kind: 'times_countered',
      to: officers,
      facts: { by: deadline },
      while: 'countered',
    }),
  challenge_declined: (happening) =>
    tellSide(happening, 'challenger', { kind: 'challenge_declined', to: officers }),
  challenge_withdrawn: (happening) =>
    tellSide(happening, 'defender', { kind: 'challenge_withdrawn', to: officers }),
  challenge_expired: (happening) =>
    tellBoth(happening, { kind: 'challenge_expired', to: officers }),
  extension_asked: (happening, { by }) =>
    tellSide(happening, getOtherSide(by), {
      kind: 'extension_asked',
      to: officers,
      facts: { by: happening.match.deadline },
    }),
  cancellation_asked: (happening, { by }) =>
    tellSide(happening, getOtherSide(by), { kind: 'cancellation_asked', to: officers }),
  match_cancelled: (happening) => tellBoth(happening, { kind: 'match_cancelled', to: everybody }),
};

const dates: Planners = {
  match_scheduled: (happening, { starts_at }) =>
    tellBoth(happening, {
      kind: 'match_scheduled',
      to: everybody,
      facts: { starts_at },
      while: 'scheduled',
    }),
  match_rescheduled: (happening, { starts_at }) =>
    tellBoth(happening, { kind: 'match_rescheduled', to: everybody, facts: { starts_at } }),
  reschedule_asked: (happening, { by }) =>
    tellSide(happening, getOtherSide(by), { kind: 'reschedule_asked', to: officers }),
  reschedule_refused: (happening, { by }) =>
    tellSide(happening, getOtherSide(by), {
      kind: 'reschedule_refused',
      to: officers,
      facts: { starts_at: happening.match.time?.starts_at ?? null },
    }),
  deadline_extended: (happening, { deadline }) =>
    tellBoth(happening, { kind: 'deadline_extended', to: officers, facts: { by: deadline } }),
  check_in_opened: (happening, { deadline }) =>
    tellBoth(happening, {
      kind: 'check_in_opened',
      to: officers,
      facts: { by: deadline },
      while: 'checking_in',
    }),
};

const playing: Planners = {
  veto_started: (happening, { deadline }) => {
    // What the draw took at once tells of the turn after it.
    const isDrawn = happening.match.veto.at(-1)?.at === happening.event.at;
    return isDrawn ? [] : tellVetoTurn(happening, 'draw', { by: deadline });
  },
  veto_turn_taken: (happening, { by }) => tellVetoTurn(happening, by),
  match_started: (happening) =>
    tellBoth(happening, { kind: 'match_live', to: officers, while: 'live' }),
  match_reported: (happening, { by, deadline }) =>
    tellSide(happening, getOtherSide(by), {
      kind: isDiffering(happening.match) ? 'reports_differ' : 'reported_against',
      to: officers,
      facts: { by: deadline },
      while: 'reported',
    }),
  correction_asked: (happening, { by }) =>
    tellSide(happening, getOtherSide(by), { kind: 'correction_asked', to: officers }),
  forfeit_announced: (happening, { by, effective_at }) =>
    tellSide(happening, getOtherSide(by), {
      kind: 'forfeit_announced',
      to: officers,
      facts: { by: effective_at },
    }),
  forfeit_taken_back: (happening) =>
    tellBoth(happening, {
      kind: 'forfeit_taken_back',
      to: officers,
      facts: toNextInstant(happening.match),
    }),
  // What a ruling made is told with the ruling.
  match_completed: (happening, { winner, ruled }) =>
    ruled ? [] : tellResult(happening, 'match_completed', winner),
  match_forfeited: (happening, { winner, ruled }) =>
    ruled ? [] : tellResult(happening, 'match_forfeited', winner),
  match_voided: (happening, { reason }) => (reason === 'ruling' ? [] : tellVoid(happening, reason)),
};

const cases: Planners = {
  match_disputed: (happening, { statements_until, ruling_aimed_at }) => [
    ...tellBoth(happening, {
      kind: 'match_disputed',
      to: officers,
      facts: { by: statements_until },
      while: 'disputed',
    }),
    ...tellAdmins(happening, 'ladder_admins', {
      kind: 'dispute_opened',
      facts: { by: ruling_aimed_at },
    }),
  ],
  result_disputed: (happening, { by, statements_until, ruling_aimed_at }) => [
    ...tellSide(happening, getOtherSide(by), {
      kind: 'match_disputed',
      to: officers,
      facts: { by: statements_until },
    }),
    ...tellAdmins(happening, 'ladder_admins', {
      kind: 'dispute_opened',
      facts: { by: ruling_aimed_at },
    }),
  ],
  ruling_given: (happening) => tellBoth(happening, { kind: 'ruling_given', to: everybody }),
  replay_ordered: (happening, { deadline }) =>
    tellSide(happening, 'challenger', {
      kind: 'times_offered',
      to: officers,
      facts: { by: deadline },
      while: 'offered',
    }),
  appeal_made: (happening, { by }) => [
    ...tellSide(happening, getOtherSide(by), { kind: 'appeal_made', to: officers }),
    ...tellAdmins(happening, 'site_admins', { kind: 'appeal_opened' }),
  ],
  appeal_decided: (happening) => tellBoth(happening, { kind: 'appeal_decided', to: everybody }),
};

const planners: Planners = { ...opening, ...dates, ...playing, ...cases };

/** Who is to be told of what happened to a match: those who must act next, and those whom it concerns. */
export function planMatchNotices(
  event: LeagueEvent<'ladder'>,
  origin: string,
  state: LadderState,
): NoticePlan[] {
  const match = event.match_id === null ? undefined : state.matches[event.match_id];
  const plan = planners[event.type] as
    | ((happening: Happening, data: LeagueEvent['data']) => NoticePlan[])
    | undefined;
  if (match === undefined || plan === undefined) {
    return [];
  }
  return plan({ event, origin, state, match }, event.data);
}
