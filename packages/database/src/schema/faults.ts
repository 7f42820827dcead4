import type { Queryable } from '../types.ts';
import { findFailures, findGaps, listCases, type NamedRun, prepare, toRuns } from './all-cases.ts';
import { findReason } from './equal-faults.ts';
import { listMutations, type Mutation } from './mutations.ts';
import { listObjects } from './objects.ts';
import { findWrongRights } from './rights.ts';
import { readColumns, World } from './world.ts';

/**
 * Puts small faults into every object of the migrations, one by one, and lists those that no row of the schema
 * tests notices: `node packages/database/src/schema/faults.ts [parts of objects' names]`.
 */

/** What an object's fault may show in: its own rows first, then those of everything that acts. */
function sortRuns({ object }: Mutation, runs: readonly NamedRun[], callers: readonly string[]) {
  const isOwn = ({ objects }: NamedRun) =>
    objects.some((name) => name === object || callers.includes(name));
  const own = runs.filter(isOwn);
  if (!/^(function|trigger|policy) /.test(object)) {
    return own;
  }
  const others = runs.filter(
    (run) => !isOwn(run) && run.objects.some((name) => /^(function|trigger|policy) /.test(name)),
  );
  return [...own, ...others];
}

/** The triggers that call each function. */
async function readCallers(database: Queryable): Promise<Map<string, string[]>> {
  const rows = await database.query<{ called: string; caller: string }>(
    `select 'function ' || pn.nspname || '.' || p.proname || '()' as called,
       'trigger ' || n.nspname || '.' || c.relname || '.' || t.tgname as caller
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
       join pg_proc p on p.oid = t.tgfoid join pg_namespace pn on pn.oid = p.pronamespace
     where not t.tgisinternal`,
  );
  const callers = new Map<string, string[]>();
  for (const { called, caller } of rows) {
    callers.set(called, [...(callers.get(called) ?? []), caller]);
  }
  return callers;
}

/** A fault that nobody notices, with the reason where it is none. */
function toLine(mutation: Mutation): string {
  const reason = findReason(mutation);
  return `${reason === null ? 'SURVIVED' : 'EQUAL   '} ${mutation.object}: ${mutation.what}${reason === null ? '' : `: ${reason}`}`;
}

/** Who notices a fault; null where nobody does. */
async function findWitness(
  world: World,
  runs: readonly NamedRun[],
  expected: readonly string[],
): Promise<string | null> {
  for (const run of runs) {
    if ((await findFailures(world, [run])).length > 0) {
      return run.name;
    }
  }
  const objects = await listObjects(world);
  const [gap] = expected.filter((object) => !objects.includes(object));
  const [right] = await findWrongRights(world);
  return gap ?? right ?? null;
}

async function putIn(world: World, mutation: Mutation): Promise<boolean> {
  try {
    await world.query(mutation.sql);
    return true;
  } catch {
    return false;
  }
}

async function run(database: Queryable, words: readonly string[]): Promise<void> {
  const world = new World(database, await readColumns(database));
  const cases = listCases(world.columns);
  const objects = await listObjects(database);
  console.log(findGaps(objects, cases).join('\n') || 'every object has its rows');
  const mutations = (await listMutations(database)).filter(
    ({ object }) => words.length === 0 || words.some((word) => object.includes(word)),
  );
  const callers = await readCallers(database);
  const runs = toRuns(cases);
  await prepare(world);
  const [failure] = await findFailures(world, runs);
  if (failure !== undefined) {
    throw new Error(`Without any fault this fails, and so would notice each: ${failure}`);
  }
  const counts = { noticed: 0, impossible: 0, equal: 0, survived: 0 };
  for (const mutation of mutations) {
    await world.query('savepoint fault');
    if (await putIn(world, mutation)) {
      const own = sortRuns(mutation, runs, callers.get(mutation.object) ?? []);
      const witness = await findWitness(world, own, objects);
      const isEqual = findReason(mutation) !== null;
      counts[witness !== null ? 'noticed' : isEqual ? 'equal' : 'survived'] += 1;
      if (witness === null) {
        console.log(toLine(mutation));
      }
    } else {
      counts.impossible += 1;
    }
    await world.query('rollback to savepoint fault; release savepoint fault');
  }
  console.log(counts);
}

const { withMigratedDatabase } = await import('../testing/migrated-database.ts');
await withMigratedDatabase(async (database) => {
  await database.transaction(async (transaction) => {
    await run(transaction, process.argv.slice(2));
    await transaction.query('rollback');
  });
});
