import { randomBytes } from 'node:crypto';
import type { Database } from '@muster/database';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HomeName } from './bytes/home.ts';
import { moveStoredBytes } from './bytes/move.ts';
import type { HomesConfig } from './bytes/open-store.ts';
import { type S3Server, startS3 } from './testing/s3-server.ts';
import { createStorageWorld, type StorageWorld } from './testing/storage-world.ts';

let s3: S3Server;
let storage: StorageWorld;
let config: HomesConfig;

beforeAll(async () => {
  s3 = await startS3();
  storage = await createStorageWorld({ s3: s3.url });
  config = { directory: storage.directory, s3: s3.url };
});
afterAll(async () => {
  await storage[Symbol.asyncDispose]();
  await s3[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await storage.world.database.query('delete from storage.objects');
  await letTimeGoBy();
});

const files = () => storage.storage('service').from('pictures');
const failures: unknown[] = [];
const move = (to: HomeName, given = config) =>
  moveStoredBytes(storage.world.database, given, to, {
    onFailure: (error) => failures.push(error),
  });

/** Two hours go by, and what nobody needs goes. */
async function letTimeGoBy(): Promise<void> {
  const { database } = storage.world;
  await database.query(
    `update private.stored_bytes set begun_at = begun_at - interval '2 hours',
       unwanted_at = unwanted_at - interval '2 hours'`,
  );
  await database.query(`update private.leftover_bytes set since = since - interval '2 hours'`);
  await storage.backend.sweepStorage();
}

/** The homes in which something of an object lies. */
async function listPlaces(name: string): Promise<string[]> {
  const places = await storage.world.database.query<{ place: string }>(
    `with asked as (select version::uuid as id from storage.objects where name = $1)
     select 'read from ' || home as place from private.stored_bytes where id in (table asked)
     union all select 'left in ' || home from private.leftover_bytes where bytes_id in (table asked)
     union all select distinct 'pieces' from private.stored_pieces where bytes_id in (table asked)
     order by place`,
    [name],
  );
  return places.map(({ place }) => place);
}

async function download(name: string): Promise<Buffer> {
  const { data, error } = await files().download(name);
  expect(error).toBeNull();
  return Buffer.from(await (data ?? new Blob()).arrayBuffer());
}

test('files go from each home to each other, the same bytes under the same version', async () => {
  const [large, small] = [randomBytes(2_200_000), randomBytes(10)];
  await files().upload('large', large);
  await files().upload('small', small);
  await files().upload('empty', Buffer.alloc(0));
  const before = await files().info('large');
  for (const to of ['directory', 's3', 'database', 's3', 'directory', 'database'] as const) {
    expect(await move(to)).toEqual({ moved: 3, failed: 0, total: 3 });
    expect(await listPlaces('large')).toContain(`read from ${to}`);
    expect((await download('large')).equals(large)).toBe(true);
    expect((await download('small')).equals(small)).toBe(true);
    expect(await download('empty')).toHaveLength(0);
    const part = await storage.send('nobody', 'object/public/pictures/large', {
      headers: { range: 'bytes=2097150-2097159' },
    });
    expect(Buffer.from(await part.arrayBuffer())).toEqual(large.subarray(2_097_150, 2_097_160));
    expect((await files().info('large')).data?.version).toBe(before.data?.version);
    expect(await move(to)).toEqual({ moved: 0, failed: 0, total: 0 });
    await letTimeGoBy();
    expect(await listPlaces('large')).toEqual([
      ...(to === 'database' ? ['pieces'] : []),
      `read from ${to}`,
    ]);
  }
  expect(failures).toEqual([]);
});

test('a download that has begun goes on, and what was left goes after its time', async () => {
  const bytes = randomBytes(3_000_000);
  await files().upload('read', bytes);
  const answer = await storage.send('nobody', 'object/public/pictures/read');
  await move('s3');
  await storage.backend.sweepStorage();
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  expect(await listPlaces('read')).toEqual(['left in database', 'pieces', 'read from s3']);
  await letTimeGoBy();
  expect(await listPlaces('read')).toEqual(['read from s3']);
});

test('what is deleted meanwhile stays deleted, and nothing of it is left anywhere', async () => {
  await files().upload('going', randomBytes(10));
  const [row] = await storage.world.database.query<{ version: string }>(
    `select version from storage.objects where name = 'going'`,
  );
  // Deleted when its bytes are on their way: by a trigger of the test, at the first piece that is sent.
  await storage.world.database.query(`
    create function private.delete_meanwhile() returns trigger language plpgsql as $$
    begin delete from storage.objects where name = 'going'; return null; end $$;
    create trigger delete_meanwhile after insert on private.s3_pieces
      for each row execute function private.delete_meanwhile()`);
  expect(await move('s3')).toEqual({ moved: 0, failed: 0, total: 1 });
  await storage.world.database.query('drop function private.delete_meanwhile cascade');
  expect(await s3.listIds()).toEqual([row?.version]);
  await letTimeGoBy();
  expect(await s3.listIds()).toEqual([]);
  const left = await storage.world.database.query(
    'select from private.stored_bytes where id = $1 union all select from private.leftover_bytes',
    [row?.version],
  );
  expect(left).toEqual([]);
});

test('what breaks off half way leaves the file where it was; the next move goes on', async () => {
  await using broken = await startS3();
  await files().upload('first', randomBytes(3_000_000));
  await broken.close();
  failures.length = 0;
  expect(await move('s3', { ...config, s3: broken.url })).toEqual({
    moved: 0,
    failed: 1,
    total: 1,
  });
  expect(failures).toHaveLength(1);
  expect(await listPlaces('first')).toEqual(['left in s3', 'pieces', 'read from database']);
  expect(await download('first')).toHaveLength(3_000_000);
  expect(await move('s3')).toEqual({ moved: 1, failed: 0, total: 1 });
  expect(await download('first')).toHaveLength(3_000_000);
});

test('what a sweep has taken in the meantime is not read from there', async () => {
  await files().upload('swept', randomBytes(10));
  await storage.world.database.query(`
    create function private.sweep_meanwhile() returns trigger language plpgsql as $$
    begin update private.leftover_bytes set since = clock_timestamp(); return null; end $$;
    create trigger sweep_meanwhile after insert on private.s3_pieces
      for each row execute function private.sweep_meanwhile()`);
  expect(await move('s3')).toEqual({ moved: 0, failed: 0, total: 1 });
  await storage.world.database.query('drop function private.sweep_meanwhile cascade');
  expect(await listPlaces('swept')).toContain('read from database');
});

test.each(['directory', 's3', 'database'] as const)(
  'two moves to the home %s at once share the files',
  async (to) => {
    const names = Array.from({ length: 12 }, (_, place) => `shared${place}`);
    const contents = names.map((_, place) => randomBytes(1 + place * 30_011));
    await Promise.all(names.map((name, place) => files().upload(name, contents[place] ?? '')));
    await move(to === 'database' ? 's3' : 'database');
    await letTimeGoBy();
    failures.length = 0;
    const [one, two] = await Promise.all([move(to), move(to)]);
    expect([failures, one.failed, two.failed]).toEqual([[], 0, 0]);
    expect(one.moved + two.moved).toBe(12);
    await letTimeGoBy();
    for (const [place, name] of names.entries()) {
      expect(await listPlaces(name)).toContain(`read from ${to}`);
      expect((await download(name)).equals(contents[place] ?? Buffer.alloc(0))).toBe(true);
    }
  },
);

test('bytes that do not come back as they were written are not read from there', async () => {
  const bytes = randomBytes(300_000);
  await files().upload('flawed', bytes);
  await move('s3');
  await letTimeGoBy();
  // As many bytes as there should be, and others: the database's own pieces are spoilt as they are written.
  await storage.world.database.query(`
    create function private.spoil() returns trigger language plpgsql as $$
    begin new.bytes = set_byte(new.bytes, 0, 255 - get_byte(new.bytes, 0)); return new; end $$;
    create trigger spoil before insert on private.stored_pieces
      for each row execute function private.spoil()`);
  failures.length = 0;
  expect(await move('database')).toEqual({ moved: 0, failed: 1, total: 1 });
  await storage.world.database.query('drop function private.spoil cascade');
  expect(String(failures[0])).toContain('other bytes');
  expect(await listPlaces('flawed')).toContain('read from s3');
  expect((await download('flawed')).equals(bytes)).toBe(true);
  expect(await move('database')).toEqual({ moved: 1, failed: 0, total: 1 });
});

test('a move from or to a home that is not configured is refused, and moves nothing', async () => {
  await files().upload('kept', randomBytes(10));
  await move('s3');
  const { directory = '', s3: url = '' } = config;
  await expect(move('directory', { s3: url })).rejects.toThrow('directory is not configured');
  await expect(move('database', { directory })).rejects.toThrow('s3 is not configured');
  expect(await listPlaces('kept')).toContain('read from s3');
  expect(await move('directory')).toEqual({ moved: 1, failed: 0, total: 1 });
  await expect(move('s3', { directory })).rejects.toThrow('s3 is not configured');
});

/** The same database; `onSent` is called before each statement that has the words in it. */
function noting(database: Database, words: string, onSent: () => void): Database {
  return new Proxy(database, {
    get(target, key) {
      if (key === 'query') {
        return (text: string, values?: unknown[]) => {
          if (text.includes(words)) {
            onSent();
          }
          return target.query(text, values);
        };
      }
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

test.each([
  ['written', 'insert into private.stored_pieces'],
  ['read back', 'select start, bytes from private.stored_pieces'],
])('what is stopped while it is %s leaves nothing in the new home', async (_when, words) => {
  const bytes = randomBytes(3_000_000);
  await files().upload('stopped', bytes);
  await move('directory');
  await letTimeGoBy();
  const stop = new AbortController();
  let sent = 0;
  const database = noting(storage.world.database, words, () => {
    sent += 1;
    if (sent === 3) {
      stop.abort(new Error('told to stop'));
    }
  });
  failures.length = 0;
  const stopped = moveStoredBytes(database, config, 'database', {
    onFailure: (error) => failures.push(error),
    signal: stop.signal,
  });
  await expect(stopped).rejects.toThrow('told to stop');
  expect([sent, failures]).toEqual([3, []]);
  expect(await listPlaces('stopped')).toEqual(['read from directory']);
  expect((await download('stopped')).equals(bytes)).toBe(true);
  expect(await move('database')).toEqual({ moved: 1, failed: 0, total: 1 });
});
