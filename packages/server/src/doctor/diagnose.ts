import { once } from 'node:events';
import { type Database, lookForEmbedded, type OpenDatabase } from '@muster/database';
import { type Config, ConfigError, listConfigFaults, parseConfig } from '../config.ts';
import { describeDatabase, openLeagueDatabase } from '../open-league.ts';
import { type Finding, lookWithin, ok, unknown, type Verdict, warning, wrong } from './finding.ts';
import { lookAtLastBackup, lookAtPlace, lookAtTrial } from './look-at-backups.ts';
import {
  lookAtChecksums,
  lookAtClock,
  lookAtEncoding,
  lookAtKeys,
  lookAtMigrations,
  lookAtRoles,
} from './look-at-database.ts';
import { lookAtData, lookAtNode, lookAtPort } from './look-at-machine.ts';
import { lookAtAddress, lookAtClient, lookAtDeno, lookAtMail } from './look-outside.ts';

/** How long each may take, in milliseconds; a database that has to be started first may have to recover. */
const patience = 8_000;
const openPatience = 25_000;

/** What is asked of the database, in this order; what needs its newest tables comes after the migrations. */
const ofDatabase = [
  'Encoding',
  'Roles',
  'Migrations',
  'Checksums',
  'Clock',
  'Keys',
  'Last backup',
  'Trial',
] as const;

type Asked = Record<
  (typeof ofDatabase)[number],
  (database: Database, signal: AbortSignal) => Promise<Verdict>
>;

function toAsked(config: Config): Asked {
  const since = (database: Database) => ({ database, now: new Date() });
  return {
    Encoding: lookAtEncoding,
    Roles: lookAtRoles,
    Migrations: (database) => lookAtMigrations(database, config),
    Checksums: lookAtChecksums,
    Clock: (database) => lookAtClock(database),
    Keys: (database) => lookAtKeys(database, config),
    'Last backup': (database, signal) => lookAtLastBackup(since(database), config, signal),
    Trial: (database) => lookAtTrial(since(database), config),
  };
}

const needTables: ReadonlySet<string> = new Set(['Last backup', 'Trial']);

async function lookInto(
  config: Config,
  database: Database,
  stopping: AbortSignal,
): Promise<Finding[]> {
  const asked = toAsked(config);
  const findings: Finding[] = [];
  for (const name of ofDatabase) {
    const lacksTables = findings.some((found) => found.name === 'Migrations' && found.is !== 'ok');
    findings.push(
      needTables.has(name) && lacksTables
        ? { name, ...unknown('looked at once the migrations are applied') }
        : await lookWithin(name, patience, (signal) => asked[name](database, signal), stopping),
    );
  }
  return findings;
}

/** What says that there is no database to be opened; null where there is one. */
async function findNone(config: Config): Promise<Verdict | null> {
  if (config.databaseUrl !== null) {
    return null;
  }
  const { hasData, hadData, process } = await lookForEmbedded(config.dataDir);
  if (hasData || process !== null) {
    return null;
  }
  return hadData
    ? wrong('its files are gone: npx muster restore --at now brings back what the journal has')
    : warning('none yet: npm start makes it');
}

interface DatabaseFindings {
  findings: Finding[];
  version: string | null;
}

const notOpened = (verdict: Finding): DatabaseFindings => ({
  findings: [
    verdict,
    ...ofDatabase.map((name) => ({ name, ...unknown('looked at once there is a database') })),
  ],
  version: null,
});

async function end(signal: AbortSignal): Promise<never> {
  await once(signal, 'abort');
  throw signal.reason;
}

