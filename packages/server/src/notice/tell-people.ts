import type { Transaction } from '@muster/database';
import type { LadderState, LeagueEvent, StreamName, TeamState } from '@muster/league';
import { planPost } from '../channel/plan-posts.ts';
import { writePosts } from '../channel/write-posts.ts';
import type { NoticePlan } from './plan.ts';
import { planLadderNotices } from './plan-ladder.ts';
import { planMatchNotices } from './plan-match.ts';
import { planSiteNotices, planTeamNotices } from './plan-people.ts';
import { replaceReminders } from './reminders.ts';
import { writeNotices } from './write.ts';

/** What a stream's new events have made of it. */
interface Change {
  stream: StreamName;
  before: object;
  after: object;
  events: readonly LeagueEvent[];
  at: string;
}

function toOrigin({ stream, sequence }: LeagueEvent): string {
  return `${stream}#${sequence}`;
}

function planNotices(event: LeagueEvent, { stream, before, after }: Change): NoticePlan[] {
  const origin = toOrigin(event);
  if (stream === 'site') {
    return planSiteNotices(event, origin);
  }
  if (stream.startsWith('team:')) {
    const states = { before: before as TeamState, after: after as TeamState };
    return planTeamNotices(event, origin, states);
  }
  const state = after as LadderState;
  return event.match_id === null
    ? planLadderNotices(event, origin, state)
    : planMatchNotices(event, origin, state);
}

/** Tells everybody whom new events concern, and the channels, and sets what is to be reminded of. */
export async function tellPeople(transaction: Transaction, change: Change): Promise<void> {
  const { stream, before, after, events, at } = change;
  const plans = events.flatMap((event) => planNotices(event, change));
  if (!stream.startsWith('ladder:')) {
    await writeNotices(transaction, plans, at);
    return;
  }
  const states = { before: before as LadderState, after: after as LadderState };
  const posts = events.flatMap((event) => planPost(event, toOrigin(event), states.after));
  await Promise.all([
    writeNotices(transaction, plans, at),
    writePosts(transaction, posts),
    replaceReminders(transaction, { ...states, at }),
  ]);
}
