import { toInstant } from './duration.ts';
import type { LadderEventOf } from './event.ts';
import type { LadderPatch } from './patch.ts';
import { changeMatch, holdPlaces, patchMatch } from './patch-match.ts';
import type { Entry, LadderState, Match, MatchStatus } from './state.ts';

const noPicks = { maps: [], sides: [] };

function createMatch(
  state: LadderState,
  { at, match_id, data }: LadderEventOf<'challenge_made'>,
): Match {
  return {
    id: match_id ?? '',
    season_id: state.season?.id ?? '',
    challenger_id: data.challenger_id,
    defender_id: data.defender_id,
    status: 'challenged',
    version: 1,
    rules_version: data.rules_version,
    is_rematch: data.is_rematch,
    created_at: at,
    changed_at: at,
    deadline: data.deadline,
    seed_hash: data.seed_hash,
    seed: null,
    nonces: { challenger: data.nonce, defender: null },
    picks: { C: data.picks, D: noPicks, A: noPicks },
    maps: [],
    draws: [],
    veto: [],
    offered: [],
    countered: [],
    time: null,
    extension: null,
    reschedule: null,
    reschedules: 0,
    cancellation: null,
    check_ins: { challenger: null, defender: null },
    live_at: null,
    reports: { challenger: null, defender: null },
    correction: null,
    forfeit: null,
    taken_back: [],
    result: null,
    replays: 0,
    dispute_id: null,
    appeal_id: null,
  };
}