/** The database as it is: one that does not run is started for this look, as every command beside the server does. */
async function lookAtDatabase(config: Config, stopping: AbortSignal): Promise<DatabaseFindings> {
  const none = await findNone(config);
  if (none !== null) {
    return notOpened({ name: 'Database', ...none });
  }
  let opened: OpenDatabase | null = null;
  let isOver = false;
  const isStarted = config.databaseUrl === null && !(await lookForEmbedded(config.dataDir)).process;
  const open = async () => {
    const database = await openLeagueDatabase(config);
    if (isOver || stopping.aborted) {
      await database.close();
    }
    opened = database;
    const how = isStarted ? ', not running: started for this look' : '';
    return ok(`${describeDatabase(config, database)}${how}`);
  };
  // One that is not started here leaves nothing, however long it takes to answer.
  const look = (signal: AbortSignal) => (isStarted ? open() : Promise.race([open(), end(signal)]));
  const found = await lookWithin('Database', openPatience, look, stopping);
  isOver = true;
  // Assigned in the callback above.
  const there = opened as OpenDatabase | null;
  if (there === null || found.is !== 'ok') {
    return notOpened(found);
  }
  try {
    const findings = await lookInto(config, there.database, stopping);
    return { findings: [found, ...findings], version: there.version };
  } finally {
    await there.close();
  }
}

type Print = (finding: Finding) => void;

async function lookAtAll(config: Config, print: Print, stopping: AbortSignal): Promise<Finding[]> {
  const look = (name: string, work: (signal: AbortSignal) => Promise<Verdict>) =>
    lookWithin(name, patience, work, stopping);
  const sight = config.databaseUrl === null ? await lookForEmbedded(config.dataDir) : null;
  const database = lookAtDatabase(config, stopping);
  // All at once, told in one order.
  const groups: Promise<Finding[]>[] = [
    look('Data', () => lookAtData(config)).then((found) => [found]),
    database.then(({ findings }) => findings),
    look('Backups', (signal) => lookAtPlace(config, signal)).then((found) => [found]),
    look('Mail', (signal) => lookAtMail(config, signal)).then((found) => [found]),
    look('Functions', () => lookAtDeno(config)).then((found) => [found]),
    look('Port', (signal) => lookAtPort(config, sight, signal)).then((found) => [found]),
    look('Address', (signal) => lookAtAddress(config, signal)).then((found) => [found]),
    database
      .then(({ version }) => look('Client', () => lookAtClient(version)))
      .then((found) => [found]),
  ];
  const ended = Promise.allSettled(groups);
  const all: Finding[] = [];
  try {
    for (const group of groups) {
      for (const finding of await group) {
        stopping.throwIfAborted();
        print(finding);
        all.push(finding);
      }
    }
    return all;
  } finally {
    // One that is stopped does not leave the others behind.
    await ended;
  }
}

/** The settings that are refused; the rest is looked at as if these were not set. Null where the rest is refused too. */
function readSettings(environment: NodeJS.ProcessEnv): { faults: string[]; config: Config | null } {
  const faults = listConfigFaults(environment);
  const rest = { ...environment };
  for (const { name } of faults) {
    delete rest[name];
  }
  const says = faults.map((fault) => `${fault.name} ${fault.says}`);
  try {
    return { faults: says, config: parseConfig(rest) };
  } catch (error) {
    if (!(error instanceof ConfigError)) {
      throw error;
    }
    return { faults: [...says, error.message], config: null };
  }
}

/**
 * Looks at everything that a league needs, and tells of each as soon as it is its turn. Changes nothing of the league's,
 * and leaves nothing where it is stopped.
 */
export async function diagnose(
  environment: NodeJS.ProcessEnv,
  print: Print,
  stopping: AbortSignal = new AbortController().signal,
): Promise<Finding[]> {
  const { faults, config } = readSettings(environment);
  const first = [
    await lookWithin('Node', patience, () => lookAtNode()),
    ...(faults.length === 0
      ? [{ name: 'Settings', ...ok('taken') }]
      : faults.map((fault) => ({ name: 'Settings', ...wrong(fault.replace(/\.$/, '')) }))),
  ];
  for (const finding of first) {
    print(finding);
  }
  return config === null ? first : [...first, ...(await lookAtAll(config, print, stopping))];
}
