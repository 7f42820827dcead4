import { cleanUpAuth } from '@muster/backend';
import type { League } from '../league/execute.ts';

/** Forgets what is over: answers of commands after seven days, counts of past windows, notices, ended sign-ins. */
export async function cleanUp({ database, now }: League): Promise<void> {
  await database.query(
    `delete from private.commands where created_at < $1::timestamptz - interval '7 days'`,
    [now()],
  );
  await database.query('delete from private.request_counts where window_ends_at < $1', [now()]);
  await database.query('delete from private.team_invites where expires_at < $1', [now()]);
  await database.query('delete from public.board_posts where expires_at <= $1', [now()]);
  await cleanUpAuth(database, now());
}
