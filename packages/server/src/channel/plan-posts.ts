import type { LadderEventData, LadderState, LeagueEvent } from '@muster/league';
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
      return { kind: 'match_scheduled', facts: {} };
    case 'match_rescheduled':
      return { kind: 'match_rescheduled', facts: {} };
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
        challenger: challenger?.name ?? '',
        defender: defender?.name ?? '',
      },
    },
  ];
}
