import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openJobPool, queueConnections } from '@muster/database';
import { Logger, type Runner, run, type Task, type WorkerEvents } from 'graphile-worker';
import type { Logger as Log } from 'pino';
import type { JobName, JobPayloads } from './enqueue.ts';

/** What a job gets beside its payload. */
export interface JobContext {
  /** How often it has been tried, this time included. */
  attempt: number;
  isLastAttempt: boolean;
  /** Aborted when the server stops and cannot wait any longer. */
  signal: AbortSignal;
}

/** Does a job. What it throws is a failed attempt, and it is tried again later. */
export type JobHandlers = {
  [Name in JobName]: (payload: JobPayloads[Name], context: JobContext) => Promise<void>;
};

export interface JobQueue {
  /** Takes no new jobs, lets those in hand finish, and ends. */
  stop(): Promise<void>;
}

interface JobQueueOptions {
  database: Database;
  handlers: JobHandlers;
  log: Log;
}

/** One of the queue's connections listens. */
const concurrency = queueConnections - 1;
const stopMilliseconds = 8000;
const restartMilliseconds = 5000;
const signOfLifeMilliseconds = 30_000;

/** Levels of the library that say something is wrong; its others are chatter. */
const loudLevels: ReadonlySet<string> = new Set(['error', 'warning']);

function toTask<Name extends JobName>(handler: JobHandlers[Name]): Task {
  return async (payload, { job, abortSignal }) => {
    await handler(payload as JobPayloads[Name], {
      attempt: job.attempts,
      isLastAttempt: job.attempts >= job.max_attempts,
      signal: abortSignal ?? new AbortController().signal,
    });
  };
}

/** Leaves the sign of life of this process's workers, and frees what dead ones had in hand. */
export async function releaseDeadWorkers(
  database: Database,
  own: readonly string[],
): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.query(
      `insert into private.job_workers (id) select unnest($1::text[])
       on conflict (id) do update set seen_at = now()`,
      [own],
    );
    await transaction.query(
      `select graphile_worker.force_unlock_workers(array_agg(locked_by)) from (
         select distinct locked_by from graphile_worker._private_jobs
         where locked_at < now() - interval '2 minutes') held
       where not exists (select 1 from private.job_workers w
         where w.id = locked_by and w.seen_at > now() - interval '2 minutes')
       having count(*) > 0`,
    );
    await transaction.query(
      `delete from private.job_workers where seen_at < now() - interval '1 day'`,
    );
  });
}

/** One run of the library's workers, which ends by itself when the database stays away too long. */
async function startRunner(
  { database, handlers, log }: JobQueueOptions,
  pool: ReturnType<typeof openJobPool>,
  ids: Set<string>,
): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter();
  // The pool's id is what its jobs are locked by.
  events.on('pool:create', ({ workerPool }) => ids.add(workerPool.id));
  return run({
    pgPool: pool,
    noPreparedStatements: database.sessions === 'shared',
    concurrency,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: stopMilliseconds,
    parsedCronItems: [],
    events,
    logger: new Logger(() => (level, message) => {
      // Not its details: they repeat the payload.
      if (loudLevels.has(level)) {
        log.warn({ message }, 'job queue');
      }
    }),
    taskList: {
      send_mail: toTask<'send_mail'>(handlers.send_mail),
      send_text: toTask<'send_text'>(handlers.send_text),
      mail_notices: toTask<'mail_notices'>(handlers.mail_notices),
      post_webhook: toTask<'post_webhook'>(handlers.post_webhook),
      make_public_file: toTask<'make_public_file'>(handlers.make_public_file),
    },
  });
}

/**
 * Works off the jobs, beside as many other processes as there are. When its connections break for
 * long, it starts again until it is stopped.
 */
export function startJobQueue(options: JobQueueOptions): JobQueue {
  const { database, log } = options;
  const stopping = new AbortController();
  const ids = new Set<string>();
  const pool = openJobPool(database.url, queueConnections);
  let runner: Runner | null = null;

  const pause = (milliseconds: number) =>
    // Aborting ends the pause early, which is all that the rejection says.
    sleep(milliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);

  const work = async () => {
    while (!stopping.signal.aborted) {
      try {
        runner = await startRunner(options, pool, ids);
        if (stopping.signal.aborted) {
          await runner.stop();
        } else {
          await runner.promise;
        }
      } catch (error) {
        log.error({ err: error }, 'job queue stopped and starts again');
      }
      await pause(restartMilliseconds);
    }
  };
  const showLife = async () => {
    while (!stopping.signal.aborted) {
      await releaseDeadWorkers(database, [...ids]).catch((error: unknown) =>
        log.warn({ err: error }, 'job workers could not be looked at'),
      );
      await pause(signOfLifeMilliseconds);
    }
  };
  const running = [work(), showLife()];
  return {
    async stop() {
      stopping.abort();
      // Already stopped by itself is stopped.
      await runner?.stop().catch(() => undefined);
      await Promise.all(running);
      await pool.end();
      // Where the database has gone first, the sign of life runs out by itself.
      await database
        .query('delete from private.job_workers where id = any($1)', [[...ids]])
        .catch((error: unknown) => log.warn({ err: error }, 'job workers are left to run out'));
    },
  };
}
