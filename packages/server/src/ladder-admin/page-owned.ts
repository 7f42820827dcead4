import { takeRow } from '@muster/database';
import type {
  OwnedLadder,
  OwnedLadderData,
  OwnedLaddersData,
} from '@muster/site/pages/owner/data.ts';
import type { Loader } from '../context.ts';
import { zones } from '../page/zones.ts';

/** The word at the place of a ladder's in the address of the form for a new one. */
const newWord = 'new';

const columns = `
  l.slug, l.name, g.name as game, l.format, l.region, l.zone, l.retired_at is not null as is_retired,
  (select s.status from public.seasons s where s.ladder_id = l.id and not s.is_demo
    order by s.number desc limit 1) as season`;

type LadderRow = OwnedLadder & { zone: string };

/** All ladders, for site admins. */
export const loadOwnedLadders: Loader<OwnedLaddersData> = async ({ database, viewer }) => {
  if (viewer?.is_site_admin !== true) {
    return null;
  }
  const ladders = await database.query<LadderRow>(
    `select ${columns} from public.ladders l join public.games g on g.slug = l.game_slug
     order by l.position, l.slug`,
  );
  return { ladders: ladders.map(({ zone: _zone, ...ladder }) => ladder) };
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
    await database.query<Pick<OwnedLadderData, 'games' | 'ladders'>>(
      `select
         (select coalesce(json_agg(json_build_object('slug', slug, 'name', name, 'short_name', short_name)
             order by position, slug), '[]')
           from public.games where retired_at is null) as games,
         (select coalesce(json_agg(json_build_object('slug', l.slug, 'name', g.short_name || ' ' || l.name,
             'format', l.format) order by l.position, l.slug), '[]')
           from public.ladders l join public.games g on g.slug = l.game_slug) as ladders`,
    ),
  );
  return {
    ladder: ladder ?? null,
    ...row,
    zones,
    zone,
  };
};
