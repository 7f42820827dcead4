import type { Queryable } from '@muster/database';

/** Somebody who has a thing's texts open. */
export interface Open {
  person: string;
  username: string;
  locale: string;
  since: string;
}

/** Who has a thing's texts open now, but for one person: pages say so every 20 seconds, and are gone after 60. */
export async function listOpen(
  queryable: Queryable,
  textId: string,
  { person, at }: { person: string; at: Date },
): Promise<Open[]> {
  const rows = await queryable.query<Omit<Open, 'since'> & { since: Date }>(
    `select o.person_id as person, p.username, o.locale, o.since
     from private.text_presence o join public.profiles p on p.id = o.person_id
     where o.text_id = $1 and o.person_id <> $2
       and o.seen_at >= $3::timestamptz - interval '60 seconds'
     order by o.since, p.username limit 20`,
    [textId, person, at],
  );
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}
