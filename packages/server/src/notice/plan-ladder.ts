import type {
  EntryId,
  LadderEventData,
  LadderEventType,
  LadderState,
  LeagueEvent,
  Role,
} from '@muster/league';
import type { NoticeFacts, NoticeKind } from '@muster/site/pages/notices/kinds.ts';
import { everybody, type NoticePlan, officers } from './plan.ts';

interface Happening {
  event: LeagueEvent;
  origin: string;
  state: LadderState;
}

interface Telling {
  kind: NoticeKind;
  to: readonly Role[];
  facts?: NoticeFacts;
}

function toPlan(
  { event, origin, state }: Happening,
  plan: Pick<NoticePlan, 'kind' | 'to' | 'facts'> & { other_id?: string },
): NoticePlan {
  return {
    origin,
    except: event.actor_id,
    ladder_id: state.ladder?.id ?? null,
    match_id: null,
    team_id: null,
    other_id: null,
    ...plan,
  };
}

function tellEntry(happening: Happening, id: EntryId, { kind, to, facts }: Telling): NoticePlan[] {
  const entry = happening.state.entries[id];
  const audience = { of: 'entry', id, roles: to } as const;
  // Who stands on a ladder alone has no name in the log: the notice names the account.
  const who =
    entry?.person_id == null
      ? { facts: { team: entry?.name ?? '', ...facts } }
      : { facts: { ...facts }, other_id: entry.person_id };
  return [toPlan(happening, { kind, to: audience, ...who })];
}

/** Every entry that stands on the ladder. */
function tellEntries(happening: Happening, telling: Telling): NoticePlan[] {
  return Object.values(happening.state.entries)
    .filter(({ status }) => status === 'active')
    .flatMap(({ id }) => tellEntry(happening, id, telling));
}

/** The driver of a run, with who has looked at it. */
function tellDriver(
  happening: Happening,
  kind: NoticeKind,
  { run_id, by }: { run_id: string; by: string },
): NoticePlan[] {
  const run = happening.state.runs[run_id];
  if (run === undefined) {
    return [];
  }
  const to = { of: 'person', id: run.person_id } as const;
  return [toPlan(happening, { kind, to, facts: {}, other_id: by })];
}

type Planners = {
  [T in LadderEventType]?: (happening: Happening, data: LadderEventData[T]) => NoticePlan[];
};

const planners: Planners = {
  season_opened: (happening) => tellEntries(happening, { kind: 'season_opened', to: officers }),
  season_closed: (happening, { standings }) =>
    standings.flatMap(({ entry_id }) =>
      tellEntry(happening, entry_id, { kind: 'season_closed', to: officers }),
    ),
  rest_ended: (happening, { entry_id }) =>
    tellEntry(happening, entry_id, { kind: 'rest_ended', to: officers }),
  idle_warned: (happening, { entry_id, drops_at }) =>
    tellEntry(happening, entry_id, { kind: 'idle_warned', to: officers, facts: { by: drops_at } }),
  idle_dropped: (happening, { entry_id }) =>
    tellEntry(happening, entry_id, { kind: 'idle_dropped', to: officers }),
  entry_removed: (happening, { entry_id }) =>
    tellEntry(happening, entry_id, { kind: 'entry_removed', to: everybody }),
  strike_given: (happening, { entry_id, lapses_at }) =>
    tellEntry(happening, entry_id, {
      kind: 'strike_given',
      to: officers,
      facts: { until: lapses_at },
    }),
  entry_suspended: (happening, { entry_id, until }) =>
    tellEntry(happening, entry_id, { kind: 'entry_suspended', to: everybody, facts: { until } }),
  suspension_ended: (happening, { entry_id }) =>
    tellEntry(happening, entry_id, { kind: 'suspension_ended', to: officers }),
  run_confirmed: (happening, data) => tellDriver(happening, 'run_confirmed', data),
  run_verified: (happening, data) => tellDriver(happening, 'run_verified', data),
  run_rejected: (happening, data) => tellDriver(happening, 'run_rejected', data),
};

/** Who is to be told of what happened on a ladder outside its matches. */
export function planLadderNotices(
  event: LeagueEvent<'ladder'>,
  origin: string,
  state: LadderState,
): NoticePlan[] {
  const plan = planners[event.type] as
    | ((happening: Happening, data: LeagueEvent['data']) => NoticePlan[])
    | undefined;
  return plan?.({ event, origin, state }, event.data) ?? [];
}
