import type { ArchiveImportData } from '@muster/site/pages/archives/import-data.ts';
import type { Loader } from '../context.ts';
import { mayImport } from './who.ts';

interface EditedRow {
  slug: string;
  title: string;
  origin: string;
  ladder: string;
  season: string;
  game: ArchiveImportData['game'];
  ended_on: string;
}

/** The form for histories of other places, or for one that is here already; there for nobody but those who may. */
export const loadArchiveImport: Loader<ArchiveImportData> = async (input) => {
  const { database, viewer, url, now } = input;
  if (viewer === null || !(await mayImport(database, viewer, now))) {
    return null;
  }
  const wanted = url.searchParams.get('archive');
  const [edited] =
    wanted === null
      ? []
      : await database.query<EditedRow>(
          `select slug, title, origin, ladder_name as ladder, season_name as season, ended_on::text,
             (select json_build_object('slug', g.slug, 'name', g.name) from public.games g where g.slug = game_slug) as game
           from public.imported_archives where slug = $1`,
          [wanted],
        );
  if (wanted !== null && edited === undefined) {
    return null;
  }
  if (edited === undefined) {
    return { edited: null, game: null };
  }
  const { game, ...facts } = edited;
  return { edited: { ...facts, may_remove: viewer.is_site_admin }, game };
};
