import { earlierOf } from './duration.ts';
import type { LadderEventOf } from './event.ts';
import type { EntryId, Instant } from './ids.ts';
import type { LadderPatch } from './patch.ts';
import type { Entry, LadderState, Move, Rest } from './state.ts';

/** Entries on their new rungs. */
export function moveEntries(state: LadderState, moves: readonly Move[]): Record<EntryId, Entry> {
  const moved: Record<EntryId, Entry> = {};
  for (const { entry_id, to } of moves) {
    const entry = state.entries[entry_id];
    if (entry) {
      moved[entry_id] = { ...entry, rung: to };
    }
  }
  return moved;
}

/** A patch of one entry, added to what `moved` already changes: a departure moves hundreds, so they are not copied. */
function patchEntry(
  state: LadderState,
  id: EntryId,
  change: (entry: Entry) => Partial<Entry>,
  moved: Record<EntryId, Entry> = {},
): LadderPatch {
  const entry = moved[id] ?? state.entries[id];
  if (!entry) {
    return { entries: moved };
  }
  moved[id] = { ...entry, ...change(entry) };
  return { entries: moved };
}

const isStanding = (entry: Entry | undefined) => entry?.status === 'active';

const day = 86_400_000;

/** Who goes has no rest any more: nothing of it may fall due later. Days begun are used. */
function endRests(rests: Rest[], at: Instant): Rest[] {
  if (rests.every(({ status }) => status === 'over')) {
    return rests;
  }
  return rests.map((rest) => {
    if (rest.status === 'over') {
      return rest;
    }
    const used =
      rest.status === 'running' ? Math.ceil((Date.parse(at) - Date.parse(rest.from)) / day) : 0;
    return {
      ...rest,
      status: 'over',
      until: earlierOf(rest.until, at),
      days: Math.min(rest.days, used),
    };
  });
}

type Departure = LadderEventOf<'entry_left' | 'entry_removed' | 'entry_suspended'>;

function departEntry(
  state: LadderState,
  { at, data }: Departure,
  change: Partial<Entry>,
): LadderPatch {
  const { entry_id, moves } = data;
  const patch = patchEntry(
    state,
    entry_id,
    ({ rests }) => ({ ...change, rests: endRests(rests, at), rung: null }),
    moveEntries(state, moves),
  );
  return { ...patch, size: state.size - (isStanding(state.entries[entry_id]) ? 1 : 0) };
}

