import type { Database } from '@muster/database';
import type { ArchiveDebugData, ArchiveFacts, RawRow } from '@muster/site/pages/archives/data.ts';
import type { Loader } from '../context.ts';
import { eventColumns } from '../engine/streams.ts';
import { toShownDataSql } from '../log/masked-names.ts';
import { readPlace } from '../page/read-place.ts';
import { toText } from '../page/texts.ts';
import { checkArchive } from './check.ts';
import { type ArchiveRow, archivesSql, shownContent, type Texts } from './query.ts';

const archivesOfPage = 50;
const rowsOfPage = 20;

interface FactRow extends Pick<ArchiveRow, 'kind' | 'slug' | 'title' | 'origin'> {
  counts: Record<string, number>;
  content_hash: string | null;
  stream: string | null;
  sequence: string | null;
  head_hash: string | null;
  file_name: string | null;
  file_hash: string | null;
  at: Date;
}

const columns =
  'kind, slug, title, origin, counts, content_hash, stream, sequence, head_hash, file_name, file_hash, at';

const listStatement = `select ${columns}, count(*) over ()::integer as total
  from (${archivesSql}) archive order by closed_at desc, slug offset $1 limit $2`;
const oneStatement = `select ${columns}, (select season_id from public.season_archives a where a.slug = $1) as season_id,
    (select id from public.imported_archives i where i.slug = $1) as imported_id,
    (select row_to_json(x) from public.archives x where x.slug = $1) as text
  from (${archivesSql}) archive where slug = $1`;

interface OneRow extends FactRow {
  season_id: string | null;
  imported_id: string | null;
  text: { title: Texts } | null;
}

/**
 * A frozen row with the log's line, a roster's in its team's log: $1 season, $2 section, $3 from which place in it, $4
 * how many, $5 whether with names that admins hid. Places and trophies rest on the closing.
 */
const seasonRows = `
  select r.section, r.position, (case when $5 then r.content else ${shownContent} end)::text as content, l.sequence as line,
    case when $5 or l.data = ${toShownDataSql('l')} then row_to_json(l)::text
      else (row_to_json(l)::jsonb || jsonb_build_object('data', ${toShownDataSql('l')}))::text end as raw,
    ${shownContent} <> r.content or coalesce(l.data <> ${toShownDataSql('l')}, false) as is_masked
  from public.season_archive_rows r join public.season_archives a on a.season_id = r.season_id
  left join lateral (
    select ${eventColumns} from public.league_events e
    where e.stream = case r.section when 'roster' then 'team:' || (r.content ->> 'subject') else a.stream end
      and e.sequence = case when r.section in ('standing', 'trophy') then a.sequence else r.sequence end
  ) l on true
  where r.season_id = $1 and r.section = $2 and r.position >= $3 order by r.position limit $4`;

/** An imported row with the file's line. */
const importedRows = `
  select section, position, content::text as content, false as is_masked, line, raw from public.imported_archive_rows
  where archive_id = $1 and section = $2 and position >= $3 and $5::boolean is not null order by position limit $4`;

function toFacts(row: FactRow, locale: string): ArchiveFacts {
  const { kind, slug, counts, content_hash, stream, sequence, head_hash } = row;
  return {
    ...{ kind, slug, counts, content_hash },
    title: toText(row.title, locale),
    head:
      stream === null || head_hash === null
        ? null
        : { stream, sequence: Number(sequence), hash: head_hash },
    file:
      row.file_name === null || row.file_hash === null
        ? null
        : { name: row.file_name, hash: row.file_hash, origin: row.origin ?? '' },
    at: row.at.toISOString(),
  };
}

/** What is looked at of one archive: a section that it has, its first by default. */
function readSection(url: URL, counts: Record<string, number>): string | null {
  const asked = url.searchParams.get('section') ?? '';
  return Object.hasOwn(counts, asked) ? asked : (Object.keys(counts).sort()[0] ?? null);
}

async function loadChosen(
  database: Database,
  { row, url, locale }: { row: OneRow; url: URL; locale: string },
): Promise<NonNullable<ArchiveDebugData['chosen']>> {
  const section = readSection(url, row.counts);
  const start = readPlace(url, 'row') ?? 1;
  const isExact = url.searchParams.has('exact');
  const id = row.season_id ?? row.imported_id;
  const table = row.season_id === null ? 'imported' : 'season';
  const rows =
    id === null
      ? []
      : await database.query<RawRow & { line: string | number | null; is_masked: boolean }>(
          table === 'season' ? seasonRows : importedRows,
          [id, section, start, rowsOfPage + 1, isExact],
        );
  const isAsked = url.searchParams.get('check') === '1';
  return {
    ...toFacts(row, locale),
    section,
    rows: rows.slice(0, rowsOfPage).map(({ is_masked, line, ...raw }) => ({
      ...raw,
      line: line === null ? null : Number(line),
    })),
    has_masks: !isExact && rows.some(({ is_masked }) => is_masked),
    next_row: rows[rowsOfPage]?.position ?? null,
    check: isAsked && id !== null ? await checkArchive(database, { table, id }) : null,
    text: row.text === null ? null : JSON.stringify(row.text, null, 2),
  };
}

/** How each archive is kept, where it comes from, the raw line of each row, and on demand whether it holds. */
export const loadArchiveDebug: Loader<ArchiveDebugData> = async ({ database, url, locale }) => {
  const wanted = url.searchParams.get('archive');
  const from = readPlace(url, 'from') ?? 1;
  const list = await database.query<FactRow & { total: number }>(listStatement, [
    from - 1,
    archivesOfPage,
  ]);
  const [row] = wanted === null ? [] : await database.query<OneRow>(oneStatement, [wanted]);
  return {
    archives: list.map((archive) => toFacts(archive, locale)),
    total: list[0]?.total ?? 0,
    from,
    limit: archivesOfPage,
    chosen: row === undefined ? null : await loadChosen(database, { row, url, locale }),
    unknown: wanted !== null && row === undefined ? wanted.slice(0, 200) : null,
  };
};
