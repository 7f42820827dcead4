import type { Queryable } from '@muster/database';
import type { Snapshot } from '../snapshot.ts';
import type { ChangeType } from './wanted.ts';

/** The NOTIFY channel on which it is said which transaction changed something. */
export const changeChannel = 'realtime_changes';

/** A change of a row, as its trigger kept it. */
export interface Change {
  id: string;
  xid: string;
  /** The table's oid; of a partitioned one, the partition's. */
  entity: number;
  /** `TOO MANY` stands for those that a transaction made beyond what is kept of one table. */
  type: ChangeType | 'TOO MANY';
  /** When its transaction was committed or, where PostgreSQL does not note that, made its last change; in ISO 8601. */
  at: string;
  /** Whether it is over what is sent whole: its large values are left out. */
  isLarge: boolean;
  record: Row | null;
  oldRecord: Row | null;
}

/** Each column and its value, in JSON as PostgreSQL writes it, so that no digit is lost. */
export type Row = readonly (readonly [column: string, json: string])[];

/** How far the reading has come: which transactions are next, and after which change of the first. */
export interface Place {
  xids: readonly string[];
  after: string;
}

/** What is sent whole, in bytes of JSON. */
const largestRecord = 1024 * 1024;
/** What of a larger one is read of each value: no key is longer. */
const largestOfLarge = 3_000;
/** What one reading brings. */
const mostChanges = 200;
const mostBytes = 4 * 1024 * 1024;

/** Reads changes in the order of the transactions, and in a transaction as they came; `isEnd` once that was all of them. */
export async function readChanges(
  queryable: Queryable,
  { xids, after }: Place,
): Promise<{ changes: Change[]; isEnd: boolean }> {
  const rows = await queryable.query<Change & { total: string }>(readSql, [xids, after]);
  const isEnd = rows.length === Number(rows[0]?.total ?? 0);
  return {
    changes: rows.map(({ total, ...change }) => change),
    isEnd,
  };
}

const toPairs = (row: string) =>
  `(select json_agg(json_build_array(e.key, e.value::text)) from json_each(c.${row}) e
    where c.bytes <= ${largestRecord} or octet_length(e.value::text) <= ${largestOfLarge})`;

/** One more than is brought says whether that was all. */
const readSql = `
  with next as (
    select x.n, c.id, c.xid, c.bytes
    from unnest($1::text[]::xid8[]) with ordinality as x (xid, n)
    join realtime.changes c on c.xid = x.xid and c.id > case when x.n = 1 then $2::bigint else 0 end
    order by x.n, c.id limit ${mostChanges + 1}),
  waiting as (
    select n, id, xid, row_number() over w as place, sum(bytes) over w as bytes, count(*) over () as total
    from next window w as (order by n, id))
  select c.id::text as id, c.xid::text as xid, c.entity, c.type, w.total,
    to_char(coalesce(
      case when current_setting('track_commit_timestamp') = 'on' then pg_xact_commit_timestamp(c.xid::xid) end,
      (select l.changed_at from realtime.changes l where l.xid = c.xid order by l.id desc limit 1),
      c.changed_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
    c.bytes > ${largestRecord} as "isLarge", ${toPairs('record')} as record, ${toPairs('old_record')} as "oldRecord"
  from waiting w join realtime.changes c on c.xid = w.xid and c.id = w.id
  where w.place = 1 or (w.place <= ${mostChanges} and w.bytes <= ${mostBytes})
  order by w.n, c.id`;

/** Where to go on after these changes were read. */
export function toNextPlace({ xids }: Place, changes: readonly Change[]): Place {
  const last = changes.at(-1);
  return last === undefined
    ? { xids: [], after: '0' }
    : { xids: xids.slice(xids.indexOf(last.xid)), after: last.id };
}

/** Makes a mark among the changes: a transaction that changed nothing, which every process hears of in its place. */
export async function makeMark(queryable: Queryable): Promise<{ mark: string; snapshot: string }> {
  const [row = { mark: '', snapshot: '1:1:' }] = await queryable.query<{
    mark: string;
    snapshot: string;
  }>(
    `with made as (
       insert into realtime.changes (entity, type, bytes) values (0, 'MARK', 0) returning xid::text as mark)
     select m.mark, pg_current_snapshot()::text as snapshot from made m
     cross join lateral (select pg_notify('${changeChannel}', m.mark)) n`,
  );
  return row;
}

/**
 * The transactions that were not over at a moment, a mark's own among them if the moment is its, in the order of their
 * last changes: one that waited for another comes after it. Of more than so many, one more than these. Those before do
 * not count: a transaction that stays open, in whichever database of the server, makes the snapshot's beginning old.
 */
export async function listTransactions(
  queryable: Queryable,
  { snapshot, most }: { snapshot: Snapshot; most: number },
): Promise<string[]> {
  const rows = await queryable.query<{ xid: string }>(
    `select xid::text from realtime.changes
     where xid >= $1::text::xid8 and not pg_visible_in_snapshot(xid, $2::text::pg_snapshot)
     group by realtime.changes.xid order by max(id) limit $3 + 1`,
    [snapshot.first, snapshot.text, most],
  );
  return rows.map(({ xid }) => xid);
}
