import { installJobQueue } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { createLeague } from '../engine/league.ts';
import { createFixedSettings } from '../page/settings.ts';
import { enqueue } from './enqueue.ts';
import {
  type JobContext,
  type JobHandlers,
  releaseDeadWorkers,
  startJobQueue,
} from './job-queue.ts';
import { createJobHandlers } from './start-jobs.ts';

const log = pino({ level: 'silent' });
const patience = { timeout: 600_000, interval: 50 };
let own: TestDatabase;

beforeEach(async () => {
  own = await createTestDatabase();
  await installJobQueue(own.database);
});
afterEach(() => own[Symbol.asyncDispose]());

const run = <Row>(sql: string, values: unknown[] = []) => own.database.query<Row>(sql, values);
const put = (key: string, more: { attempts?: number; runAt?: Date } = {}) =>
  own.database.transaction((transaction) =>
    enqueue(transaction, {
      ...{ name: 'mail_notices', payload: { origin: key }, key, attempts: 2 },
      ...more,
    }),
  );

it('a job is one of its key until it has run, at once unless an hour is said', async () => {
  const later = new Date('2099-01-01T00:00:00.000Z');
  await put('a');
  await put('a', { attempts: 5, runAt: later });
  await put('b');
  const jobs = await run(
    `select key, task_identifier as task, max_attempts as attempts, run_at <= now() as is_due,
       run_at = $1 as is_later from graphile_worker.jobs order by key`,
    [later],
  );
  const about = { task: 'mail_notices' };
  expect(jobs).toEqual([
    { ...about, key: 'a', attempts: 5, is_due: false, is_later: true },
    { ...about, key: 'b', attempts: 2, is_due: true, is_later: false },
  ]);
  const payloads = await run<{ payload: object }>(
    'select payload from graphile_worker._private_jobs order by id',
  );
  expect(payloads.map(({ payload }) => payload)).toEqual([{ origin: 'a' }, { origin: 'b' }]);
});

it('a job is told how often it was tried, and which time is the last', async () => {
  const told: [string, Omit<JobContext, 'signal'>][] = [];
  const unheard = async () => undefined;
  const handlers: JobHandlers = {
    ...{ send_mail: unheard, send_text: unheard, post_webhook: unheard },
    make_public_file: unheard,
    async mail_notices({ origin }, { attempt, isLastAttempt, signal }) {
      told.push([origin, { attempt, isLastAttempt }]);
      expect(signal.aborted).toBe(false);
      // The sign of life of whoever has it in hand, which comes by itself after half a minute.
      await run(
        `insert into private.job_workers (id) select distinct locked_by from graphile_worker._private_jobs
         where locked_by is not null on conflict do nothing`,
      );
      throw new Error('not this time');
    },
  };
  await put('a');
  const queue = startJobQueue({ database: own.database, handlers, log });
  const again = async () => {
    // Another pause of seconds is not what is asked here.
    await run(
      'update graphile_worker._private_jobs set run_at = now() where attempts < max_attempts',
    );
    return told.length;
  };
  await expect.poll(again, patience).toBe(2);
  const countWorkers = async () => (await run('select from private.job_workers')).length;
  expect(await countWorkers()).toBeGreaterThan(0);
  await queue.stop();
  expect(told).toEqual([
    ['a', { attempt: 1, isLastAttempt: false }],
    ['a', { attempt: 2, isLastAttempt: true }],
  ]);
  // Whoever stops in order leaves no sign of life behind.
  expect(await countWorkers()).toBe(0);
});

it.each<[string, string, string, boolean]>([
  ['held for less than two minutes by who is silent', '1 minute', '1 hour', false],
  ['held for longer by who is silent', '3 minutes', '3 minutes', true],
  ['held for longer by who was heard within two minutes', '3 minutes', '1 minute', false],
])('a job that is %s is freed or not', async (_what, held, heard, isFreed) => {
  await put('a');
  await run(
    `update graphile_worker._private_jobs set locked_by = 'other', locked_at = now() - $1::interval`,
    [held],
  );
  await run(
    `insert into private.job_workers (id, seen_at) values ('other', now() - $1::interval)`,
    [heard],
  );
  await releaseDeadWorkers(own.database, ['own']);
  const [job] = await run<{ locked_by: string | null }>(
    'select locked_by from graphile_worker._private_jobs',
  );
  expect(job?.locked_by).toBe(isFreed ? null : 'other');
});

it('a worker says that it lives, and one that was not heard for a day is forgotten', async () => {
  await run(
    `insert into private.job_workers (id, seen_at) values ('own', now() - interval '2 days'),
       ('gone', now() - interval '25 hours'), ('silent', now() - interval '23 hours')`,
  );
  await releaseDeadWorkers(own.database, ['own', 'new']);
  const left = await run(
    `select id, seen_at > now() - interval '10 minutes' as lives from private.job_workers order by id`,
  );
  expect(left).toEqual([
    { id: 'new', lives: true },
    { id: 'own', lives: true },
    { id: 'silent', lives: false },
  ]);
});

it('a message is left to a process that has what sends it', async () => {
  const config = parseConfig({});
  const handlers = createJobHandlers({
    ...{ league: createLeague(own.database), log, config, siteUrl: 'http://localhost:3000' },
    settings: createFixedSettings(config),
  });
  const context = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
  await expect(handlers.send_mail({ mail_id: 'x' }, context)).rejects.toThrow(
    'SMTP_URL is not set here',
  );
  await expect(handlers.send_text({ message_id: 'x' }, context)).rejects.toThrow(
    'SMS_HOOK_URL is not set here',
  );
  // Given up before it began, it is not done: another time it is.
  const signal = AbortSignal.abort(new Error('the server stops'));
  await expect(handlers.make_public_file({}, { ...context, signal })).rejects.toThrow(
    'the server stops',
  );
});
