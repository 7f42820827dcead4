import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Scope } from '../types.ts';
import type { Case, Run } from './case.ts';
import { anybody, type Row, signedIn, type World } from './world.ts';

/** What files are kept by: names, what policies ask, and which bytes a row names. */

/** What a call makes of each text. */
const makes =
  (call: string, expected: Readonly<Record<string, unknown>>): Run =>
  async (world) => {
    for (const [given, result] of Object.entries(expected)) {
      const { value } = await world.one(`select ${call} as value`, [given]);
      assert.deepEqual(value, result, given);
    }
  };

const ofNames: readonly Case[] = [
  {
    object: 'function storage.foldername(name text)',
    lets: { 'the folders': makes('storage.foldername($1)', { 'a/b/c.png': ['a', 'b'] }) },
    stops: { 'the file': makes('storage.foldername($1)', { 'c.png': [] }) },
  },
  {
    object: 'function storage.filename(name text)',
    lets: { 'the file': makes('storage.filename($1)', { 'a/b/c.png': 'c.png', 'c.png': 'c.png' }) },
    stops: { 'the folders': makes('storage.filename($1)', { 'a/b/': '' }) },
  },
  {
    object: 'function storage.extension(name text)',
    lets: { 'what is last': makes('storage.extension($1)', { 'a.b/c.tar.gz': 'gz' }) },
    stops: { 'what is before': makes('storage.extension($1)', { 'a.b/c': 'c', 'a/c.': '' }) },
  },
];

const says =
  (call: string, operation: string, expected: unknown): Run =>
  async (world) => {
    await world.query(`select set_config('storage.operation', $1, true)`, [operation]);
    assert.deepEqual((await world.one(`select ${call} as value`)).value, expected);
  };

const upload = 'storage.object.upload';
const any = (words: string) => `storage.allow_any_operation(array[${words}])`;
const only = (word: string) => `storage.allow_only_operation(${word})`;

const ofRequests: readonly Case[] = [
  {
    object: 'function storage.operation()',
    lets: { 'what is asked': says('storage.operation()', upload, upload) },
    stops: { 'nothing else': says('storage.operation()', '', '') },
  },
  {
    object: 'function storage.allow_any_operation(expected_operations text[])',
    lets: {
      'one of them': says(any(`'object.list', '${upload}'`), upload, true),
      'in either form': says(any(`'object.upload'`), upload, true),
    },
    stops: {
      'any other': says(any(`'object.list'`), upload, false),
      'one that is empty': says(any(`'', null`), '', false),
    },
  },
  {
    object: 'function storage.allow_only_operation(expected_operation text)',
    lets: { 'this one': says(only(`'object.upload'`), upload, true) },
    stops: { 'any other': says(only(`'object.list'`), upload, false) },
  },
];

const addBytes = (world: World, row: Row = {}) => world.add('private.stored_bytes', row);
const addObject = (world: World, version: unknown) =>
  world.add('storage.objects', { bucket_id: 'referent', name: randomUUID(), version });
const stateOf = ({ id }: Row) =>
  [
    'select named_at is not null as named, unwanted_at is not null as unwanted from private.stored_bytes where id = $1',
    [id],
  ] as const;
const isState = async (world: World, bytes: Row, named: boolean, unwanted: boolean) =>
  assert.deepEqual(await world.one(...stateOf(bytes)), { named, unwanted });
const refused = { code: '23503' };

