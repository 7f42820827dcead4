import { createHash } from 'node:crypto';
import type { Queryable, Transaction } from '@muster/database';
import * as v from 'valibot';
import { keepAudit } from '../engine/audit.ts';
import { createId } from '../engine/ids.ts';
import {
  lockArchiveAddresses,
  rawHashSql,
  toContentHashSql,
} from '../engine/project/freeze-season.ts';
import { toAddressWords } from '../engine/project/team.ts';
import { refuse, refuseField } from '../engine/refusal.ts';
import { parseBody } from '../http/command-route.ts';
import { line } from '../http/fields.ts';
import { requireRoom } from '../http/limits.ts';
import { type ImportedRow, type ImportFault, toDay } from './import-rows.ts';
import type { ImportFacts, ReadImport } from './read-import.ts';

export const mostImported = 3000;
const portion = 1000;
const shownRows = 20;
const slugLength = 60;

const name = v.pipe(v.string(), v.trim(), v.maxLength(80));
const day = v.pipe(
  v.string(),
  v.check((text) => toDay(text) !== null, 'date'),
  v.transform((text) => toDay(text) ?? ''),
);

/** What is said of an imported archive as a whole. */
export const archiveFields = {
  title: line(120),
  origin: line(500),
  ladder: name,
  season: name,
  game: v.nullable(v.pipe(v.string(), v.maxLength(80))),
  ended_on: day,
};

const wholeFacts = v.object({
  ...archiveFields,
  ladder: v.optional(name, ''),
  season: v.optional(name, ''),
  game: v.optional(archiveFields.game, null),
});

/** What a file comes to, before any of it is kept. */
export interface ImportPlan extends Omit<ReadImport, 'rows' | 'facts'> {
  facts: ImportFacts;
  counts: Record<string, number>;
  /** The first rows, as they would be kept. */
  rows: Pick<ImportedRow, 'section' | 'line' | 'content'>[];
  total: number;
  faults: ImportFault[];
}

function countSections(rows: readonly ImportedRow[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { section } of rows) {
    counts[section] = (counts[section] ?? 0) + 1;
  }
  return counts;
}

/** What is said beside the file goes before what the file says of itself; where nobody says when it ended, its last match does. */
export function joinFacts(read: ReadImport, given: ImportFacts): ImportFacts {
  const said = Object.entries(given).filter(([, value]) => value !== '');
  const days = read.rows.flatMap(({ content }) =>
    typeof content.ended_at === 'string' ? [content.ended_at] : [],
  );
  const last = days.reduce((latest, next) => (next > latest ? next : latest), '');
  return { ...(last === '' ? {} : { ended_on: last }), ...read.facts, ...Object.fromEntries(said) };
}

export function planImport(read: ReadImport, facts: ImportFacts): ImportPlan {
  const { rows, ...rest } = read;
  return {
    ...rest,
    facts,
    counts: countSections(rows),
    rows: rows
      .slice(0, shownRows)
      .map(({ section, line, content }) => ({ section, line, content })),
    total: rows.length,
  };
}

/** The game that an address word names; refused where there is none. */
export async function findGame(queryable: Queryable, slug: string | null): Promise<string | null> {
  if (slug === null || slug === '') {
    return null;
  }
  const [game] = await queryable.query('select 1 from public.games where slug = $1', [slug]);
  return game === undefined ? refuseField('game', 'exists') : slug;
}

/** An address that no archive has, made of a title. */
async function findSlug(queryable: Queryable, title: string): Promise<string> {
  const words = toAddressWords(title, slugLength);
  const base = words.length < 2 || words === 'debug' || words === 'import' ? 'history' : words;
  const [found] = await queryable.query<{ slug: string }>(
    `select slug from (select n, $1 || case n when 1 then '' else '-' || n end as slug from generate_series(1, 9999) n) candidate
     where not exists (select 1 from public.archives a where a.slug = candidate.slug)
       and not exists (select 1 from public.season_archives s where s.slug = candidate.slug)
       and not exists (select 1 from public.imported_archives i where i.slug = candidate.slug)
     order by n limit 1`,
    [base],
  );
  return found?.slug ?? refuseField('title', 'taken');
}

interface ImportInput {
  read: ReadImport;
  facts: ImportFacts;
  file: { name: string; bytes: Uint8Array };
}

interface Keeper {
  transaction: Transaction;
  at: string;
  viewer: { person_id: string } | null;
}

async function keepRows(transaction: Transaction, id: string, rows: readonly ImportedRow[]) {
  const places = new Map<string, number>();
  const placed = rows.map((row) => {
    const position = (places.get(row.section) ?? 0) + 1;
    places.set(row.section, position);
    return { ...row, position };
  });
  for (let from = 0; from < placed.length; from += portion) {
    await transaction.query(
      `insert into public.imported_archive_rows (archive_id, section, position, line, raw, content)
       select $1, r.section, r.position, r.line, r.raw, r.content
       from jsonb_to_recordset($2::jsonb) as r (section text, position integer, line integer, raw text, content jsonb)`,
      [id, JSON.stringify(placed.slice(from, from + portion))],
    );
  }
}

/**
 * What is said of the whole, as it would be kept, with the file's hash. Refused: words that cannot be, a game that is not
 * there, a file that is here already, and one archive too many.
 */
export async function checkImport(queryable: Queryable, facts: ImportFacts, bytes: Uint8Array) {
  const whole = parseBody(wholeFacts, facts);
  const game = await findGame(queryable, whole.game);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const [same] = await queryable.query<{ slug: string }>(
    'select slug from public.imported_archives where file_hash = $1',
    [hash],
  );
  if (same !== undefined) {
    refuse({ code: 'already_exists', params: { what: 'archive', id: same.slug } });
  }
  const [count] = await queryable.query<{ archives: number }>(
    'select count(*)::integer as archives from public.imported_archives',
  );
  requireRoom(count?.archives ?? 0, mostImported);
  return { ...whole, game, hash };
}

/**
 * Keeps what of a file can be taken as an archive of its own, all of it or nothing, with a line in the audit log.
 * Refused: a file that is here already, one of which nothing can be taken, and words on the whole that cannot be.
 * @returns the archive's address word
 */
export async function keepImport(
  keeper: Keeper,
  { read, facts, file }: ImportInput,
): Promise<string> {
  const { transaction, at, viewer } = keeper;
  if (read.rows.length === 0) {
    refuseField('file', 'no_rows');
  }
  await lockArchiveAddresses(transaction);
  const whole = await checkImport(transaction, facts, file.bytes);
  const { title, origin, ladder, season, game, ended_on, hash } = whole;
  const [id, slug] = [createId(), await findSlug(transaction, title)];
  const counts = countSections(read.rows);
  await transaction.query(
    `insert into public.imported_archives (id, slug, title, origin, ladder_name, season_name, game_slug, ended_on,
       imported_by, imported_at, file_name, file_hash, counts, content_hash, raw_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, '', '')`,
    [
      ...[id, slug, title, origin, ladder, season, game, ended_on],
      ...[viewer?.person_id ?? null, at, file.name, hash, JSON.stringify(counts)],
    ],
  );
  await keepRows(transaction, id, read.rows);
  await transaction.query(
    `update public.imported_archives set content_hash = (
       select ${toContentHashSql('public.imported_archive_rows where archive_id = $1')}),
       raw_hash = ${rawHashSql} where id = $1`,
    [id],
  );
  const changes = { title: { from: null, to: title }, origin: { from: null, to: origin } };
  await keepAudit(keeper, { act: 'archive_imported', kind: 'archive', subject: slug, changes });
  return slug;
}
