import type { Queryable } from '@muster/database';
import type { Snapshot } from '../snapshot.ts';
import { exchangeChannel, writeMark } from './notice.ts';

/** Makes a mark among what the database says, which every process hears of in its place. */
export async function makeMark(queryable: Queryable, mark: string): Promise<{ snapshot: string }> {
  const [row = { snapshot: '1:1:' }] = await queryable.query<{ snapshot: string }>(
    `with made as (insert into realtime.announcements (notice) values ($1) returning notice)
     select pg_current_snapshot()::text as snapshot from made m
     cross join lateral (select pg_notify('${exchangeChannel}', m.notice)) n`,
    [writeMark(mark)],
  );
  return row;
}

/**
 * The mark and what was announced after it, as it is notified, in the order of the transactions' last announcements. Of
 * more than so many, one more than these. What was there before does not count: a transaction that stays open, in
 * whichever database of the server, makes the snapshot's beginning old.
 */
export function listAnnouncements(
  queryable: Queryable,
  { mark, snapshot, most }: { mark: string; snapshot: Snapshot; most: number },
): Promise<{ xid: string; notice: string }[]> {
  return queryable.query(
    `with said as (
       select xid, max(id) as last from realtime.announcements
       where xid >= $1::text::xid8
         and (not pg_visible_in_snapshot(xid, $2::text::pg_snapshot) or notice = $3)
       group by xid)
     select a.xid::text as xid, a.notice from said s join realtime.announcements a on a.xid = s.xid
     order by s.last, a.id limit $4 + 1`,
    [snapshot.first, snapshot.text, writeMark(mark), most],
  );
}
