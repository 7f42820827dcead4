import type { Transaction } from '@muster/database';
import type { LeagueEvent, StreamKind, StreamName } from '@muster/league';
import { planPost } from '../channel/plan-posts.ts';
import { writePosts } from '../channel/write-posts.ts';
import type { StreamChange } from '../engine/kinds/kind.ts';
import type { NoticePlan } from './plan.ts';
import { planLadderNotices } from './plan-ladder.ts';
import { planMatchNotices } from './plan-match.ts';
import { planSiteNotices, planTeamNotices } from './plan-people.ts';
import { replaceReminders } from './reminders.ts';
import { writeNotices } from './write.ts';

function toOrigin({ stream, sequence }: { stream: StreamName; sequence: number }): string {
  return `${stream}#${sequence}`;
}

function planAll<K extends StreamKind>(
  { events }: StreamChange<K>,
  plan: (event: LeagueEvent<K>, origin: string) => NoticePlan[],
): NoticePlan[] {
  return events.flatMap((event) => plan(event, toOrigin(event)));
}

type Tell<K extends StreamKind> = (
  transaction: Transaction,
  change: StreamChange<K>,
  at: string,
) => Promise<void>;

const tellOfLadder: Tell<'ladder'> = async (transaction, change, at) => {
  const { before, after, events } = change;
  const plans = planAll(change, (event, origin) =>
    event.match_id === null
      ? planLadderNotices(event, origin, after)
      : planMatchNotices(event, origin, after),
  );
  const posts = events.flatMap((event) => planPost(event, toOrigin(event), after));
  await Promise.all([
    writeNotices(transaction, plans, at),
    writePosts(transaction, posts),
    replaceReminders(transaction, { before, after, at }),
  ]);
};

/** Who is told what, by the kind of stream (`engine/kinds`). */
const tellings: { [K in StreamKind]: Tell<K> } = {
  ladder: tellOfLadder,
  team: (transaction, change, at) => {
    const plans = planAll(change, (event, origin) => planTeamNotices(event, origin, change));
    return writeNotices(transaction, plans, at);
  },
  site: (transaction, change, at) =>
    writeNotices(
      transaction,
      planAll(change, (event, origin) => planSiteNotices(event, origin, change.after)),
      at,
    ),
};

/** Tells everybody whom new events concern, and the channels, and sets what is to be reminded of. */
export function tellPeople<K extends StreamKind>(
  transaction: Transaction,
  change: StreamChange<K>,
  at: string,
): Promise<void> {
  return tellings[change.kind](transaction, change, at);
}
