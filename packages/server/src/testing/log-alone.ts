import type { Database } from '@muster/database';

/** Lets a simulated log be written by itself: whoever judges in it has no account and no office. */
export async function takeLogAlone(database: Database): Promise<void> {
  await database.query('alter table public.league_events disable trigger guard_ruling');
}