const ofBytes: readonly Case[] = [
  {
    object: 'trigger storage.objects.keep_stored_bytes',
    lets: {
      'a row of bytes that are there': async (world) => {
        const bytes = await addBytes(world);
        await addObject(world, bytes.id);
        await isState(world, bytes, true, false);
      },
      'a row that goes, and marks its bytes': async (world) => {
        const bytes = await addBytes(world);
        const { id } = await addObject(world, bytes.id);
        await world.query('delete from storage.objects where id = $1', [id]);
        await isState(world, bytes, true, true);
      },
      'a row of no bytes, and its end': async (world) => {
        const bytes = await addBytes(world);
        const rows = [
          await addObject(world, null),
          await addObject(world, 'v1'),
          // Ours are written small.
          await addObject(world, String(bytes.id).toUpperCase()),
        ];
        for (const { id } of rows) {
          await world.query('delete from storage.objects where id = $1', [id]);
        }
        await isState(world, bytes, false, false);
      },
    },
    stops: {
      'a row of bytes that are not there': (world) => {
        const id = randomUUID();
        const message = `there are no bytes ${id} for this row`;
        return world.stops({ ...refused, message }, () => addObject(world, id));
      },
      'a row of another’s bytes': async (world) => {
        const bytes = await addBytes(world);
        await addObject(world, bytes.id);
        await world.stops(refused, () => addObject(world, bytes.id));
      },
      'a row that comes too late': async (world) => {
        const bytes = await addBytes(world, { unwanted_at: '2030-01-01T18:00:00Z' });
        await world.stops(refused, () => addObject(world, bytes.id));
      },
    },
  },
  {
    object: 'trigger storage.objects.keep_replaced_bytes',
    lets: {
      'other bytes, and marks those before': async (world) => {
        const [before, after] = [await addBytes(world), await addBytes(world)];
        const { id } = await addObject(world, before.id);
        await world.query('update storage.objects set version = $2 where id = $1', [id, after.id]);
        await isState(world, before, true, true);
        await isState(world, after, true, false);
      },
      'another name, with the same bytes': async (world) => {
        const bytes = await addBytes(world);
        const { id } = await addObject(world, bytes.id);
        await world.query(`update storage.objects set name = 'moved' where id = $1`, [id]);
        await isState(world, bytes, true, false);
      },
    },
    stops: {
      'bytes that are not there': async (world) => {
        const bytes = await addBytes(world);
        const { id } = await addObject(world, bytes.id);
        const values = [id, randomUUID()];
        await world.stops(refused, () =>
          world.query('update storage.objects set version = $2 where id = $1', values),
        );
      },
    },
  },
  {
    object: 'trigger storage.objects.update_objects_updated_at',
    lets: {
      'a change, with its time': async (world) => {
        const row = await world.add('storage.objects', { updated_at: '2000-01-01T00:00:00Z' });
        const changed = await world.one<{ is_now: boolean }>(
          `update storage.objects set owner_id = 'x' where id = $1 returning updated_at = now() as is_now`,
          [row.id],
        );
        assert.equal(changed.is_now, true);
      },
    },
    stops: {
      'a time that somebody gives it': async (world) => {
        const row = await world.add('storage.objects');
        const changed = await world.one<{ is_now: boolean }>(
          `update storage.objects set updated_at = '2000-01-01' where id = $1
           returning updated_at = now() as is_now`,
          [row.id],
        );
        assert.equal(changed.is_now, true);
      },
    },
  },
];

/** Some bytes of somebody's who may store a hundred in two files. */
async function store(world: World, size: number, row: Row = {}) {
  await world.query(
    `select set_config('storage.bytes_of_one', '100', true), set_config('storage.objects_of_one', '2', true)`,
  );
  const metadata = JSON.stringify({ size });
  const name = randomUUID();
  return world.add('storage.objects', {
    ...{ bucket_id: 'referent', name, version: null, metadata, owner_id: 'somebody' },
    ...row,
  });
}
const resize = (world: World, id: unknown, size: number) =>
  world.query('update storage.objects set metadata = $2 where id = $1', [
    ...[id, JSON.stringify({ size })],
  ]);
const noRoom = { code: 'PT413' };

