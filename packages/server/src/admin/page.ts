import type { AdminLine, AdminsData } from '@muster/site/pages/admins/data.ts';
import type { Loader } from '../context.ts';
import { loadDesk } from './page-desk.ts';

interface AdminsRow {
  admins: AdminLine[];
  open_disputes: number;
  rulings: number;
  median_hours: number | null;
}

/**
 * Admins with what the log says of them. Who ruled once and is no admin any more still counts in the
 * league's own figures.
 */
const adminsPage = `
  select
    (select coalesce(json_agg(line order by line.is_site_admin desc, lower(line.username)), '[]') from (
      select p.id as person_id, p.username, p.user_id,
        bool_or(a.ladder_id is null) as is_site_admin,
        coalesce(json_agg(json_build_object('slug', l.slug, 'name', l.name) order by l.position)
          filter (where l.id is not null), '[]') as ladders,
        coalesce(own.rulings, 0) as rulings, own.median_hours, coalesce(own.overturned, 0) as overturned
      from public.admins a
      join public.profiles p on p.id = a.person_id
      left join public.ladders l on l.id = a.ladder_id
      left join private.ruling_figures own on own.whose = p.id::text
      group by p.id, own.whose) line) as admins,
    (select count(*)::int from public.matches where status = 'disputed') as open_disputes,
    every.rulings, every.median_hours
  from private.ruling_figures every where every.whose = 'all'`;

export const loadAdmins: Loader<AdminsData> = async ({ database, viewer, now, url }) => {
  const [row] = await database.query<AdminsRow>(adminsPage);
  if (row === undefined) {
    return null;
  }
  return {
    ...row,
    desk: viewer === null ? null : await loadDesk({ database, viewer, now, url }),
  };
};
