import * as v from 'valibot';
import { invalidRequest } from './failure.ts';
import { storageLimits } from './limits.ts';
import { type Entry, type FilePlace, toFilesStatement, toWalkStatement } from './listing-sql.ts';
import { parseBody } from './parse-body.ts';
import type { Rights } from './rights.ts';

const text = v.pipe(
  v.string(),
  v.maxLength(storageLimits.objectName),
  v.check((given) => !given.includes('\0'), 'must not hold NUL'),
);
const limit = v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))));
const order = v.optional(v.nullable(v.picklist(['asc', 'desc'])));

const asked = v.object({
  prefix: v.nullish(text),
  limit,
  offset: v.nullish(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(storageLimits.offset)),
  ),
  sortBy: v.nullish(
    v.object({
      column: v.nullish(v.picklist(['name', 'updated_at', 'created_at', 'last_accessed_at'])),
      order,
    }),
  ),
  search: v.nullish(text),
});

const usual = 100;
const toMost = (given: number | null | undefined, otherwise: number) =>
  Math.min(given ?? otherwise, storageLimits.listed);

/** The first list: a page of a folder by its number, folders as rows without an id. */
export async function listObjects(
  rights: Rights,
  bucketId: string,
  body: unknown,
): Promise<Response> {
  const given = parseBody(asked, body);
  const prefix = toFolder(given.prefix ?? '');
  // A search may name folders too; what is found is named from the prefix on.
  const search = given.search ?? '';
  const inner = search.slice(0, search.lastIndexOf('/') + 1);
  const column = given.sortBy?.column ?? 'name';
  const isAscending = given.sortBy?.order !== 'desc';
  const [most, offset] = [toMost(given.limit, usual), given.offset ?? 0];
  const about = {
    ...{ bucketId, prefix: `${prefix}${inner}`, search: search.slice(inner.length), isAscending },
    after: null,
  };
  const isFoldersOnly = column !== 'name';
  const walk = toWalkStatement({ ...about, isFoldersOnly, most: offset + most });
  const walked = await rights.run((transaction) =>
    transaction.query<Entry>(walk.text, walk.values),
  );
  const entries = walked.slice(offset);
  const left = most - entries.length;
  if (isFoldersOnly && left > 0) {
    const skipped = Math.max(0, offset - walked.length);
    const files = { ...about, isInFolder: true, column, most: left, offset: skipped };
    const { text: sql, values } = toFilesStatement(files);
    entries.push(...(await rights.run((transaction) => transaction.query<Entry>(sql, values))));
  }
  return Response.json(
    entries.map(({ is_folder: isFolder, name, ...entry }) => ({
      name: name.slice(prefix.length, isFolder ? -1 : undefined),
      ...entry,
    })),
  );
}

const toFolder = (prefix: string) =>
  prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;

const asked2 = v.object({
  prefix: v.nullish(text),
  limit,
  cursor: v.nullish(v.pipe(v.string(), v.maxLength(4 * storageLimits.objectName))),
  with_delimiter: v.nullish(v.boolean()),
  sortBy: v.nullish(
    v.object({ column: v.nullish(v.picklist(['name', 'updated_at', 'created_at'])), order }),
  ),
});

const cursorSchema = v.object({
  folder: v.optional(text),
  name: v.optional(text),
  instant: v.optional(v.pipe(v.string(), v.isoTimestamp())),
});
type Cursor = v.InferOutput<typeof cursorSchema>;

/** The second list: whole names, page after page by a cursor. */
export async function listObjects2(
  rights: Rights,
  bucketId: string,
  body: unknown,
): Promise<Response> {
  const given = parseBody(asked2, body);
  const column = given.sortBy?.column ?? 'name';
  const about = {
    ...{ bucketId, prefix: given.prefix ?? '', search: '' },
    isAscending: given.sortBy?.order !== 'desc',
  };
  const most = toMost(given.limit, storageLimits.listed);
  const cursor = parseCursor(given.cursor);
  const isByFolder = given.with_delimiter === true;
  // Whether there is more is seen by one more.
  const found: Entry[] = [];
  const isInFiles = cursor?.name !== undefined && !(isByFolder && column === 'name');
  if (isByFolder && !isInFiles) {
    const after = cursor?.folder ?? cursor?.name ?? null;
    const isFoldersOnly = column !== 'name';
    const walk = toWalkStatement({ ...about, after, isFoldersOnly, most: most + 1 });
    found.push(
      ...(await rights.run((transaction) => transaction.query<Entry>(walk.text, walk.values))),
    );
  }
  if (!(isByFolder && column === 'name') && found.length <= most) {
    const files = toFilesStatement({
      ...{ ...about, column, isInFolder: isByFolder, most: most + 1 - found.length, offset: 0 },
      after: isInFiles ? toPlace(cursor) : null,
    });
    found.push(
      ...(await rights.run((transaction) => transaction.query<Entry>(files.text, files.values))),
    );
  }
  return Response.json(toPage(found, { most, column, isByFolder }));
}

function toPage(
  found: readonly Entry[],
  {
    most,
    column,
    isByFolder,
  }: { most: number; column: 'name' | 'created_at' | 'updated_at'; isByFolder: boolean },
) {
  const hasNext = found.length > most;
  const shown = found.slice(0, most);
  const last = shown.at(-1);
  const toKey = (name: string) =>
    isByFolder ? { key: name.replace(/\/$/, '').split('/').at(-1) } : {};
  return {
    hasNext,
    ...(hasNext && last ? { nextCursor: toCursor(last, column), nextCursorKey: last.name } : {}),
    folders: shown.filter((one) => one.is_folder).map(({ name }) => ({ ...toKey(name), name })),
    objects: shown
      .filter((one) => !one.is_folder)
      .map(({ is_folder: _isFolder, ...one }) => ({ ...toKey(one.name), ...one })),
  };
}

function toCursor(entry: Entry, column: 'name' | 'created_at' | 'updated_at'): string {
  const instant = column === 'name' ? undefined : entry[column]?.toISOString();
  const cursor: Cursor = entry.is_folder
    ? { folder: entry.name }
    : { name: entry.name, ...(instant === undefined ? {} : { instant }) };
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

function parseCursor(given: string | null | undefined): Cursor | null {
  if (given === null || given === undefined || given === '') {
    return null;
  }
  try {
    return v.parse(cursorSchema, JSON.parse(Buffer.from(given, 'base64url').toString('utf8')));
  } catch {
    throw invalidRequest('body/cursor is none of ours');
  }
}

function toPlace({ name = '', instant }: Cursor): FilePlace {
  return { name, instant: instant ?? new Date(0).toISOString() };
}
