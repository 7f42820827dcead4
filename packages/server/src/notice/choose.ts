import type { Transaction } from '@muster/database';
import type { NoticeChoice, NoticeKind } from '@muster/site/pages/notices/kinds.ts';

/** Keeps how somebody wishes to be told of some kinds; a way that is not named stays as it was. */
export async function chooseNotices(
  database: Pick<Transaction, 'query'>,
  personId: string,
  kinds: readonly NoticeKind[],
  choice: Partial<NoticeChoice>,
): Promise<void> {
  await database.query(
    `insert into private.person_settings as s (person_id, notifications)
     values ($1, (select jsonb_object_agg(kind, $3::jsonb) from unnest($2::text[]) kind))
     on conflict (person_id) do update set notifications = s.notifications || (
       select jsonb_object_agg(kind, coalesce(s.notifications -> kind, '{}') || $3::jsonb)
       from unnest($2::text[]) kind)`,
    [personId, kinds, JSON.stringify(choice)],
  );
}
