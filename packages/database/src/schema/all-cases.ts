import { accountCases } from './account-cases.ts';
import { archiveCases } from './archive-cases.ts';
import { articleCases } from './article-cases.ts';
import { authChecks, checksThatStopNothing } from './auth-checks.ts';
import type { Case, Run } from './case.ts';
import { changeCases } from './change-cases.ts';
import { toCases } from './check-case.ts';
import { claimCases } from './claim-cases.ts';
import { demoCases } from './demo-cases.ts';
import { departureCases } from './departure-cases.ts';
import { figureCases } from './figure-cases.ts';
import { flagCases } from './flag-cases.ts';
import { forgettingCases } from './forgetting-cases.ts';
import { judgeCases } from './judge-cases.ts';
import { keyCases } from './key-cases.ts';
import { leagueCases } from './league-cases.ts';
import { likenessCases } from './likeness-cases.ts';
import { nameCases } from './name-cases.ts';
import { policyCases } from './policy-cases.ts';
import { privateChecks } from './private-checks.ts';
import { publicChecks } from './public-checks.ts';
import { questionCases } from './question-cases.ts';
import { realtimeCases } from './realtime-cases.ts';
import { referenceCases } from './reference-cases.ts';
import { reportCases } from './report-cases.ts';
import { rulingCases } from './ruling-cases.ts';
import { sanctionCases } from './sanction-cases.ts';
import { storageCases } from './storage-cases.ts';
import { tableCases } from './table-cases.ts';
import { teamNameCases } from './team-name-cases.ts';
import { usernameCases } from './username-cases.ts';
import type { Column, World } from './world.ts';

/** The rows of every object of our schemas, as they stand in this folder. */
export function listCases(columns: ReadonlyMap<string, readonly Column[]>): Case[] {
  return [
    ...tableCases(columns),
    ...referenceCases(),
    ...keyCases(),
    ...toCases({
      ...authChecks,
      ...privateChecks,
      ...publicChecks,
      ...checksThatStopNothing,
    }),
    ...policyCases,
    ...accountCases,
    ...archiveCases,
    ...articleCases,
    ...changeCases,
    ...claimCases,
    ...demoCases,
    ...departureCases,
    ...figureCases,
    ...flagCases,
    ...forgettingCases,
    ...judgeCases,
    ...rulingCases,
    ...leagueCases,
    ...likenessCases,
    ...nameCases,
    ...questionCases,
    ...reportCases,
    ...realtimeCases,
    ...sanctionCases,
    ...storageCases,
    ...teamNameCases,
    ...usernameCases,
  ];
}

/** A line for each object that has no row it lets through or none it stops, and each case of no object. */
export function findGaps(objects: readonly string[], cases: readonly Case[]): string[] {
  const gaps: string[] = [];
  const byObject = Map.groupBy(
    cases.flatMap((one) => [one.object].flat().map((object) => ({ ...one, object }))),
    ({ object }) => object,
  );
  for (const object of objects) {
    const own = byObject.get(object) ?? [];
    const has = (kind: 'lets' | 'stops') => own.some((one) => Object.keys(one[kind]).length > 0);
    if (!has('lets')) {
      gaps.push(`${object}: no row that it lets through`);
    }
    if (!has('stops') && !stopsNothing(object)) {
      gaps.push(`${object}: no row that it stops`);
    }
  }
  for (const object of byObject.keys()) {
    if (!objects.includes(object)) {
      gaps.push(`${object}: is not in the database`);
    }
  }
  return gaps;
}

function stopsNothing(object: string): boolean {
  return Object.keys(checksThatStopNothing).some((name) => object === `check ${name}`);
}

/** One row of a case, with a name. */
export interface NamedRun {
  objects: readonly string[];
  name: string;
  run: Run;
}

export function toRuns(cases: readonly Case[]): NamedRun[] {
  return cases.flatMap(({ object, lets, stops }) => {
    const objects = [object].flat();
    const name = objects.length === 1 ? objects[0] : `${objects[0]} and ${objects.length - 1} more`;
    const toNamed = (runs: Case['lets'], verb: string) =>
      Object.entries(runs).map(([title, run]) => ({
        objects,
        name: `${name} ${verb} ${title}`,
        run,
      }));
    return [...toNamed(lets, 'lets'), ...toNamed(stops, 'stops')];
  });
}

/** Prepares a transaction for rows of every table; it is rolled back after the last of them. */
export async function prepare(world: World): Promise<void> {
  await world.query(
    'create table realtime.messages_of_test partition of realtime.messages default',
  );
  await world.query('set constraints all immediate');
}

/** Runs rows of cases, each taken back, and tells of those that failed, a line each. */
export async function findFailures(world: World, runs: readonly NamedRun[]): Promise<string[]> {
  const failures: string[] = [];
  await world.query('savepoint one_case');
  for (const run of runs) {
    const failure = await findFailure(world, run);
    if (failure !== null) {
      failures.push(`${run.name}: ${failure}`);
    }
  }
  await world.query('rollback to savepoint one_case; release savepoint one_case');
  return failures;
}

async function findFailure(world: World, { run }: NamedRun): Promise<string | null> {
  try {
    // What the one before did is taken back in one piece with the first statement of this one.
    await Promise.all([world.query('rollback to savepoint one_case'), run(world)]);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
