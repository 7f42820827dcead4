import type {
  GameFields,
  OwnedGame,
  OwnedGameData,
  OwnedGamesData,
} from '@muster/site/pages/owner/data.ts';
import type { Loader } from '../context.ts';

/** The word at the place of a game's in the address of the form for a new one. */
const newWord = 'new';

/** All games with what is theirs, for site admins. */
export const loadOwnedGames: Loader<OwnedGamesData> = async ({ database, viewer }) => {
  if (viewer?.is_site_admin !== true) {
    return null;
  }
  const games = await database.query<OwnedGame>(
    `select g.slug, g.name, g.short_name, g.picture_path as picture, g.retired_at is not null as is_retired,
       (select count(*)::int from public.ladders l where l.game_slug = g.slug) as ladders
     from public.games g order by g.position, g.slug`,
  );
  return { games: [...games] };
};

type GameRow = GameFields & { picture: string | null; is_retired: boolean };

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
       picture_path as picture, retired_at is not null as is_retired
     from public.games where slug = $1`,
    [params.slug],
  );
  return game === undefined ? null : { game };
};
