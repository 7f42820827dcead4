import { cleanUpAuth, cleanUpRateLimits } from '@muster/backend';
import type { League } from '../engine/league.ts';
import { forgetEvidence } from '../evidence/forget-evidence.ts';
import { sweepUploads } from '../files/uploads.ts';
import { cleanUpMails } from '../mail/outbox.ts';
import { sweepHistory } from '../servers/keep-heard.ts';
import { cleanUpWriting } from '../writing/clean-up.ts';

/** Forgets what is over: answers of commands after seven days, counts of past windows, notices, scrims, files that broke off, evidence of people who left, ended sign-ins; `isHosted`: somebody else's Supabase forgets those. */
export async function cleanUp(
  { database, now }: League,
  { isHosted = false }: { isHosted?: boolean } = {},
): Promise<void> {
  await database.query(
    `delete from private.commands where created_at < $1::timestamptz - interval '7 days'`,
    [now()],
  );
  await cleanUpRateLimits(database, now());
  await database.query('delete from private.team_invites where expires_at < $1', [now()]);
  await database.query('delete from public.board_posts where expires_at <= $1', [now()]);
  await database.query(
    `delete from private.scrims where starts_at < $1::timestamptz - interval '30 days'`,
    [now()],
  );
  await database.transaction((transaction) =>
    forgetEvidence(transaction, { personId: null, at: now().toISOString() }),
  );
  await database.query('select private.fold_figures()');
  await cleanUpWriting(database, now());
  await sweepUploads(database);
  await database.query(
    `delete from private.notices where created_at < $1::timestamptz - interval '90 days'`,
    [now()],
  );
  await database.query(
    `delete from private.webhook_posts where created_at < now() - interval '30 days'`,
  );
  await database.query(
    `delete from private.server_ends where ended_at < now() - interval '90 days'`,
  );
  await sweepHistory(database, now());
  await cleanUpMails(database);
  if (!isHosted) {
    await cleanUpAuth(database, now());
  }
}
