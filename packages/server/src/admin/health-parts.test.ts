import { expect, it } from 'vitest';
import type { HostFacts } from '../context.ts';
import { toParts } from './health-parts.ts';
import type { JobsRow, PartsRow } from './health-query.ts';

const now = new Date('2026-11-21T18:00:00.000Z');
const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
const day = 24 * 3600 * 1000;

const well: PartsRow = {
  ...{ version: '16.1', size: 7, connections: 1, most_connections: 100, page_damaged: null },
  ...{ applied: 3, last_migration: 'three' },
  ...{ last_sent: null, last_refused: null, waiting_mails: 0, late_mails: 0 },
  ...{ webhooks: 1, failing_webhooks: 0, stopped_webhooks: 0, last_posted: before(1) },
  ...{ servers: 2, silent_servers: 1, last_asked: now, blind_since: null },
  ...{ ends: 0, last_end: null, last_reason: null, last_beat: now },
  ...{ last_backup: now, backup_name: 'b', backup_size: 1, backup_hash: 'h' },
  ...{ backup_failed: null, backup_failure: null },
  ...{ last_drill: now, drill_name: 'd', drill_size: 1, drill_hash: 'h', drill_milliseconds: 1 },
  ...{ drill_failed: null, drill_failure: null, drill_impossible: null, backups_since: null },
};
const quiet: JobsRow = { waiting: 0, late: 0, failed: 0, oldest: null, processes: 1 };
const host: HostFacts = {
  ...{ muster: '1.2.3', node: '24.0.0', mailWay: 'smtp', pending: 0, hasBackups: true },
  ...{ journal: null, emergency: null, disk: { free: 2 ** 40, total: 2 ** 40 } },
};

const find = (
  name: string,
  {
    row = {},
    jobs = {},
    damage = null,
  }: {
    row?: Partial<PartsRow>;
    jobs?: Partial<JobsRow>;
    damage?: { at: Date; words: string } | null;
  } = {},
) => {
  const given = { row: { ...well, ...row }, jobs: { ...quiet, ...jobs }, host, damage };
  return toParts(given, now).find((part) => part.name === name) ?? expect.fail();
};

it.each<[string, Partial<PartsRow>, 'well' | 'look']>([
  ['database', { connections: 79 }, 'well'],
  ['database', { connections: 80 }, 'look'],
  ['channels', { failing_webhooks: 1 }, 'look'],
  ['channels', { stopped_webhooks: 1 }, 'look'],
  ['servers', { blind_since: now }, 'look'],
  ['servers', { last_asked: null }, 'look'],
  ['mail', { last_refused: before(1) }, 'look'],
  ['mail', { last_refused: before(2), last_sent: before(1) }, 'well'],
  ['mail', { last_refused: before(1), last_sent: before(1) }, 'well'],
  ['restarts', { last_end: before(day) }, 'look'],
  ['restarts', { last_end: before(day + 1) }, 'well'],
  ['restarts', { last_beat: null }, 'look'],
  ['versions', {}, 'well'],
])('%s, with %o: %s', (name, row, state) => {
  expect(find(name, { row }).state).toBe(state);
});

it.each<[Partial<JobsRow>, 'well' | 'look']>([
  [{ waiting: 9, oldest: now }, 'well'],
  [{ late: 1 }, 'look'],
  [{ failed: 1 }, 'look'],
  [{ processes: 0 }, 'look'],
])('jobs, with %o: %s', (jobs, state) => {
  expect(find('jobs', { jobs }).state).toBe(state);
});

it('has of a database that is damaged when that was met, by this process or any before it', () => {
  const at = before(5);
  const toFacts = (part: ReturnType<typeof find>) =>
    part.facts.map(({ name, value }) => [name, value]);
  const met = find('database', {
    row: { page_damaged: before(9) },
    damage: { at, words: 'block 7' },
  });
  expect([met.state, met.is_damaged]).toEqual(['look', true]);
  expect(toFacts(met)).toEqual([
    ['damaged_at', at.toISOString()],
    ['damage', 'block 7'],
    ['size', 7],
    ['connections', 1],
    ['most_connections', 100],
  ]);
  const before_it = find('database', { row: { page_damaged: at } });
  expect(before_it.is_damaged).toBe(true);
  expect(toFacts(before_it)[0]).toEqual(['damaged_at', at.toISOString()]);
  expect(toFacts(before_it)[1]?.[0]).toBe('size');
});

it.each<[string, (string | number)[][]]>([
  [
    'migrations',
    [
      ['applied', 3],
      ['pending', 0],
      ['last_migration', 'three'],
    ],
  ],
  [
    'channels',
    [
      ['listed', 1],
      ['failing', 0],
      ['stopped', 0],
      ['last_posted', before(1).toISOString()],
    ],
  ],
  [
    'servers',
    [
      ['listed', 2],
      ['silent', 1],
      ['last_asked', now.toISOString()],
    ],
  ],
  [
    'versions',
    [
      ['muster', '1.2.3'],
      ['node', '24.0.0'],
      ['version', '16.1'],
    ],
  ],
])('says of %s what it counts', (name, facts) => {
  expect(find(name).facts.map((fact) => [fact.name, fact.value])).toEqual(facts);
});
