import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBackend } from '@muster/backend';
import type { Database } from '@muster/database';
import { createTestDatabase } from '@muster/database/testing';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { expect, test, vi } from 'vitest';
import { parseConfig } from '../config.ts';
import { createMailbox } from '../dev/mail/create-mailbox.ts';
import { createLeague } from '../engine/league.ts';
import { startJobQueue } from '../jobs/job-queue.ts';
import { createJobHandlers } from '../jobs/start-jobs.ts';
import { createFixedSettings } from '../page/settings.ts';
import { toAuthConfig } from '../sign-in/sign-in.ts';
import { createSendSms, getTextWay } from './auth-text.ts';
import { areHookSecrets } from './text-hook.ts';

const secret = `v1,whsec_${randomBytes(32).toString('base64')}`;
const log = pino({ level: 'silent' });
const patience = { timeout: 120_000, interval: 50 };
const password = 'correct horse battery staple';

interface Called {
  user: { phone: string };
  sms: { otp: string; text: string; channel: string };
}

/** A receiver of the hook, which knows our secret and answers as it is told. */
async function startHook(answers: number[] = []) {
  const calls: Called[] = [];
  const ids: string[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const body = (await request.toArray()).join('');
    const headers = request.headers as Record<string, string>;
    calls.push(new Webhook(secret.replace('v1,', '')).verify(body, headers) as Called);
    ids.push(headers['webhook-id'] ?? '');
    response.writeHead(answers.shift() ?? 200).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/texts`,
    calls,
    ids,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Somebody's browser over a league that has these variables. */
async function withLeague(
  environment: Record<string, string>,
  work: (world: { database: Database; client: SupabaseClient }) => Promise<void>,
) {
  await using given = await createTestDatabase();
  const { database } = given;
  const config = parseConfig(environment);
  const way = getTextWay(config);
  const backend = await createBackend({
    database,
    ...(way === 'none'
      ? {}
      : { sendSms: createSendSms({ way, getLeagueName: () => 'Test League' }) }),
    config: { auth: { ...toAuthConfig(config, 'Test League'), rateLimits: { enabled: false } } },
  });
  const siteUrl = 'http://localhost:3000';
  const handlers = createJobHandlers({
    league: createLeague(database),
    log,
    config,
    settings: createFixedSettings(config),
    siteUrl,
  });
  const queue = startJobQueue({ database, log, handlers });
  const client = createClient(siteUrl, backend.apiKeys.anon, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: (input, init) => backend.fetch(new Request(input, init)) },
  });
  try {
    await work({ database, client });
  } finally {
    await queue.stop();
    await backend.close();
  }
}

test('somebody signs up, signs in by a code and takes a second step by phone, by way of the hook', async () => {
  await using hook = await startHook();
  await withLeague({ SMS_HOOK_URL: hook.url, SMS_HOOK_SECRET: secret }, async (world) => {
    const { client, database } = world;
    const phone = '447700900123';
    const latest = async (count: number) => {
      await vi.waitFor(() => expect(hook.calls).toHaveLength(count), patience);
      const call = hook.calls[count - 1];
      expect(call).toMatchObject({ user: { phone }, sms: { channel: 'sms' } });
      return call?.sms ?? { otp: '', text: '' };
    };
    const joined = await client.auth.signUp({
      phone,
      password,
      options: { data: { locale: 'fi' } },
    });
    expect(joined.error).toBeNull();
    const first = await latest(1);
    expect(first.text).toBe(
      `${first.otp} on koodisi liigaan Test League. Se toimii kerran ja vain minuutin ajan. Älä anna sitä kenellekään.`,
    );
    const confirmed = await client.auth.verifyOtp({ phone, token: first.otp, type: 'sms' });
    expect(confirmed.data.user?.phone_confirmed_at).toBeTruthy();
    // What went is not kept: neither words nor code.
    await vi.waitFor(async () => {
      const rows = await database.query(
        'select state, text_body, code, channel from private.mails',
      );
      expect(rows).toEqual([{ state: 'sent', text_body: null, code: null, channel: 'sms' }]);
    }, patience);

    await database.query(
      `update auth.users set confirmation_sent_at = confirmation_sent_at - interval '2 minutes'`,
    );
    expect((await client.auth.signInWithOtp({ phone })).error).toBeNull();
    const second = await latest(2);
    const signedIn = await client.auth.verifyOtp({ phone, token: second.otp, type: 'sms' });
    expect(signedIn.data.session?.user.phone).toBe(phone);

    const enrolled = await client.auth.mfa.enroll({ factorType: 'phone', phone: `+${phone}` });
    expect(enrolled.error).toBeNull();
    const factorId = enrolled.data?.id ?? '';
    const challenge = await client.auth.mfa.challenge({ factorId });
    const third = await latest(3);
    const verified = await client.auth.mfa.verify({
      factorId,
      challengeId: challenge.data?.id ?? '',
      code: third.otp,
    });
    expect(verified.error).toBeNull();
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe(
      'aal2',
    );
  });
});

test('a hook that is busy is asked again with the same id, and one that refuses is not', async () => {
  await using hook = await startHook([503, 200, 400]);
  await withLeague({ SMS_HOOK_URL: hook.url, SMS_HOOK_SECRET: secret }, async (world) => {
    const { client, database } = world;
    const state = (phone: string, wanted: string) =>
      vi.waitFor(async () => {
        const [row] = await database.query(
          'select state, attempts, code from private.mails where recipient = $1',
          [phone],
        );
        expect(row).toMatchObject({ state: wanted, code: null });
      }, patience);
    await client.auth.signInWithOtp({ phone: '447700900200' });
    await state('447700900200', 'sent');
    expect(hook.ids).toHaveLength(2);
    expect(new Set(hook.ids).size).toBe(1);
    await client.auth.signInWithOtp({ phone: '447700900201' });
    await state('447700900201', 'refused');
    expect(hook.ids).toHaveLength(3);
  });
});

test('on this machine texts lie in the mailbox, and numbers of the test map need none', async () => {
  await withLeague({ SMS_TEST_CODES: '447700900000=246810' }, async ({ client, database }) => {
    expect((await client.auth.signInWithOtp({ phone: '447700900300' })).error).toBeNull();
    const mailbox = createMailbox({ database });
    const page = await (await mailbox.request('/?to=447700900300')).text();
    const [, code = ''] = /(\d{6}) is your code for Test League/.exec(page) ?? [];
    const [, path = ''] = /href="\/dev\/mail(\/[0-9a-f-]+)"/.exec(page) ?? [];
    expect((await mailbox.request(path)).status).toBe(200);
    expect((await mailbox.request(`${path}/html`)).status).toBe(404);
    const typed = { phone: '447700900300', token: code, type: 'sms' } as const;
    expect((await client.auth.verifyOtp(typed)).error).toBeNull();

    const tried = { phone: '447700900000', token: '246810', type: 'sms' } as const;
    expect((await client.auth.signInWithOtp({ phone: tried.phone })).error).toBeNull();
    expect((await client.auth.verifyOtp(tried)).data.session).not.toBeNull();
    expect(await database.query('select 1 from private.mails')).toHaveLength(1);
    const enrolled = await client.auth.mfa.enroll({ factorType: 'phone', phone: tried.phone });
    const factorId = enrolled.data?.id ?? '';
    const step = await client.auth.mfa.challengeAndVerify({ factorId, code: '246810' });
    expect(step.error).toBeNull();
  });
});

test('a league in public without a hook takes no phone at all, but those of the test map', async () => {
  const open = { SITE_URL: 'https://league.example', HOST: '0.0.0.0' };
  await withLeague(open, async ({ client }) => {
    const { error } = await client.auth.signInWithOtp({ phone: '447700900400' });
    expect(error?.code).toBe('phone_provider_disabled');
  });
  await withLeague({ ...open, SMS_TEST_CODES: '447700900401=135791' }, async ({ client }) => {
    expect((await client.auth.signInWithOtp({ phone: '447700900401' })).error).toBeNull();
    expect((await client.auth.signInWithOtp({ phone: '447700900402' })).error).not.toBeNull();
  });
});

test.each([
  ['v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', true],
  [`${secret}|${secret}`, true],
  ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', false],
  ['v1,whsec_short', false],
  ['', false],
])('a hook is signed by %s: %s', (given, isTaken) => {
  expect(areHookSecrets(given)).toBe(isTaken);
});
