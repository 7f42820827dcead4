import assert from 'node:assert/strict';
import type { Run } from './case.ts';
import type { Row, World } from './world.ts';

/** What of the audit log is left out once somebody has left, and nothing else. */

const named = { from: 'Wolf', to: 'Fox' };

/** A line of a person who was renamed, and whether they have left. */
async function addRename(world: World, hasLeft: boolean, beside: Row = {}) {
  const person = await world.add(
    'public.profiles',
    hasLeft ? { user_id: null, username: '⸺' } : {},
  );
  const subject = String(person.id);
  const changes = JSON.stringify({ name: named });
  return world.add('private.audit_log', { kind: 'person', subject, changes, ...beside });
}

const addByline = (world: World, changes: object = { author: named, game_slug: named }) =>
  world.add('private.audit_log', { kind: 'article', changes: JSON.stringify(changes) });

const write = (world: World, { id }: Row, set: string) =>
  world.query(`update private.audit_log set ${set} where id = $1`, [id]);

const refusal = { code: '23001' };
const stopped =
  (add: (world: World) => Promise<Row>, set: string): Run =>
  async (world) => {
    const line = await add(world);
    await world.stops(refusal, () => write(world, line, set));
  };

export const forgottenNames: Readonly<Record<string, Run>> = {
  'leaving out what somebody was called who has left': async (world) => {
    await write(world, await addRename(world, true), `changes = '{}'`);
  },
  'leaving out the byline of an article': async (world) => {
    const line = await addByline(world);
    await write(world, line, `changes = changes || '{"author": "changed"}'`);
    assert.deepEqual(
      await world.one('select changes from private.audit_log where id = $1', [line.id]),
      { changes: { author: 'changed', game_slug: named } },
    );
  },
};

const gone = (world: World) => addRename(world, true);

export const keptNames: Readonly<Record<string, Run>> = {
  'leaving out what somebody was called who is there': stopped(
    (world) => addRename(world, false),
    `changes = '{}'`,
  ),
  'leaving out what a team was called': stopped(
    (world) => addRename(world, true, { kind: 'team' }),
    `changes = '{}'`,
  ),
  'another name in its place': stopped(gone, `changes = '{"name": "Bear"}'`),
  'another office beside it': stopped(gone, `changes = '{}', person_id = gen_random_uuid()`),
  'another act beside it': stopped(gone, `changes = '{}', act = 'written'`),
  'another instant beside it': stopped(gone, `changes = '{}', at = now()`),
  'more than the byline': stopped(addByline, `changes = '{"author": "changed"}'`),
  'another byline': stopped(addByline, `changes = changes || '{"author": "Bear"}'`),
  'a byline where none was': stopped(
    (world) => addByline(world, { game_slug: named }),
    `changes = changes || '{"author": "changed"}'`,
  ),
};
