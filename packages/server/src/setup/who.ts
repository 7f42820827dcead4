import type { Queryable } from '@muster/database';
import type { RequestContext, Viewer } from '../context.ts';
import { toFreeSql } from '../page/case-office.ts';

const freshMinutes = 10;

/** Whether somebody may act as the site's admin at an instant; within a transaction the office is held until its end. */
export async function isSiteAdmin(
  queryable: Queryable,
  person: string,
  at: Date,
): Promise<boolean> {
  const rows = await queryable.query(
    `select 1 from public.admins
     where person_id = $1 and ladder_id is null and ${toFreeSql('$1', '$2')} for share`,
    [person, at],
  );
  return rows.length > 0;
}

/** Whether somebody proved within ten minutes who they are: by signing in, or by the second step. */
export async function hasFreshSignIn(
  queryable: Queryable,
  { user_id, session_id }: Viewer,
  now: Date,
): Promise<boolean> {
  if (session_id === undefined) {
    return false;
  }
  const rows = await queryable.query(
    `select 1 from auth.sessions s where s.id = $1 and s.user_id = $2
       and greatest(s.created_at, (select max(c.created_at) from auth.mfa_amr_claims c where c.session_id = s.id))
         > $3::timestamptz - make_interval(mins => $4)`,
    [session_id, user_id, now, freshMinutes],
  );
  return rows.length > 0;
}

/** Whether who asks may change the ways to sign in now. */
export async function mayChangeWays({
  database,
  viewer,
  sets_up,
  now,
}: RequestContext): Promise<boolean> {
  return sets_up === true || (viewer !== null && (await hasFreshSignIn(database, viewer, now)));
}
