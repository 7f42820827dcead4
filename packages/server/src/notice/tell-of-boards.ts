import type { Transaction } from '@muster/database';
import type { NoticePlan } from './plan.ts';
import { writeNotices } from './write.ts';

/** Tells people what became of notices and scrims, of which the log knows nothing. */
export async function tellOfBoards(
  transaction: Transaction,
  { about, teamId, otherId = null, at, ...news }: BoardNews,
): Promise<void> {
  const origin = `${news.kind}:${about}`;
  const place = { ladder_id: null, match_id: null, team_id: teamId, other_id: otherId };
  await writeNotices(transaction, [{ ...news, origin, ...place }], at);
}

export interface BoardNews extends Pick<NoticePlan, 'kind' | 'to' | 'except' | 'facts'> {
  /** The answer or the scrim that it is about, or who answers what on which day: a person is told once of each. */
  about: string;
  teamId: string;
  otherId?: string | null;
  at: string;
}
