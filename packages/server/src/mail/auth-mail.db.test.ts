import { type AuthMail, type Backend, createBackend } from '@muster/backend';
import type { Database } from '@muster/database';
import { createTestDatabase } from '@muster/database/testing';
import { locales } from '@muster/site';
import { describe, expect, test } from 'vitest';
import { createMailbox } from '../dev/mail/create-mailbox.ts';
import { createSendMail, renderAuthMail } from './auth-mail.ts';
import { cleanUpMails } from './outbox.ts';

const password = 'correct horse battery staple';

interface Kept {
  kind: string;
  recipient: string;
  locale: string;
  subject: string;
  text_body: string;
  html_body: string;
}

type Send = (
  path: string,
  body: unknown,
  headers?: Record<string, string>,
  method?: string,
) => Promise<Response>;

interface World {
  database: Database;
  post: Send;
  listMails(): Promise<Kept[]>;
}

async function withLeague(work: (world: World) => Promise<void>): Promise<void> {
  await using given = await createTestDatabase();
  const { database } = given;
  const backend: Backend = await createBackend({
    database,
    sendMail: createSendMail({ way: 'mailbox', getLeagueName: () => 'Test League' }),
    config: {
      auth: { mailer: { maxFrequencySeconds: 0, notifications: { passwordChanged: true } } },
    },
  });
  try {
    await work({
      database,
      post: (path, body, headers = {}, method = 'POST') =>
        backend.fetch(
          new Request(`http://localhost:3000/auth/v1${path}`, {
            method,
            headers: {
              'content-type': 'application/json',
              host: 'localhost:3000',
              apikey: backend.apiKeys.anon,
              ...headers,
            },
            body: JSON.stringify(body),
          }),
        ),
      listMails: () => database.query<Kept>('select * from private.mails order by created_at, id'),
    });
  } finally {
    await backend.close();
  }
}

function findCode(mail: Kept | undefined): string {
  return /\b(\d{6})\b/.exec(mail?.text_body ?? '')?.[1] ?? '';
}

test('who signs up by mail gets a link and a code in the language that they said', () =>
  withLeague(async ({ post, listMails }) => {
    const data = { locale: 'fi' };
    const email = 'aino@league.test';
    expect((await post('/signup', { email, password, data })).status).toBe(200);
    const [mail] = await listMails();
    expect(mail).toMatchObject({
      kind: 'auth.confirmation',
      recipient: email,
      locale: 'fi',
      subject: 'Vahvista osoitteesi',
    });
    expect(mail?.text_body).toContain('http://localhost:3000/auth/v1/verify?token=');
    const verified = await post('/verify', { type: 'signup', email, token: findCode(mail) });
    expect(verified.status).toBe(200);
    expect(await verified.json()).toMatchObject({ user: { email }, token_type: 'bearer' });
  }));

test('who said no language gets what their browser wishes, later that of their profile', () =>
  withLeague(async ({ database, post, listMails }) => {
    const email = 'bernard@league.test';
    await post('/otp', { email }, { 'accept-language': 'fr-CA, en;q=0.5' });
    const [first] = await listMails();
    expect(first).toMatchObject({ kind: 'auth.confirmation', locale: 'fr' });
    await post('/verify', { type: 'email', email, token: findCode(first) });
    await database.query(`update public.profiles set locale = 'de'`);
    await post('/otp', { email }, { 'accept-language': 'pl' });
    expect((await listMails())[1]).toMatchObject({
      kind: 'auth.magic_link',
      locale: 'de',
      subject: 'Anmelden bei Test League',
    });
  }));

test('who gets a new password is told in the language of their profile', () =>
  withLeague(async ({ database, post, listMails }) => {
    const email = 'dorota@league.test';
    await post('/signup', { email, password });
    const token = findCode((await listMails())[0]);
    const verified = await post('/verify', { type: 'signup', email, token });
    const authorization = `Bearer ${(await verified.json()).access_token}`;
    await database.query(`update public.profiles set locale = 'pl'`);
    const body = { password: 'another battery staple' };
    expect((await post('/user', body, { authorization }, 'PUT')).status).toBe(200);
    const [, mail] = await listMails();
    expect(mail).toMatchObject({
      kind: 'auth.password_changed',
      recipient: email,
      locale: 'pl',
      subject: 'Twoje hasło zostało zmienione',
    });
    expect(mail?.text_body).toContain('http://localhost:3000/account\n');
    expect(mail?.html_body).toContain('href="http://localhost:3000/account"');
  }));

