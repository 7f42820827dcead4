import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, migrateWithin, type Queryable, type Transaction } from '@muster/database';
import type { Config } from '../config.ts';
import { findUnlisted } from '../league-file/find-unlisted.ts';
import { importWithin } from '../league-file/import-league.ts';
import { bringUpToDate, type MakeOptions, toFoldersThen } from '../league-file/make-league.ts';
import { createProgress } from '../league-file/progress.ts';
import { listMigrationFolders, usualName } from '../open-league.ts';

/**
 * Why a league does not make room for another: somebody has an account or an office in it, another process serves it,
 * or its schemas hold what is not of a league.
 */
export type HindranceCode = 'people_here' | 'served_elsewhere' | 'other_tables';

export class Hindrance extends Error {
  readonly code: HindranceCode;

  constructor(code: HindranceCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** All in them is of a league, but for what extensions bring; `public` itself stays, as it may be another's. */
const ownSchemas = ['graphile_worker', 'realtime', 'storage', 'auth', 'private'];
const lockTimeout = '10s';
const lockNotAvailable = '55P03';

/**
 * Asked while `most` processes may serve the league.
 * @throws Hindrance where the league is anybody's, where more processes show signs of life, or where other tables
 * stand among its own.
 */
export async function requireReplaceable(queryable: Queryable, most: number): Promise<void> {
  const [found] = await queryable.query<{ is_somebodys: boolean; processes: number }>(
    // People of the demonstration have accounts where the local sign-in is on.
    `select exists (select from public.admins where ladder_id is null)
         or exists (select from public.profiles where not is_demo)
         or exists (select from auth.users u where not exists (
           select from public.profiles p where p.user_id = u.id)) as is_somebodys,
       (select count(*)::integer from private.job_workers
         where seen_at > now() - interval '2 minutes') as processes`,
  );
  if (found?.is_somebodys !== false) {
    throw new Hindrance('people_here', 'Somebody has an account or an office in the league.');
  }
  if (found.processes > most) {
    throw new Hindrance('served_elsewhere', 'Another process serves the league.');
  }
  const others = (await findUnlisted(queryable)).filter((name) =>
    ['public', ...ownSchemas].includes(name.split('.')[0] ?? ''),
  );
  if (others.length > 0) {
    throw new Hindrance('other_tables', `Other tables stand among the league’s (${others[0]}).`);
  }
}

const notOfExtension = (catalogue: string, id: string) =>
  `not exists (select from pg_catalog.pg_depend e
     where e.classid = '${catalogue}'::regclass and e.objid = ${id} and e.deptype = 'e')`;

/** First all names, as what goes takes others along. */
const dropSql = `
do $$
declare
  command text;
  commands text[] := array(
    select format('drop schema if exists %I cascade', name)
    from unnest(array[${ownSchemas.map((name) => `'${name}'`).join(', ')}]) name
    union all
    select format('drop %s if exists public.%I cascade',
      case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
        when 'f' then 'foreign table' else 'table' end, c.relname)
    from pg_catalog.pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and ${notOfExtension('pg_catalog.pg_class', 'c.oid')}
    union all
    select format('drop routine if exists %s cascade', p.oid::regprocedure)
    from pg_catalog.pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'extensions'::regnamespace) and ${notOfExtension('pg_catalog.pg_proc', 'p.oid')}
    union all
    select format('drop type if exists public.%I cascade', t.typname)
    from pg_catalog.pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typtype in ('d', 'e', 'r')
      and ${notOfExtension('pg_catalog.pg_type', 't.oid')});
begin
  foreach command in array commands loop
    execute command;
  end loop;
end;
$$`;

async function dropLeague(transaction: Transaction): Promise<void> {
  await transaction.query(
    `set local lock_timeout = '${lockTimeout}'; set local client_min_messages = warning`,
  );
  await transaction.query(dropSql).catch((error: unknown) => {
    throw error instanceof Error && 'code' in error && error.code === lockNotAvailable
      ? new Hindrance('served_elsewhere', 'Somebody is at work in the database.')
      : error;
  });
  // Whoever else brings tables up to date meanwhile may take as long as it takes.
  await transaction.query('set local lock_timeout = 0');
}

const aloneMilliseconds = 5000;
const askAgainMilliseconds = 100;

/**
 * Waits until connections that were just closed are gone, since PostgreSQL ends them in its own time.
 * @throws Hindrance where others of a server stay.
 */
async function requireAlone(database: Database): Promise<void> {
  // A pooler keeps connections open under the name of whoever used them last.
  if (database.sessions === 'shared') {
    return;
  }
  for (const until = Date.now() + aloneMilliseconds; ; await sleep(askAgainMilliseconds)) {
    const others = await database.query(
      `select 1 from pg_catalog.pg_stat_activity
       where datname = current_database() and application_name = $1`,
      [usualName],
    );
    if (others.length === 0) {
      return;
    }
    if (Date.now() > until) {
      throw new Hindrance('served_elsewhere', 'Another process is connected to the database.');
    }
  }
}

/**
 * Puts the league of a file, whose hashes have been checked, in the place of one that is nobody's yet: in one
 * transaction, so that whatever ends it, the one is there or the other. No server
 * is running, and `database` bears another name than a server's connections.
 * @throws FileFault for what is wrong with the file, Hindrance where the league may not go.
 */
export async function replaceLeague(
  config: Pick<Config, 'storage' | 'supabase'>,
  database: Database,
  { file, left, print, ...options }: MakeOptions,
): Promise<void> {
  const folders = await toFoldersThen(config, database, file.manifest);
  await requireAlone(database);
  await database.transaction(
    async (transaction) => {
      await requireReplaceable(transaction, 0);
      await dropLeague(transaction);
      await migrateWithin(transaction, folders);
      options.signal.throwIfAborted();
      const progress = createProgress(print);
      await importWithin(transaction, file, { left, progress, ...options });
      await migrateWithin(transaction, listMigrationFolders(config));
    },
    { statementTimeout: 0 },
  );
  await bringUpToDate(config, database, { print, signal: options.signal });
}
