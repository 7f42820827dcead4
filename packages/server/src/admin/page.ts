import type { AdminLine, AdminsData } from '@muster/site/pages/admins/data.ts';
import type { Loader } from '../context.ts';
import { readPart } from '../page/list-part.ts';
import { loadDesk } from './page-desk.ts';

const limit = 50;
/** Of one admin; of more it is said how many there are. */
const mostLadders = 10;

interface AdminsRow {
  found: number;
  site_total: number;
  ladder_total: number;
  admins: AdminLine[];
  open_disputes: number;
  rulings: number;
  median_hours: number | null;
}

/**
 * Admins with what the log says of them. Who ruled once and is no admin any more still counts in the
 * league's own figures. $1 a pattern or null, $2 how many to leave out.
 */
const adminsPage = `
  with officer as (
    select p.id, p.username, p.user_id, bool_or(a.ladder_id is null) as is_site_admin,
      count(a.ladder_id)::int as ladders_total,
      $1::text is null or p.username ilike $1 or coalesce(bool_or(l.name ilike $1 or l.slug ilike $1), false) as is_found
    from public.admins a
    join public.profiles p on p.id = a.person_id
    left join public.ladders l on l.id = a.ladder_id
    group by p.id
  ),
  shown as (
    select * from officer where is_found order by is_site_admin desc, lower(username), id offset $2 limit ${limit}
  )
  select (select count(*)::int from officer where is_found) as found,
    (select count(*)::int from officer where is_site_admin) as site_total,
    (select count(*)::int from officer where not is_site_admin) as ladder_total,
    (select coalesce(json_agg(line order by line.is_site_admin desc, lower(line.username), line.person_id), '[]') from (
      select s.id as person_id, s.username, s.user_id, s.is_site_admin, s.ladders_total,
        (select coalesce(json_agg(json_build_object('slug', l.slug, 'name', l.name) order by l.position, l.slug), '[]')
          from (select l.* from public.admins a join public.ladders l on l.id = a.ladder_id where a.person_id = s.id
            order by l.position, l.slug limit ${mostLadders}) l) as ladders,
        coalesce(own.rulings, 0) as rulings, own.median_hours, coalesce(own.overturned, 0) as overturned
      from shown s left join private.ruling_figures own on own.whose = s.id::text) line) as admins,
    (select count(*)::int from public.matches m join public.ladders l on l.id = m.ladder_id and not l.is_test
      where m.status = 'disputed') as open_disputes,
    every.rulings, every.median_hours
  from private.ruling_figures every where every.whose = 'all'`;

export const loadAdmins: Loader<AdminsData> = async ({ database, viewer, now, url }) => {
  const { query, pattern, from } = readPart(url);
  const [row] = await database.query<AdminsRow>(adminsPage, [pattern, from - 1]);
  if (row === undefined) {
    return null;
  }
  const { found, ...data } = row;
  return {
    ...data,
    part: { query, from, limit, total: found, kept: data.site_total + data.ladder_total },
    desk: viewer === null ? null : await loadDesk({ database, viewer, now, url }),
  };
};
