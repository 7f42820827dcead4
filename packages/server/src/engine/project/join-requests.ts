import type { Transaction } from '@muster/database';
import type { LeagueEvent } from '@muster/league';

interface Ending {
  team_id: string;
  /** Null for everybody who waits. */
  person_id: string | null;
  at: string;
}

/** A row that was answered already keeps its answer; one of a later asking is another's to end. */
async function answer(
  transaction: Transaction,
  { team_id, person_id, at }: Ending,
  isAccepted: boolean,
): Promise<void> {
  await transaction.query(
    `update private.join_requests set is_accepted = $3, answered_at = $4
     where team_id = $1 and ($2::uuid is null or person_id = $2) and is_accepted is null
       and asked_at <= $4`,
    [team_id, person_id, isAccepted, at],
  );
}

async function forget(transaction: Transaction, { team_id, person_id, at }: Ending): Promise<void> {
  await transaction.query(
    'delete from private.join_requests where team_id = $1 and person_id = $2 and asked_at <= $3',
    [team_id, person_id, at],
  );
}

/**
 * Ends what people had asked of a team wherever the log ends it: by an answer, and also by a ban, a suspension or
 * the team's end, which nobody gives as an answer. What they wrote and why it was no is not in the log, and stays.
 */
export async function settleRequests(
  transaction: Transaction,
  teamId: string,
  events: readonly LeagueEvent[],
): Promise<void> {
  for (const { type, at, data } of events as readonly LeagueEvent<'team'>[]) {
    const all = { team_id: teamId, person_id: null, at };
    if (type === 'team_disbanded') {
      await answer(transaction, all, false);
    } else if (type === 'join_refused') {
      await answer(transaction, { ...all, person_id: data.person_id }, false);
    } else if (type === 'join_withdrawn') {
      await forget(transaction, { ...all, person_id: data.person_id });
    } else if (type === 'member_joined' && data.invite_id === null) {
      await answer(transaction, { ...all, person_id: data.person_id }, true);
    } else if (type === 'member_joined') {
      // Whoever had asked as well is let in by the invite.
      await forget(transaction, { ...all, person_id: data.person_id });
    }
  }
}
