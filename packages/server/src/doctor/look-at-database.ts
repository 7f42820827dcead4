import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Database } from '@muster/database';
import type { Config } from '../config.ts';
import { checkMigrations } from '../health.ts';
import { ok, type Verdict, warning, wrong } from './finding.ts';

const apiRoles = ['anon', 'authenticated', 'service_role'];
/** Sessions and deadlines are judged by both clocks, in milliseconds. */
const littleApart = 2_000;
const farApart = 30_000;

/** UTF-8, and texts sorted by the rules that the indexes were made by. */
export async function lookAtEncoding(database: Database): Promise<Verdict> {
  const [row] = await database.query<{
    encoding: string;
    collation: string;
    then: string | null;
    now: string | null;
  }>(
    `select pg_encoding_to_char(encoding) as encoding, datcollate as collation, datcollversion as "then",
       pg_database_collation_actual_version(oid) as now
     from pg_catalog.pg_database where datname = current_database()`,
  );
  const { encoding, collation, then, now } = row ?? {};
  if (encoding !== 'UTF8') {
    return wrong(`${encoding}, and names need UTF8: make a database with it and import the league`);
  }
  if (then !== null && now !== null && then !== now) {
    return wrong(
      `${collation} sorts otherwise now than its indexes do (${then}, ${now}): reindex database, then alter database … refresh collation version`,
    );
  }
  return ok(`${encoding}, ${collation}`);
}

/** What pages and REST ask as. */
export async function lookAtRoles(database: Database): Promise<Verdict> {
  const rows = await database.query<{ name: string; may: boolean; own: string }>(
    `select wanted.name, coalesce(pg_has_role(current_user, r.oid, 'MEMBER'), false) as may,
       current_user::text as own
     from unnest($1::text[]) as wanted (name) left join pg_catalog.pg_roles r on r.rolname = wanted.name`,
    [apiRoles],
  );
  const missing = rows.filter(({ may }) => !may).map(({ name }) => name);
  return missing.length === 0
    ? ok(`${rows[0]?.own} may act as ${apiRoles.join(', ')}`)
    : wrong(
        `${rows[0]?.own} may not act as ${missing.join(', ')}: npx muster migrate with a login that may create roles, or grant them to it`,
      );
}

export async function lookAtMigrations(database: Database, config: Config): Promise<Verdict> {
  const { isWell, says } = await checkMigrations(database, config);
  return isWell ? ok(says) : wrong(says.replace(/\.$/, ''));
}

/** By them PostgreSQL finds a page that the disk has changed. */
export async function lookAtChecksums(database: Database): Promise<Verdict> {
  const [row] = await database.query<{ value: string }>(
    `select current_setting('data_checksums') as value`,
  );
  return row?.value === 'on'
    ? ok('on')
    : warning('off, so a damaged page is not found: pg_checksums --enable, while it is stopped');
}

/** This machine's clock beside the database's. */
export async function lookAtClock(database: Database, now = Date.now): Promise<Verdict> {
  const before = now();
  const [row] = await database.query<{ at: Date }>('select clock_timestamp() as at');
  const after = now();
  const at = row?.at.getTime() ?? before;
  const apart = Math.max(before - at, at - after, 0);
  const says = `${(apart / 1000).toFixed(1)} s from the database’s`;
  if (apart <= littleApart) {
    return ok(says);
  }
  const full = `${says}: let both be set by the network (timedatectl set-ntp true)`;
  return apart <= farApart ? warning(full) : wrong(full);
}

/** Files of ours that may hold a key or a password. */
async function findOpenFile(
  config: Pick<Config, 'dataDir' | 'functionsDir'>,
): Promise<string | null> {
  const paths = [
    join(resolve(config.dataDir), 'postgres.json'),
    ...(config.functionsDir === null ? [] : [join(resolve(config.functionsDir), '.env')]),
  ];
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (found !== null && (found.mode & 0o077) !== 0) {
      return path;
    }
  }
  return null;
}

/** The keys that are made once and lie in the database: there, and nobody's who comes by the API. */
export async function lookAtKeys(
  database: Database,
  config: Pick<Config, 'dataDir' | 'functionsDir' | 'supabase'>,
): Promise<Verdict> {
  const [table] = await database.query<{ is_there: boolean }>(
    `select to_regclass('private.secrets') is not null as is_there`,
  );
  if (table?.is_there !== true) {
    return warning('none yet: the first start makes them');
  }
  const open = await database.query<{ name: string }>(
    `select r.rolname as name from pg_catalog.pg_roles r
     where r.rolname = any ($1) and not r.rolsuper
       and has_table_privilege(r.oid, 'private.secrets', 'SELECT, INSERT, UPDATE, DELETE')
     order by array_position($1, r.rolname::text)`,
    [apiRoles],
  );
  if (open.length > 0) {
    const names = open.map(({ name }) => name).join(', ');
    return wrong(`${names} may use private.secrets: revoke all on private.secrets from ${names}`);
  }
  const file = await findOpenFile(config);
  if (file !== null) {
    return wrong(`others may read ${file}: chmod 600 ${file}`);
  }
  const [row] = await database.query<{ count: number; is_sealing: boolean }>(
    `select count(*)::integer as count, count(*) filter (where name = 'db_encryption_key') > 0 as is_sealing
     from private.secrets`,
  );
  const count = row?.count ?? 0;
  if (config.supabase === null && row?.is_sealing !== true) {
    return warning(
      count === 0
        ? 'none yet: the first start makes them'
        : 'the key that seals second steps and sign-in secrets is gone: restore a backup, or these are entered anew',
    );
  }
  return ok(`${count} in private.secrets, for the league’s own login alone`);
}
