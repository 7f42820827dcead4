import { text } from 'node:stream/consumers';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BytesStore } from './bytes-store.ts';
import { createDatabaseHome } from './database-home.ts';
import type { BytesHome, HomeName } from './home.ts';

let own: TestDatabase;
let home: BytesHome;
const errors: unknown[] = [];

beforeAll(async () => {
  own = await createTestDatabase();
  home = createDatabaseHome(own.database);
});
afterEach(async () => {
  await run('delete from private.stored_bytes');
  await run('delete from private.leftover_bytes');
  expect(errors.splice(0)).toEqual([]);
});
afterAll(() => own[Symbol.asyncDispose]());

const run = <Row>(sql: string, values: unknown[] = []) => own.database.query<Row>(sql, values);

/** New bytes go to the database unless another home is named. */
function openStore(homes: Partial<Record<HomeName, BytesHome>> = {}, to: HomeName = 'database') {
  return new BytesStore({
    ...{ database: own.database, homes: { database: home, ...homes }, home: to },
    onError: (error) => errors.push(error),
  });
}

/** A home that notes what is removed from it, and can remove nothing while it is away. */
function noting(removed: string[], isAway = false): BytesHome {
  return {
    ...home,
    remove: async (id) => {
      if (isAway) {
        throw new Error('the home is away');
      }
      removed.push(id);
    },
  };
}

async function* come(...chunks: string[]) {
  for (const chunk of chunks) {
    yield Buffer.from(chunk);
  }
}

