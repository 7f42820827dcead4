import type { Damage } from '@muster/database';
import type { HealthFact, HealthFactName, HealthPart } from '@muster/site/pages/health/data.ts';
import { mostBackupAge, mostDrillAge } from '../backup/ages.ts';
import type { HostFacts } from '../context.ts';
import type { JobsRow, PartsRow } from './health-query.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const gibibyte = 2 ** 30;
/** A round of all servers and the sign of life come once a minute. */
const mostSilence = 3 * minute;

type Given = readonly [HealthFactName, HealthFact['look'], number | string | Date | null];

/** Figures that are there; what never happened has no line. */
const toFacts = (given: readonly Given[]): HealthFact[] =>
  given.flatMap(([name, look, value]) =>
    value === null || value === ''
      ? []
      : [{ name, look, value: value instanceof Date ? value.toISOString() : value }],
  );

const isOlder = (at: Date | null, now: Date, than: number) =>
  at === null || now.getTime() - at.getTime() > than;

function toPart(name: HealthPart['name'], isWell: boolean, facts: readonly Given[]): HealthPart {
  return { name, state: isWell ? 'well' : 'look', facts: toFacts(facts) };
}

function toDatabase(row: PartsRow, damage: Damage | null): HealthPart {
  const figures: Given[] = [
    ['size', 'bytes', row.size],
    ['connections', 'count', row.connections],
    ['most_connections', 'count', row.most_connections],
  ];
  const at = damage?.at ?? row.page_damaged;
  return at === null
    ? toPart('database', row.connections * 5 < row.most_connections * 4, figures)
    : toDamaged({ at, words: damage?.words ?? '' }, figures);
}

/** A database of which files are damaged, with what more is known of it. */
export function toDamaged({ at, words }: Damage, figures: readonly Given[] = []): HealthPart {
  const met = [['damaged_at', 'instant', at] as const, ['damage', 'text', words] as const];
  return { ...toPart('database', false, [...met, ...figures]), is_damaged: true };
}

const toMigrations = (row: PartsRow, { pending }: HostFacts): HealthPart =>
  toPart('migrations', pending === 0, [
    ['applied', 'count', row.applied],
    ['pending', 'count', pending],
    ['last_migration', 'text', row.last_migration],
  ]);

const toJobs = (jobs: JobsRow): HealthPart =>
  toPart('jobs', jobs.late === 0 && jobs.failed === 0 && jobs.processes > 0, [
    ['waiting', 'count', jobs.waiting],
    ['late', 'count', jobs.late],
    ['failed', 'count', jobs.failed],
    ['oldest', 'instant', jobs.oldest],
    ['processes', 'count', jobs.processes],
  ]);

function toMail(row: PartsRow, { mailWay }: HostFacts): HealthPart {
  // What stays in the mailbox of this machine goes out to nobody either.
  if (mailWay !== 'smtp') {
    return { name: 'mail', state: 'off', facts: [] };
  }
  const isRefused =
    row.last_refused !== null && (row.last_sent === null || row.last_refused > row.last_sent);
  return toPart('mail', row.late_mails === 0 && !isRefused, [
    ['last_sent', 'instant', row.last_sent],
    ['last_refused', 'instant', row.last_refused],
    ['waiting', 'count', row.waiting_mails],
    ['late', 'count', row.late_mails],
  ]);
}

function toChannels(row: PartsRow): HealthPart {
  if (row.webhooks === 0) {
    return { name: 'channels', state: 'off', facts: [] };
  }
  return toPart('channels', row.failing_webhooks === 0 && row.stopped_webhooks === 0, [
    ['listed', 'count', row.webhooks],
    ['failing', 'count', row.failing_webhooks],
    ['stopped', 'count', row.stopped_webhooks],
    ['last_posted', 'instant', row.last_posted],
  ]);
}

function toServers(row: PartsRow, now: Date): HealthPart {
  if (row.servers === 0) {
    return { name: 'servers', state: 'off', facts: [] };
  }
  const isWell = row.blind_since === null && !isOlder(row.last_asked, now, mostSilence);
  return toPart('servers', isWell, [
    ['listed', 'count', row.servers],
    ['silent', 'count', row.silent_servers],
    ['last_asked', 'instant', row.last_asked],
    ['blind_since', 'instant', row.blind_since],
  ]);
}