export const matchHandlers = {
  challenge_made(state: LadderState, event: LadderEventOf<'challenge_made'>): LadderPatch {
    const match = createMatch(state, event);
    const challenger = state.entries[match.challenger_id];
    const defender = state.entries[match.defender_id];
    const active: Record<string, Entry> = {};
    if (challenger) {
      active[challenger.id] = {
        ...challenger,
        challenges_made: challenger.challenges_made + 1,
        active_at: event.at,
        idle_warned_at: null,
        idle_dropped_at: null,
      };
    }
    if (defender) {
      active[defender.id] = { ...defender, challenged_at: event.at };
    }
    return { matches: { [match.id]: match }, entries: holdPlaces(state, match, active) };
  },

  challenge_accepted(state: LadderState, event: LadderEventOf<'challenge_accepted'>): LadderPatch {
    const match = state.matches[event.match_id ?? ''];
    const { times, picks, nonce, deadline } = event.data;
    return patchMatch(state, event, {
      status: 'offered',
      offered: times,
      deadline,
      picks: { C: match?.picks.C ?? noPicks, D: picks, A: noPicks },
      nonces: { challenger: match?.nonces.challenger ?? null, defender: nonce },
    });
  },

  challenge_declined(state: LadderState, event: LadderEventOf<'challenge_declined'>): LadderPatch {
    const match = state.matches[event.match_id ?? ''];
    const defender = state.entries[event.data.entry_id];
    const declined =
      match && defender && event.data.counts
        ? { [defender.id]: { ...defender, declined: [...defender.declined, match.challenger_id] } }
        : {};
    return patchMatch(state, event, { status: 'declined', deadline: null }, declined);
  },

  challenge_withdrawn: (
    state: LadderState,
    event: LadderEventOf<'challenge_withdrawn'>,
  ): LadderPatch => patchMatch(state, event, { status: 'withdrawn', deadline: null }),

  challenge_expired: (state: LadderState, event: LadderEventOf<'challenge_expired'>): LadderPatch =>
    patchMatch(state, event, { status: 'expired', deadline: null }),

  counter_offered: (state: LadderState, event: LadderEventOf<'counter_offered'>): LadderPatch =>
    patchMatch(state, event, {
      status: 'countered',
      countered: event.data.times,
      deadline: event.data.deadline,
    }),

  extension_asked: (state: LadderState, event: LadderEventOf<'extension_asked'>): LadderPatch =>
    patchMatch(state, event, {
      extension: { asked_by: event.data.by, asked_at: event.at, agreed_at: null },
    }),

  extension_agreed(state: LadderState, event: LadderEventOf<'extension_agreed'>): LadderPatch {
    const asked = state.matches[event.match_id ?? '']?.extension;
    return patchMatch(state, event, {
      deadline: event.data.deadline,
      extension: asked ? { ...asked, agreed_at: event.at } : null,
    });
  },

  match_scheduled(state: LadderState, event: LadderEventOf<'match_scheduled'>): LadderPatch {
    const match = state.matches[event.match_id ?? ''];
    const { starts_at, zone, by, reason, picks, maps, draws, seed, deadline } = event.data;
    return patchMatch(state, event, {
      status: 'scheduled',
      deadline,
      maps,
      draws,
      cancellation: null,
      seed: seed ?? match?.seed ?? null,
      time: { starts_at, zone, by: reason?.kind === 'named_by_ruling' ? 'ruling' : by, reason },
      picks: { C: match?.picks.C ?? noPicks, D: match?.picks.D ?? noPicks, A: picks },
    });
  },

  reschedule_asked: (state: LadderState, event: LadderEventOf<'reschedule_asked'>): LadderPatch =>
    patchMatch(state, event, {
      reschedule: { asked_by: event.data.by, asked_at: event.at, times: event.data.times },
    }),

  reschedule_refused: (
    state: LadderState,
    event: LadderEventOf<'reschedule_refused'>,
  ): LadderPatch => patchMatch(state, event, { reschedule: null }),

  match_rescheduled(state: LadderState, event: LadderEventOf<'match_rescheduled'>): LadderPatch {
    const { starts_at, zone, deadline } = event.data;
    const match = state.matches[event.match_id ?? ''];
    return patchMatch(state, event, {
      time: { starts_at, zone, by: 'reschedule', reason: null },
      deadline,
      reschedule: null,
      reschedules: (match?.reschedules ?? 0) + 1,
    });
  },

  cancellation_asked: (
    state: LadderState,
    event: LadderEventOf<'cancellation_asked'>,
  ): LadderPatch =>
    patchMatch(state, event, { cancellation: { asked_by: event.data.by, asked_at: event.at } }),

  match_cancelled(state: LadderState, event: LadderEventOf<'match_cancelled'>): LadderPatch {
    const match = state.matches[event.match_id ?? ''];
    const seed = event.data.seed ?? match?.seed ?? null;
    return patchMatch(state, event, { status: 'cancelled', deadline: null, seed });
  },

  veto_turn_taken(state: LadderState, event: LadderEventOf<'veto_turn_taken'>): LadderPatch {
    const match = state.matches[event.match_id ?? ''];
    if (!match) {
      return {};
    }
    const { action, by, value, draws, maps, seed, deadline } = event.data;
    return patchMatch(state, event, {
      veto: [...match.veto, { action, by, value, at: event.at }],
      draws: [...match.draws, ...draws],
      maps,
      seed,
      deadline,
    });
  },

  check_in_opened: (state: LadderState, event: LadderEventOf<'check_in_opened'>): LadderPatch =>
    patchMatch(state, event, {
      status: 'checking_in',
      deadline: event.data.deadline,
      reschedule: null,
      cancellation: null,
    }),

  checked_in(state: LadderState, event: LadderEventOf<'checked_in'>): LadderPatch {
    const match = state.matches[event.match_id ?? ''];
    if (!match) {
      return {};
    }
    const checkIn = { at: event.at, person_id: event.actor_id ?? '', players: event.data.players };
    return patchMatch(state, event, {
      deadline: event.data.deadline,
      check_ins: { ...match.check_ins, [event.data.by]: checkIn },
    });
  },

  veto_started: (state: LadderState, event: LadderEventOf<'veto_started'>): LadderPatch =>
    patchMatch(state, event, { status: 'veto', deadline: event.data.deadline }),

  match_started: (state: LadderState, event: LadderEventOf<'match_started'>): LadderPatch =>
    patchMatch(state, event, { status: 'live', live_at: event.at, deadline: event.data.deadline }),

  match_reported(state: LadderState, event: LadderEventOf<'match_reported'>): LadderPatch {
    const match = state.matches[event.match_id ?? ''];
    if (!match) {
      return {};
    }
    const { by, scores, winner, deadline } = event.data;
    const report = { by, person_id: event.actor_id ?? '', at: event.at, scores, winner };
    return patchMatch(state, event, {
      status: 'reported',
      deadline,
      reports: { ...match.reports, [by]: report },
    });
  },

  forfeit_announced(state: LadderState, event: LadderEventOf<'forfeit_announced'>): LadderPatch {
    const { by, effective_at } = event.data;
    const stopped = state.matches[event.match_id ?? '']?.deadline ?? null;
    return patchMatch(state, event, {
      forfeit: { by, at: event.at, effective_at, stopped_deadline: stopped },
      deadline: effective_at,
    });
  },

  forfeit_taken_back(state: LadderState, event: LadderEventOf<'forfeit_taken_back'>): LadderPatch {
    const before = state.matches[event.match_id ?? '']?.taken_back ?? [];
    return patchMatch(state, event, {
      forfeit: null,
      taken_back: [...before, event.data.by],
      deadline: event.data.deadline,
    });
  },

  deadline_extended(state: LadderState, event: LadderEventOf<'deadline_extended'>): LadderPatch {
    const match = state.matches[event.match_id ?? ''];
    return match ? patchMatch(state, event, extendMatch(match, event.data.deadline, null)) : {};
  },

  deadlines_extended(
    state: LadderState,
    { at, data }: LadderEventOf<'deadlines_extended'>,
  ): LadderPatch {
    const matches: Record<string, Match> = {};
    for (const { match_id, deadline, starts_at } of data.matches) {
      const match = state.matches[match_id];
      if (match) {
        matches[match_id] = changeMatch(match, extendMatch(match, deadline, starts_at), at);
      }
    }
    return { matches };
  },

  replay_ordered(state: LadderState, event: LadderEventOf<'replay_ordered'>): LadderPatch {
    const match = state.matches[event.match_id ?? ''];
    return patchMatch(state, event, {
      status: 'offered' satisfies MatchStatus,
      offered: event.data.times,
      countered: [],
      deadline: event.data.deadline,
      time: null,
      check_ins: { challenger: null, defender: null },
      reports: { challenger: null, defender: null },
      live_at: null,
      extension: null,
      dispute_id: null,
      replays: (match?.replays ?? 0) + 1,
    });
  },
};

function extendMatch(match: Match, deadline: string, startsAt: string | null): Partial<Match> {
  const stopped_deadline = moveStopped(match, startsAt);
  return {
    deadline,
    ...(startsAt && match.time ? { time: { ...match.time, starts_at: startsAt } } : {}),
    ...(match.forfeit
      ? { forfeit: { ...match.forfeit, effective_at: deadline, stopped_deadline } }
      : {}),
  };
}

/** With its start moves what a match waited for when it was given away; a clock that ran stands still as it is. */
function moveStopped(match: Match, startsAt: string | null): string | null {
  const stopped = match.forfeit?.stopped_deadline ?? null;
  if (!startsAt || !match.time || !stopped || !isStoppedBeforeStart(match)) {
    return stopped;
  }
  return toInstant(Date.parse(stopped) + Date.parse(startsAt) - Date.parse(match.time.starts_at));
}

/** Whether a match that was given away waited for nothing but its hour: the opening of its check-in, or its start. */
export const isStoppedBeforeStart = ({ status, time, forfeit }: Match): boolean =>
  status === 'scheduled' || (time !== null && forfeit?.stopped_deadline === time.starts_at);
