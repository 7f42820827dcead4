import { randomUUID } from 'node:crypto';
import { installJobQueue } from '@muster/database';
import type { HealthPartName } from '@muster/site/pages/health/data.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import type { HostFacts, LoaderInput, Viewer } from '../context.ts';
import { createHostReader } from '../host-facts.ts';
import { recordServerEnds } from '../server-ends.ts';
import { type Cast, createCast } from '../testing/cast.ts';
import { loadHealth } from './page-health.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const gibibyte = 2 ** 30;
const host: HostFacts = {
  ...{ muster: '1.2.3', node: '24.0.0', mailWay: 'smtp', pending: 0 },
  ...{ hasBackups: true, journal: null, emergency: null },
  disk: { free: 50 * gibibyte, total: 100 * gibibyte },
};

let cast: Cast;
let now: Date;

beforeAll(async () => {
  cast = await createCast();
  now = cast.own.league.now();
  await installJobQueue(cast.own.database);
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
const run = (text: string, values: unknown[] = []) => cast.own.database.query(text, values);

/** The health page as its session has the viewer: the site admin's office stands in it. */
async function open(viewer: Viewer | null, facts = host) {
  const input: LoaderInput = {
    ...{ database: cast.own.database, viewer, now, locale: 'en', zone: 'UTC', params: {} },
    url: new URL('http://localhost:3000/admins/health'),
    readHost: async () => facts,
  };
  return (await loadHealth(input))?.parts ?? null;
}
const steward = (): Viewer | null => {
  const viewer = cast.people['site admin'];
  return viewer === null ? null : { ...viewer, is_site_admin: true };
};
const find = async (name: HealthPartName, facts = host) => {
  const part = (await open(steward(), facts))?.find((candidate) => candidate.name === name);
  return part ?? expect.fail();
};
const toFacts = ({ facts }: Awaited<ReturnType<typeof find>>) =>
  Object.fromEntries(facts.map(({ name, value }) => [name, value]));

it('is for site admins alone', async () => {
  const seen = await Promise.all(
    Object.entries(cast.people).map(async ([name, viewer]) => [
      name,
      (await open(name === 'site admin' ? steward() : viewer)) !== null,
    ]),
  );
  expect(seen.filter(([, sees]) => sees)).toEqual([['site admin', true]]);
});

it('has the sheet of who brings the league back, where backups are made, for site admins alone', async () => {
  const place = {
    league: 'https://league.example',
    place: '/our backups',
    s3: null,
    keys: ['age1x'],
  };
  const read = async (emergency: HostFacts['emergency'], viewer = steward()) => {
    const input: LoaderInput = {
      ...{ database: cast.own.database, viewer, now, locale: 'en', zone: 'UTC', params: {} },
      url: new URL('http://localhost:3000/admins/health'),
      readHost: async () => ({ ...host, emergency }),
    };
    return (await loadHealth(input))?.sheet;
  };
  expect(await read(null)).toBeNull();
  expect(await read(place, cast.people.player ?? null)).toBeNull();
  expect(await read(place)).toMatchObject({
    newest: null,
    line: "npx muster restore '/our backups/league-….zip' --identity KEYFILE",
  });
  await run(
    `insert into private.backup_runs (made_at, name, size, sha256)
     values ($1, 'league-20260102T030405Z.zip', 123, 'abc')`,
    [now],
  );
  const s3 = 's3://KEY:SECRET@host/bucket';
  expect(await read({ ...place, s3, keys: [] })).toMatchObject({
    newest: { name: 'league-20260102T030405Z.zip', sha256: 'abc' },
    line: `BACKUP_DIR='${s3}' npx muster restore league-20260102T030405Z.zip`,
  });
  await run('delete from private.backup_runs');
});

it.each([
  ['s3://key:hunter2@host/bucket/ours?region=x', 's3://KEY:SECRET@host/bucket/ours?region=x'],
  ['http://key:hunter2@host:9/bucket', 'http://KEY:SECRET@host:9/bucket'],
])('of the host %s is told without its key', async (BACKUP_DIR, s3) => {
  const { database } = cast.own;
  const config = parseConfig({ BACKUP_DIR, DATABASE_URL: database.url });
  const { emergency } = await createHostReader(config, database, null)();
  expect(emergency).toMatchObject({ s3 });
  expect(JSON.stringify(emergency)).not.toContain('hunter2');
});

describe('what wants a look', () => {
  it.each([
    ['as much as a tenth and a gibibyte', 10 * gibibyte, 100 * gibibyte, 'well'],
    ['less than a tenth', 10 * gibibyte - 1, 100 * gibibyte, 'look'],
    ['a gibibyte of a small disk', gibibyte, 5 * gibibyte, 'well'],
    ['less than a gibibyte', gibibyte - 1, 5 * gibibyte, 'look'],
  ] as const)('a disk with %s', async (_how, free, total, state) => {
    expect(await find('disk', { ...host, disk: { free, total } })).toMatchObject({ state });
  });

  it('is no disk where the database is elsewhere, nor mail that the league does without', async () => {
    for (const mailWay of ['none', 'mailbox'] as const) {
      const away = { ...host, disk: null, mailWay };
      expect([await find('disk', away), await find('mail', away)]).toEqual([
        { name: 'disk', state: 'off', facts: [] },
        { name: 'mail', state: 'off', facts: [] },
      ]);
    }
    expect((await find('mail')).state).toBe('well');
  });

  it.each([
    ['none yet', null, null, 'look'],
    ['of last night', 30 * 60 * minute, null, 'well'],
    ['too old', 30 * 60 * minute + 1, null, 'look'],
    ['that failed since', 60 * minute, 10 * minute, 'look'],
  ] as const)('a backup: %s', async (_how, made, failed, state) => {
    const toInstant = (ago: number | null) => (ago === null ? null : before(ago));
    await run(
      `insert into private.backup_runs (made_at, name, size, sha256, failed_at, failure)
       values ($1, 'league-20260102T030405Z.zip', 123, 'abc', $2, 'ENOSPC')`,
      [toInstant(made), toInstant(failed)],
    );
    const part = await find('backups');
    expect([part.state, toFacts(part).size]).toEqual([state, 123]);
    expect((await find('backups', { ...host, hasBackups: false })).state).toBe('off');
    await run('delete from private.backup_runs');
  });

  it.each([
    ['that follows', 3 * minute, day, null, 'well'],
    ['that does not', 3 * minute + 1, 3 * minute + 1, null, 'look'],
    ['of a process that has just begun', day, 3 * minute, null, 'well'],
    ['that failed', minute, minute, 'ENOSPC', 'look'],
  ] as const)('a journal %s', async (_how, at, since, words, state) => {
    const failure = words === null ? null : { at: now, words };
    const journal = { at: before(at), since: before(since), baseAt: before(day), failure };
    const part = await find('journal', { ...host, journal });
    expect([part.state, toFacts(part)]).toEqual([
      state,
      {
        copied_until: before(at).toISOString(),
        base_at: before(day).toISOString(),
        ...(words === null ? {} : { last_failure: now.toISOString(), last_reason: words }),
      },
    ]);
    expect((await find('journal')).state).toBe('off');
  });

  it.each([
    ['none yet, and none is late', null, 10 * day, null, 'well'],
    ['none for long', null, 10 * day + 1, null, 'look'],
    ['of ten days ago', 10 * day, 20 * day, null, 'well'],
    ['older', 10 * day + 1, 20 * day, null, 'look'],
    ['that failed since', day, 20 * day, minute, 'look'],
  ] as const)('a drill: %s', async (_how, drilled, since, failed, state) => {
    const toInstant = (ago: number | null) => (ago === null ? null : before(ago));
    await run('insert into private.backup_runs (since) values ($1)', [before(since)]);
    await run(
      `insert into private.backup_drills (drilled_at, name, size, sha256, milliseconds, failed_at)
       values ($1, 'league-20260102T030405Z.zip', 123, 'abc', 4567, $2)`,
      [toInstant(drilled), toInstant(failed)],
    );
    const part = await find('drills');
    expect([part.state, toFacts(part).took, toFacts(part).hash]).toEqual([state, 4567, 'abc']);
    expect((await find('drills', { ...host, hasBackups: false })).state).toBe('off');
    await run(`update private.backup_drills set impossible = 'no_right'`);
    expect(await find('drills')).toMatchObject({ state: 'off', impossible: 'no_right' });
    await run('delete from private.backup_drills');
    await run('delete from private.backup_runs');
  });

  it('are migrations that the database lacks', async () => {
    expect(await find('migrations')).toMatchObject({ state: 'well' });
    expect(await find('migrations', { ...host, pending: 1 })).toMatchObject({ state: 'look' });
  });

  it.each([
    ['has waited ten minutes', 10 * minute, 'well'],
    ['has waited longer', 10 * minute + 1, 'look'],
  ] as const)('mail that %s', async (_how, ago, state) => {
    const id = randomUUID();
    await run(
      `insert into private.mails (id, kind, recipient, locale, subject, text_body, html_body, state, created_at)
       values ($1, 'notice.x', 'secret@x.test', 'en', 's', 't', 'h', 'queued', $2)`,
      [id, before(ago)],
    );
    const part = await find('mail');
    expect([part.state, toFacts(part).waiting]).toEqual([state, 1]);
    expect(JSON.stringify(await open(steward()))).not.toContain('secret');
    await run('delete from private.mails');
  });

  it('is mail that was refused after the last that was sent', async () => {
    for (const [state, ago] of [
      ['refused', 5],
      ['sent', 3],
      ['refused', 1],
    ] as const) {
      await run(
        `insert into private.mails (id, kind, recipient, locale, state, answer, created_at)
         values ($1, 'notice.x', 'a@x.test', 'en', $2, '550 secret', $3)`,
        [randomUUID(), state, before(ago * minute)],
      );
      expect([state, (await find('mail')).state]).toEqual([
        state,
        state === 'sent' ? 'well' : 'look',
      ]);
    }
    await run('delete from private.mails');
  });

  it('are jobs that are late, or that no process takes', async () => {
    await run(`insert into private.job_workers (id, seen_at) values ('one', $1)`, [before(minute)]);
    expect(await find('jobs')).toMatchObject({ state: 'well' });
    await run(`select graphile_worker.add_job('x', run_at := $1::timestamptz)`, [
      before(10 * minute),
    ]);
    expect(await find('jobs')).toMatchObject({ state: 'well' });
    await run(`select graphile_worker.add_job('x', run_at := $1::timestamptz)`, [
      before(10 * minute + 1),
    ]);
    const late = await find('jobs');
    expect([late.state, toFacts(late)]).toEqual([
      'look',
      {
        waiting: 2,
        late: 1,
        failed: 0,
        oldest: before(10 * minute + 1).toISOString(),
        processes: 1,
      },
    ]);
    await run('delete from graphile_worker._private_jobs');
    await run(`update private.job_workers set seen_at = $1`, [before(2 * minute)]);
    expect(await find('jobs')).toMatchObject({ state: 'look' });
  });

  it('are ends within a day, and a heart that stands still', async () => {
    const beat = (ago: number) =>
      run(
        `insert into private.heartbeats (id, beat_at) values (true, $1) on conflict (id) do update set beat_at = excluded.beat_at`,
        [before(ago)],
      );
    await beat(3 * minute);
    expect(await find('restarts')).toMatchObject({ state: 'well' });
    await beat(3 * minute + 1);
    expect(await find('restarts')).toMatchObject({ state: 'look' });
    await beat(minute);
    const ends = [30 * day, 30 * day - 1, day + 1].map((ago) => ({
      at: before(ago).toISOString(),
      reason: 'exit code 70',
    }));
    await recordServerEnds(cast.own.database, { MUSTER_ENDS: JSON.stringify(ends) });
    const quiet = await find('restarts');
    expect([quiet.state, toFacts(quiet).ends]).toEqual(['well', 2]);
    const last = [{ at: before(day).toISOString(), reason: 'signal SIGKILL' }];
    await recordServerEnds(cast.own.database, { MUSTER_ENDS: JSON.stringify(last) });
    const ended = await find('restarts');
    expect([ended.state, toFacts(ended).last_reason]).toEqual(['look', 'signal SIGKILL']);
  });

  it('are chat channels that fail or were stopped', async () => {
    expect(await find('channels')).toMatchObject({ state: 'off' });
    await run(
      `insert into private.webhooks (id, ladder_id, url, locale, set_at)
       select $1, id, 'https://chat.test/secret', 'en', $2 from public.ladders where slug = 'tanks'`,
      [randomUUID(), now],
    );
    expect(await find('channels')).toMatchObject({ state: 'well' });
    await run('update private.webhooks set failures = 1');
    expect(await find('channels')).toMatchObject({ state: 'look' });
    await run(`update private.webhooks set failures = 0, disabled_reason = 'gone'`);
    const stopped = await find('channels');
    expect([stopped.state, toFacts(stopped)]).toEqual([
      'look',
      { listed: 1, failing: 0, stopped: 1 },
    ]);
    expect(JSON.stringify(await open(steward()))).not.toContain('secret');
  });

  it('are game servers that nobody has asked for three minutes', async () => {
    expect(await find('servers')).toMatchObject({ state: 'off' });
    await run(
      `insert into public.game_servers (id, page, name, protocol, position, asked_at) values ($1, 'x-servers', 'One', 'a2s', 1, $2)`,
      [randomUUID(), before(3 * minute)],
    );
    expect(await find('servers')).toMatchObject({ state: 'well' });
    await run('update public.game_servers set asked_at = $1', [before(3 * minute + 1)]);
    expect(await find('servers')).toMatchObject({ state: 'look' });
    await run('update public.game_servers set retired_at = now()');
    expect(await find('servers')).toMatchObject({ state: 'off' });
  });
});
