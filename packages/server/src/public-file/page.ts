import type { ExportData } from '@muster/site/pages/export/data.ts';
import type { Loader } from '../context.ts';
import { findPublicFile } from './kept-public-file.ts';

/** What the public file is as it lies there; nothing where the league offers none. */
export const loadExport: Loader<ExportData> = async ({ database, settings }) => {
  if (settings?.current.publicFile !== true) {
    return null;
  }
  const found = await findPublicFile(database);
  if (found === null) {
    return { file: null };
  }
  const { as_of, pages, size, sha256 } = found;
  return { file: { as_of: as_of.toISOString(), pages, size, sha256 } };
};
