import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/index.ts';
import { findFailures, findGaps, listCases, prepare, toRuns } from './all-cases.ts';
import { listObjects } from './objects.ts';
import { readColumns, World } from './world.ts';

/**
 * What the migrations promise: every table, constraint, policy, trigger and function has a row that it lets
 * through and one that it stops. A new object without both fails here; so does one that is gone or that does
 * something else. All run in one transaction, each taken back.
 */

let given: TestDatabase;
let world: World;
let end: () => void;
let ended: Promise<void>;

beforeAll(async () => {
  given = await createTestDatabase();
  await new Promise<void>((onReady, onFailure) => {
    const until = new Promise<void>((resolve) => {
      end = resolve;
    });
    ended = given.database
      .transaction(
        async (transaction) => {
          world = new World(transaction, await readColumns(transaction));
          await prepare(world);
          onReady();
          await until;
          await transaction.query('rollback');
        },
        { plansOnce: true },
      )
      .catch(onFailure);
  });
});

afterAll(async () => {
  end();
  await ended;
  await given[Symbol.asyncDispose]();
});

test('every object has a row that it lets through and one that it stops', async () => {
  expect(findGaps(await listObjects(given.database), listCases(world.columns))).toEqual([]);
});

test.each(
  'table, not null, reference, key, check, exclusion, policy, trigger, function'.split(', '),
)('each row of every %s is let through or stopped', async (kind) => {
  // One that is of several objects runs with the first of them.
  const cases = listCases(world.columns).filter(({ object }) =>
    [object].flat()[0]?.startsWith(`${kind} `),
  );
  expect(cases).not.toEqual([]);
  expect(await findFailures(world, toRuns(cases))).toEqual([]);
});
