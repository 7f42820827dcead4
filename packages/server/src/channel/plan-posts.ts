import {
  bothSides,
  type LadderEventData,
  type LadderState,
  type LeagueEvent,
  listActsIn,
  type Match,
  type SideAct,
} from '@muster/league';
import type { ChannelFacts, ChannelKind } from '@muster/site/pages/notices/channel-kinds.ts';

/** News for the channels of a ladder and of the teams concerned. */
export interface PostPlan {
  kind: ChannelKind;
  origin: string;
  ladder_id: string;
  match_id: string | null;
  team_ids: string[];
  facts: ChannelFacts;
}

type LadderData = { [T in keyof LadderEventData]: LadderEventData[T] };

/** The news in an event, null for one that is none: what is of interest to others than those who act. */
function toNews(event: LeagueEvent): { kind: ChannelKind; facts: ChannelFacts } | null {
  switch (event.type) {
    case 'challenge_made':
      return { kind: 'challenge_made', facts: {} };
    case 'challenge_accepted':
      return { kind: 'challenge_accepted', facts: {} };
    case 'match_scheduled':
      return { kind: 'match_scheduled', facts: { starts_at: event.data.starts_at } };
    case 'match_rescheduled':
      return { kind: 'match_rescheduled', facts: { starts_at: event.data.starts_at } };
    case 'check_in_opened':
      return { kind: 'check_in_opened', facts: {} };
    case 'match_reported':
      return { kind: 'match_reported', facts: {} };
    case 'match_completed':
      return { kind: 'match_completed', facts: toWinner(event.data) };
    case 'match_forfeited':
      return { kind: 'match_forfeited', facts: toWinner(event.data) };
    case 'match_disputed':
    case 'result_disputed':
      return { kind: 'match_disputed', facts: {} };
    case 'result_overturned':
      return { kind: 'result_overturned', facts: {} };
    case 'season_opened':
      return { kind: 'season_opened', facts: {} };
    case 'season_closed':
      return { kind: 'season_closed', facts: {} };
    default:
      return null;
  }
}

function toWinner({ winner }: LadderData['match_completed']): ChannelFacts {
  return { winner: winner ?? 'draw' };
}

/** What the news ask one of the sides to do. */
const asked: Partial<Record<ChannelKind, readonly SideAct[]>> = {
  challenge_made: ['answer'],
  challenge_accepted: ['choose_time'],
  check_in_opened: ['check_in'],
  match_reported: ['confirm_report', 'settle_reports'],
  match_disputed: ['statement'],
};

/** By when a side is to act and what becomes of it then, as the rules have it once all is done. */
function toAsked(
  state: LadderState,
  match: Match,
  { kind, now }: { kind: ChannelKind; now: string },
): ChannelFacts {
  const act = bothSides
    .flatMap((side) => listActsIn(state, match, { side, now }))
    .find((one) => asked[kind]?.includes(one.act));
  if (act === undefined || act.until === null) {
    return {};
  }
  return { by: act.until, act: act.act, otherwise: act.otherwise };
}

/** What is to be posted of a ladder's new event. */
export function planPost(event: LeagueEvent, origin: string, state: LadderState): PostPlan[] {
  const news = toNews(event);
  const { ladder } = state;
  if (news === null || ladder === null) {
    return [];
  }
  const match = event.match_id === null ? undefined : state.matches[event.match_id];
  const sides =
    match === undefined
      ? []
      : [state.entries[match.challenger_id], state.entries[match.defender_id]];
  const [challenger, defender] = sides;
  return [
    {
      kind: news.kind,
      origin,
      ladder_id: ladder.id,
      match_id: match?.id ?? null,
      team_ids: sides.flatMap((entry) => entry?.team_id ?? []),
      facts: {
        ...news.facts,
        ...(match === undefined ? {} : toAsked(state, match, { kind: news.kind, now: event.at })),
        challenger: challenger?.name ?? '',
        defender: defender?.name ?? '',
      },
    },
  ];
}
