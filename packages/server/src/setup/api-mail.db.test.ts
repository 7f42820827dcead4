import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { type SmtpSink, startSmtpSink } from '../mail/testing/smtp-sink.ts';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';
import { toInput } from '../testing/test-league.ts';
import { describeMail, loadMailStep } from './mail-step.ts';

const call = { path: '/setup/mail/test' };
const address = 'olga@players.test';
let sink: SmtpSink;
let own: ApiLeague;
let owner: Viewer;

async function open(url: string): Promise<void> {
  own = await createApiLeague({ SMTP_URL: url, SITE_URL: 'http://localhost:3000' });
  owner = await own.addAdmin('Olga');
  await setAddress(address);
}

const setAddress = (email: string | null) =>
  own.database.query('update auth.users set email = $2 where id = $1', [owner.user_id, email]);

const test = async () => (await own.send(owner, call)).body;

beforeEach(async () => {
  sink = await startSmtpSink({ user: 'league' });
  await open(sink.url);
});
afterEach(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
  await sink[Symbol.asyncDispose]();
});

it('goes to whoever asks, and says what the mail server answered', async () => {
  expect(await test()).toEqual({
    data: { outcome: 'sent', answer: expect.stringMatching(/^250 /) },
  });
  expect(sink.mails.map(({ to }) => to)).toEqual([[address]]);
  const [mail] = sink.mails;
  expect(mail?.email.subject).toBe('A test from Muster');
  expect(mail?.email.text).toContain('http://localhost:3000/setup?step=mail');
});

it.each([
  ['refuse', 'unsent', '550 we do not want you'],
  ['busy', 'unsent', '451 come back later'],
  ['hang_up', 'unknown', ''],
] as const)('of a mail server that is to %s says so: %s', async (mood, outcome, words) => {
  sink.mood = mood;
  const { data } = await test();
  expect(data).toMatchObject({ outcome, answer: expect.stringContaining(words) });
  expect(data?.answer).not.toBe('');
});

it('says that the mail server does not know the league, and that nobody is there', async () => {
  await own[Symbol.asyncDispose]();
  await open(sink.url.replace('secret', 'guessed-4711'));
  const { data } = await test();
  expect(data).toMatchObject({ outcome: 'unsent', answer: '535 wrong password' });
  expect(JSON.stringify(data)).not.toContain('4711');
  await own[Symbol.asyncDispose]();
  await open('smtp://127.0.0.1:1');
  expect((await test()).data).toMatchObject({
    outcome: 'unsent',
    answer: expect.stringContaining('ECONNREFUSED'),
  });
});

it('goes to nobody else, and nowhere without an address or a mail server', async () => {
  for (const person of [await own.addPerson('Rook'), null]) {
    expect((await own.send(person, call)).body.error).toMatchObject({ code: 'not_found' });
  }
  for (const odd of [null, 'a@b.test, c@d.test']) {
    await setAddress(odd);
    expect((await test()).error).toMatchObject({ field: 'address' });
  }
  expect(sink.tries).toBe(0);
  await own[Symbol.asyncDispose]();
  own = await createApiLeague();
  owner = await own.addAdmin('Olga');
  expect((await test()).error).toMatchObject({ field: 'SMTP_URL' });
});

it('is not for sending many: five in ten minutes', async () => {
  const states = [];
  for (let count = 0; count < 6; count += 1) {
    states.push((await own.send(owner, call)).status);
  }
  expect(states).toEqual([200, 200, 200, 200, 200, 429]);
  // Each by themselves, and one more every two minutes.
  const second = await own.addAdmin('Second');
  await own.database.query(`update auth.users set email = 'second@players.test' where id = $1`, [
    second.user_id,
  ]);
  expect((await own.send(second, call)).status).toBe(200);
  const later = own.league.now().getTime() + 120_000;
  own.moveTo(new Date(later - 1000).toISOString());
  expect((await own.send(owner, call)).status).toBe(429);
  own.moveTo(new Date(later).toISOString());
  expect((await own.send(owner, call)).status).toBe(200);
});

it('stands in the set-up with its server, sender and variable, and nothing secret', async () => {
  const load = (viewer: Viewer | null, environment: object) =>
    loadMailStep({
      ...toInput(own.database, {}),
      viewer,
      describeMail: () =>
        describeMail(new Request('https://league.test/setup'), {
          smtpUrl: null,
          host: '0.0.0.0',
          siteUrl: 'https://league.test',
          devIdentity: false,
          ...environment,
        }),
    });
  const admin = { ...owner, is_site_admin: true };
  const smtpUrl = 'smtps://league:secret-4711@mail.test?from=us@league.test';
  const step = await load(admin, { smtpUrl });
  const facts = { way: 'smtp', server: 'mail.test:465', sender: 'us@league.test' };
  expect(step).toEqual({
    is_done: true,
    facts: ['mail.test:465'],
    data: { ...facts, own_address: address },
  });
  for (const [url, server] of [
    ['smtp://mail.test', 'mail.test:587'],
    ['smtp://mail.test:2525', 'mail.test:2525'],
    ['smtps://mail.test:4650', 'mail.test:4650'],
  ]) {
    expect((await load(admin, { smtpUrl: url })).facts).toEqual([server]);
  }
  expect(await load(null, { smtpUrl })).toMatchObject({ is_done: true, data: null });
  // To whoever sets the league up, and is nobody yet, neither the sender is said.
  expect(await load({ ...owner, is_site_admin: false }, { smtpUrl })).toMatchObject({ data: null });
  expect(await loadMailStep({ ...toInput(own.database, {}), viewer: admin })).toEqual({
    ...{ is_done: false, facts: [], data: null },
  });
  expect(await load(admin, {})).toMatchObject({ is_done: false, data: { way: 'none' } });
  const local = { siteUrl: null, host: '127.0.0.1' };
  expect(await load(admin, local)).toMatchObject({ is_done: false, data: { way: 'mailbox' } });
});
