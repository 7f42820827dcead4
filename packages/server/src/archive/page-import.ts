import type { ArchiveImportData } from '@muster/site/pages/archives/import-data.ts';
import type { Loader } from '../context.ts';

interface EditedRow {
  slug: string;
  title: string;
  origin: string;
  ladder: string;
  season: string;
  game: string | null;
  ended_on: string;
}

/** The form for histories of other places, or for one that is here already; there for nobody but editors and site admins. */
export const loadArchiveImport: Loader<ArchiveImportData> = async ({ database, viewer, url }) => {
  if (viewer === null || (!viewer.is_editor && !viewer.is_site_admin)) {
    return null;
  }
  const wanted = url.searchParams.get('archive');
  const games = await database.query<{ slug: string; name: string }>(
    'select slug, name from public.games order by position, slug',
  );
  const [edited] =
    wanted === null
      ? []
      : await database.query<EditedRow>(
          `select slug, title, origin, ladder_name as ladder, season_name as season, game_slug as game, ended_on::text
           from public.imported_archives where slug = $1`,
          [wanted],
        );
  if (wanted !== null && edited === undefined) {
    return null;
  }
  return {
    games,
    edited: edited === undefined ? null : { ...edited, may_remove: viewer.is_site_admin },
  };
};
