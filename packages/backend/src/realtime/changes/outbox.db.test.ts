import { connect } from '@muster/database';
import { createTestDatabase } from '@muster/database/testing';
import { expect, test } from 'vitest';
import { parseSnapshot } from '../snapshot.ts';
import { listTransactions, makeMark } from './outbox.ts';

test('only what came after the mark counts, however long another transaction has been open', async () => {
  await using own = await createTestDatabase();
  const other = connect(own.url);
  const change = async (): Promise<string | undefined> => {
    const [row] = await own.database.query<{ xid: string }>(
      `insert into realtime.changes (entity, type, bytes) values (0, 'MARK', 0) returning xid::text`,
    );
    return row?.xid;
  };
  await other.transaction(async (transaction) => {
    // It has a number from here on, so that every snapshot begins with it.
    await transaction.query('select pg_current_xact_id()');
    for (let count = 0; count < 5; count += 1) {
      await change();
    }
    const { mark, snapshot } = await makeMark(own.database);
    const since = { snapshot: parseSnapshot(snapshot), most: 3 };
    const later = [await change(), await change()];
    expect(await listTransactions(own.database, since)).toEqual([mark, ...later]);
    later.push(await change());
    expect(await listTransactions(own.database, since)).toEqual([mark, ...later]);
    await change();
    expect(await listTransactions(own.database, since)).toEqual([mark, ...later]);
  });
  await other.close();
});
