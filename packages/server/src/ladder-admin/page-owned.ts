import { takeRow } from '@muster/database';
import type {
  OwnedLadder,
  OwnedLadderData,
  OwnedLaddersData,
} from '@muster/site/pages/owner/data.ts';
import type { Loader } from '../context.ts';
import { readPart } from '../page/list-part.ts';
import { listZones } from '../page/zones.ts';

/** The word at the place of a ladder's in the address of the form for a new one. */
const newWord = 'new';

const columns = `
  l.slug, l.name, g.name as game, l.format, l.region, l.zone, l.retired_at is not null as is_retired,
  g.retired_at is not null as is_game_retired,
  (select s.status from public.seasons s where s.ladder_id = l.id and not s.is_demo
    order by s.number desc limit 1) as season`;

type LadderRow = NonNullable<OwnedLadderData['ladder']>;

const limit = 100;

interface ListRow {
  total: number;
  kept: number;
  ladders: OwnedLadder[];
}

/** $1 a pattern or null, $2 how many to leave out, $3 how many to give. */
const statement = `
  with placed as (
    select l.id, row_number() over (order by l.retired_at is not null or g.retired_at is not null, l.position, l.slug) as place,
      l.retired_at is not null or g.retired_at is not null as is_retired,
      $1::text is null or l.name ilike $1 or l.slug ilike $1 or g.name ilike $1 or g.short_name ilike $1 as is_found
    from public.ladders l join public.games g on g.slug = l.game_slug
  )
  select (select count(*)::int from placed where is_found) as total,
    (select count(*)::int from placed where not is_retired) as kept,
    (select coalesce(json_agg(line order by line.place), '[]') from (
      select ${columns}, p.place
      from (select * from placed where is_found order by place offset $2 limit $3) p
      join public.ladders l on l.id = p.id join public.games g on g.slug = l.game_slug) line) as ladders`;

/** Ladders, those that are kept before those that are retired or whose game is, for site admins. */
export const loadOwnedLadders: Loader<OwnedLaddersData> = async ({ database, viewer, url }) => {
  if (viewer?.is_site_admin !== true) {
    return null;
  }
  const { query, pattern, from } = readPart(url);
  const row = takeRow(await database.query<ListRow>(statement, [pattern, from - 1, limit]));
  const { ladders, total, kept } = row;
  return { ladders, part: { query, from, limit, total, kept } };
};

/** The form of a ladder, for site admins. */
export const loadOwnedLadder: Loader<OwnedLadderData> = async (input) => {
  const { database, viewer, params, zone } = input;
  if (viewer?.is_site_admin !== true) {
    return null;
  }
  const isNew = params.slug === newWord;
  const [ladder] = await database.query<LadderRow>(
    `select ${columns} from public.ladders l join public.games g on g.slug = l.game_slug
     where l.slug = $1 and not $2`,
    [params.slug, isNew],
  );
  if (ladder === undefined && !isNew) {
    return null;
  }
  const row = takeRow(
    await database.query<Pick<OwnedLadderData, 'has_games' | 'only_game' | 'has_ladders'>>(
      `with kept as (select slug, name from public.games where retired_at is null limit 2)
       select exists (select from kept) as has_games, exists (select from public.ladders) as has_ladders,
         (select json_build_object('slug', slug, 'name', name) from kept
           where (select count(*) from kept) = 1) as only_game`,
    ),
  );
  return {
    ladder: ladder ?? null,
    ...row,
    zones: listZones(input.locale),
    zone,
  };
};
