import type { Database } from '@muster/database';

/**
 * Gives the API's roles every right on what is made in `public` from now on, as Supabase does, where no league is:
 * a league's migrations say for each thing who may do what, and take this back. Says whether a league is there.
 */
export function grantWhereNoLeague(database: Database): Promise<boolean> {
  return database.transaction(async (transaction) => {
    // The lock of migrations: a league that is being brought here is waited for.
    await transaction.query(
      `select pg_advisory_xact_lock(hashtextextended('muster.migrations', 0))`,
    );
    const [league] = await transaction.query<{ is_there: boolean }>(
      'select auth.has_league() as is_there',
    );
    if (league?.is_there === true) {
      return true;
    }
    const owners = await transaction.query<{ name: string }>(
      `select format('%I', rolname) as name from pg_catalog.pg_roles
       where rolname = current_user
         or (rolcanlogin and pg_has_role(current_user, oid, 'usage') and has_schema_privilege(oid, 'public', 'create'))`,
    );
    for (const { name } of owners) {
      for (const kind of ['tables', 'functions', 'sequences']) {
        await transaction.query(
          `alter default privileges for role ${name} in schema public grant all on ${kind} to anon, authenticated, service_role`,
        );
      }
    }
    return false;
  });
}
