import type { SanctionKind } from '@muster/league';
import type { Precedent } from '@muster/site/pages/people/data.ts';
import { type JsonInstant, toInstant } from '../page/instants.ts';

const day = 24 * 3600 * 1000;

export interface PrecedentRow {
  id: string;
  kind: SanctionKind;
  username: string;
  starts_at: JsonInstant;
  ends_at: JsonInstant | null;
  rule: string | null;
  reason: string | null;
  is_lifted: boolean;
}

/**
 * SQL: sanctions `s` that are precedents for another, with their `place` among those of their kind.
 * @param among which of them. @param first which come first, before the newest.
 */
export const toPrecedentsSql = (among: string, first = 'false') => `
  select s.id, s.kind, p.username, s.starts_at, s.ends_at, s.rule, x.text as reason, s.is_lifted,
    row_number() over (partition by s.kind order by (${first}) desc, s.starts_at desc, s.id) as place
  from public.sanctions s join public.profiles p on p.id = s.person_id
  left join private.event_texts x on x.id = s.text_id
  where ${among}`;

/** How many of a kind are shown. */
export const precedentsShown = 8;

/** A precedent as pages show it; its length is in whole days. */
export function toPrecedent({ starts_at, ends_at, ...row }: PrecedentRow): Precedent {
  const { id, kind, username, rule, reason, is_lifted } = row;
  const days =
    ends_at === null
      ? null
      : Math.max(1, Math.round((Date.parse(ends_at) - Date.parse(starts_at)) / day));
  return { ...{ id, kind, username, rule, reason, is_lifted, days }, from: toInstant(starts_at) };
}