const toRestarts = (row: PartsRow, now: Date): HealthPart =>
  toPart(
    'restarts',
    (row.last_end === null || isOlder(row.last_end, now, day)) &&
      !isOlder(row.last_beat, now, mostSilence),
    [
      ['ends', 'count', row.ends],
      ['last_end', 'instant', row.last_end],
      ['last_reason', 'text', row.last_reason],
      ['last_beat', 'instant', row.last_beat],
    ],
  );

const toDisk = ({ disk }: HostFacts): HealthPart =>
  disk === null
    ? { name: 'disk', state: 'off', facts: [] }
    : toPart('disk', disk.free >= gibibyte && disk.free * 10 >= disk.total, [
        ['free', 'bytes', disk.free],
        ['total', 'bytes', disk.total],
      ]);

function toBackups(row: PartsRow, { hasBackups }: HostFacts, now: Date): HealthPart {
  if (!hasBackups) {
    return { name: 'backups', state: 'off', facts: [] };
  }
  const isWell = row.backup_failed === null && !isOlder(row.last_backup, now, mostBackupAge);
  return toPart('backups', isWell, [
    ['last_backup', 'instant', row.last_backup],
    ['file', 'text', row.backup_name],
    ['size', 'bytes', row.backup_size],
    ['hash', 'text', row.backup_hash],
    ['last_failure', 'instant', row.backup_failed],
    ['last_reason', 'text', row.backup_failure],
  ]);
}

function toJournal({ journal }: HostFacts, now: Date): HealthPart {
  if (journal === null) {
    return { name: 'journal', state: 'off', facts: [] };
  }
  const { at, since, baseAt, failure } = journal;
  // Before the process began, nobody could go on with it.
  const isFollowing = [at, since].some((last) => !isOlder(last, now, mostSilence));
  return toPart('journal', failure === null && isFollowing, [
    ['copied_until', 'instant', at],
    ['base_at', 'instant', baseAt],
    ['last_failure', 'instant', failure?.at ?? null],
    ['last_reason', 'text', failure?.words ?? null],
  ]);
}

function toDrills(row: PartsRow, { hasBackups }: HostFacts, now: Date): HealthPart {
  if (!hasBackups) {
    return { name: 'drills', state: 'off', facts: [] };
  }
  if (row.drill_impossible !== null) {
    return { name: 'drills', state: 'off', facts: [], impossible: row.drill_impossible };
  }
  // The first comes with the first backup, which may be under way.
  const isFresh = [row.last_drill, row.backups_since].some((at) => !isOlder(at, now, mostDrillAge));
  return toPart('drills', row.drill_failed === null && isFresh, [
    ['last_drill', 'instant', row.last_drill],
    ['file', 'text', row.drill_name],
    ['size', 'bytes', row.drill_size],
    ['hash', 'text', row.drill_hash],
    ['took', 'milliseconds', row.drill_milliseconds],
    ['last_failure', 'instant', row.drill_failed],
    ['last_reason', 'text', row.drill_failure],
  ]);
}

const toVersions = (row: PartsRow, { muster, node }: HostFacts): HealthPart =>
  toPart('versions', true, [
    ['muster', 'text', muster],
    ['node', 'text', node],
    ['version', 'text', row.version],
  ]);

interface Figures {
  row: PartsRow;
  jobs: JobsRow;
  host: HostFacts;
  damage: Damage | null;
}

/** What the figures say of each part, and whether somebody should look. */
export function toParts({ row, jobs, host, damage }: Figures, now: Date): HealthPart[] {
  return [
    toDatabase(row, damage),
    toMigrations(row, host),
    toJobs(jobs),
    toMail(row, host),
    toChannels(row),
    toServers(row, now),
    toRestarts(row, now),
    toDisk(host),
    toBackups(row, host, now),
    toJournal(host, now),
    toDrills(row, host, now),
    toVersions(row, host),
  ];
}
