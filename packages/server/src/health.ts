import {
  type Database,
  EmbeddedError,
  listPendingMigrations,
  MigrationError,
  type OpenDatabase,
  OpenDatabaseError,
} from '@muster/database';
import type { Config } from './config.ts';
import { getMailWay } from './mail/mail-way.ts';
import { describeDatabase, listMigrationFolders, openLeagueDatabase } from './open-league.ts';
import { findServedUrl } from './served-url.ts';
import { countAdmins, printDoor } from './setup/door.ts';
import { describeDoor } from './setup/open-setup.ts';
import { describeSignIn, listWaysIn } from './sign-in/sign-in.ts';
import { createWaysReader } from './sign-in/stored-ways.ts';

/** How one part of the league is, in a line for the operator; no secret stands in it but the set-up's one-time address. */
export interface HealthLine {
  name: string;
  isWell: boolean;
  says: string;
}

const well = (name: string, says: string): HealthLine => ({ name, isWell: true, says });
const unwell = (name: string, says: string): HealthLine => ({ name, isWell: false, says });

/** Whether all migrations of this version are applied; a newer database is told. */
export async function checkMigrations(database: Database, config: Config): Promise<HealthLine> {
  try {
    const [next, ...more] = await listPendingMigrations(database, listMigrationFolders(config));
    if (next === undefined) {
      return well('Migrations', 'all applied');
    }
    const others = more.length === 0 ? '' : ` and ${more.length} more`;
    return unwell(
      'Migrations',
      `${next}${others} to be applied: start, or muster migrate, does it`,
    );
  } catch (error) {
    if (!(error instanceof MigrationError)) {
      throw error;
    }
    return unwell('Migrations', error.message);
  }
}

async function checkSignIn(database: Database, config: Config): Promise<HealthLine> {
  const stored = await createWaysReader(database)();
  const says = describeSignIn(config, stored);
  if (listWaysIn(config, stored).length > 0) {
    return well('Sign-in', says);
  }
  const [row] = await database.query<{ count: number }>(
    'select count(*)::integer as count from auth.sso_domains',
  );
  if (row !== undefined && row.count > 0) {
    return well('Sign-in', "by organisations' own ways only");
  }
  return unwell('Sign-in', says);
}

/** A mail that waits longer has met a server that does not take it. */
const longestWait = '10 minutes';

async function checkMail(database: Database, config: Config): Promise<HealthLine> {
  const way = getMailWay(config);
  if (way === 'none') {
    return well('Mail', 'none goes out: set SMTP_URL');
  }
  if (way === 'mailbox') {
    return well('Mail', 'kept in /dev/mail, for this machine');
  }
  const [row] = await database.query<Record<'sent' | 'refused' | 'unsure' | 'late', number>>(
    `select count(*) filter (where state = 'sent')::integer as sent,
       count(*) filter (where state = 'refused')::integer as refused,
       count(*) filter (where state = 'unsure')::integer as unsure,
       count(*) filter (where state = 'queued' and created_at < now() - $1::interval)::integer as late
     from private.mails where created_at > now() - interval '1 day'`,
    [longestWait],
  );
  const { sent = 0, refused = 0, unsure = 0, late = 0 } = row ?? {};
  const { hostname } = new URL(config.smtpUrl ?? 'smtp://');
  const says = `by ${hostname}; in a day ${sent} sent, ${refused} refused, ${unsure} unsure`;
  return late === 0
    ? well('Mail', says)
    : unwell('Mail', `${says}; ${late} waiting for more than ${longestWait}`);
}

async function checkJobs(database: Database): Promise<HealthLine> {
  const [queue] = await database.query<{ is_there: boolean }>(
    `select to_regclass('graphile_worker.jobs') is not null as is_there`,
  );
  if (queue?.is_there !== true) {
    return unwell('Jobs', 'no queue yet: start makes it');
  }
  const [row] = await database.query<Record<'waiting' | 'late' | 'failed' | 'processes', number>>(
    `select count(*) filter (where attempts < max_attempts)::integer as waiting,
       count(*) filter (where attempts < max_attempts and locked_at is null
         and run_at < now() - $1::interval)::integer as late,
       count(*) filter (where attempts >= max_attempts
         and updated_at > now() - interval '1 day')::integer as failed,
       (select count(*)::integer from private.job_workers
         where seen_at > now() - interval '2 minutes') as processes
     from graphile_worker.jobs`,
    [longestWait],
  );
  const { waiting = 0, late = 0, failed = 0, processes = 0 } = row ?? {};
  const says = `${waiting} waiting, taken by ${processes} ${processes === 1 ? 'process' : 'processes'}`;
  const faults = [
    ...(late > 0 ? [`${late} late by more than ${longestWait}`] : []),
    ...(failed > 0 ? [`${failed} failed for the last time within a day`] : []),
  ];
  return faults.length === 0 ? well('Jobs', says) : unwell('Jobs', [says, ...faults].join('; '));
}

async function checkAdmins(database: Database, config: Config): Promise<HealthLine> {
  const token = await printDoor(database, new Date());
  return well(
    'Admins',
    token === null
      ? `${await countAdmins(database)} of the site`
      : `nobody yet: ${describeDoor(await findServedUrl(database, config), token)}`,
  );
}

async function checkOpened(config: Config, opened: OpenDatabase): Promise<HealthLine[]> {
  const { database } = opened;
  const migrations = await checkMigrations(database, config);
  const lines = [well('Database', describeDatabase(config, opened)), migrations];
  // The rest asks tables that may not be there yet.
  if (!migrations.isWell) {
    return lines;
  }
  return [
    ...lines,
    await checkSignIn(database, config),
    await checkMail(database, config),
    await checkJobs(database),
    await checkAdmins(database, config),
  ];
}

/**
 * How the league is: database, migrations, ways in, mail, jobs, admins. Changes nothing, but while there is no
 * admin it prints the one-time address of the set-up.
 */
export async function checkHealth(config: Config): Promise<HealthLine[]> {
  let opened: OpenDatabase;
  try {
    opened = await openLeagueDatabase(config);
  } catch (error) {
    if (!(error instanceof OpenDatabaseError || error instanceof EmbeddedError)) {
      throw error;
    }
    return [unwell('Database', error.message)];
  }
  try {
    return await checkOpened(config, opened);
  } finally {
    await opened.close();
  }
}