const ofRoom: readonly Case[] = [
  {
    object: 'trigger storage.objects.require_room',
    lets: {
      'just so many bytes': async (world) => {
        await store(world, 60);
        await store(world, 40);
      },
      'above a bound that has become narrower, a smaller file and another name': async (world) => {
        const { id } = await store(world, 100);
        await world.query(`select set_config('storage.bytes_of_one', '50', true)`);
        await resize(world, id, 100);
        await resize(world, id, 90);
        await world.query(`update storage.objects set name = 'moved' where id = $1`, [id]);
      },
      'anything where one of the bounds is not said': async (world) => {
        for (const name of ['storage.bytes_of_one', 'storage.objects_of_one']) {
          await store(world, 1);
          await world.query(`select set_config($1, '', true)`, [name]);
          for (let times = 0; times < 3; times += 1) {
            await world.add('storage.objects', {
              ...{ bucket_id: 'referent', name: randomUUID(), version: null, owner_id: name },
              metadata: JSON.stringify({ size: 101 }),
            });
          }
        }
      },
      'a file that grows within the bound': async (world) => {
        const { id } = await store(world, 60);
        await resize(world, id, 100);
      },
      'bytes of another, and of nobody': async (world) => {
        await store(world, 100);
        await store(world, 100, { owner_id: 'other' });
        await store(world, 101, { owner_id: null });
      },
    },
    stops: {
      'one byte more': async (world) => {
        await store(world, 60);
        await world.stops(noRoom, () => store(world, 41));
      },
      'a file that grows beyond it': async (world) => {
        const { id } = await store(world, 60);
        await world.stops(noRoom, () => resize(world, id, 101));
      },
      'a file of somebody else’s for which there is no room': async (world) => {
        await store(world, 60);
        const { id } = await store(world, 41, { owner_id: 'other' });
        await world.stops(noRoom, () =>
          world.query(`update storage.objects set owner_id = 'somebody' where id = $1`, [id]),
        );
      },
      'one file more': async (world) => {
        await store(world, 1);
        await store(world, 1);
        await world.stops(noRoom, () => store(world, 1));
      },
    },
  },
  {
    object: 'function private.get_object_bytes(metadata jsonb)',
    lets: {
      'what it is, or was announced': makes('private.get_object_bytes($1::jsonb)::integer', {
        '{"size":7,"contentLength":9}': 7,
        '{"contentLength":9}': 9,
      }),
    },
    stops: {
      'what is no number': makes('private.get_object_bytes($1::jsonb)::integer', {
        '{"size":"7"}': 0,
        '[]': 0,
      }),
    },
  },
];

const everybody: readonly Scope[] = [anybody, signedIn(randomUUID())];

/** What one's own policies of everything leave of the server's bucket: nothing. */
function ofTheServer(name: string, { table, column }: { table: string; column: string }): Case {
  const openAll = (world: World) =>
    world.query(`create policy "all of it" on ${table} for all to public using (true)`);
  const find = (world: World, scope: Scope, bucket: string) =>
    world.as(scope, `select 1 from ${table} where ${column} = $1`, [bucket]);
  const add = async (world: World, bucket: string) => {
    await openAll(world);
    if (table === 'storage.objects') {
      await world.add('storage.buckets', { id: bucket, name: bucket });
    }
    await world.add(table, { [column]: bucket, name: randomUUID() });
  };
  return {
    object: `policy ${table} "${name}"`,
    lets: {
      'whom a policy lets into any other bucket': async (world) => {
        await add(world, 'any-other');
        for (const scope of everybody) {
          assert.equal((await find(world, scope, 'any-other')).length, 1, scope.role);
        }
      },
    },
    stops: {
      'everybody but the server': async (world) => {
        await add(world, 'muster-league');
        for (const scope of everybody) {
          assert.deepEqual(await find(world, scope, 'muster-league'), [], scope.role);
          await world.stops({ code: '42501' }, () =>
            world.as(scope, `insert into ${table} (${column}, name) values ($1, $2)`, [
              'muster-league',
              randomUUID(),
            ]),
          );
        }
      },
    },
  };
}

const ofTheLeague: readonly Case[] = [
  ofTheServer("the league's own bucket is the server's", {
    table: 'storage.buckets',
    column: 'id',
  }),
  ofTheServer("the league's own files are the server's", {
    table: 'storage.objects',
    column: 'bucket_id',
  }),
];

export const storageCases: readonly Case[] = [
  ...ofNames,
  ...ofRequests,
  ...ofBytes,
  ...ofRoom,
  ...ofTheLeague,
];
