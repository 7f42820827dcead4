import type {
  ArchiveData,
  ArchiveDebugData,
  ArchiveLine,
  ArchivesData,
  FinalPlace,
} from '@muster/site/pages/archives/data.ts';
import type { Loader } from '../context.ts';
import { toInstant } from '../page/instants.ts';
import { toProse } from '../page/markdown.ts';
import { toText } from '../page/texts.ts';
import { type ArchiveRow, toArchivesSql } from './query.ts';

const listStatement = `select * from (${toArchivesSql(false)}) archive order by closed_at desc, slug`;
const oneStatement = `select * from (${toArchivesSql(true)}) archive where slug = $1`;

/** Everything that is over: closed seasons, and what the league keeps beside them. */
export const loadArchives: Loader<ArchivesData> = async ({ database, locale }) => {
  const rows = await database.query<ArchiveRow>(listStatement);
  return { archives: rows.map((row) => toLine(row, locale)) };
};

/** One of them, with its final places as they were. */
export const loadArchive: Loader<ArchiveData> = async ({ database, params, locale }) => {
  const [row] = await database.query<ArchiveRow>(oneStatement, [params.archive]);
  if (row === undefined) {
    return null;
  }
  const { matches } = row.content;
  return {
    ...toLine(row, locale),
    body: toProse(toText(row.body, locale)),
    standings: toPlaces(row.content.standings),
    season: row.season,
    matches: typeof matches === 'number' ? matches : null,
  };
};

/** The raw content of one of them, for whoever wants to check what the page makes of it. */
export const loadArchiveDebug: Loader<ArchiveDebugData> = async ({ database, url, locale }) => {
  const wanted = url.searchParams.get('archive');
  const rows = await database.query<ArchiveRow>(listStatement);
  const [row] = wanted === null ? [] : await database.query<ArchiveRow>(oneStatement, [wanted]);
  return {
    archives: rows.map(({ slug, title }) => ({ slug, title: toText(title, locale) })),
    chosen:
      row === undefined
        ? null
        : {
            slug: row.slug,
            title: toText(row.title, locale),
            raw: JSON.stringify({ ...row, closed_at: toInstant(row.closed_at) }, null, 2),
          },
    unknown: wanted !== null && row === undefined ? wanted.slice(0, 200) : null,
  };
};

function toLine(row: ArchiveRow, locale: string): ArchiveLine {
  return {
    slug: row.slug,
    title: toText(row.title, locale),
    summary: toText(row.summary, locale),
    closed_at: toInstant(row.closed_at),
    ladder:
      row.ladder_slug === null || row.ladder_name === null
        ? null
        : { slug: row.ladder_slug, name: row.ladder_name },
  };
}

/** Archived content outlives the code that wrote it: what is not as expected is left out. */
function toPlaces(standings: unknown): FinalPlace[] {
  if (!Array.isArray(standings)) {
    return [];
  }
  return standings.flatMap((row: unknown, index): FinalPlace[] => {
    if (typeof row !== 'object' || row === null || !('name' in row)) {
      return [];
    }
    const fields: Record<string, unknown> = { ...row };
    return [
      {
        place: toCount(fields.place) ?? index + 1,
        name: String(fields.name),
        href: typeof fields.href === 'string' && fields.href.startsWith('/') ? fields.href : null,
        wins: toCount(fields.wins),
        losses: toCount(fields.losses),
        draws: toCount(fields.draws),
      },
    ];
  });
}

const toCount = (value: unknown) => (typeof value === 'number' ? value : null);
