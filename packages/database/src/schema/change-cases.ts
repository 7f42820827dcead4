import assert from 'node:assert/strict';
import type { Case } from './case.ts';
import type { World } from './world.ts';

/** What is kept of changes for those who listen to a table. What is heard of it is asked in realtime's own tests. */

/** A table that somebody listens to, of which so many changes of this transaction have been kept already. */
async function hear(world: World, kept?: number): Promise<void> {
  await world.query('create table public.wares (id int primary key, name text)');
  await world.query(
    `create trigger keep after insert or update or delete on public.wares
     for each row execute function realtime.keep_change()`,
  );
  if (kept !== undefined) {
    await world.query(
      `select set_config('realtime.kept_' || 'public.wares'::regclass::oid, $1, true)`,
      [String(kept)],
    );
  }
}

const listKept = (world: World) =>
  world.query(
    `select entity = 'public.wares'::regclass::oid as is_of_table, type, bytes, record, old_record
     from realtime.changes order by id`,
  );
const countKept = async (world: World) => {
  const { kept } = await world.one<{ kept: string }>(
    `select current_setting('realtime.kept_' || 'public.wares'::regclass::oid) as kept`,
  );
  return Number(kept);
};
const add = (world: World, id: number) =>
  world.query(`insert into public.wares values ($1, 'axe')`, [id]);

const axe = { id: 1, name: 'axe' };
const added = {
  ...{ is_of_table: true, type: 'INSERT', bytes: 21 },
  ...{ record: axe, old_record: null },
};
const tooMany = {
  ...{ is_of_table: true, type: 'TOO MANY', bytes: 0 },
  ...{ record: null, old_record: null },
};

const keepChange: Case = {
  object: 'function realtime.keep_change()',
  lets: {
    'a row as it came, as it changed, and as it went': async (world) => {
      await hear(world);
      await add(world, 1);
      await world.query(`update public.wares set name = 'saw'`);
      await world.query('delete from public.wares');
      const saw = { id: 1, name: 'saw' };
      assert.deepEqual(await listKept(world), [
        added,
        { ...added, type: 'UPDATE', record: saw, old_record: axe },
        { ...added, type: 'DELETE', record: null, old_record: saw },
      ]);
      assert.equal(await countKept(world), 3);
    },
    'the last of ten thousand': async (world) => {
      await hear(world, 9_999);
      await add(world, 1);
      assert.deepEqual(await listKept(world), [added]);
      assert.equal(await countKept(world), 10_000);
    },
  },
  stops: {
    'what comes after ten thousand, and says so once': async (world) => {
      await hear(world, 10_000);
      await add(world, 1);
      assert.deepEqual(await listKept(world), [tooMany]);
      assert.equal(await countKept(world), 10_001);
      await add(world, 2);
      assert.deepEqual(await listKept(world), [tooMany]);
      assert.equal(await countKept(world), 10_001);
    },
  },
};

export const changeCases: readonly Case[] = [keepChange];
