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
 * What transactions announced that were not over at a moment, as it is notified, in the order of their last
 * announcements; a mark is among it if the moment is its. Of more than so many, one more than these. What was there
 * before does not count: a transaction that stays open, in whichever database of the server, makes the snapshot's
 * beginning old.
 */
export async function listAnnouncements(
  queryable: Queryable,
  { snapshot, most }: { snapshot: Snapshot; most: number },
): Promise<string[]> {
  const rows = await queryable.query<{ notice: string }>(
    `with said as (
       select xid, max(id) as last from realtime.announcements
       where xid >= $1::text::xid8 and not pg_visible_in_snapshot(xid, $2::text::pg_snapshot)
       group by xid)
     select a.notice from said s join realtime.announcements a on a.xid = s.xid
     order by s.last, a.id limit $3 + 1`,
    [snapshot.first, snapshot.text, most],
  );
  return rows.map(({ notice }) => notice);
}