const toId = (place: number) => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`;
const listIds = async () => {
  const rows = await run<{ place: number }>(
    'select right(id::text, 12)::integer as place from private.stored_bytes order by id',
  );
  return rows.map(({ place }) => place);
};
/** Bytes that no row names any more since so long. */
const leave = (place: number, age: string, name: HomeName = 'database') =>
  run(
    `insert into private.stored_bytes (id, home, named_at, unwanted_at)
     values ($1, $2, now(), now() - $3::interval)`,
    [toId(place), name, age],
  );

describe('bytes', () => {
  test('lie where new ones go, and are read as they came', async () => {
    const store = openStore();
    const id = await store.begin();
    expect(await store.write(id, come('01234', '56789'))).toBe(10);
    expect(await text(await store.read(id, { first: 3, last: 6 }))).toBe('3456');
    expect(await run('select home from private.stored_bytes')).toEqual([{ home: 'database' }]);
    const elsewhere = openStore({ directory: home }, 'directory');
    await elsewhere.begin();
    expect(await run('select home from private.stored_bytes order by home')).toEqual([
      { home: 'database' },
      { home: 'directory' },
    ]);
  });

  test('are copied where they lie, wherever new ones go', async () => {
    const id = await openStore().begin();
    await openStore().write(id, come('words'));
    const copied: string[][] = [];
    const other: BytesHome = { ...home, copy: async (...ids) => void copied.push(ids) };
    const copy = await openStore({ directory: other }, 'directory').copy(id);
    expect(await run('select home from private.stored_bytes where id = $1', [copy])).toEqual([
      { home: 'database' },
    ]);
    expect(await text(await openStore().read(copy, { first: 0, last: 4 }))).toBe('words');
    expect(copied).toEqual([]);
  });

  test('that are not there, or lie in a home that is not configured, are told', async () => {
    const store = openStore();
    const missing = `there are no bytes ${toId(1)}`;
    await expect(store.read(toId(1), { first: 0, last: 0 })).rejects.toThrow(missing);
    await expect(store.copy(toId(1))).rejects.toThrow(missing);
    await expect(store.write(toId(1), come('x'))).rejects.toThrow(missing);
    await run(`insert into private.stored_bytes (id, home) values ($1, 's3')`, [toId(1)]);
    await expect(store.read(toId(1), { first: 0, last: 0 })).rejects.toThrow(
      'bytes lie in the home s3, which is not configured',
    );
  });
});

describe('bytes that are taken back', () => {
  const state = async (id: string) => {
    const [row] = await run<{ wanted: boolean }>(
      'select unwanted_at is null as wanted from private.stored_bytes where id = $1',
      [id],
    );
    return row?.wanted;
  };

  test('are gone at once', async () => {
    const removed: string[] = [];
    const store = openStore({ database: noting(removed) });
    const id = await store.begin();
    await store.drop(id);
    expect([await state(id), removed]).toEqual([undefined, [id]]);
  });

  test('stay where a row came to name them, or where they are on their way out already', async () => {
    const removed: string[] = [];
    const store = openStore({ database: noting(removed) });
    const id = await store.begin();
    await run('update private.stored_bytes set named_at = now()');
    await store.drop(id);
    expect([await state(id), removed]).toEqual([true, []]);
    await run('update private.stored_bytes set named_at = null, unwanted_at = now()');
    await store.drop(id);
    expect([await state(id), removed]).toEqual([false, []]);
  });

  test('that their home keeps are told of, and left to the sweep', async () => {
    const store = openStore({ database: noting([], true) });
    const id = await store.begin();
    await store.drop(id);
    expect(await state(id)).toBe(false);
    expect(errors.splice(0)).toEqual([new Error('the home is away')]);
  });
});

describe('the sweep takes', () => {
  test('what no row names any more, after ten minutes', async () => {
    await leave(1, '9 minutes');
    await leave(2, '11 minutes');
    await openStore().sweep();
    expect(await listIds()).toEqual([1]);
  });

  test('what came in and no row named, after 45 minutes, unless it may still be gone on with', async () => {
    const begin = (place: number, age: string) =>
      run(
        `insert into private.stored_bytes (id, home, begun_at)
         values ($1, 'database', now() - $2::interval)`,
        [toId(place), age],
      );
    await begin(1, '44 minutes');
    await begin(2, '46 minutes');
    await begin(3, '23 hours');
    await begin(4, '23 hours');
    await run(`insert into storage.buckets (id, name) values ('a', 'a')`);
    for (const [place, expires] of [
      [3, '1 minute'],
      [4, '-1 minute'],
    ] as const) {
      await run(
        `insert into private.resumable_uploads
           (id, bucket_id, name, role, is_signed, is_upsert, size, media_type, cache_control, expires_at)
         values ($1, 'a', 'b', 'anon', false, false, 9, 'a/b', 'no-cache', now() + $2::interval)`,
        [toId(place), expires],
      );
    }
    await openStore().sweep();
    expect(await listIds()).toEqual([1, 3]);
    expect(await run('select id from private.resumable_uploads')).toEqual([{ id: toId(3) }]);
  });

  test('all of them, a hundred at a time, and none twice', async () => {
    const removed: string[] = [];
    await run(
      `insert into private.stored_bytes (id, home, named_at, unwanted_at)
       select ('00000000-0000-4000-8000-' || to_char(n, 'FM000000000000'))::uuid, 'database', now(),
         now() - interval '1 hour' from generate_series(1, 250) n`,
    );
    await openStore({ database: noting(removed) }).sweep();
    expect(removed).toEqual(Array.from({ length: 250 }, (_, at) => toId(at + 1)));
    expect(await listIds()).toEqual([]);
  });

  test('what other homes have, though one is away or not configured', async () => {
    const removed: string[] = [];
    for (let place = 1; place <= 120; place += 1) {
      await leave(place, '1 hour', 'directory');
    }
    await leave(121, '1 hour', 's3');
    await leave(122, '1 hour');
    const store = openStore({ database: noting(removed), directory: noting([], true) });
    const failed = await store.sweep().catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(AggregateError);
    const { errors: reasons = [] } = failed instanceof AggregateError ? failed : {};
    expect(reasons).toHaveLength(121);
    expect(String(reasons.at(-1))).toContain('the home s3, which is not configured');
    expect(removed).toEqual([toId(122)]);
    expect(await listIds()).toHaveLength(121);
  });
});

describe('of what moves have left behind the sweep takes', () => {
  const leaveOver = (place: number, name: HomeName, age: string) =>
    run(
      'insert into private.leftover_bytes (bytes_id, home, since) values ($1, $2, now() - $3::interval)',
      [toId(place), name, age],
    );
  const listLeft = async () =>
    (
      await run<{ place: number }>(
        'select right(bytes_id::text, 12)::integer as place from private.leftover_bytes order by 1',
      )
    ).map(({ place }) => place);

  test('what is older than 45 minutes', async () => {
    const removed: string[] = [];
    await leaveOver(1, 'directory', '44 minutes');
    await leaveOver(2, 'directory', '46 minutes');
    await openStore({ directory: noting(removed) }).sweep();
    expect([await listLeft(), removed]).toEqual([[1], [toId(2)]]);
  });

  test('nothing from the home in which the bytes are read', async () => {
    const removed: string[] = [];
    await run(
      `insert into private.stored_bytes (id, home, named_at) values ($1, 'directory', now()), ($2, 'database', now())`,
      [toId(1), toId(2)],
    );
    await leaveOver(1, 'directory', '1 hour');
    await leaveOver(2, 'directory', '1 hour');
    await openStore({ directory: noting(removed) }).sweep();
    expect([await listLeft(), removed]).toEqual([[1], [toId(2)]]);
    expect(await listIds()).toEqual([1, 2]);
  });

  test('all, a hundred at a time, the oldest first; what its home keeps is tried another time', async () => {
    const removed: string[] = [];
    for (let place = 1; place <= 120; place += 1) {
      await leaveOver(place, 'directory', `${200 - place} minutes`);
    }
    await leaveOver(121, 's3', '1 hour');
    const failed = openStore({ directory: noting(removed) }).sweep();
    await expect(failed).rejects.toThrow('could not be taken away');
    expect(new Set(removed)).toEqual(new Set(Array.from({ length: 120 }, (_, at) => toId(at + 1))));
    expect(removed.slice(100).sort()).toEqual(
      Array.from({ length: 20 }, (_, at) => toId(at + 101)),
    );
    expect(await listLeft()).toEqual([121]);
    // Not before it is old again.
    await openStore({ s3: noting(removed) }).sweep();
    expect(await listLeft()).toEqual([121]);
  });

  test('not what somebody has begun to write there again meanwhile', async () => {
    await leaveOver(1, 'directory', '1 hour');
    const again: BytesHome = {
      ...home,
      remove: async () =>
        void (await run('update private.leftover_bytes set since = clock_timestamp()')),
    };
    await openStore({ directory: again }).sweep();
    expect(await listLeft()).toEqual([1]);
  });
});

describe('bytes in the database', () => {
  const pieces = async (id: string) =>
    (
      await run<{ start: string }>(
        'select start from private.stored_pieces where bytes_id = $1 order by start',
        [id],
      )
    ).map(({ start }) => Number(start));
  const piece = 262_144;

  test('lie in pieces of 256 KiB, and it is told after each how many are safe', async () => {
    const id = await openStore().begin();
    const told: number[] = [];
    const size = 2 * piece + 5;
    expect(
      await home.append(id, 0, come('x'.repeat(size)), async (safe) => void told.push(safe)),
    ).toBe(size);
    expect(told).toEqual([piece, 2 * piece, size]);
    expect(await pieces(id)).toEqual([0, piece, 2 * piece]);
    // What lay behind goes.
    expect(await home.append(id, piece, come('end'))).toBe(piece + 3);
    expect(await pieces(id)).toEqual([0, piece]);
    expect(await text(home.read(id, { first: piece - 1, last: piece + 2 }))).toBe('xend');
    await expect(text(home.read(id, { first: piece, last: piece + 3 }))).rejects.toThrow(
      `bytes are missing from ${piece + 3}`,
    );
  });

  test.each([63, 64, 65, 129])('are copied whole: %i pieces', async (count) => {
    const [from, to] = [await openStore().begin(), await openStore().begin()];
    await run(
      `insert into private.stored_pieces (bytes_id, start, bytes)
       select $1::uuid, 3 * n, convert_to(to_char(n, 'FM000'), 'utf8') from generate_series(0, $2::integer - 1) n`,
      [from, count],
    );
    await home.copy(from, to);
    expect(await pieces(to)).toEqual(await pieces(from));
    const whole = Array.from({ length: count }, (_, at) => String(at).padStart(3, '0')).join('');
    expect(await text(home.read(to, { first: 0, last: 3 * count - 1 }))).toBe(whole);
  });
});