export const entryHandlers = {
  entry_joined(state: LadderState, { at, data }: LadderEventOf<'entry_joined'>): LadderPatch {
    const { entry_id, team_id, person_id, name, players, rung, rating, moves, former } = data;
    const before = former === undefined ? undefined : state.entries[former.entry_id];
    const entry: Entry = {
      id: entry_id,
      season_id: state.season?.id ?? '',
      team_id,
      person_id,
      name,
      status: 'active',
      rung,
      joined_at: at,
      players: players.map((player, place) => ({
        person_id: player,
        eligible_from: former?.eligible_from[place] ?? at,
      })),
      record: { wins: 0, losses: 0, draws: 0, forfeits_won: 0, forfeits_lost: 0 },
      streak: 0,
      rating,
      immune_until: null,
      suspended_until: null,
      rests: before?.rests ?? [],
      strikes: before?.strikes ?? [],
      declined: before?.declined ?? [],
      challenges_made: before?.challenges_made ?? 0,
      met: before?.met ?? {},
      challenging: null,
      challenged_by: null,
      active_at: at,
      challenged_at: null,
      idle_warned_at: null,
      idle_dropped_at: null,
    };
    return { entries: { ...moveEntries(state, moves), [entry_id]: entry }, size: state.size + 1 };
  },

  entry_left: (state: LadderState, event: LadderEventOf<'entry_left'>): LadderPatch =>
    departEntry(state, event, { status: 'left' }),

  entry_removed: (state: LadderState, event: LadderEventOf<'entry_removed'>): LadderPatch =>
    departEntry(state, event, { status: 'removed' }),

  entry_suspended: (state: LadderState, event: LadderEventOf<'entry_suspended'>): LadderPatch =>
    departEntry(state, event, { status: 'suspended', suspended_until: event.data.until }),

  suspension_ended(
    state: LadderState,
    { at, data }: LadderEventOf<'suspension_ended'>,
  ): LadderPatch {
    const back = {
      status: 'active' as const,
      suspended_until: null,
      rung: data.rung,
      active_at: at,
      idle_warned_at: null,
      idle_dropped_at: null,
    };
    return { ...patchEntry(state, data.entry_id, () => back), size: state.size + 1 };
  },

  entry_renamed: (state: LadderState, { data }: LadderEventOf<'entry_renamed'>): LadderPatch =>
    patchEntry(state, data.entry_id, () => ({ name: data.name })),

  player_admitted: (state: LadderState, { data }: LadderEventOf<'player_admitted'>): LadderPatch =>
    patchEntry(state, data.entry_id, ({ players }) => ({
      players: [...players, { person_id: data.person_id, eligible_from: data.eligible_from }],
    })),

  player_released: (state: LadderState, { data }: LadderEventOf<'player_released'>): LadderPatch =>
    patchEntry(state, data.entry_id, ({ players }) => ({
      players: players.filter(({ person_id }) => person_id !== data.person_id),
    })),

  entry_moved: (state: LadderState, { data }: LadderEventOf<'entry_moved'>): LadderPatch => ({
    entries: moveEntries(state, data.moves),
  }),

  strike_given: (
    state: LadderState,
    { at, match_id, data }: LadderEventOf<'strike_given'>,
  ): LadderPatch =>
    patchEntry(state, data.entry_id, ({ strikes }) => ({
      strikes: [
        ...strikes,
        {
          id: data.strike_id,
          at,
          lapses_at: data.lapses_at,
          reason: data.reason,
          match_id,
          lifted: false,
        },
      ],
    })),

  strike_lifted: (state: LadderState, { data }: LadderEventOf<'strike_lifted'>): LadderPatch =>
    patchEntry(state, data.entry_id, ({ strikes }) => ({
      strikes: strikes.map((strike) =>
        strike.id === data.strike_id ? { ...strike, lifted: true } : strike,
      ),
    })),

  rest_announced: (
    state: LadderState,
    { at, data }: LadderEventOf<'rest_announced'>,
  ): LadderPatch =>
    patchEntry(state, data.entry_id, ({ rests }) => ({
      rests: [
        ...rests,
        {
          id: data.rest_id,
          announced_at: at,
          from: data.from,
          until: data.until,
          days: data.days,
          status: 'announced',
        },
      ],
    })),

  rest_began: (state: LadderState, { data }: LadderEventOf<'rest_began'>): LadderPatch =>
    patchEntry(state, data.entry_id, ({ rests }) => ({
      rests: rests.map((rest) =>
        rest.id === data.rest_id
          ? { ...rest, from: data.from, until: data.until, status: 'running' }
          : rest,
      ),
    })),

  rest_ended: (state: LadderState, { at, data }: LadderEventOf<'rest_ended'>): LadderPatch =>
    patchEntry(state, data.entry_id, ({ rests }) => ({
      rests: rests.map((rest) =>
        rest.id === data.rest_id
          ? { ...rest, until: earlierOf(rest.until, at), days: data.days, status: 'over' }
          : rest,
      ),
    })),

  idle_warned: (state: LadderState, { at, data }: LadderEventOf<'idle_warned'>): LadderPatch =>
    patchEntry(state, data.entry_id, () => ({ idle_warned_at: at })),

  idle_excused: (state: LadderState, { at, data }: LadderEventOf<'idle_excused'>): LadderPatch =>
    patchEntry(state, data.entry_id, () => ({
      active_at: at,
      idle_warned_at: null,
      idle_dropped_at: null,
    })),

  idle_dropped: (state: LadderState, { at, data }: LadderEventOf<'idle_dropped'>): LadderPatch =>
    patchEntry(
      state,
      data.entry_id,
      () => ({ idle_dropped_at: at }),
      moveEntries(state, data.moves),
    ),
};
