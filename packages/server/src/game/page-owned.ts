import { takeRow } from '@muster/database';
import type { OwnedGame, OwnedGameData, OwnedGamesData } from '@muster/site/pages/owner/data.ts';
import type { Loader } from '../context.ts';
import { readPart } from '../page/list-part.ts';
import { toIsRunningSql } from './running.ts';

/** The word at the place of a game's in the address of the form for a new one. */
const newWord = 'new';

const limit = 100;

interface ListRow {
  total: number;
  kept: number;
  shipped: string[];
  games: OwnedGame[];
}

/** $1 a pattern or null, $2 how many to leave out, $3 how many to give. */
const statement = `
  with placed as (
    select slug, name, short_name, picture_path as picture, retired_at is not null as is_retired,
      row_number() over (order by retired_at is not null, position, slug) as place
    from public.games
  ), found as (
    select * from placed where $1::text is null or name ilike $1 or short_name ilike $1 or slug ilike $1
  )
  select (select count(*)::int from found) as total,
    (select count(*)::int from placed where not is_retired) as kept,
    (select coalesce(json_agg(slug order by slug), '[]') from placed where not is_retired
       and slug in (select slug from private.laid_texts where kind = 'games')
       and not ${toIsRunningSql('placed.slug')}) as shipped,
    (select coalesce(json_agg(line order by line.place), '[]') from (
      select f.*, ${toIsRunningSql('f.slug')} as is_running,
        (select count(*)::int from public.ladders l where l.game_slug = f.slug) as ladders
      from (select * from found order by place offset $2 limit $3) f) line) as games`;

/** Games with what is theirs, those that are kept before the others, for site admins. */
export const loadOwnedGames: Loader<OwnedGamesData> = async ({ database, viewer, url }) => {
  if (viewer?.is_site_admin !== true) {
    return null;
  }
  const { query, pattern, from } = readPart(url);
  const row = takeRow(await database.query<ListRow>(statement, [pattern, from - 1, limit]));
  const { games, shipped, total, kept } = row;
  return { games, shipped, part: { query, from, limit, total, kept } };
};

type GameRow = NonNullable<OwnedGameData['game']>;

/** The form of a game, for site admins. */
export const loadOwnedGame: Loader<OwnedGameData> = async ({ database, viewer, params }) => {
  if (viewer?.is_site_admin !== true) {
    return null;
  }
  if (params.slug === newWord) {
    return { game: null };
  }
  const [game] = await database.query<GameRow>(
    `select slug, name, short_name, facts, maps, modes, sides, identity_kinds, has_casual_page,
       picture_path as picture, retired_at is not null as is_retired,
       ${toIsRunningSql('games.slug')} as is_running
     from public.games where slug = $1`,
    [params.slug],
  );
  return game === undefined ? null : { game };
};
