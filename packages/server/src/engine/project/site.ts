import type { Transaction } from '@muster/database';
import type { Sanction, SiteState } from '@muster/league';
import { upsertRows } from './rows.ts';

/** A sanction as its public row has it. */
export function toSanctionRow(sanction: Sanction) {
  return {
    id: sanction.id,
    person_id: sanction.person_id,
    ladder_id: sanction.ladder_id,
    kind: sanction.kind,
    given_by: sanction.by,
    starts_at: sanction.from,
    ends_at: sanction.until,
    rule: sanction.rule ?? null,
    text_id: sanction.reason.text_id,
    is_lifted: sanction.status === 'lifted',
  };
}

async function writeAdmins(transaction: Transaction, after: SiteState): Promise<void> {
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
     -- The log goes on naming the figures of a demonstration that was taken away.
     where exists (select 1 from public.profiles p where p.id = w.person_id)
     on conflict (person_id, ladder_id) do nothing`,
    [json],
  );
}

async function writeEditors(transaction: Transaction, { editors }: SiteState): Promise<void> {
  await transaction.query('delete from public.editors where person_id <> all ($1::uuid[])', [
    editors,
  ]);
  await transaction.query(
    `insert into public.editors (person_id) select unnest($1::uuid[])
     on conflict (person_id) do nothing`,
    [editors],
  );
}

/** Brings the tables of admins, editors and sanctions in line with the site's state. */
export async function projectSite(
  transaction: Transaction,
  { before, after }: { before: SiteState; after: SiteState },
): Promise<void> {
  if (before.admins !== after.admins || before.ladder_admins !== after.ladder_admins) {
    await writeAdmins(transaction, after);
  }
  if (before.editors !== after.editors) {
    await writeEditors(transaction, after);
  }
  const changed = Object.values(after.sanctions).filter(
    (sanction) => before.sanctions[sanction.id] !== sanction,
  );
  await upsertRows(transaction, 'public.sanctions', ['id'], changed.map(toSanctionRow));
}
