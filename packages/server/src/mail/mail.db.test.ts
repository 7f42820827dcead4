import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Database } from '@muster/database';
import { createTestDatabase } from '@muster/database/testing';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { releaseDeadWorkers } from '../jobs/job-queue.ts';
import { putMail } from './outbox.ts';
import { renderMail } from './render-mail.ts';
import { type SmtpSink, startSmtpSink } from './testing/smtp-sink.ts';
import { startMailQueue } from './testing/start-mail-queue.ts';

const log = pino({ level: 'silent' });
const patience = { timeout: 120_000, interval: 50 };

interface Row {
  state: string;
  attempts: number;
  answer: string | null;
  text_body: string | null;
  subject: string | null;
}

async function put(database: Database, to = 'ada@league.test'): Promise<string> {
  const content = await renderMail({
    locale: 'fi',
    subject: 'Pelaa viimeistään sunnuntaina',
    paragraphs: ['Kärpät haastoi teidät: <vastaa> & "pelaa".'],
    button: {
      label: 'Vastaa',
      url: 'https://league.test/matches/1?a=1&b=2',
      fallback: 'Tai avaa:',
    },
    code: null,
    notes: [{ text: 'Lopeta nämä', url: 'https://league.test/api/unsubscribe?t=x' }],
    from: { name: 'Test League', url: 'https://league.test' },
  });
  return database.transaction((transaction) =>
    putMail(transaction, 'smtp', {
      kind: 'notice.challenged',
      to,
      locale: 'fi',
      content,
      unsubscribeUrl: 'https://league.test/api/unsubscribe?t=x',
    }),
  );
}

async function getRow(database: Database, id: string): Promise<Row | undefined> {
  const [row] = await database.query<Row>(
    'select state, attempts, answer, text_body, subject from private.mails where id = $1',
    [id],
  );
  return row;
}

async function waitForState(database: Database, id: string, state: string): Promise<Row> {
  return vi.waitFor(async () => {
    const row = await getRow(database, id);
    expect(row?.state).toBe(state);
    return row as Row;
  }, patience);
}

function countJobs(database: Database) {
  return database.query<{ attempts: number; max_attempts: number; is_later: boolean }>(
    'select attempts, max_attempts, run_at > now() as is_later from graphile_worker._private_jobs',
  );
}

/** Makes each pause a thousand times as long: the first is of seconds, and would be over for who looks late. */
async function stretchPauses(database: Database): Promise<void> {
  await database.query(
    `create function private.stretch_pause() returns trigger language plpgsql as
     $$ begin new.run_at := now() + 1000 * (new.run_at - now()); return new; end $$;
     create trigger stretch_pause before update on graphile_worker._private_jobs
       for each row when (old.locked_at is not null and new.locked_at is null)
       execute function private.stretch_pause()`,
  );
}

/** Lets the pause before the next attempt be over. */
async function hurry(database: Database): Promise<void> {
  await vi.waitFor(async () => {
    const rows = await database.query(
      `update graphile_worker._private_jobs set run_at = now()
       where locked_at is null and attempts > 0 returning graphile_worker.add_job('wake')`,
    );
    expect(rows.length).toBeGreaterThan(0);
  }, patience);
}

async function withQueue(
  work: (given: { database: Database; url: string; sink: SmtpSink }) => Promise<void>,
  { user = '' } = {},
): Promise<void> {
  await using given = await createTestDatabase();
  await using sink = await startSmtpSink({ user });
  const queue = startMailQueue(given.database, { smtpUrl: sink.url, log });
  try {
    await work({ database: given.database, url: given.url, sink });
  } finally {
    await queue.stop();
  }
}

test('a mail reaches its receiver whole, and its row forgets what it said', () =>
  withQueue(
    async ({ database, sink }) => {
      const id = await put(database);
      expect(await waitForState(database, id, 'sent')).toMatchObject({
        attempts: 1,
        answer: null,
        text_body: null,
        subject: null,
      });
      const [{ email, to }] = sink.mails as [SmtpSink['mails'][number]];
      expect(to).toEqual(['ada@league.test']);
      expect(email.subject).toBe('Pelaa viimeistään sunnuntaina');
      expect(email.from).toMatchObject({ name: 'Test League', address: 'league@league.test' });
      expect(email.messageId).toBe(`<${id}@league.test>`);
      expect(email.text).toContain('Vastaa:\nhttps://league.test/matches/1?a=1&b=2');
      expect(email.html).toContain('&lt;vastaa&gt; &amp; &quot;pelaa&quot;');
      expect(email.html).toContain('<html lang="fi-FI">');
      const headers = Object.fromEntries(email.headers.map(({ key, value }) => [key, value]));
      expect(headers).toMatchObject({
        'auto-submitted': 'auto-generated',
        'list-unsubscribe': '<https://league.test/api/unsubscribe?t=x>',
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      });
      await vi.waitFor(async () => expect(await countJobs(database)).toEqual([]), patience);
    },
    { user: 'league@league.test' },
  ));

test('a mail whose reason was rolled back is neither there nor sent', async () => {
  await using given = await createTestDatabase();
  const { database } = given;
  const content = { subject: 's', text: 't', html: 'h' };
  const mail = {
    kind: 'auth.recovery',
    to: 'ada@league.test',
    locale: 'en',
    content,
    unsubscribeUrl: null,
  } as const;
  const failing = database.transaction(async (transaction) => {
    await putMail(transaction, 'smtp', mail);
    throw new Error('given up');
  });
  await expect(failing).rejects.toThrow('given up');
  expect(await database.query('select 1 from private.mails')).toEqual([]);
  expect(await countJobs(database)).toEqual([]);
});

