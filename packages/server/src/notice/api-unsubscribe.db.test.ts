import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';
import { createUnsubscribeToken, getUnsubscribeSecret } from './unsubscribe-token.ts';

let own: ApiLeague;
let reader: Viewer;
let token: string;

beforeEach(async () => {
  own = await createApiLeague();
  reader = await own.addPerson('Reader');
  token = createUnsubscribeToken(await getUnsubscribeSecret(own.database), {
    ...{ person_id: reader.person_id, subject: 'challenged' },
  });
});
afterEach(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

async function ask(method: 'GET' | 'POST', given = token, language = 'en') {
  const answer = await own.app.request(`http://localhost:3000/api/unsubscribe?token=${given}`, {
    method,
    headers: { 'accept-language': language },
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
const listChoices = () =>
  own.database.query('select person_id, notifications from private.person_settings');

it('asks before it ends anything, and then ends that one mail', async () => {
  const question = await ask('GET');
  expect([question.status, question.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
  expect(question.text).toContain('<form method="post">');
  expect(await listChoices()).toEqual([]);
  const done = await ask('POST');
  expect([done.status, done.text.includes('<form')]).toEqual([200, false]);
  expect(await listChoices()).toEqual([
    { person_id: reader.person_id, notifications: { challenged: { mail: false } } },
  ]);
});

it.each([
  ['fi', 'en', 'fi-FI'],
  ['en', 'fi', 'en-US'],
])(
  'speaks the language of its reader, %s, before that of the browser, %s',
  async (locale, language, tag) => {
    await own.database.query('update public.profiles set locale = $2 where id = $1', [
      ...[reader.person_id, locale],
    ]);
    expect((await ask('GET', token, language)).text).toContain(`<html lang="${tag}"`);
  },
);

it.each(['GET', 'POST'] as const)(
  'is nobody’s whose account is gone, nor a stranger’s link: %s',
  async (method) => {
    expect(await ask(method, `${token}x`)).toMatchObject({ status: 400 });
    expect(await ask(method, '', 'fi')).toMatchObject({
      ...{ status: 400, text: expect.stringContaining('<html lang="fi') },
    });
    await own.act(reader, { path: '/me/deletion', body: { confirm: 'Reader' } });
    const gone = await ask(method);
    expect([gone.status, gone.text.includes('role="alert"')]).toEqual([400, true]);
    expect(await listChoices()).toEqual([]);
  },
);

it('answers thirty times a minute', async () => {
  const statuses = new Set<number>();
  for (let time = 1; time <= 30; time += 1) {
    statuses.add((await ask('GET')).status);
  }
  expect([...statuses]).toEqual([200]);
  expect((await ask('POST')).status).toBe(429);
  expect(await listChoices()).toEqual([]);
  own.moveTo(new Date(own.league.now().getTime() + 60_001).toISOString());
  expect((await ask('POST')).status).toBe(200);
});

it('is answered with no more than any form has: what is larger ends nothing', async () => {
  const send = (size: number) =>
    own.app.request(`http://localhost:3000/api/unsubscribe?token=${token}`, {
      method: 'POST',
      body: 'x'.repeat(size),
    });
  expect((await send(65_537)).status).toBe(413);
  expect(await listChoices()).toEqual([]);
  expect((await send(65_536)).status).toBe(200);
});
