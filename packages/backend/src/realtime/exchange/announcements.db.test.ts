import { connect } from '@muster/database';
import { createTestDatabase } from '@muster/database/testing';
import { expect, test } from 'vitest';
import { parseSnapshot } from '../snapshot.ts';
import { listAnnouncements, makeMark } from './announcements.ts';
import { writeMark } from './notice.ts';

test('only what came after the mark counts, however long another transaction has been open', async () => {
  await using own = await createTestDatabase();
  const other = connect(own.url);
  const send = (count: number) =>
    own.database.query(
      `insert into realtime.announcements (notice) select 'x' from generate_series(1, $1::integer)`,
      [count],
    );
  await other.transaction(async (transaction) => {
    // It has a number from here on, so that every snapshot begins with it.
    await transaction.query('select pg_current_xact_id()');
    await send(5);
    const { snapshot } = await makeMark(own.database, 'mark');
    const since = { snapshot: parseSnapshot(snapshot) };
    await send(2);
    const listed = await listAnnouncements(own.database, { ...since, most: 3 });
    expect(listed).toHaveLength(3);
    expect(listed[0]).toBe(writeMark('mark'));
    await send(1);
    expect(await listAnnouncements(own.database, { ...since, most: 3 })).toHaveLength(4);
    await send(1);
    expect(await listAnnouncements(own.database, { ...since, most: 3 })).toHaveLength(4);
  });
  await other.close();
});
