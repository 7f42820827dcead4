import type { Queryable } from '@muster/database';
import type { Viewer } from '../context.ts';
import { toFreeSql } from '../page/case-office.ts';

/**
 * Whether somebody may bring in histories of other places and change what is said of them, at an instant: editors and
 * site admins, while no sanction keeps them from it.
 */
export async function mayImport(
  queryable: Queryable,
  viewer: Pick<Viewer, 'person_id'> | null,
  at: Date,
): Promise<boolean> {
  if (viewer === null) {
    return false;
  }
  const found = await queryable.query(
    `select 1 from (
       select person_id from public.editors
       union all select person_id from public.admins where ladder_id is null) office
     where person_id = $1 and ${toFreeSql('$1', '$2')}`,
    [viewer.person_id, at],
  );
  return found.length > 0;
}
