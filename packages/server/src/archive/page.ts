import { takeRow } from '@muster/database';
import {
  type ArchiveData,
  type ArchiveLine,
  type ArchivePart,
  type ArchivesData,
  archiveParts,
} from '@muster/site/pages/archives/data.ts';
import type { Loader, LoaderInput } from '../context.ts';
import { readChoice } from '../page/filter-choices.ts';
import { toInstant } from '../page/instants.ts';
import { toProse } from '../page/markdown.ts';
import { readPlace } from '../page/read-place.ts';
import { toText } from '../page/texts.ts';
import {
  type ArchiveRow,
  type HeadRow,
  headStatement,
  type ImportedHead,
  type ListRow,
  listStatement,
  type SeasonHead,
  type TextHead,
} from './query.ts';
import { loadImportedTables, loadSeasonTables, type Place, toTextTables } from './rows.ts';
import { mayImport } from './who.ts';

const archivesOfPage = 50;
const rowsOfPage = 50;

function readYear(url: URL): number | null {
  const year = readPlace(url, 'year');
  return year !== null && year <= 9999 ? year : null;
}

/** Everything that is over: frozen seasons, imported histories, and what the league says of the past. */
export const loadArchives: Loader<ArchivesData> = async (input) => {
  const { database, locale, url, viewer, now } = input;
  const from = readPlace(url, 'from') ?? 1;
  const year = readYear(url);
  const choices = { game: readChoice(url, 'game'), ladder: readChoice(url, 'ladder') };
  const [game, ladder] = [choices.game.slug, choices.ladder.slug];
  const words = [choices.game.pattern, choices.ladder.pattern];
  const asked = [year, game, ladder, from - 1, archivesOfPage, ...words];
  const row = takeRow(await database.query<ListRow>(listStatement, asked));
  const { archives, years, games, ladders, total } = row;
  return {
    archives: archives.map((archive) => toLine(archive, locale)),
    ...{ years, games, ladders, year, game, ladder, total, from },
    limit: archivesOfPage,
    may_import: await mayImport(database, viewer, now),
  };
};

function readPart(url: URL): ArchivePart {
  const asked = url.searchParams.get('part');
  return archiveParts.find((part) => part === asked) ?? 'overview';
}

/** One of them, with its standing, matches, rosters, trophies and records as they were. */
export const loadArchive: Loader<ArchiveData> = async (input) => {
  const { database, params, url } = input;
  const [head] = await database.query<HeadRow>(headStatement, [params.archive]);
  const slug = params.archive ?? '';
  const part = readPart(url);
  const is_exact = url.searchParams.has('exact');
  const place: Place = { part, from: readPlace(url, 'from') ?? 1, limit: rowsOfPage, is_exact };
  if (head?.season != null) {
    const tables = await loadSeasonTables(database, head.season.id, place);
    return { ...toSeason(slug, head.season, head.text, input), ...place, ...tables };
  }
  if (head?.imported != null) {
    const tables = await loadImportedTables(database, head.imported.id, place);
    const may_edit = await mayImport(database, input.viewer, input.now);
    return { ...toImported(slug, head.imported), may_edit, ...place, ...tables };
  }
  if (head?.text != null) {
    return { ...toOwnText(slug, head.text, input), ...place, part: 'overview' };
  }
  return null;
};

type Tables = 'standings' | 'matches' | 'runs' | 'rosters' | 'trophies' | 'records';
type Frame = Omit<ArchiveData, keyof Place | Tables>;

const nothing = { season: null, game: null, format: null, origin: null, has_masks: false } as const;

function toCounts(counts: Record<string, number>): ArchiveData['counts'] {
  const { standing = 0, match = 0, run = 0, roster = 0 } = counts;
  return { standing, match, run, roster };
}

function toSeason(
  slug: string,
  head: SeasonHead,
  text: TextHead | null,
  { locale }: LoaderInput,
): Frame {
  const { ladder_slug, ladder_now, sequence } = head;
  const log = head.is_log_shown ? `/ladders/${ladder_slug}/log?before=${sequence + 1}` : null;
  return {
    ...nothing,
    kind: 'season',
    slug,
    title: text ? toText(text.title, locale) : `${head.ladder_name} · ${head.season_name}`,
    summary: toText(text?.summary ?? head.summary, locale),
    body: text ? toProse(toText(text.body, locale)) : [],
    closed_at: toInstant(head.closed_at),
    ladder: { slug: ladder_slug, name: ladder_now },
    is_demo: head.is_demo,
    format: head.format,
    game: head.game_name,
    season: head.season_name,
    counts: toCounts(head.counts),
    frozen: { at: toInstant(head.frozen_at), sequence, hash: head.head_hash, log },
    imported: null,
    may_edit: false,
  };
}

function toImported(slug: string, head: ImportedHead): Omit<Frame, 'may_edit'> {
  const { importer } = head;
  const by =
    importer === null ? null : { name: importer.username, href: `/profiles/${importer.user_id}` };
  return {
    ...nothing,
    kind: 'imported',
    slug,
    title: head.title,
    summary: head.ladder_name,
    body: [],
    closed_at: toInstant(head.ended_on),
    ladder: null,
    origin: head.origin,
    is_demo: false,
    game: head.game_name,
    season: head.season_name === '' ? null : head.season_name,
    counts: toCounts(head.counts),
    frozen: null,
    imported: { at: toInstant(head.imported_at), by },
  };
}

function toOwnText(slug: string, head: TextHead, { locale }: LoaderInput) {
  const { season, matches } = head.content;
  const tables = toTextTables(head.content);
  const standing = tables.standings.length;
  return {
    ...nothing,
    kind: 'text' as const,
    slug,
    title: toText(head.title, locale),
    summary: toText(head.summary, locale),
    body: toProse(toText(head.body, locale)),
    closed_at: toInstant(head.closed_at),
    ladder: null,
    is_demo: false,
    season: typeof season === 'string' ? season : null,
    counts: { ...toCounts({ standing }), match: typeof matches === 'number' ? matches : 0 },
    frozen: null,
    imported: null,
    may_edit: false,
    ...tables,
  };
}

function toLine(row: ArchiveRow, locale: string): ArchiveLine {
  return {
    kind: row.kind,
    slug: row.slug,
    title: toText(row.title, locale),
    summary: toText(row.summary, locale),
    closed_at: toInstant(row.closed_at),
    ladder:
      row.ladder_slug === null || row.ladder_name === null
        ? null
        : { slug: row.ladder_slug, name: row.ladder_name },
    origin: row.origin,
    is_demo: row.is_demo,
  };
}
