import type { OfficesData } from '@muster/site/pages/owner/data.ts';
import type { Loader } from '../context.ts';

const toPeopleSql = (from: string) => `(
  select coalesce(json_agg(json_build_object('person_id', p.id, 'username', p.username, 'user_id', p.user_id)
    order by lower(p.username), p.id), '[]')
  from ${from} o join public.profiles p on p.id = o.person_id)`;

/** Who has which office, ladders that are retired among the last; for site admins. */
export const loadOffices: Loader<OfficesData> = async ({ database, viewer }) => {
  if (viewer?.is_site_admin !== true) {
    return null;
  }
  const [row] = await database.query<OfficesData>(
    `select
       ${toPeopleSql('(select person_id from public.admins where ladder_id is null)')} as admins,
       ${toPeopleSql('public.editors')} as editors,
       (select coalesce(json_agg(json_build_object('slug', l.slug, 'name', g.short_name || ' ' || l.name, 'admins',
           ${toPeopleSql('(select person_id from public.admins where ladder_id = l.id)')})
           order by l.retired_at nulls first, l.position, l.slug), '[]')
         from public.ladders l join public.games g on g.slug = l.game_slug) as ladders`,
  );
  return row ?? null;
};
