/** What of a bucket is listed, folder by folder. */
export interface Walk {
  bucketId: string;
  /** All names begin so; what stands behind it up to the next slash is a folder. */
  prefix: string;
  isAscending: boolean;
  /** Begins behind this entry, a folder with its slash; null: at the start. */
  after: string | null;
  /** Only entries whose names go on so, in whatever letters; empty: all. */
  search: string;
  /** Only folders. */
  isFoldersOnly: boolean;
  /** Entries at most. */
  most: number;
}

export interface Entry {
  name: string;
  is_folder: boolean;
  id: string | null;
  created_at: Date | null;
  updated_at: Date | null;
  last_accessed_at: Date | null;
  metadata: unknown;
}

/** Below every name, and above every name: names are ASCII here, and whatever SQL writes is no less and no more. */
const lowest = '';
const highest = '\u{10ffff}';

/** The first text above all that begin so. */
function toEnd(prefix: string): string {
  const last = prefix.charCodeAt(prefix.length - 1);
  return prefix === '' ? highest : `${prefix.slice(0, -1)}${String.fromCharCode(last + 1)}`;
}

const folder = 'left(o.name, $2 + strpos(o.rest, $8))';
const isFolder = 'strpos(o.rest, $8) > 0';

/**
 * One probe of an index for each entry, however much lies in a folder: from an entry it goes on behind all that
 * begins as it does. $1 bucket, $2 the prefix' length, $3 and $4 the range of names, $5 where it begins, $6 the
 * search, $7 entries at most, $8 the slash, $9 folders only.
 */
const toSql = (isAscending: boolean) => {
  const probe = (bound: string) => `
    select o.*, case when ${isFolder} then ${folder} else o.name end as entry, ${isFolder} as is_folder
    from (
      select name, substr(name, $2 + 1) as rest, id, created_at, updated_at, last_accessed_at, metadata
      from storage.objects
      where bucket_id = $1 and name collate "C" >= $3 and name collate "C" < $4
        and name collate "C" ${isAscending ? '>=' : '<'} ${bound}
        and ($6 = '' or starts_with(lower(substr(name, $2 + 1)), lower($6)))
        and (not $9 or strpos(substr(name, $2 + 1), $8) > 0)
      order by name collate "C" ${isAscending ? 'asc' : 'desc'} limit 1
    ) o`;
  // A slash is followed by a nought; nothing comes between a name and that name with chr(1).
  const next = isAscending
    ? `case when w.is_folder then left(w.entry, -1) || '0' else w.entry || chr(1) end`
    : 'w.entry';
  return `with recursive walk as (
      select 1 as place, first.* from (${probe('$5')}) first
      union all
      select w.place + 1, next.* from walk w cross join lateral (${probe(next)}) next where w.place < $7
    )
    select entry as name, is_folder, case when not is_folder then id end as id,
      case when not is_folder then created_at end as created_at,
      case when not is_folder then updated_at end as updated_at,
      case when not is_folder then last_accessed_at end as last_accessed_at,
      case when not is_folder then metadata end as metadata
    from walk order by place`;
};
const sql = { ascending: toSql(true), descending: toSql(false) };

/** The entries of a folder in the order of their names, as one statement. */
export function toWalkStatement(walk: Walk): { text: string; values: unknown[] } {
  const { prefix, isAscending, after } = walk;
  const end = toEnd(prefix);
  const values = [walk.bucketId, prefix.length, prefix || lowest, end];
  return {
    text: isAscending ? sql.ascending : sql.descending,
    values: [
      ...values,
      toStart(isAscending, after, end),
      walk.search,
      walk.most,
      '/',
      walk.isFoldersOnly,
    ],
  };
}

function toStart(isAscending: boolean, after: string | null, end: string): string {
  if (after === null) {
    return isAscending ? lowest : end;
  }
  if (!isAscending) {
    return after;
  }
  return after.endsWith('/') ? `${after.slice(0, -1)}0` : `${after}\u0001`;
}

/** A place in a list of files that is sorted by an instant, which is told in milliseconds. */
export interface FilePlace {
  instant: string;
  name: string;
}

interface Files {
  bucketId: string;
  prefix: string;
  /** Those of this folder alone; else all that begin so. */
  isInFolder: boolean;
  search: string;
  column: 'name' | 'created_at' | 'updated_at' | 'last_accessed_at';
  isAscending: boolean;
  after: FilePlace | null;
  most: number;
  offset: number;
}

/** Files in the order of a column, then of their names. */
export function toFilesStatement(files: Files): { text: string; values: unknown[] } {
  const { prefix, column, isAscending, after } = files;
  const order = isAscending ? 'asc' : 'desc';
  const beyond = isAscending ? '>' : '<';
  const by = column === 'name' ? null : `date_trunc('milliseconds', ${column})`;
  const place =
    by === null
      ? `name collate "C" ${beyond} $7`
      : `(${by}, name collate "C") ${beyond} ($10::timestamptz, $7)`;
  return {
    text: `select name, false as is_folder, id, created_at, updated_at, last_accessed_at, metadata
      from storage.objects
      where bucket_id = $1 and name collate "C" >= $3 and name collate "C" < $4
        and (not $5 or strpos(substr(name, $2 + 1), '/') = 0)
        and ($6 = '' or starts_with(lower(substr(name, $2 + 1)), lower($6)))
        and ($7::text is null or ${place})${by === null ? ' and $10::timestamptz is null' : ''}
      order by ${by === null ? '' : `${by} ${order}, `}name collate "C" ${order} limit $8 offset $9`,
    values: [
      ...[
        files.bucketId,
        prefix.length,
        prefix || lowest,
        toEnd(prefix),
        files.isInFolder,
        files.search,
      ],
      ...[
        after?.name ?? null,
        files.most,
        files.offset,
        by === null ? null : (after?.instant ?? null),
      ],
    ],
  };
}
