import type { Queryable } from '@muster/database';
import type { Rules } from '@muster/league';

/** What those are called whom rules name, by their ids; most rules name nobody, and nothing is asked then. */
export async function loadRulePeople(
  queryable: Queryable,
  all: readonly (Rules | undefined)[],
): Promise<Record<string, string>> {
  const ids = all.flatMap((rules) => rules?.dispute.outsider ?? []);
  if (ids.length === 0) {
    return {};
  }
  const rows = await queryable.query<{ id: string; username: string }>(
    'select id, username from public.profiles where id = any($1::uuid[])',
    [ids],
  );
  return Object.fromEntries(rows.map(({ id, username }) => [id, username]));
}
