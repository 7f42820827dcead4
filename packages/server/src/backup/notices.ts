import type { Transaction } from '@muster/database';
import type { NoticeKind } from '@muster/site/pages/notices/kinds.ts';
import type { League } from '../engine/league.ts';
import { writeNotices } from '../notice/write.ts';
import { mostBackupAge, mostDrillAge } from './ages.ts';

type BackupKind = Extract<
  NoticeKind,
  `${'backup' | 'drill'}_${'failed' | 'stale'}` | 'journal_failed' | 'database_damaged'
>;

/** Tells the site's admins, once of what began at an instant however often it is told. */
function tell(
  transaction: Transaction,
  kind: BackupKind,
  { since, at }: { since: Date; at: Date },
): Promise<void> {
  const plan = {
    ...{ kind, origin: `${kind}:${since.toISOString()}`, to: { of: 'site_admins' } as const },
    ...{ except: null, ladder_id: null, match_id: null, team_id: null, other_id: null, facts: {} },
  };
  return writeNotices(transaction, [plan], at.toISOString());
}

/** Tells that backups, drills or the journal fail since an instant. */
export function tellOfFailure(
  transaction: Transaction,
  kind: 'backup_failed' | 'drill_failed' | 'journal_failed',
  when: { since: Date; at: Date },
): Promise<void> {
  return tell(transaction, kind, when);
}

/** Tells of files of the database that are damaged, once each day on which one is met. */
export async function tellOfDamage({ database, now }: League): Promise<void> {
  const { damage } = database;
  if (damage !== null) {
    const since = new Date(damage.at);
    since.setUTCHours(0, 0, 0, 0);
    await database.transaction((unit) => tell(unit, 'database_damaged', { since, at: now() }));
  }
}

interface LastRow {
  backup: Date;
  /** Null where drills cannot be. */
  drill: Date | null;
}

/** Tells where no success has come for too long, whatever the reason: no fresh one is itself the alarm. */
export async function tellWhereStale({ database, now }: League): Promise<void> {
  const at = now();
  const [last] = await database.query<LastRow>(
    `select greatest(case when b.made_at <= $1 then b.made_at end, b.since) as backup,
       case when d.impossible is null
         then greatest(case when d.drilled_at <= $1 then d.drilled_at end, b.since) end as drill
     from private.backup_runs b left join private.backup_drills d on true`,
    [at],
  );
  if (last === undefined) {
    return;
  }
  const isStale = (since: Date | null, most: number): since is Date =>
    since !== null && at.getTime() - since.getTime() > most;
  const { backup, drill } = last;
  if (isStale(backup, mostBackupAge)) {
    await database.transaction((unit) => tell(unit, 'backup_stale', { since: backup, at }));
  }
  if (isStale(drill, mostDrillAge)) {
    await database.transaction((unit) => tell(unit, 'drill_stale', { since: drill, at }));
  }
}