test.each([
  'a@b.test\r\nBcc: evil@z.test',
  'a@b.test, evil@z.test',
  'Evil <evil@z.test>',
  'nobody',
])('nothing is written to %j, which is not one address', async (to) => {
  await using given = await createTestDatabase();
  await expect(put(given.database, to)).rejects.toThrow('not one that mail can be sent to');
});

test('a busy server is asked again after a pause, and gets the mail once', () =>
  withQueue(async ({ database, sink }) => {
    sink.mood = 'busy';
    await stretchPauses(database);
    const id = await put(database);
    await vi.waitFor(() => expect(sink.tries).toBe(1), patience);
    await vi.waitFor(
      async () =>
        expect(await countJobs(database)).toEqual([
          { attempts: 1, max_attempts: 12, is_later: true },
        ]),
      patience,
    );
    expect(await getRow(database, id)).toMatchObject({ state: 'queued' });
    expect((await getRow(database, id))?.answer).toContain('come back later');
    sink.mood = 'take';
    await hurry(database);
    expect(await waitForState(database, id, 'sent')).toMatchObject({ attempts: 2 });
    expect(sink.mails).toHaveLength(1);
  }));

test('a server that says never is not asked again', () =>
  withQueue(async ({ database, sink }) => {
    sink.mood = 'refuse';
    const id = await put(database);
    const row = await waitForState(database, id, 'refused');
    expect(row.answer).toContain('we do not want you');
    expect(row.text_body).toBeNull();
    await vi.waitFor(async () => expect(await countJobs(database)).toEqual([]), patience);
    expect(sink.tries).toBe(1);
  }));

test('a server that hangs up after the whole text may have taken it: it is not sent again', () =>
  withQueue(async ({ database, sink }) => {
    sink.mood = 'hang_up';
    const id = await put(database);
    await waitForState(database, id, 'unsure');
    await vi.waitFor(async () => expect(await countJobs(database)).toEqual([]), patience);
    expect(sink.mails).toHaveLength(1);
  }));

function startWorker(databaseUrl: string, smtpUrl: string): ChildProcess {
  const script = fileURLToPath(new URL('testing/mail-worker.ts', import.meta.url));
  return spawn(process.execPath, [script, databaseUrl, smtpUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

test('a worker that dies between sending and noting it leaves no second mail', async () => {
  await using given = await createTestDatabase();
  await using sink = await startSmtpSink();
  const { database } = given;
  sink.mood = 'never_answer';
  const worker = startWorker(given.url, sink.url);
  const id = await put(database);
  await vi.waitFor(() => expect(sink.mails).toHaveLength(1), patience);
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  sink.mood = 'take';
  // As if minutes had gone by since its last sign of life.
  await database.query(`update private.job_workers set seen_at = now() - interval '5 minutes'`);
  await database.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '5 minutes'`,
  );
  const queue = startMailQueue(database, { smtpUrl: sink.url, log });
  try {
    await waitForState(database, id, 'unsure');
    await vi.waitFor(async () => expect(await countJobs(database)).toEqual([]), patience);
    expect(sink.mails).toHaveLength(1);
  } finally {
    await queue.stop();
  }
});

test('what a living worker has in hand is left to it', async () => {
  await using given = await createTestDatabase();
  const { database } = given;
  await put(database);
  await database.query(
    `update graphile_worker._private_jobs
     set locked_by = 'pool-alive', locked_at = now() - interval '5 minutes'`,
  );
  await releaseDeadWorkers(database, ['pool-alive']);
  const locked = () =>
    database.query(
      'select locked_by from graphile_worker._private_jobs where locked_by is not null',
    );
  expect(await locked()).toEqual([{ locked_by: 'pool-alive' }]);
  await database.query(`update private.job_workers set seen_at = now() - interval '5 minutes'`);
  await releaseDeadWorkers(database, []);
  expect(await locked()).toEqual([]);
});

test('two processes share the mails, and each goes once', () =>
  withQueue(async ({ database, url, sink }) => {
    const worker = startWorker(url, sink.url);
    await once(worker.stdout as NonNullable<ChildProcess['stdout']>, 'data');
    const ids: string[] = [];
    for (let n = 0; n < 40; n += 1) {
      ids.push(await put(database, `player${n}@league.test`));
    }
    for (const id of ids) {
      await waitForState(database, id, 'sent');
    }
    worker.kill('SIGTERM');
    const [code] = (await once(worker, 'exit')) as [number];
    expect(code).toBe(0);
    expect(sink.mails.map(({ to }) => to[0]).sort()).toEqual(
      ids.map((_, n) => `player${n}@league.test`).sort(),
    );
  }));

test('visitors have no rights on the queue and on mail', async () => {
  await using given = await createTestDatabase();
  const [rights] = await given.database.query(
    `select has_schema_privilege('anon', 'graphile_worker', 'usage') as anon,
       has_schema_privilege('authenticated', 'graphile_worker', 'usage') as authenticated`,
  );
  expect(rights).toEqual({ anon: false, authenticated: false });
});
