import assert from 'node:assert/strict';
import type { Case, Run } from './case.ts';
import { type Row, signedIn, type World } from './world.ts';

/** What the database says on channels. */

const messages = 'realtime.messages';
/** How much was told in this transaction; a notification itself goes out with its commit. */
const countTold = async (world: World) =>
  Number(
    (await world.one<{ told: string }>(`select current_setting('realtime.told', true) as told`))
      .told || 0,
  );
const said = { extension: 'broadcast', event: 'said', private: true, payload: '{}' };

const listAnnounced = async (world: World) =>
  (
    await world.query<{ notice: string }>('select notice from realtime.announcements order by id')
  ).map(({ notice }) => notice);

const tells =
  (row: Row): Run =>
  async (world) => {
    const { id, topic, event } = await world.add(messages, { ...said, ...row });
    assert.equal(await countTold(world), 1);
    const [notice = '', ...others] = await listAnnounced(world);
    const [at, ...place] = JSON.parse(notice).toReversed();
    assert.deepEqual(place.toReversed(), ['', 0, 'message', topic, true, event, 'row', id]);
    assert.deepEqual([typeof at, others], ['string', []]);
  };
const isSilent =
  (row: Row): Run =>
  async (world) => {
    await world.add(messages, { ...said, ...row });
    assert.deepEqual([await countTold(world), await listAnnounced(world)], [0, []]);
  };

const announce: Case = {
  object: 'trigger realtime.messages.announce_message',
  lets: {
    'what is broadcast': tells({}),
    'bytes that are broadcast': tells({ payload: null, binary_payload: Buffer.from([0]) }),
    'what is longer than a notification': tells({ payload: `"${'é'.repeat(8_000)}"` }),
    'messages about as long as a notification may be': async (world) => {
      await world.query(
        `insert into realtime.messages (topic, extension, event, private, payload)
         select 'x', 'broadcast', 'said', true, to_jsonb(repeat('x', n)) from generate_series(7500, 8000) n`,
      );
      assert.equal(await countTold(world), 501);
    },
    'the longest names': tells({ topic: 'é'.repeat(255), event: 'é'.repeat(255) }),
    'a thousand messages': async (world) => {
      await world.query(
        `insert into realtime.messages (topic, extension, event, private, payload)
         select 'x', 'broadcast', 'said', true, '{}' from generate_series(1, 1000)`,
      );
      assert.equal(await countTold(world), 1_000);
      const notices = await listAnnounced(world);
      assert.deepEqual([notices.length, notices.filter((notice) => notice === '')], [1_000, []]);
    },
  },
  stops: {
    'what is no broadcast': isSilent({ extension: 'presence' }),
    'a message of no event': isSilent({ event: null }),
    'a message of no audience': isSilent({ private: null }),
    'a message of nothing': isSilent({ payload: null }),
    'a topic of a longer name': isSilent({ topic: 'é'.repeat(256) }),
    'an event of a longer name': isSilent({ event: 'é'.repeat(256) }),
    'more than a thousand messages': async (world) => {
      await world.query(`select set_config('realtime.told', '1000', true)`);
      await world.add(messages, said);
      await world.add(messages, said);
      assert.deepEqual([await countTold(world), await listAnnounced(world)], [1_001, ['']]);
    },
  },
};

const exclusive: Case = {
  object: 'check realtime.messages.messages_payload_exclusive',
  lets: {
    'one of the two, or none': async (world) => {
      for (const row of [{ payload: '{}' }, { binary_payload: Buffer.from([0]) }, {}]) {
        await world.lets(() => world.add(messages, row));
      }
    },
  },
  stops: {
    both: async (world) => {
      const row = { payload: '{}', binary_payload: Buffer.from([0]) };
      const constraint = 'messages_payload_exclusive';
      await world.stops({ code: '23514', constraint }, () => world.add(messages, row));
    },
  },
};

const listSaid = (world: World) =>
  world.query(
    `select payload, binary_payload, event, topic, private, extension, id::text = payload ->> 'id' as is_named
     from realtime.messages order by inserted_at`,
  );
const one = { event: 'said', topic: 'room', extension: 'broadcast' };

