import type { Transaction } from '@muster/database';
import type { SiteState } from '@muster/league';

/** Brings the table of admins in line with the site's state. */
export async function projectSite(
  transaction: Transaction,
  before: SiteState,
  after: SiteState,
): Promise<void> {
  if (before.admins === after.admins && before.ladder_admins === after.ladder_admins) {
    return;
  }
  const wanted = [
    ...after.admins.map((person_id) => ({ person_id, ladder_id: null })),
    ...Object.entries(after.ladder_admins).flatMap(([ladder_id, people]) =>
      people.map((person_id) => ({ person_id, ladder_id })),
    ),
  ];
  const json = JSON.stringify(wanted);
  await transaction.query(
    `delete from public.admins a where not exists (
       select 1 from jsonb_to_recordset($1::jsonb) as w (person_id uuid, ladder_id uuid)
       where w.person_id = a.person_id and w.ladder_id is not distinct from a.ladder_id)`,
    [json],
  );
  await transaction.query(
    `insert into public.admins (person_id, ladder_id)
     select person_id, ladder_id from jsonb_to_recordset($1::jsonb) as w (person_id uuid, ladder_id uuid)
     on conflict (person_id, ladder_id) do nothing`,
    [json],
  );
}
