import { toHeldSql } from './held.ts';

const day = 24 * 3600 * 1000;

/** An appeal is to be decided within so many milliseconds. */
export const appealAnsweredWithin = 7 * day;

/** SQL: until when an appeal that was made at an instant is to be decided. */
export const toAnsweredBySql = (made: string) =>
  `${made} + interval '${appealAnsweredWithin / 1000} seconds'`;

/**
 * SQL: whether somebody's office lets them decide the case `c` of what was reported. Site admins decide all, a ladder's
 * admins what belongs to their ladder, editors articles. `person` is a column or placeholder of a uuid.
 */
export const toMayDecideSql = (person: string) => `(
  exists (select 1 from public.admins a
    where a.person_id = ${person} and (a.ladder_id is null or a.ladder_id = c.ladder_id))
  or (c.kind = 'article' and exists (select 1 from public.editors e where e.person_id = ${person})))`;

/** SQL: whether somebody in office is neither banned nor suspended everywhere at an instant: who is may not act. */
export const toFreeSql = (person: string, at: string) =>
  `not ${toHeldSql({ person, at, ladder: null })}`;

/** SQL: who may decide the case `c` as it stands: no party, and no appeal of their own decision; `person_id` each. */
export const toDecidersSql = (now: string) => `
  select o.person_id from (select person_id from public.admins union select person_id from public.editors) o
  where ${toMayDecideSql('o.person_id')} and ${toFreeSql('o.person_id', now)}
    and (c.status <> 'appealed' or o.person_id is distinct from c.decided_by)
    and not private.is_case_party(c.id, o.person_id)`;
