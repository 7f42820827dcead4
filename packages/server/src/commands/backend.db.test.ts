import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '@muster/database/testing';
import { expect, test, vi } from 'vitest';
import { startSmtpSink } from '../mail/testing/smtp-sink.ts';
import { sendRawTraffic } from '../testing/raw-traffic.ts';

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));

/** `muster backend` as a process of its own over a database. */
async function startBackend(databaseUrl: string, environment: Record<string, string>) {
  const child = spawn(
    process.execPath,
    [cli, 'backend', '--port', '0', '--database-url', databaseUrl],
    { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const lines: string[] = [];
  const errors: string[] = [];
  createInterface(child.stderr).on('line', (line) => errors.push(line));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line);
      const found = /ready at (http:\S+)/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () =>
      reject(new Error(`the backend ended: ${[...lines, ...errors].join('\n')}`)),
    );
  });
  return {
    lines,
    errors,
    url,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    signUp: (email: string) =>
      fetch(`${url}/auth/v1/signup`, {
        method: 'POST',
        body: JSON.stringify({ email, password: 'correct horse', data: { locale: 'fi' } }),
      }),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

test('muster backend sends mail by the mail server that it is given', async () => {
  await using own = await createTestDatabase();
  await using sink = await startSmtpSink();
  await using backend = await startBackend(own.url, { SMTP_URL: sink.url });
  expect((await backend.signUp('aino@league.test')).status).toBe(200);
  const mail = await vi.waitFor(
    () => {
      const [first] = sink.mails;
      if (first === undefined) throw new Error('nothing has come yet');
      return first;
    },
    { timeout: 20_000, interval: 50 },
  );
  expect(mail.to).toEqual(['aino@league.test']);
  expect(mail.email.subject).toBe('Vahvista osoitteesi');
  expect(mail.email.text).toContain('/auth/v1/verify?token=');
});

test('muster backend says what it would have sent where there is no mail server', async () => {
  await using own = await createTestDatabase();
  await using backend = await startBackend(own.url, { SMTP_URL: '' });
  expect((await backend.signUp('aino@league.test')).status).toBe(200);
  await vi.waitFor(() =>
    expect(backend.lines).toContain('Nothing sends mail here: confirmation to aino@league.test'),
  );
  expect(await own.database.query('select from private.mails')).toEqual([]);
});

test('muster backend answers on, whatever bytes come and wherever they break off', async () => {
  await using own = await createTestDatabase();
  await using backend = await startBackend(own.url, { SMTP_URL: '' });
  await sendRawTraffic(Number(new URL(backend.url).port), { seed: 20260117, attacks: 3000 });
  expect(backend.hasEnded()).toBe(false);
  expect(backend.errors).toEqual([]);
  expect((await fetch(`${backend.url}/auth/v1/health`)).status).toBe(200);
});
