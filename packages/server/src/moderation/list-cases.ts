import type { Queryable } from '@muster/database';
import type { CaseLine } from '@muster/site/pages/moderation/data.ts';
import type { ThingKind } from '@muster/site/pages/moderation/kinds.ts';
import { appealAnsweredWithin } from '../page/case-office.ts';
import { toClaimHoldsSql } from '../page/claims.ts';
import { mayDecide, toClaim } from './case-row.ts';
import { toShownTitleSql } from './queue.ts';

interface LineRow extends Omit<CaseLine, 'since' | 'until' | 'holder'> {
  since: Date;
  holder: string | null;
  holder_id: string | null;
  held_at: Date | null;
}

/** $1 the instant, $2 the person, $3 whether those that are done, $4 a kind or null, $5 how many, $6 how many to leave out. */
const statement = `
  select c.id, c.kind, c.status, r.reason, r.people as reports, ${toShownTitleSql('c.id')} as title,
    case when l.id is not null then json_build_object('slug', l.slug, 'name', l.name) end as ladder,
    found.since, h.username as holder, h.id as holder_id, c.held_at,
    (c.status = 'appealed' and c.decided_by is not distinct from $2::uuid)
      or private.is_case_party(c.id, $2) as is_barred
  from (
    select c.id, case when c.status in ('open', 'appealed') then coalesce(c.appealed_at, c.opened_at)
        else coalesce(c.appeal_decided_at, c.decided_at) end as since
    from private.cases c
    where (c.status in ('open', 'appealed')) <> $3 and ($4::text is null or c.kind = $4) and ${mayDecide}
    order by c.status = 'open', case when $3 then c.opened_at end desc, coalesce(c.appealed_at, c.opened_at), c.id
    limit $5 offset $6) found
  join private.cases c on c.id = found.id
  cross join lateral (
    select coalesce(mode() within group (order by reason), 'other') as reason,
      count(*) filter (where reason <> 'flagged')::integer as people
    from private.reports where case_id = c.id) r
  left join public.ladders l on l.id = c.ladder_id
  left join public.profiles h on h.id = c.holder_id
    and ${toClaimHoldsSql('case', 'c.held_at', '$1')}
  order by c.status = 'open', case when $3 then c.opened_at end desc, found.since, c.id`;

export interface Listed {
  personId: string;
  at: Date;
  isDone: boolean;
  kind: ThingKind | null;
  limit: number;
  offset: number;
}

/** Cases that the person's office lets them decide: what waits, appeals first and then the oldest, or what is done. */
export async function listCases(queryable: Queryable, listed: Listed): Promise<CaseLine[]> {
  const { personId, at, isDone, kind, limit, offset } = listed;
  const values = [at, personId, isDone, kind, limit, offset];
  const rows = await queryable.query<LineRow>(statement, values);
  return rows.map(({ since, holder, holder_id, held_at, ...row }) => ({
    ...row,
    since: since.toISOString(),
    until:
      row.status === 'appealed'
        ? new Date(since.getTime() + appealAnsweredWithin).toISOString()
        : null,
    holder: holder === null ? null : toClaim(holder, { holder_id, held_at }, personId),
  }));
}
