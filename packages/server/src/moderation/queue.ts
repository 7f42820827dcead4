import type { Queryable } from '@muster/database';
import type { CaseClaim, CaseReason, ThingKind } from '@muster/site/pages/moderation/kinds.ts';
import { appealAnsweredWithin, claimLasts, mayDecide } from './case-row.ts';

/** The topic on which every change of any case is told; it says nothing of the case. */
export const allCasesTopic = 'case:00000000-0000-0000-0000-000000000000';

/** A case that waits for a decision: reports, a flagged name, or an appeal. Its page is `/admins/cases/{id}`. */
export interface WaitingCase {
  id: string;
  kind: ThingKind;
  status: 'open' | 'appealed';
  /** What most reports give as their reason. */
  reason: CaseReason;
  /** How many people have reported it; none where the word list did. */
  reports: number;
  /** The name or the first words of what was reported. */
  title: string;
  ladder: { slug: string; name: string } | null;
  /** Since when it waits, and until when an appeal is to be decided. */
  since: string;
  until: string | null;
  holder: CaseClaim | null;
  /** Whether the person has a part in it, or decided first: another must. */
  is_barred: boolean;
}

interface WaitingRow extends Omit<WaitingCase, 'since' | 'until' | 'holder'> {
  since: Date;
  holder: string | null;
  holder_id: string | null;
  held_at: Date | null;
}

const waits = `c.status in ('open', 'appealed') and ${mayDecide}`;

const statement = `
  select c.id, c.kind, c.status, r.reason, r.people as reports, coalesce(left(r.title, 80), '') as title,
    case when l.id is not null then json_build_object('slug', l.slug, 'name', l.name) end as ladder,
    coalesce(c.appealed_at, c.opened_at) as since, h.username as holder, h.id as holder_id, c.held_at,
    (c.status = 'appealed' and c.decided_by is not distinct from $2::uuid)
      or private.is_case_party(c.id, $2) as is_barred
  from private.cases c
  cross join lateral (
    select mode() within group (order by reason) as reason,
      count(*) filter (where reason <> 'flagged')::integer as people,
      (array_agg(coalesce(nullif(snapshot ->> 'title', ''), snapshot ->> 'words') order by reported_at desc))[1] as title
    from private.reports where case_id = c.id) r
  left join public.ladders l on l.id = c.ladder_id
  left join public.profiles h on h.id = c.holder_id
    and c.held_at > $1::timestamptz - interval '${claimLasts / 1000} seconds'
  where ${waits}
  order by c.status = 'open', coalesce(c.appealed_at, c.opened_at), c.id limit $3`;

/** The cases that a person may decide and that wait: appeals first, then the longest waiting. */
export async function listWaitingCases(
  queryable: Queryable,
  { personId, at, limit }: { personId: string; at: Date; limit: number },
): Promise<WaitingCase[]> {
  const rows = await queryable.query<WaitingRow>(statement, [at, personId, limit]);
  return rows.map(({ since, holder, holder_id, held_at, ...row }) => ({
    ...row,
    since: since.toISOString(),
    until:
      row.status === 'appealed'
        ? new Date(since.getTime() + appealAnsweredWithin).toISOString()
        : null,
    holder:
      holder === null || held_at === null
        ? null
        : {
            username: holder,
            since: held_at.toISOString(),
            until: new Date(held_at.getTime() + claimLasts).toISOString(),
            is_own: holder_id === personId,
          },
  }));
}

/** How many cases wait that a person may decide. */
export async function countWaitingCases(queryable: Queryable, personId: string): Promise<number> {
  const [row] = await queryable.query<{ count: number }>(
    `select count(*)::integer as count from private.cases c where $1::uuid is not null and ${waits}`,
    [personId, personId],
  );
  return row?.count ?? 0;
}
