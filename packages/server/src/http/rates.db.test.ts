import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';
import { askTimes } from '../testing/ask-times.ts';

let own: ApiLeague;

beforeAll(async () => {
  own = await createApiLeague();
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

it.each<[string, number, string, 'GET' | 'POST']>([
  ['reports', 10, '/reports', 'POST'],
  ['messages of a scrim', 20, `/scrims/${randomUUID()}/messages`, 'POST'],
  ['states of a draft', 120, '/writing/articles/none/draft', 'POST'],
  ['signs of being there', 60, '/writing/articles/none/presence', 'POST'],
  ['looks for an entry', 120, '/ladders/none/desk/entries', 'GET'],
  ['commands of any other kind', 60, '/me/notices/reading', 'POST'],
])('a person sends so many %s in a minute, good or bad: %i', async (what, most, path, method) => {
  const [person, other] = [await own.addPerson(`Of ${what}`), await own.addPerson(`No ${what}`)];
  const ask = (viewer = person) => own.send(viewer, { path, method });
  expect((await askTimes(most + 1, ask)).indexOf(429)).toBe(most);
  expect((await ask(other)).status).not.toBe(429);
  own.moveTo(new Date(own.league.now().getTime() + 60_000).toISOString());
  expect((await ask()).status).not.toBe(429);
});

it('a person’s commands are one count, and those with a limit of their own are not in it', async () => {
  const person = await own.addPerson('Of many');
  const say = { path: `/scrims/${randomUUID()}/messages` };
  const read = { path: '/me/notices/reading' };
  const save = { path: '/me/settings' };
  expect((await askTimes(20, () => own.send(person, say))).indexOf(429)).toBe(-1);
  expect((await askTimes(30, () => own.send(person, read))).indexOf(429)).toBe(-1);
  expect((await askTimes(31, () => own.send(person, save))).indexOf(429)).toBe(30);
  const { body, headers } = await own.send(person, save);
  expect(body.error).toMatchObject({ code: 'rate_limited' });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});
