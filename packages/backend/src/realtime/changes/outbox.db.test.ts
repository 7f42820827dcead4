import { connect } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseSnapshot } from '../snapshot.ts';
import { listTransactions, makeMark, readChanges, toNextPlace } from './outbox.ts';

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

describe('what one reading brings', () => {
  let own: TestDatabase;
  beforeAll(async () => {
    own = await createTestDatabase();
  });
  beforeEach(() => own.database.query('delete from realtime.changes'));
  afterAll(() => own[Symbol.asyncDispose]());

  /** A transaction with so many changes, each of which counts for so many bytes. */
  async function write(count: number, bytes = 1, record: object | null = null): Promise<string> {
    const [row] = await own.database.query<{ xid: string }>(
      `insert into realtime.changes (entity, type, bytes, record)
       select 7, 'INSERT', $2, $3 from generate_series(1, $1::integer) returning xid::text`,
      [count, bytes, record === null ? null : JSON.stringify(record)],
    );
    return row?.xid ?? '';
  }
  const read = (xids: string[], after = '0') => readChanges(own.database, { xids, after });

  test.each([
    [199, 199, true],
    [200, 200, true],
    [201, 200, false],
  ])('of %i changes are %i, and that these are all: %s', async (count, brought, isEnd) => {
    const found = await read([await write(count)]);
    expect([found.changes.length, found.isEnd]).toEqual([brought, isEnd]);
  });

  test('are those of the transactions that are named, in their order, and within each as they came', async () => {
    const [first, other, second] = [await write(2), await write(1), await write(2)];
    const { changes } = await read([second, first]);
    expect(changes.map(({ xid }) => xid)).toEqual([second, second, first, first]);
    expect(changes.map(({ xid }) => xid)).not.toContain(other);
    const ids = changes.map(({ id }) => Number(id));
    expect([(ids[0] ?? 0) < (ids[1] ?? 0), (ids[2] ?? 0) < (ids[3] ?? 0)]).toEqual([true, true]);
  });

  test('goes on behind the last of the first, with all of the others', async () => {
    // Its changes were made before those of the first: it was committed later.
    const second = await write(2);
    const first = await write(3);
    const whole = (await read([first, second])).changes;
    const place = { xids: [first, second], after: whole[1]?.id ?? '' };
    const rest = await read(place.xids, place.after);
    expect(rest.changes.map(({ id }) => id)).toEqual(whole.slice(2).map(({ id }) => id));
    expect(toNextPlace(place, whole.slice(0, 4))).toEqual({
      ...{ xids: [second], after: whole[3]?.id },
    });
    expect(toNextPlace(place, whole.slice(0, 2))).toEqual(place);
    expect(toNextPlace(place, [])).toEqual({ xids: [], after: '0' });
  });

  test('nothing is all there is', async () => {
    expect(await read(['1'])).toEqual({ changes: [], isEnd: true });
  });

  const mebibyte = 1024 * 1024;
  test.each([
    // As many as have room together; of one that has none by itself that one.
    [[2 * mebibyte, 2 * mebibyte], 2, true],
    [[2 * mebibyte, 2 * mebibyte + 1], 1, false],
    [[5 * mebibyte], 1, true],
    [[5 * mebibyte, 1], 1, false],
  ])('of changes of %j bytes are %i, and that these are all: %s', async (sizes, brought, isEnd) => {
    const xids: string[] = [];
    for (const bytes of sizes) {
      xids.push(await write(1, bytes));
    }
    const found = await read(xids);
    expect([found.changes.length, found.isEnd]).toEqual([brought, isEnd]);
  });

  test.each([
    [mebibyte, false],
    [mebibyte + 1, true],
  ])('a record of %i bytes is too large: %s', async (bytes, isLarge) => {
    const record = { id: 1, fits: 'x'.repeat(2_998), beyond: 'x'.repeat(2_999) };
    const { changes } = await read([await write(1, bytes, record)]);
    const names = isLarge ? ['id', 'fits'] : ['id', 'fits', 'beyond'];
    expect(changes).toMatchObject([{ isLarge, entity: 7, type: 'INSERT', oldRecord: null }]);
    expect(changes[0]?.record?.map(([name]) => name)).toEqual(names);
  });

  test('is when its transaction changed something last, where PostgreSQL does not note its end', async () => {
    const xid = await write(2);
    await own.database.query(
      `update realtime.changes c set changed_at = timestamptz '2026-01-02T03:04:05.678Z' + (c.id - m.id) * interval '1 min'
       from (select min(id) as id from realtime.changes) m`,
    );
    const { changes } = await read([xid]);
    expect(changes.map(({ at }) => at)).toEqual(Array(2).fill('2026-01-02T03:05:05.678Z'));
  });
});