/** A person's statement, where policies say who may write. */
async function sayAs(world: World, call: string) {
  await world.query(
    `create policy speak on realtime.messages for insert to authenticated with check (realtime.topic() = 'room')`,
  );
  await world.as(signedIn('6f0d3b5e-2d49-4c3e-9b0a-0d7a4d3f5a11'), `select ${call}`);
}

const send: Case = {
  object: 'function realtime.send(payload jsonb, event text, topic text, private boolean)',
  lets: {
    'a message, which bears its id': async (world) => {
      await world.query(`select realtime.send('{"n": 1}', 'said', 'room')`);
      const [row] = await listSaid(world);
      assert.deepEqual(
        { ...row, payload: null },
        { ...one, payload: null, binary_payload: null, private: true, is_named: true },
      );
    },
    'an id of its own, and everybody': async (world) => {
      await world.query(`select realtime.send('{"id": 7}', 'said', 'room', false)`);
      const [row] = await listSaid(world);
      assert.deepEqual([row?.payload, row?.private], [{ id: 7 }, false]);
    },
    'whom a policy lets': async (world) => {
      await sayAs(world, `realtime.send('{}', 'said', 'room')`);
      assert.equal((await listSaid(world)).length, 1);
    },
  },
  stops: {
    'whom no policy lets, and goes on': async (world) => {
      await sayAs(world, `realtime.send('{}', 'said', 'hall')`);
      assert.deepEqual(await listSaid(world), []);
    },
    'what cannot bear an id, and goes on': async (world) => {
      await world.query(`select realtime.send('7', 'said', 'room')`);
      assert.deepEqual(await listSaid(world), []);
    },
  },
};

const sendBinary: Case = {
  object: 'function realtime.send_binary(payload bytea, event text, topic text, private boolean)',
  lets: {
    bytes: async (world) => {
      await world.query(`select realtime.send_binary('\\x00ff', 'said', 'room', false)`);
      const [row] = await listSaid(world);
      const { payload, is_named, ...rest } = row ?? {};
      assert.deepEqual([payload, is_named], [null, null]);
      assert.deepEqual(rest, { ...one, binary_payload: Buffer.from([0, 255]), private: false });
    },
    'whom a policy lets': async (world) => {
      await sayAs(world, `realtime.send_binary('\\x00', 'said', 'room')`);
      assert.equal((await listSaid(world)).length, 1);
    },
  },
  stops: {
    'whom no policy lets, and goes on': async (world) => {
      await sayAs(world, `realtime.send_binary('\\x00', 'said', 'hall')`);
      assert.deepEqual(await listSaid(world), []);
    },
  },
};

const changed = (operation: string, level = 'ROW') =>
  `select realtime.broadcast_changes('room', 'said', ${operation}, 'wares', 'public',
     row(1, 'axe'), null, '${level}')`;

const broadcastChanges: Case = {
  object:
    'function realtime.broadcast_changes(topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record, level text)',
  lets: {
    'a row that came, changed or went': async (world) => {
      for (const operation of ['INSERT', 'UPDATE', 'DELETE']) {
        await world.query(changed(`'${operation}'`));
      }
      const rows = await listSaid(world);
      assert.equal(rows.length, 3);
      assert.deepEqual(
        { ...(rows[0]?.payload as Row), id: null, operation: null },
        {
          ...{ id: null, operation: null, old_record: null, record: { f1: 1, f2: 'axe' } },
          ...{ table: 'wares', schema: 'public' },
        },
      );
    },
  },
  stops: {
    'a statement’s': async (world) => {
      const message =
        'Failed to process the row: function can only be triggered for each row, not for each statement';
      await world.stops({ code: 'P0001', message }, () =>
        world.query(changed(`'INSERT'`, 'STATEMENT')),
      );
    },
    'what is no change of a row': async (world) => {
      const message = 'Failed to process the row: Unexpected operation type: TRUNCATE';
      await world.stops({ code: 'P0001', message }, () => world.query(changed(`'TRUNCATE'`)));
      await world.stops({ code: 'P0001' }, () => world.query(changed('null')));
    },
  },
};

export const realtimeCases: readonly Case[] = [
  announce,
  exclusive,
  send,
  sendBinary,
  broadcastChanges,
];
