import type { PageHead, Translate } from '../../page-head.ts';

/** What is said of an imported archive as a whole. */
export interface ImportedFacts {
  title: string;
  origin: string;
  ladder: string;
  season: string;
  game: string | null;
  /** A day: 2019-05-31. */
  ended_on: string;
}

/** What /archives/import shows: an empty form, or one that is here already, by `?archive=`. */
export interface ArchiveImportData {
  edited: (Omit<ImportedFacts, 'game'> & { slug: string; may_remove: boolean }) | null;
  /** Of which it is. */
  game: { slug: string; name: string } | null;
}

/** What a row of an imported history may be. */
export const importedSections = ['match', 'standing', 'roster', 'trophy', 'record'] as const;
export type ImportedSection = (typeof importedSections)[number];

/** Why something of a file is not taken. */
export type ImportRule =
  | 'required'
  | 'too_long'
  | 'number'
  | 'date'
  | 'one_of'
  | 'winner'
  | 'fields'
  | 'quote'
  | 'row_too_long'
  | 'not_a_row'
  | 'too_many_rows'
  | 'no_rows'
  | 'no_columns'
  | 'not_json';

/** What a file comes to, as `POST /api/archives/import` answers. */
export interface ImportAnswer {
  /** Where it stands; null after a dry run. */
  slug: string | null;
  encoding: string;
  separator: string | null;
  counts: Record<string, number>;
  /** How many rows are taken, and how many are not. */
  total: number;
  faulty: number;
  faults: { line: number; field: string; rule: ImportRule; value: string }[];
  facts: Partial<ImportedFacts>;
}

export function toArchiveImportHead(_data: ArchiveImportData, translate: Translate): PageHead {
  return { title: translate('archive-office.import.title'), isPrivate: true };
}
