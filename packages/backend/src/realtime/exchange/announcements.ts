import type { Queryable } from '@muster/database';
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
 * What was announced from this transaction on, as it is notified, in the order of the transactions' last announcements. Of
 * more than so many, one more than these.
 */
export function listAnnouncements(
  queryable: Queryable,
  { from, most }: { from: string; most: number },
): Promise<{ xid: string; notice: string }[]> {
  return queryable.query(
    `with said as (
       select xid, max(id) as last from realtime.announcements where xid >= $1::text::xid8 group by xid)
     select a.xid::text as xid, a.notice from said s join realtime.announcements a on a.xid = s.xid
     order by s.last, a.id limit $2 + 1`,
    [from, most],
  );
}
