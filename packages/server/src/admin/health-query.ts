import { type Database, takeRow } from '@muster/database';
import { type KindRow, kindColumns, toServerKind } from '../servers/state.ts';

export interface PartsRow {
  version: string;
  size: number;
  connections: number;
  most_connections: number;
  /** When any process, before its last start too, met a page that its checksum does not fit. */
  page_damaged: Date | null;
  applied: number;
  last_migration: string | null;
  last_sent: Date | null;
  last_refused: Date | null;
  waiting_mails: number;
  late_mails: number;
  webhooks: number;
  failing_webhooks: number;
  stopped_webhooks: number;
  last_posted: Date | null;
  servers: number;
  /** Of which their page says so. */
  silent_servers: number;
  last_asked: Date | null;
  blind_since: Date | null;
  ends: number;
  last_end: Date | null;
  last_reason: string | null;
  last_beat: Date | null;
  last_backup: Date | null;
  backup_name: string | null;
  backup_size: number | null;
  backup_hash: string | null;
  backup_failed: Date | null;
  backup_failure: string | null;
  last_drill: Date | null;
  drill_name: string | null;
  drill_size: number | null;
  drill_hash: string | null;
  drill_milliseconds: number | null;
  drill_failed: Date | null;
  drill_failure: string | null;
  drill_impossible: 'no_right' | 'no_way' | null;
  /** From when on drills are expected. */
  backups_since: Date | null;
}

export interface JobsRow {
  waiting: number;
  late: number;
  failed: number;
  oldest: Date | null;
  processes: number;
}

/** What waits longer has met something that does not take it. */
const longestWait = `interval '10 minutes'`;

const partsSql = `
  select current_setting('server_version') as version,
    pg_database_size(current_database())::float8 as size,
    (select count(*)::integer from pg_stat_activity where datname = current_database()) as connections,
    current_setting('max_connections')::integer as most_connections,
    (select checksum_last_failure from pg_stat_database where datname = current_database()) as page_damaged,
    (select count(*)::integer from private.migrations) as applied,
    (select max(name) from private.migrations) as last_migration,
    mail.*, webhook.*, server.*,
    (select max(created_at) from private.webhook_posts where state = 'posted') as last_posted,
    (select blind_since from private.server_watch) as blind_since,
    (select count(*)::integer from private.server_ends where ended_at > $1::timestamptz - interval '30 days') as ends,
    last.ended_at as last_end, last.reason as last_reason,
    (select beat_at from private.heartbeats) as last_beat,
    backup.made_at as last_backup, backup.name as backup_name, backup.size::float8 as backup_size,
    backup.sha256 as backup_hash, backup.failed_at as backup_failed, backup.failure as backup_failure, backup.since as backups_since,
    drill.drilled_at as last_drill, drill.name as drill_name, drill.size::float8 as drill_size,
    drill.sha256 as drill_hash, drill.milliseconds as drill_milliseconds, drill.failed_at as drill_failed,
    drill.failure as drill_failure, drill.impossible as drill_impossible
  from (
    select max(created_at) filter (where state = 'sent') as last_sent,
      max(created_at) filter (where state = 'refused') as last_refused,
      count(*) filter (where state = 'queued')::integer as waiting_mails,
      count(*) filter (where state = 'queued' and created_at < $1::timestamptz - ${longestWait})::integer as late_mails
    from private.mails
  ) mail
  cross join (
    select count(*)::integer as webhooks,
      count(*) filter (where failures > 0 and disabled_reason is null)::integer as failing_webhooks,
      count(*) filter (where disabled_reason is not null)::integer as stopped_webhooks
    from private.webhooks
  ) webhook
  cross join (
    select count(*)::integer as servers,
      max(s.asked_at) as last_asked, coalesce(json_agg(s), '[]') as asked
    from (select ${kindColumns} from public.game_servers s where s.retired_at is null and s.protocol <> 'manual') s
  ) server
  left join lateral (select ended_at, reason from private.server_ends order by ended_at desc limit 1) last on true
  left join private.backup_runs backup on true
  left join private.backup_drills drill on true`;

const jobsSql = `
  select count(*) filter (where attempts < max_attempts)::integer as waiting,
    count(*) filter (where attempts < max_attempts and locked_at is null
      and run_at < $1::timestamptz - ${longestWait})::integer as late,
    count(*) filter (where attempts >= max_attempts and updated_at > $1::timestamptz - interval '1 day')::integer as failed,
    min(run_at) filter (where attempts < max_attempts and run_at <= $1::timestamptz) as oldest,
    (select count(*)::integer from private.job_workers where seen_at > $1::timestamptz - interval '2 minutes') as processes
  from graphile_worker.jobs`;

const noQueue: JobsRow = { waiting: 0, late: 0, failed: 0, oldest: null, processes: 0 };

/** The figures of what the database knows of the league's parts. */
export async function readParts(database: Database, now: Date): Promise<PartsRow> {
  const { asked, ...row } = takeRow(
    await database.query<Omit<PartsRow, 'silent_servers'> & { asked: KindRow[] }>(partsSql, [now]),
  );
  const silent_servers = asked.filter((server) => toServerKind(server) === 'silent').length;
  return { ...row, silent_servers };
}

/** The queue of jobs; none before the first start has made it. */
export async function readJobs(database: Database, now: Date): Promise<JobsRow> {
  const [queue] = await database.query<{ is_there: boolean }>(
    `select to_regclass('graphile_worker.jobs') is not null as is_there`,
  );
  if (queue?.is_there !== true) {
    return noQueue;
  }
  const [row] = await database.query<JobsRow>(jobsSql, [now]);
  return row ?? noQueue;
}
