import type { Queryable } from '@muster/database';
import type { SanctionKind } from '@muster/league';
import {
  type PeopleData,
  type PeopleFilter,
  type PersonLine,
  peopleFilters,
} from '@muster/site/pages/people/data.ts';
import { toAccountNameSql } from '../account/account-name.ts';
import type { Loader } from '../context.ts';
import { toLiteral } from '../page/list-part.ts';
import { readPlace } from '../page/read-place.ts';

const pageSize = 50;
const longest = 60;

/** The people whom somebody in office may look at: $1 is who reads. Everybody for a site admin, who plays on a ladder for its admins. */
export const readersPeople = `
  office as (
    select exists (select 1 from public.admins where person_id = $1 and ladder_id is null) as is_site_admin,
      array(select ladder_id from public.admins where person_id = $1 and ladder_id is not null) as ladders
  ),
  reader as (
    select p.* from public.profiles p, office
    where p.user_id is not null and (office.is_site_admin
      or exists (select 1 from public.entry_players ep join public.entries e on e.id = ep.entry_id
        join public.seasons s on s.id = e.season_id
        where ep.person_id = p.id and s.ladder_id = any (office.ladders))
      or exists (select 1 from public.sanctions q where q.person_id = p.id and q.ladder_id = any (office.ladders)))
  )`;

/** Of the person `p`: the sanctions that hold at $2, on the site or on a ladder. */
const inForce = `
  select s.id, s.kind from public.sanctions s where s.person_id = p.id and not s.is_lifted and s.starts_at <= $2
    and (s.ends_at is null or s.ends_at > $2)`;

/** Of the person `p`: the appeals that wait for the reader's office. */
const openAppeal = `
  select 1 from private.sanction_appeals q join public.sanctions s on s.id = q.sanction_id and not s.is_lifted
  where q.person_id = p.id and q.decided_at is null
    and (select office.is_site_admin or s.ladder_id = any (office.ladders) from office)`;

const filters: Record<PeopleFilter, string> = {
  all: 'true',
  sanctioned: `exists (${inForce})`,
  appeals: `exists (${openAppeal})`,
  admins: 'exists (select 1 from public.admins a where a.person_id = p.id)',
  editors: 'exists (select 1 from public.editors e where e.person_id = p.id)',
};

/**
 * Where the words $3 are found, but for the name itself: a name from before, a name in a game, or, by site
 * admins, an account elsewhere. $4 are the words as a pattern, $5 what they look like, $7 those who come near them.
 */
const knownAs = `
  coalesce(
    (select f.username from private.former_names f where f.person_id = p.id and f.username ilike $4 order by f.id desc limit 1),
    (select i.handle from public.profile_identities i where i.person_id = p.id and i.handle ilike $4 limit 1),
    (select coalesce(${toAccountNameSql('i')}, i.provider_id) from auth.identities i, office
      where office.is_site_admin and i.user_id = p.user_id
        and (i.provider_id = $3 or i.identity_data -> 'custom_claims' ->> 'global_name' ilike $4
          or i.identity_data ->> 'full_name' ilike $4 or i.identity_data ->> 'name' ilike $4) limit 1))`;

/** Of those who only come near the words, the nearest first. */
const nearest = 'array_position($7::uuid[], id)';

const toListSql = (filter: PeopleFilter) => `
  with ${readersPeople},
  found as (
    select p.*, case when $3 = '' or p.username ilike $4 or look.alike then null else ${knownAs} end as known_as
    from reader p
    cross join lateral (select exists (select 1 from private.username_skeletons k
      where $5 <> '' and k.person_id = p.id and position($5 in k.skeleton) > 0) as alike) look
    where ${filters[filter]}
      and ($3 = '' or p.username ilike $4 or look.alike or p.id = any($7::uuid[]) or ${knownAs} is not null)
  ),
  shown as (select * from found order by ${nearest}, lower(username), id limit ${pageSize} offset $6)
  select (select is_site_admin from office) as is_site_admin,
    (select is_site_admin or ladders <> '{}' from office) as has_office,
    (select count(*)::int from found) as count,
    (select coalesce(json_agg(json_build_object('person_id', p.id, 'username', p.username, 'joined_at', p.created_at,
        'known_as', p.known_as,
        'teams', (select coalesce(json_agg(json_build_object('slug', t.slug, 'name', t.name) order by t.name), '[]')
          from public.rosters r join public.teams t on t.id = r.team_id where r.person_id = p.id),
        'is_site_admin', exists (select 1 from public.admins a where a.person_id = p.id and a.ladder_id is null),
        'is_editor', exists (select 1 from public.editors e where e.person_id = p.id),
        'ladders', (select coalesce(json_agg(l.name order by l.position), '[]') from public.admins a
          join public.ladders l on l.id = a.ladder_id where a.person_id = p.id),
        'sanctions', (select coalesce(json_agg(distinct s.kind), '[]') from (${inForce}) s),
        'has_appeal', exists (${openAppeal})
      ) order by ${nearest}, lower(p.username), p.id), '[]') from shown p) as people`;

interface ListRow {
  is_site_admin: boolean;
  has_office: boolean;
  count: number;
  people: (PersonLine & { sanctions: SanctionKind[] })[];
}

const isFilter = (text: string | null): text is PeopleFilter =>
  peopleFilters.some((filter) => filter === text);

/** What is looked for, bounded; empty for what is no text. */
function readWords(text: string | null): string {
  const words = (text ?? '').trim().slice(0, longest);
  return words.includes('\0') || !words.isWellFormed() ? '' : words;
}

/** Those whose name comes near the words, the nearest first: by the search that everybody has. */
async function listAlike(database: Queryable, words: string): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    'select id from private.find_alike_people($1) order by place',
    [words],
  );
  return rows.map(({ id }) => id);
}

/** People for those in office, found by name, by a former one or by an account, else by what comes near a name; null for everybody else. */
export const loadPeople: Loader<PeopleData> = async ({ database, viewer, now, url }) => {
  if (viewer === null) {
    return null;
  }
  const words = readWords(url.searchParams.get('q'));
  const asked = url.searchParams.get('show');
  const filter = isFilter(asked) ? asked : 'all';
  const [{ skeleton } = { skeleton: '' }] = await database.query<{ skeleton: string }>(
    `select case when $1 = '' then '' else private.name_skeleton($1) end as skeleton`,
    [words],
  );
  const pattern = `%${toLiteral(words)}%`;
  let alike: string[] = [];
  const read = async (page: number) => {
    const before = Math.min((page - 1) * pageSize, 1_000_000);
    const values = [viewer.person_id, now, words, pattern, skeleton, before, alike];
    const [row] = await database.query<ListRow>(toListSql(filter), values);
    return row;
  };
  const place = readPlace(url, 'page') ?? 1;
  let first = await read(place);
  if (first?.has_office === true && first.count === 0 && words !== '') {
    alike = await listAlike(database, words);
    first = alike.length === 0 ? first : await read(place);
  }
  if (first?.has_office !== true) {
    return null;
  }
  const pages = Math.max(1, Math.ceil(first.count / pageSize));
  const page = Math.min(place, pages);
  const { count, is_site_admin, people } = page === place ? first : ((await read(page)) ?? first);
  return {
    ...{
      words,
      filter,
      count,
      page,
      pages,
      is_site_admin,
      is_alike: alike.length > 0 && count > 0,
    },
    people: people.map((line) => ({ ...line, joined_at: new Date(line.joined_at).toISOString() })),
  };
};