test('a request that fails leaves no mail', () =>
  withLeague(async ({ database, post, listMails }) => {
    await database.query('alter table auth.one_time_tokens add check (false) not valid');
    const answer = await post('/recover', { email: 'nobody@league.test' });
    expect(answer.status).toBe(200);
    expect((await post('/signup', { email: 'a@league.test', password })).status).toBe(500);
    expect(await listMails()).toEqual([]);
  }));

const kinds: AuthMail['kind'][] = [
  'confirmation',
  'invite',
  'recovery',
  'magic_link',
  'email_change_current',
  'email_change_new',
  'reauthentication',
];

const told = [
  'password_changed',
  'factor_added',
  'factor_removed',
  'second_step_recovered',
] as const;

describe.each(locales)('in $name', ({ code: locale, tag }) => {
  test.each(kinds)('%s says what it is for, with a button or a code', async (kind) => {
    const mail: AuthMail = {
      kind,
      to: 'old@league.test',
      code: '123456',
      link:
        kind === 'reauthentication' ? '' : 'http://localhost:3000/auth/v1/verify?token=x&type=y',
      siteUrl: 'http://localhost:3000',
      newEmail: kind.startsWith('email_change') ? 'new@league.test' : null,
      locale: null,
      acceptLanguage: null,
      userMetadata: {},
    };
    const { subject, text, html } = await renderAuthMail(mail, { locale, leagueName: 'Liga <1>' });
    expect(subject).not.toMatch(/123456|[{}]/);
    expect(text).toContain('123456');
    expect(html).toContain('123456');
    expect(html).toContain(`<html lang="${tag}">`);
    expect(html).not.toContain('<1>');
    expect(text).not.toMatch(/[{}]/);
    expect(text.includes(mail.link)).toBe(true);
    if (mail.newEmail !== null) {
      expect(text).toContain('new@league.test');
    }
    expect(html.includes('token=x&amp;type=y')).toBe(kind !== 'reauthentication');
  });

  test.each(told)('%s says what has happened, and leads to the account', async (kind) => {
    const mail = {
      kind,
      to: 'old@league.test',
      code: '',
      link: '',
      siteUrl: 'http://localhost:3000',
      newEmail: null,
    };
    const { subject, text, html } = await renderAuthMail(mail, { locale, leagueName: 'Liga' });
    expect(subject).not.toMatch(/[{}]/);
    expect(text).not.toMatch(/[{}]/);
    expect(text).toContain('old@league.test');
    expect(text).toContain('http://localhost:3000/account\n');
    expect(html).toContain('href="http://localhost:3000/account"');
  });
});

test('the mailbox lists what was written and shows one, framed off from everything', () =>
  withLeague(async ({ database, post }) => {
    await post('/otp', { email: 'one@league.test' });
    await post('/otp', { email: 'two@league.test' });
    const mailbox = createMailbox({ database });
    const list = await (await mailbox.request('/?to=two@league.test')).text();
    expect(list).toContain('two@league.test');
    expect(list).not.toContain('one@league.test');
    const path = /href="\/dev\/mail(\/[0-9a-f-]+)"/.exec(list)?.[1] ?? '';
    const page = await mailbox.request(path, { headers: { 'accept-language': 'es' } });
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('cache-control')).toBe('no-store');
    const text = await page.text();
    expect(text).toContain('<html lang="es-ES">');
    expect(text).toMatch(/<pre>[\s\S]*<a href="http:\/\/localhost:3000\/auth\/v1\/verify\?token=/);
    expect(text).toContain('sandbox="allow-top-navigation-by-user-activation"');
    const framed = await mailbox.request(`${path}/html`);
    expect(framed.headers.get('content-security-policy')).toMatch(/^sandbox .*default-src 'none'/);
    for (const unknown of ['not-a-mail', '%00', crypto.randomUUID()]) {
      expect((await mailbox.request(`/${unknown}`)).status).toBe(404);
    }
    expect((await mailbox.request('/?to=%00')).status).toBe(200);
    await database.query(`update private.mails set created_at = now() - interval '8 days'`);
    await cleanUpMails(database);
    expect(await (await mailbox.request('/')).text()).not.toContain('league.test');
  }));
