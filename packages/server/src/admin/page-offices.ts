import { takeRow } from '@muster/database';
import type { Officer, OfficesData } from '@muster/site/pages/owner/data.ts';
import type { Loader } from '../context.ts';
import { readPart } from '../page/list-part.ts';

/** Ladders to a page; and people of each office that a page shows, of more it says how many there are. */
const limit = 50;
const mostPeople = 100;

interface OfficesRow {
  admins: Officer[];
  editors: Officer[];
  ladders: OfficesData['ladders'];
  admins_total: number;
  editors_total: number;
  total: number;
}

const toPeopleSql = (from: string, where: string) => `(
  select coalesce(json_agg(json_build_object('person_id', f.id, 'username', f.username, 'user_id', f.user_id)
    order by lower(f.username), f.id), '[]')
  from (select p.* from ${from} o join public.profiles p on p.id = o.person_id
    where ${where} order by lower(p.username), p.id limit ${mostPeople}) f)`;

const siteAdmins = '(select person_id from public.admins where ladder_id is null)';
const isNamed = '($1::text is null or p.username ilike $1)';

/** $1 a pattern or null, $2 how many ladders to leave out, $3 how many to give. */
const statement = `
  with found as (
    select l.id, l.slug, g.short_name || ' ' || l.name as name,
      row_number() over (order by l.retired_at is not null or g.retired_at is not null, l.position, l.slug) as place
    from public.ladders l join public.games g on g.slug = l.game_slug
    where $1::text is null or l.name ilike $1 or l.slug ilike $1 or g.name ilike $1 or g.short_name ilike $1
      or exists (select from public.admins a join public.profiles p on p.id = a.person_id
        where a.ladder_id = l.id and p.username ilike $1)
  )
  select ${toPeopleSql(siteAdmins, isNamed)} as admins,
    ${toPeopleSql('public.editors', isNamed)} as editors,
    (select count(*)::int from ${siteAdmins} o) as admins_total,
    (select count(*)::int from public.editors) as editors_total,
    (select count(*)::int from found) as total,
    (select coalesce(json_agg(json_build_object('slug', s.slug, 'name', s.name, 'admins',
        ${toPeopleSql('(select person_id from public.admins where ladder_id = s.id)', 'true')})
        order by s.place), '[]')
      from (select * from found order by place offset $2 limit $3) s) as ladders`;

/** Who has which office, ladders that are retired among the last; for site admins. */
export const loadOffices: Loader<OfficesData> = async ({ database, viewer, url }) => {
  if (viewer?.is_site_admin !== true) {
    return null;
  }
  const { query, pattern, from } = readPart(url);
  const row = takeRow(await database.query<OfficesRow>(statement, [pattern, from - 1, limit]));
  const { total, ...offices } = row;
  return { ...offices, part: { query, from, limit, total } };
};
